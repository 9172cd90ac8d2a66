"""Final scoring, itemised (section 12), and who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from skerry.games.vanuatu.engine.board import CELLS
from skerry.games.vanuatu.engine.components import HUTS, MOST_SEATS, VALUES

if TYPE_CHECKING:
    from skerry.games.vanuatu.engine.state import State

ITEM_NAMES: Final[list[str]] = [
    "track",
    "fish",
    "first_player",
    "vatus",
    "treasure",
    "huts",
    "water",
]
FIRST_PLAYER_POINTS: Final = 3


def final_money(state: State, seat: int) -> int:
    """Return the vatus held once all fish tiles have paid their value, before conversion."""
    base = seat * VALUES
    held = state.held_fish
    return state.money[seat] + held[base] + 2 * held[base + 1] + 3 * held[base + 2]


def final_items(state: State, seat: int) -> list[int]:
    """Return the seat's points by source, in the order of ITEM_NAMES, as if the game ended now."""
    money = final_money(state, seat)
    base = seat * VALUES
    held = state.held_treasure
    treasure = held[base] + 2 * held[base + 1] + 3 * held[base + 2]
    guests = 0
    water = 0
    for cell in range(CELLS):
        huts = state.huts[cell * MOST_SEATS + seat]
        if huts:
            guests += huts * state.visitors[cell]
            if state.water[cell]:
                water += huts * (2 * state.water[cell] - 1)
    return [
        state.points[seat],
        money // 10 * 5,
        FIRST_PLAYER_POINTS if state.first == seat else 0,
        money % 10 // 3,
        2 * treasure,
        2 * guests,
        -water,
    ]


def places(state: State) -> list[int]:
    """Return each seat's place, 1 for winners; all 0 when the sea has won (sections 12, 13)."""
    if state.lost:
        return [0] * state.n
    ranks = [_rank(state, seat) for seat in range(state.n)]
    return [1 + sum([1 for other in ranks if other > rank]) for rank in ranks]


def _rank(state: State, seat: int) -> int:
    # Points, then huts, then money, in one number; each part stays below its factor.
    huts = HUTS - state.huts_left[seat] if state.rules.tie_huts_placed else state.huts_of(seat)
    money = final_money(state, seat) % 10
    if state.rules.tie_remainder:
        money %= 3
    return sum(final_items(state, seat)) * 1000 + huts * 100 + money
