"""A game as it might go on: what a seat cannot see is dealt anew, then some moves are made.

The result depends only on what the seat can see, on the number of the deal and on the moves. So it
can be made again anywhere from these, and nothing about the real deal can be learned from it.
"""

from collections.abc import Callable, Sequence

import msgspec

from skerry.analysis.chances import chances
from skerry.analysis.judging import Judge
from skerry.kernel.agenda import NOBODY, State
from skerry.kernel.errors import SkerryError
from skerry.kernel.events import Event
from skerry.kernel.protocol import Game, play
from skerry.kernel.rng import Rng

Step = tuple[int, str]  # the seat that moves, and the text of its move
Watch = Callable[[State, int, str, list[Event]], None]


class Outlook(msgspec.Struct):
    """What a seat may expect in a position."""

    points: float  # its expected total
    win: float | None  # its chance to win; None alone
    tries: int  # continuations; 0 once the game is over


def dealt_anew(state: State, seat: int, deal: int) -> State:
    """Return the position with everything dealt anew that a seat cannot see."""
    return state.imagine(seat, Rng(deal))


def follow(game: Game, state: State, steps: Sequence[Step], watch: Watch | None = None) -> int:
    """Make moves one by one, as far as they are legal; return how many were.

    After another deal a move may not be possible any more.
    """
    for done, (seat, text) in enumerate(steps):
        try:
            events = play(game, state, game.read(state, text), seat)
        except SkerryError:
            return done
        if watch is not None:
            watch(state, seat, text, events)
    return len(steps)


def outlook(game: Game, state: State, seat: int, iterations: int, seed: int) -> Outlook:
    """Return what a seat may expect, by one search for whoever is asked."""
    if state.turn() == NOBODY:
        scores = game.scores(state)
        won = [score.seat for score in scores if score.place == 1]
        win = None if state.n == 1 else (1.0 / len(won) if seat in won else 0.0)
        return Outlook(float(scores[seat].total), win, 0)
    _, position = Judge(game, state, Rng(seed)).rank(iterations)
    found = chances(game, state, position.totals, position.risk)
    return Outlook(found.points[seat], None if found.win is None else found.win[seat], iterations)
