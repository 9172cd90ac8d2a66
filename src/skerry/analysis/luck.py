"""What chance did: a tile, ship, die or card turned up, and it suited one seat more than another.

All chance is settled at the deal, so a move that turns something up has another result in a deal
that looks the same. For each seat, what turned up is compared with what else might have, as far as
that seat could tell: the position after the move with those after it in other deals, each judged by
searches of its own.
"""

import math

import msgspec

from skerry.analysis.judging import Judge, standard_error
from skerry.bots.engine.judging import NO_MOVE
from skerry.kernel.agenda import State
from skerry.kernel.protocol import Game
from skerry.kernel.rng import Rng

OTHER_DEALS = 3  # that show whether a move turns something up
LEAST_POINTS = 1.5  # that luck must be worth to be listed, as for a mistake,
ERRORS = 2.0  # and the standard errors
SCREENING = (3, 120)  # restarts and iterations, for what turned up and for what might have
VERIFYING = (8, 375)
TRIES = 20  # to find a deal in which the move is possible: its player may know of hidden cards


class Luck(msgspec.Struct):
    """A swing that a seat could not foresee."""

    number: int  # of the move that turned something up, from 1
    round: int
    seat: int  # whose lead changed most
    points: float  # by how much
    error: float  # the standard error of that


def luck_of(
    game: Game,
    state: State,
    text: str,
    number: int = 1,
    seed: int = 1,
    screening: tuple[int, int] = SCREENING,
    verifying: tuple[int, int] = VERIFYING,
) -> Luck | None:
    """Return what chance was worth in a move, None if nothing much."""
    rng = Rng(seed * 7_368_787 + number)
    move = game.read(state, text)
    mover = state.turn()
    if not _turns_something_up(game, state, mover, move, rng):
        return None
    gains = [_gain(game, state, seat, move, screening, rng)[0] for seat in range(state.n)]
    seat = max(range(state.n), key=lambda each: abs(gains[each]))
    if abs(gains[seat]) < LEAST_POINTS:
        return None
    # Fresh searches: the largest of several gains looks larger than it is.
    points, error = _gain(game, state, seat, move, verifying, rng)
    if abs(points) < LEAST_POINTS or abs(points) < ERRORS * error:
        return None
    return Luck(number, state.round, seat, points, error)


def _after(state: State, move: int) -> State:
    after = state.copy()
    after.play(move)
    return after


def _turns_something_up(game: Game, state: State, mover: int, move: int, rng: Rng) -> bool:
    seen = game.view(_after(state, move), mover)
    others = (_after(state.imagine(mover, rng), move) for _ in range(OTHER_DEALS))
    return any(game.view(after, mover) != seen for after in others)


def _gain(
    game: Game, state: State, seat: int, move: int, effort: tuple[int, int], rng: Rng
) -> tuple[float, float]:
    """Return by how much a seat's lead is better than in other deals, and its error."""
    restarts, iterations = effort
    judge = Judge(game, state, rng)
    judge.seat = seat
    actual = _after(state, move)
    found, others = [], []
    for _ in range(restarts):
        other = _other_deal(state, seat, move, rng)
        if other is None:
            return 0.0, 0.0
        found.append(_lead(judge, actual, iterations))
        others.append(_lead(judge, _after(other, move), iterations))
    error = math.hypot(standard_error(found), standard_error(others))
    return (sum(found) - sum(others)) / restarts, error


def _other_deal(state: State, seat: int, move: int, rng: Rng) -> State | None:
    """Return a deal that looks the same to a seat and in which the move is possible."""
    for _ in range(TRIES):
        dealt = state.imagine(seat, rng)
        if move in dealt.options():
            return dealt
    return None


def _lead(judge: Judge, state: State, iterations: int) -> float:
    """Return the judge's seat's expected lead, by one search from what it can see."""
    search = judge.search()
    search.judge(state, NO_MOVE, iterations)
    return search.mean_lead()
