"""How often things happen when quick bots play on: for the chances of a forecast."""

import time

from msgspec import Struct

from skerry.bots.engine.one_ply import look_ahead
from skerry.bots.search_bot import VALUES
from skerry.kernel.agenda import State
from skerry.kernel.protocol import Game
from skerry.kernel.rng import Rng

CONTINUATIONS = 16
FEWEST = 4  # fewer say nothing
SECONDS = 2.0


class Frequencies(Struct):
    """How many continuations were played, and in which part of them each thing happened."""

    continuations: int = 0
    shares: dict[str, float] = {}


def frequencies(
    game: Game,
    state: State,
    seat: int | None,
    rng: Rng,
    most: int = CONTINUATIONS,
    seconds: float = SECONDS,
) -> Frequencies:
    """Play on from what a seat, or a watcher, can see; return how often things happen.

    It stops after the given number of continuations or seconds; fewer than FEWEST are not reported.
    """
    until = game.continued_until(state)
    end = time.monotonic() + seconds
    happened: dict[str, int] = {}
    played = 0
    while until and played < most and time.monotonic() < end:
        # What a watcher cannot see is more than what any seat cannot.
        start = state.imagine(0 if seat is None else seat, rng)
        if seat is None:
            for other in range(1, state.n):
                start = start.imagine(other, rng)
        trial = start.copy()
        trial.journal = []
        while trial.agenda and trial.round <= until and time.monotonic() < end:
            events, trial.journal = trial.journal, None
            move = _quick_choice(game, trial, rng)
            trial.journal = events
            trial.play(move)
        if trial.agenda and trial.round <= until:
            break  # out of time in the middle of one
        events = trial.journal or []
        trial.journal = None
        for what, so in game.outcomes(start, trial, events, seat).items():
            happened[what] = happened.get(what, 0) + so
        played += 1
    if played < FEWEST:
        return Frequencies()
    return Frequencies(played, {what: count / played for what, count in happened.items()})


def _quick_choice(game: Game, state: State, rng: Rng) -> int:
    """Return the move that looks best after one random end of the round."""
    options = state.agenda[-1].options(state)
    if len(options) == 1:
        return options[0]
    found = look_ahead(state, state.turn(), VALUES[game.name], options, 1, rng)
    return options[found.index(max(found))]
