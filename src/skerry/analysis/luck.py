"""What chance did: a tile, ship, die or card turned up, and it suited one seat more than another.

All chance is settled at the deal, so a move that turns something up has another result in a deal
that looks the same to whoever makes it. What turned up is compared with what else might have: the
position after the move with those after it in other deals, each judged by searches of its own.
"""

import math

import msgspec

from skerry.analysis.judging import Judge, standard_error
from skerry.bots.engine.judging import ALL_LOST, NO_MOVE, lead
from skerry.kernel.agenda import State
from skerry.kernel.protocol import Game
from skerry.kernel.rng import Rng

OTHER_DEALS = 3  # that show whether a move turns something up
LEAST_POINTS = 1.5  # that luck must be worth to be listed, as for a mistake,
ERRORS = 2.0  # and the standard errors
SCREENING = (3, 200)  # restarts and iterations, for what turned up and for what might have
VERIFYING = (8, 375)


class Luck(msgspec.Struct):
    """A swing that nobody could know before."""

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
    gains = _gains(game, state, mover, move, screening, rng)
    seat = max(range(state.n), key=lambda each: abs(gains[each][0]))
    if abs(gains[seat][0]) < LEAST_POINTS:
        return None
    # Fresh searches: the largest of several gains looks larger than it is.
    points, error = _gains(game, state, mover, move, verifying, rng)[seat]
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


def _gains(
    game: Game, state: State, mover: int, move: int, effort: tuple[int, int], rng: Rng
) -> list[tuple[float, float]]:
    """Return by how much each seat's lead is better than in other deals, and its error."""
    restarts, iterations = effort
    judge = Judge(game, state, rng)
    actual = [_leads(judge, _after(state, move), iterations) for _ in range(restarts)]
    other = [
        _leads(judge, _after(state.imagine(mover, rng), move), iterations) for _ in range(restarts)
    ]
    gains = []
    for seat in range(state.n):
        one, two = [each[seat] for each in actual], [each[seat] for each in other]
        error = math.hypot(standard_error(one), standard_error(two))
        gains.append(((sum(one) - sum(two)) / restarts, error))
    return gains


def _leads(judge: Judge, state: State, iterations: int) -> list[float]:
    """Return every seat's expected lead, by one search that knows what the mover can see."""
    search = judge.search()
    search.judge(state, NO_MOVE, iterations)
    totals, risk = search.mean_totals(), search.mean_risk()
    leads = [lead(totals, seat) for seat in range(len(totals))]
    return [ahead + risk * (ALL_LOST - ahead) for ahead in leads]
