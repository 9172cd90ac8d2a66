"""Exercises: a player's costliest mistakes, to be tried again. Any better move counts.

A try is judged as the review judges moves: by fresh searches that all begin with it, from what its
player could see. Only the single decision is judged; the searches go on from it as they see best.
"""

import math
import time
from typing import Literal

import msgspec

from skerry.analysis.chances import chances
from skerry.analysis.judging import Judge, Judgement, difference
from skerry.analysis.reasons import Part, reasons
from skerry.analysis.review import EFFORT, ERRORS, GRADES, MISTAKES, Decision, Effort, Review
from skerry.kernel.agenda import State
from skerry.kernel.errors import IllegalMove
from skerry.kernel.protocol import Game
from skerry.kernel.rng import Rng

MOST_EXERCISES = 3
MOST_ALSO_GOOD = 2
WON_BACK = 0.5  # the part of the loss that a better move wins back
FEWEST_RESTARTS = 2  # of a try, however slow the machine is; fewer would have no error
_SEED = 7_919

Verdict = Literal["best", "better", "close", "worse"]


class GoodMove(msgspec.Struct):
    """A move that the review found good, and the mover's chance to win with it; None alone."""

    move: str
    refs: dict[str, str]
    points: float
    win: float | None


class TriedMove(msgspec.Struct):
    """What the coach says about a try."""

    move: str
    verdict: Verdict
    points: float  # what the move is worth, as in a Judgement
    gained: float  # points won back, compared with the move of the game
    behind: float  # points that the best known move is still ahead; negative if it is not
    error: float  # the standard error of `gained`
    tries: int  # continuations
    win_played: float | None  # the mover's chance to win with the move of the game; None alone
    win: float | None  # and with this one
    why: list[Part]  # why it is better than the move of the game, or worse
    also: list[GoodMove]  # other good moves, after a good answer


def pick_exercises(review: Review, seat: int) -> list[Decision]:
    """Return the decisions that cost a seat most, the costliest first."""
    own = [
        one
        for one in review.decisions
        if one.seat == seat and one.grade in MISTAKES and one.better is not None
    ]
    return sorted(own, key=lambda one: -one.loss)[:MOST_EXERCISES]


def verdict_of(loss: float, gained: float, error: float) -> Verdict:
    """Return what to call a try that wins back some of a loss; *error* is that to the best move.

    >>> [verdict_of(2.0, gained, 0.4) for gained in (1.7, 1.2, 0.5, -0.5, -1.0)]
    ['best', 'better', 'close', 'close', 'worse']
    """
    if gained >= WON_BACK * loss:
        return "best" if loss - gained <= error else "better"
    return "close" if gained > -GRADES[-1][1] else "worse"


def judge_try(
    game: Game,
    state: State,
    decision: Decision,
    text: str,
    seconds: float,
    effort: Effort = EFFORT,
) -> TriedMove:
    """Judge a move in the position of an exercise. Raises BadNotation and IllegalMove.

    It stops after about *seconds*, which only a slow machine needs.
    """
    end = time.monotonic() + seconds
    assert decision.better is not None
    number = game.read(state, text)
    if number not in state.options():
        raise IllegalMove(f"{text!r} is not possible here")
    text = game.write(state, number)
    judge = Judge(game, state, Rng(_SEED * decision.number + number))
    played, better = decision.played, decision.better
    known = {played.move: played, better.move: better}
    tried = known.get(text) or _judged(judge, text, effort.verifying, end)
    gained, error = difference(tried, played)
    behind, error_behind = difference(better, tried)
    if text == played.move:
        gained, verdict = 0.0, verdict_of(decision.loss, 0.0, 0.0)
    elif text == better.move:
        gained, behind, verdict = decision.loss, 0.0, "best"
    else:
        verdict = verdict_of(decision.loss, gained, error_behind)

    def win(judgement: Judgement) -> float | None:
        found = chances(game, state, judgement.totals, judgement.risk).win
        return None if found is None else found[judge.seat]

    why: list[Part] = []
    if text == better.move:
        why = decision.why
    elif abs(gained) > ERRORS * error and time.monotonic() < end:
        one, two = (text, played.move) if gained > 0 else (played.move, text)
        why = reasons(judge, one, two)
    also = [
        GoodMove(other.move, other.refs, other.points, win(other))
        for other in [better, *decision.others]
        if other.move != text and other.points - played.points >= WON_BACK * decision.loss
    ]
    return TriedMove(
        move=text,
        verdict=verdict,
        points=tried.points,
        gained=gained,
        behind=behind,
        error=error,
        tries=tried.tries + played.tries,
        win_played=decision.win_played,
        win=win(tried),
        why=why,
        also=also[:MOST_ALSO_GOOD] if verdict in ("best", "better") else [],
    )


def _judged(judge: Judge, move: str, effort: tuple[int, int], end: float = math.inf) -> Judgement:
    """Judge one move by restarts, fewer of them if the time is up."""
    restarts, iterations = effort
    judgement = judge.judge(move, min(restarts, FEWEST_RESTARTS), iterations)
    for _ in range(restarts - FEWEST_RESTARTS):
        if time.monotonic() > end:
            break
        judge.judge_further(judgement, 1, iterations)
    return judgement
