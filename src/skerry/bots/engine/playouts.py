"""Random play to the end, wholly compiled: the measure of speed and the simplest playout."""

from skerry.kernel.agenda import State
from skerry.kernel.rng import Rng


def play_out(state: State, rng: Rng) -> int:
    """Play *state* to its end at random; return the number of decisions."""
    decisions = 0
    agenda = state.agenda
    while agenda:
        options = agenda[-1].options(state)
        state.play(options[rng.below(len(options))])
        decisions += 1
    return decisions


def playouts(state: State, n: int, rng: Rng) -> list[int]:
    """Play *state* out *n* times from copies; return the totals of all seats, game after game."""
    totals: list[int] = []
    for _ in range(n):
        twin = state.copy()
        play_out(twin, rng)
        totals.extend(twin.results())
    return totals


def playouts_of(states: list[State], n: int, rng: Rng) -> list[list[int]]:
    """Return the `playouts` of each of many states."""
    return [playouts(state, n, rng) for state in states]


def decisions_played(state: State, n: int, rng: Rng) -> int:
    """Play *state* out *n* times and return the number of decisions, for measuring."""
    decisions = 0
    for _ in range(n):
        decisions += play_out(state.copy(), rng)
    return decisions
