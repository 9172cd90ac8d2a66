"""What a Nusfjord position promises: the score so far and what goods and engines will still earn.

The weights were fitted to self-play; see docs/bots.md and tools/tune_values.py.
"""

from typing import Final

from skerry.bots.engine.values import Values
from skerry.games.nusfjord.engine import counts, scoring
from skerry.games.nusfjord.engine.state import State as Nusfjord
from skerry.kernel.agenda import State

ROUNDS: Final = 7
FEATURES: Final[list[str]] = [
    "wood",
    "fish",
    "reserve_fish",
    "gold",
    "haul",
    "elders",
    "forests",
    "free_spaces",
    "shares_home",
    "lasting_cards",
]
# Points per unit, row by row for 0, 1, ... 7 rounds still to play.
WEIGHTS: Final[list[list[float]]] = [
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [0.07, 0.12, 0.08, 0.05, 0.28, 0.43, 0.05, 1.68, 0.12, 1.04],
    [0.08, 0.12, 0.05, 0.15, 0.50, 0.59, 0.04, 2.27, 0.38, 1.32],
    [0.17, 0.09, 0.11, 0.22, 0.60, 0.79, 0.11, 1.63, 0.63, 1.74],
    [0.28, 0.30, 0.48, 0.41, 0.25, 1.30, -0.17, 0.79, 0.51, 1.84],
    [0.40, -0.02, 0.86, 0.11, -0.22, 2.12, -0.12, 0.67, 0.35, 1.48],
    [0.33, -0.04, 1.10, 0.08, 0.11, 2.40, 0.10, 0.60, 0.59, 1.04],
    [0.29, -0.03, 0.97, 0.07, 0.10, 2.12, 0.09, 0.53, 0.52, 0.92],
]


def features(state: Nusfjord, seat: int) -> list[int]:
    """Count what will still earn points."""
    player = state.players[seat]
    return [
        player.wood + player.reserve_wood,
        player.fish,
        player.reserve_fish,
        player.gold,
        counts.haul(state, player),
        len(player.elders),
        player.forests,
        counts.bits(player.free),
        counts.total(player.shares),
        len(player.abilities),
    ]


class NusfjordValues(Values):
    """Judges Nusfjord."""

    def __init__(self) -> None:
        self.weights = WEIGHTS

    def totals(self, state: State) -> list[float]:
        assert isinstance(state, Nusfjord)
        left = ROUNDS - state.round + 1 if state.agenda else 0
        totals: list[float] = []
        for seat in range(state.n):
            total = float(scoring.total(state, seat))
            if left:
                counted = features(state, seat)
                weights = self.weights[left]
                for i in range(len(counted)):
                    total += counted[i] * weights[i]
            totals.append(total)
        return totals
