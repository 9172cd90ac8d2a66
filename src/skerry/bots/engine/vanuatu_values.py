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
    [0.32, 1.11, -0.14, -0.42, 0.73, -2.10, 0.79, 1.25, 0.76, 0.60],
    [0.46, 0.95, -0.18, -0.70, 1.22, -1.61, 1.00, 1.49, 0.54, 0.68],
    [0.67, 0.69, -0.27, -0.95, 1.39, -1.40, 0.70, 1.42, 0.18, 0.41],
    [0.68, 0.56, -0.31, -1.21, 1.66, -1.30, 0.73, 0.81, 0.12, -0.23],
    [0.80, 0.71, -0.25, -1.47, 1.85, -1.66, 0.68, 0.94, -0.04, 0.06],
    [0.81, 1.01, -0.18, -2.07, 2.35, -1.85, 0.69, 0.88, 0.24, 0.23],
    [0.94, 1.01, -0.03, -2.13, 2.02, -1.35, 1.00, 0.90, -0.29, 0.18],
    [0.83, 0.89, -0.03, -1.89, 1.78, -2.59, 0.88, 0.79, -0.26, 0.16],
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
