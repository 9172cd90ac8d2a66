"""What a Vanuatu position promises: the score so far and what the pieces will still earn.

The weights were fitted to self-play; see docs/bots.md and tools/tune_values.py.
"""

from typing import Final

from skerry.bots.engine.values import Values
from skerry.games.vanuatu.engine.board import NEAR
from skerry.games.vanuatu.engine.components import MOST_SEATS, ROUNDS, SINKS_AT
from skerry.games.vanuatu.engine.scoring import final_items
from skerry.games.vanuatu.engine.state import State as Vanuatu
from skerry.kernel.agenda import State

ISLANDS: Final = 5
USUAL_COAST: Final = 4  # sides of an island that meet the ocean sooner or later
DIKES_A_ROUND: Final = 1.0  # what a table may count on being built

FEATURES: Final[list[str]] = [
    "vatus",
    "fish",
    "treasure",
    "huts",
    "hut_room",
    "first_player",
    "fish_here",
    "treasure_here",
    "home",
    "islands_beside",
]
# Points per unit, row by row for 0, 1, ... 8 rounds still to play.
WEIGHTS: Final[list[list[float]]] = [
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [0.45, 1.61, -0.07, -0.42, 0.85, -2.11, 0.71, 1.63, 0.13, 0.79],
    [0.67, 1.53, -0.07, -0.67, 1.45, -1.64, 1.31, 2.08, 0.03, 1.14],
    [1.02, 1.15, -0.01, -0.81, 1.51, -1.50, 1.48, 1.94, -0.31, 1.08],
    [0.99, 1.26, -0.05, -0.94, 1.84, -1.45, 1.32, 1.38, -0.61, 0.29],
    [1.06, 1.58, 0.01, -1.05, 1.94, -1.71, 1.47, 1.61, -0.89, 0.64],
    [1.12, 1.79, 0.24, -1.75, 2.69, -2.19, 0.97, 0.67, -1.11, 0.40],
    [1.24, 1.43, 0.72, -2.10, 2.44, -1.94, 1.04, 0.80, -1.59, 0.32],
    [1.10, 1.26, 0.63, -1.85, 2.15, -3.38, 0.92, 0.71, -1.40, 0.28],
]


def features(state: Vanuatu, seat: int) -> list[int]:
    """Count what will still earn points."""
    base = seat * 3
    fish = state.held_fish
    treasure = state.held_treasure
    boat = state.boat[seat]
    huts = 0
    room = 0
    home = 0
    beside = 0
    for cell in state.island_order:
        if not state.land >> cell & 1:
            continue
        own = state.huts[cell * MOST_SEATS + seat]
        near = NEAR[boat] >> cell & 1
        beside += near
        if own:
            huts += own
            room += own * (state.tiles.tourists[state.tile_at[cell]] - state.visitors[cell])
            home |= near
    return [
        state.money[seat],
        fish[base] + 2 * fish[base + 1] + 3 * fish[base + 2],
        treasure[base] + 2 * treasure[base + 1] + 3 * treasure[base + 2],
        huts,
        room,
        1 if state.first == seat else 0,
        state.fish[boat],
        state.treasure[boat],
        home,
        beside,
    ]


class VanuatuValues(Values):
    """Judges Vanuatu."""

    def __init__(self) -> None:
        self.weights = WEIGHTS

    def totals(self, state: State) -> list[float]:
        assert isinstance(state, Vanuatu)
        left = ROUNDS - state.round + 1 if state.agenda else 0
        totals: list[float] = []
        for seat in range(state.n):
            total = float(sum(final_items(state, seat)))
            if left:
                counted = features(state, seat)
                weights = self.weights[left]
                for i in range(len(counted)):
                    total += counted[i] * weights[i]
            totals.append(total)
        return totals

    def risk(self, state: State) -> float:
        assert isinstance(state, Vanuatu)
        if state.lost:
            return 1.0
        if not state.rules.rising_waters or not state.agenda:
            return 0.0
        left = ROUNDS - state.round + 1
        floods = left // 2 + (1 if left % 2 and state.die else 0)
        return 0.9 * min(1.0, _dikes_needed(state, floods) / (DIKES_A_ROUND * left + 1.0))


def _dikes_needed(state: Vanuatu, floods: int) -> int:
    """Count the dikes without which fewer than three islands will stand at the end."""
    if floods == 0:
        return 0
    needs: list[int] = []
    for cell in state.island_order:
        if state.land >> cell & 1:
            spare = (SINKS_AT - 1 - state.water[cell]) // floods
            needs.append(max(0, _count(state.open_sides(cell)) - spare))
    for _ in range(ISLANDS - len(state.island_order)):
        needs.append(max(0, USUAL_COAST - (SINKS_AT - 1) // floods))
    needs.sort()
    return needs[0] + needs[1] + needs[2] if len(needs) > 2 else USUAL_COAST


def _count(bits: int) -> int:
    count = 0
    while bits:
        count += bits & 1
        bits >>= 1
    return count
