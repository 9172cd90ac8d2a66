"""Flat Monte Carlo: try each move, finish the round at random, compare the mean values."""

from skerry.bots.engine.values import Values
from skerry.kernel.agenda import State
from skerry.kernel.rng import Rng


def look_ahead(
    state: State, viewer: int, values: Values, options: list[int], playouts: int, rng: Rng
) -> list[float]:
    """Return the mean value of each option to *viewer* over a number of playouts.

    A playout deals the unseen cards again and tries every option on the same deal.
    """
    totals = [0.0] * len(options)
    for _ in range(playouts):
        dealt = state.imagine(viewer, rng)
        for i in range(len(options)):
            trial = dealt.copy()
            trial.play(options[i])
            _finish_round(trial, state.round, rng)
            totals[i] += values.seat_values(trial)[viewer]
    return [total / playouts for total in totals]


def _finish_round(state: State, round_: int, rng: Rng) -> None:
    agenda = state.agenda
    while agenda and state.round == round_:
        options = agenda[-1].options(state)
        state.play(options[rng.below(len(options))])
