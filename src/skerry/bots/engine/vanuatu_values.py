"""The expected final total of a Vanuatu position: the score so far and what the pieces will still
earn; with Rising Waters also the risk that everybody loses.

The weights were fitted to self-play; see docs/lab/evaluation.md and tools/tune_values.py.
"""

from typing import Final

from skerry.bots.engine.values import Values
from skerry.games.vanuatu.engine.board import BESIDE, CELLS, NEAR, NOWHERE, SIDES
from skerry.games.vanuatu.engine.components import MOST_SEATS, NO_TILE, ROUNDS, SINKS_AT
from skerry.games.vanuatu.engine.scoring import final_items
from skerry.games.vanuatu.engine.state import State as Vanuatu
from skerry.kernel.agenda import State

ISLANDS: Final = 5
TYPICAL_OPEN_SIDES: Final = 4  # of an island that is still to be placed
EMPTY_AT_FLOOD: Final = [0, 2, 6, 10]  # cells without a tile at the last flood, the one before, ...
DIKES_PER_ROUND: Final = 1.0  # the dikes that are expected to be built, on the safe side

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
RISING_WATERS_FEATURES: Final[list[str]] = ["rise", "need"]
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
# The same with Rising Waters and its two features.
RISING_WATERS_WEIGHTS: Final[list[list[float]]] = [
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [0.22, 0.79, -0.11, -0.25, 0.93, -2.38, 0.59, 1.17, 0.57, 0.50, -1.58, 1.53],
    [0.41, 0.68, -0.22, -0.64, 1.33, -1.77, 0.89, 1.49, 0.29, 0.51, -1.37, 1.78],
    [0.60, 0.70, -0.30, -1.10, 1.45, -1.34, 0.44, 1.41, 0.17, 0.33, -1.13, 1.77],
    [0.64, 0.79, -0.35, -1.67, 1.75, -1.49, 0.28, 0.74, -0.03, -0.15, -0.58, 2.24],
    [0.66, 0.95, -0.42, -2.02, 1.94, -1.74, 0.53, 0.78, -0.25, 0.06, -0.87, 1.25],
    [0.60, 1.20, -0.41, -2.74, 2.42, -1.94, 0.69, 0.72, -0.24, 0.36, -0.80, 0.67],
    [0.59, 1.23, -0.47, -2.55, 2.40, -1.89, 0.92, 0.86, -0.55, 0.29, -1.53, 0.53],
    [0.52, 1.09, -0.42, -2.25, 2.11, -2.83, 0.81, 0.76, -0.49, 0.25, -1.35, 0.47],
]


def features(state: Vanuatu, seat: int) -> list[int]:
    """Return the counts of what will still earn points, in the order of FEATURES."""
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
    counted = [
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
    if state.rules.rising_waters:
        counted += _rising_waters_features(state, seat)
    return counted


def _rising_waters_features(state: Vanuatu, seat: int) -> list[int]:
    """Return, over own huts, the water still to come and the dikes that their islands need."""
    floods = _floods_left(state)
    rise = 0
    need = 0
    for cell in state.island_order:
        own = state.huts[cell * MOST_SEATS + seat]
        if own and floods:
            sides = _count(state.open_sides(cell))
            spare = SINKS_AT - 1 - state.water[cell]
            rise += own * min(sides * floods, SINKS_AT - 1)
            need += own * max(0, sides - spare // floods)
    return [rise, need]


class VanuatuValues(Values):
    """Evaluates Vanuatu.

    With Rising Waters it expects *dikes_by_others* dikes a round from each opponent, and with
    *future_sides* it counts the open sides of islands that tiles still to be placed will add.
    """

    def __init__(self, dikes_by_others: float = 0.0, future_sides: bool = False) -> None:
        self.dikes_by_others = dikes_by_others
        self.future_sides = future_sides
        self.weights = WEIGHTS
        self.rising_waters_weights = RISING_WATERS_WEIGHTS

    def rounds_left(self, state: State) -> int:
        return ROUNDS - state.round + 1 if state.agenda else 0

    def totals_at(self, state: State, left: int) -> list[float]:
        assert isinstance(state, Vanuatu)
        weights = (self.rising_waters_weights if state.rules.rising_waters else self.weights)[left]
        totals: list[float] = []
        for seat in range(state.n):
            total = float(sum(final_items(state, seat)))
            if left:
                counted = features(state, seat)
                for i in range(len(counted)):
                    total += counted[i] * weights[i]
            totals.append(total)
        return totals

    def all_may_lose(self, state: State) -> bool:
        assert isinstance(state, Vanuatu)
        return bool(state.rules.rising_waters)

    def risk(self, state: State) -> float:
        assert isinstance(state, Vanuatu)
        if state.lost:
            return 1.0
        if not state.rules.rising_waters or not state.agenda:
            return 0.0
        left = ROUNDS - state.round + 1
        needed = _dikes_needed(state, _floods_left(state), self.future_sides)
        per_round = DIKES_PER_ROUND + self.dikes_by_others * (state.n - 1)
        return 0.9 * min(1.0, needed / (per_round * left + 1.0))


def _floods_left(state: Vanuatu) -> int:
    left = ROUNDS - state.round + 1
    return left // 2 + (1 if left % 2 and state.die else 0)


def _dikes_needed(state: Vanuatu, floods: int, future_sides: bool) -> float:
    """Return the number of dikes without which fewer than three islands will remain at the end."""
    if floods == 0:
        return 0.0
    filled = _filled_at_floods(state, floods) if future_sides else 0.0
    needs: list[float] = []
    for cell in state.island_order:
        if state.land >> cell & 1:
            sides = _count(state.open_sides(cell)) + filled * _empty_sides(state, cell)
            needs.append(max(0.0, sides - _spare(state.water[cell], floods, future_sides)))
    for _ in range(ISLANDS - len(state.island_order)):
        needs.append(max(0.0, TYPICAL_OPEN_SIDES - _spare(0, floods, future_sides)))
    needs.sort()
    return needs[0] + needs[1] + needs[2] if len(needs) > 2 else float(TYPICAL_OPEN_SIDES)


def _spare(water: int, floods: int, fraction: bool) -> float:
    """Return the water an island can take at each flood, in whole markers without *fraction*."""
    spare = SINKS_AT - 1 - water
    return spare / floods if fraction else spare // floods


def _filled_at_floods(state: Vanuatu, floods: int) -> float:
    """Return the mean part of the empty cells that will have a tile at the floods to come."""
    empty = 0
    for cell in range(CELLS):
        if state.tile_at[cell] == NO_TILE:
            empty += 1
    if not empty:
        return 0.0
    filled = 0.0
    for i in range(floods):
        filled += 1.0 - min(empty, EMPTY_AT_FLOOD[i]) / empty
    return filled / floods


def _empty_sides(state: Vanuatu, cell: int) -> int:
    count = 0
    for side in range(SIDES):
        near = BESIDE[cell * SIDES + side]
        if near != NOWHERE and state.tile_at[near] == NO_TILE:
            count += 1
    return count


def _count(bits: int) -> int:
    count = 0
    while bits:
        count += bits & 1
        bits >>= 1
    return count
