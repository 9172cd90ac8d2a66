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
# Points per unit now, and per unit for each round still to play.
NOW: Final[list[float]] = [0.30, 0.20, 0.10, 0.05, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
EACH_ROUND: Final[list[float]] = [0.02, 0.02, 0.01, 0.05, 0.18, 0.25, 0.15, 0.12, 0.1, 0.15]


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
                for i in range(len(counted)):
                    total += counted[i] * (NOW[i] + left * EACH_ROUND[i])
            totals.append(total)
        return totals
