"""One look ahead: try each move a few times, play the round out at random, and compare."""

from skerry.bots.engine.values import Values
from skerry.kernel.agenda import State
from skerry.kernel.rng import Rng


def look_ahead(
    state: State, viewer: int, values: Values, options: list[int], tries: int, rng: Rng
) -> list[float]:
    """Give what each option promises *viewer* on average over *tries* imagined rounds."""
    worth = [0.0] * len(options)
    for _ in range(tries):
        dealt = state.imagine(viewer, rng)
        for i in range(len(options)):
            trial = dealt.copy()
            trial.play(options[i])
            _finish_round(trial, state.round, rng)
            worth[i] += values.shares(trial)[viewer]
    return [total / tries for total in worth]


def _finish_round(state: State, round_: int, rng: Rng) -> None:
    agenda = state.agenda
    while agenda and state.round == round_:
        options = agenda[-1].options(state)
        state.play(options[rng.below(len(options))])
