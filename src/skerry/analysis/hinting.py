"""A hint for the seat on turn: the best move, why, what else there is, and how sure that is.

A free search proposes the moves. They are compared by fresh restarts that are forced through each
of them, in rounds, until one is clearly best or the rounds are over; then the best move is
explained by what happens after it and not after the next one. The parts of this work depend on the
position alone, so they can run anywhere and in several processes (`service/bots/hints.py`).
"""

import time
from typing import NamedTuple

import msgspec

from skerry.analysis.chances import chances
from skerry.analysis.judging import Judge, Judgement, combined, difference
from skerry.analysis.labels import same_to_a_player
from skerry.analysis.reasons import Continuations, Part, reasons
from skerry.kernel.agenda import State
from skerry.kernel.protocol import Game
from skerry.kernel.rng import Rng


class HintEffort(NamedTuple):
    """How much is searched for a hint: iterations, or restarts and iterations for each move."""

    ranking: int = 400  # the free search that proposes moves
    look: tuple[int, int] = (2, 80)  # the first look at each of them
    comparing: tuple[int, int] = (2, 375)  # one round of comparing
    rounds: int = 5  # of comparing, at most
    why: Continuations = Continuations()


HINT_EFFORT = HintEffort()
FEWEST_ITERATIONS = 30  # of a restart, however slow the machine is
FEWEST_TAKEN = 8  # continuations of a restart, likewise
MOST_MOVES = 3
PROPOSED = 4  # moves that get a first look
ERRORS = 2.0  # the standard errors by which a move must be better to be called so
CLEAR_ERRORS = 4.0  # at which comparing ends early
FEWEST_RESTARTS = 4  # below which an error is not trusted


class AdvisedMove(msgspec.Struct):
    """A move of a hint."""

    judgement: Judgement
    win: float | None  # the chance to win after it; None alone
    behind: float  # the best move, in points
    close: bool  # to the best move: the difference is within its uncertainty


class Advice(msgspec.Struct):
    """A hint as far as it is: the moves, the best first, and why the first one is better."""

    moves: list[AdvisedMove]
    only: bool = False  # there is no other move
    close: bool = False  # the best moves cannot be told apart
    sure: int = 1  # of the best move: 1 (a guess) to 4
    tries: int = 0  # continuations
    why: list[
        Part
    ] = []  # why the first move is better than `against`; empty if nothing explains it
    against: str = ""


def scaled(effort: HintEffort, share: float) -> HintEffort:
    """Return an effort with a share of the iterations, for a machine that is slow or busy.

    >>> scaled(HintEffort(), 0.2).comparing, scaled(HintEffort(), 0.2).why.warm_up
    ((2, 75), 30)
    >>> scaled(HintEffort(), 1.5) == HintEffort()
    True
    """
    if share >= 1.0:
        return effort
    restarts, iterations = effort.comparing
    why = effort.why
    fewer = Continuations(
        why.restarts,
        max(FEWEST_ITERATIONS, round(why.warm_up * share)),
        max(FEWEST_TAKEN, round(why.taken * share)),
    )
    comparing = (restarts, max(FEWEST_ITERATIONS, round(iterations * share)))
    return effort._replace(comparing=comparing, why=fewer)


def first_look(judge: Judge, effort: HintEffort = HINT_EFFORT) -> list[Judgement]:
    """Return the moves worth comparing, the best first as far as a first look can tell."""
    ranked, _ = judge.rank(effort.ranking)
    seen = [one.move for one in reversed(ranked) if one.visits]
    # Of two spaces of one action, the one with more visits.
    distinct = {same_to_a_player(judge.game.name, move): move for move in seen}
    moves = [move for move in reversed(seen) if move in distinct.values()][:PROPOSED]
    if len(moves) < 2:  # the search leaves out what only reverses a trade
        others = (judge.game.write(judge.state, move) for move in judge.state.options())
        moves += [text for text in others if text not in moves][: 2 - len(moves)]
    return compare(judge, moves, effort.look)[:MOST_MOVES]


def compare(judge: Judge, moves: list[str], effort: tuple[int, int]) -> list[Judgement]:
    """Judge some moves by restarts of their own, the best first."""
    return best_first([judge.judge(move, *effort) for move in moves])


def best_first(judgements: list[Judgement]) -> list[Judgement]:
    """Return judged moves in the order of their worth."""
    return sorted(judgements, key=lambda one: -one.points)


def added_up(rounds: list[list[Judgement]]) -> list[Judgement]:
    """Return the rounds of comparing the same moves as one, the best move first."""
    sums: dict[str, Judgement] = {}
    for judgement in (one for round in rounds for one in round):
        known = sums.get(judgement.move)
        sums[judgement.move] = judgement if known is None else combined(known, judgement)
    return best_first(list(sums.values()))


def is_clear(judgements: list[Judgement]) -> bool:
    """Return whether more comparing would change nothing."""
    if len(judgements) < 2:
        return True
    gap, error = difference(*judgements[:2])
    return len(judgements[0].leads) >= FEWEST_RESTARTS and gap >= CLEAR_ERRORS * error


def only_move(game: Game, state: State) -> Advice | None:
    """Return the advice where there is no choice, None where there is one."""
    options = state.options()
    if len(options) > 1:
        return None
    judgement = Judgement(
        game.write(state, options[0]), refs=game.touches(state, options[0]), error=0.0
    )
    return Advice([AdvisedMove(judgement, None, 0.0, close=False)], only=True, sure=4)


def weigh(game: Game, state: State, judgements: list[Judgement], final: bool = True) -> Advice:
    """Return judged moves as advice; before the end nothing is called close."""
    seat = state.turn()
    best, *others = judgements
    moves = [AdvisedMove(best, _win(game, state, best, seat), 0.0, close=False)]
    for one in others:
        behind, error = difference(best, one)
        win = _win(game, state, one, seat)
        # The order is by points. A chance that would contradict it differs by noise alone.
        before = moves[-1].win
        win = win if win is None or before is None else min(win, before)
        moves.append(AdvisedMove(one, win, behind, final and behind < ERRORS * error))
    return Advice(
        moves,
        close=any(move.close for move in moves),
        sure=sureness(judgements),
        tries=sum(one.tries for one in judgements),
    )


def sureness(judgements: list[Judgement]) -> int:
    """Return how sure it is that the first move is the best: 1 to 4."""
    if len(judgements) < 2:
        return 4
    gap, error = difference(*judgements[:2])
    if len(judgements[0].leads) < FEWEST_RESTARTS:
        return 1
    return 1 + sum(gap >= errors * error for errors in (ERRORS, 3.0, CLEAR_ERRORS))


def advise(
    game: Game,
    state: State,
    seat: int,
    seed: int = 1,
    effort: HintEffort = HINT_EFFORT,
    look_seconds: float | None = None,
) -> Advice:
    """Return a hint for the seat on turn, from what it can see.

    With *look_seconds*, a first look that takes longer makes the rest shorter.
    """
    rng = Rng(seed)
    known = state.imagine(seat, rng)
    advice = only_move(game, known)
    if advice is not None:
        return advice
    judge = Judge(game, known, rng)
    began = time.monotonic()
    moves = [one.move for one in first_look(judge, effort)]
    if look_seconds is not None:
        effort = scaled(effort, look_seconds / max(time.monotonic() - began, 1e-6))
    rounds: list[list[Judgement]] = []
    while len(rounds) < effort.rounds and not (rounds and is_clear(added_up(rounds))):
        rounds.append(compare(judge, moves, effort.comparing))
    advice = weigh(game, known, added_up(rounds))
    if can_be_explained(advice):
        first, second = (move.judgement.move for move in advice.moves[:2])
        advice.why, advice.against = reasons(judge, first, second, effort.why), second
    return advice


def can_be_explained(advice: Advice) -> bool:
    """Return whether there is a difference to explain: not between moves that are close."""
    return len(advice.moves) > 1 and not advice.moves[1].close


def _win(game: Game, state: State, judgement: Judgement, seat: int) -> float | None:
    win = chances(game, state, judgement.totals, judgement.risk).win
    return None if win is None else win[seat]
