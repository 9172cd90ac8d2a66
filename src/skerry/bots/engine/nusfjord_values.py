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
    [0.0] * 10,
    *[
        [0.3, 0.2, 0.1, 0.05 * k, 0.18 * k, 0.25 * k, 0.15 * k, 0.12 * k, 0.1 * k, 0.15 * k]
        for k in range(1, 8)
    ],
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

    def totals(self, state: State) -> list[float]:
        assert isinstance(state, Nusfjord)
        left = ROUNDS - state.round + 1 if state.agenda else 0
        totals: list[float] = []
        for seat in range(state.n):
            total = float(scoring.total(state, seat))
            if left:
                counted = features(state, seat)
                weights = WEIGHTS[left]
                for i in range(len(counted)):
                    total += counted[i] * weights[i]
            totals.append(total)
        return totals
