"""Action 2, Build: a hut on an island beside the boat; with Rising Waters a dike, or both."""

from skerry.games.vanuatu.engine.board import SIDE_NAMES, SIDES
from skerry.games.vanuatu.engine.components import (
    BUILD,
    BUILDER_PRICE,
    DIKE_PRICE,
    HUT_PRICE,
    MOST_SEATS,
)
from skerry.games.vanuatu.engine.moves import (
    BUILD_ON,
    BUILD_WHAT,
    DIKE_ONLY,
    HUT_AND_DIKE,
    HUT_ONLY,
)
from skerry.games.vanuatu.engine.state import ActionQuestion, State
from skerry.games.vanuatu.engine.text import cell_name


def can_build(state: State, seat: int, bonus: bool) -> bool:
    """Say whether a hut can be built or, without the bonus, a dike."""
    money = state.money[seat]
    hut = state.huts_left[seat] > 0 and money >= (BUILDER_PRICE if bonus else HUT_PRICE)
    dike = can_pay_dike(state, money) and not bonus
    if not hut and not dike:
        return False
    for island in state.islands_beside(state.boat[seat]):
        if (hut and state.has_site(seat, island)) or (dike and state.open_sides(island)):
            return True
    return False


def can_pay_dike(state: State, money: int) -> bool:
    return state.rules.rising_waters and state.dikes_left > 0 and money >= DIKE_PRICE


class Build(ActionQuestion):
    """What, and on which island?"""

    def action(self) -> int:
        return BUILD

    def options(self, state: State) -> list[int]:
        money = state.money[self.seat]
        price = BUILDER_PRICE if self.bonus else HUT_PRICE
        can_hut = state.huts_left[self.seat] > 0 and money >= price
        moves: list[int] = []
        for island in state.islands_beside(state.boat[self.seat]):
            hut = can_hut and state.has_site(self.seat, island)
            base = BUILD_ON + island * BUILD_WHAT
            if hut:
                moves.append(base + HUT_ONLY)
            if not can_pay_dike(state, money):
                continue
            sides = state.open_sides(island)
            for side in range(SIDES):
                if sides >> side & 1:
                    if not self.bonus:
                        moves.append(base + DIKE_ONLY + side)
                    if hut and can_pay_dike(state, money - price):
                        moves.append(base + HUT_AND_DIKE + side)
        return moves

    def answer(self, state: State, move: int) -> None:
        island = (move - BUILD_ON) // BUILD_WHAT
        what = (move - BUILD_ON) % BUILD_WHAT
        if what == HUT_ONLY or what >= HUT_AND_DIKE:
            paid = BUILDER_PRICE if self.bonus else HUT_PRICE
            state.money[self.seat] -= paid
            state.huts_left[self.seat] -= 1
            state.huts[island * MOST_SEATS + self.seat] += 1
            if state.journal is not None:
                state.record_event(
                    "hut_built", self.seat, {"cell": cell_name(island), "vatus": -paid}
                )
        if what != HUT_ONLY:
            side = what - HUT_AND_DIKE if what >= HUT_AND_DIKE else what - DIKE_ONLY
            state.money[self.seat] -= DIKE_PRICE
            state.dikes_left -= 1
            state.dikes[island] |= 1 << side
            if state.journal is not None:
                state.record_event(
                    "dike_built",
                    self.seat,
                    {"cell": cell_name(island), "side": SIDE_NAMES[side], "vatus": -DIKE_PRICE},
                )
