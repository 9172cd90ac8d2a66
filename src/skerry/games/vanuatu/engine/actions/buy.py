"""Action 6, Buy: a good from an island beside the boat, exported to the topmost ship wanting it."""

from skerry.games.vanuatu.engine.board import NOWHERE
from skerry.games.vanuatu.engine.components import (
    BUY,
    GOOD_NAMES,
    GOOD_POINTS,
    GOOD_PRICE,
    GOODS,
    LAST_GOOD_POINTS,
)
from skerry.games.vanuatu.engine.moves import BUY_AT
from skerry.games.vanuatu.engine.state import FULL_SHIP, ActionQuestion, State
from skerry.games.vanuatu.engine.text import cell_name


def can_buy(state: State, seat: int) -> bool:
    money = state.money[seat]
    for island in state.islands_beside(state.boat[seat]):
        for good in range(GOODS):
            if state.cubes[island * GOODS + good] and money >= GOOD_PRICE[good]:
                return True
    return False


class Buy(ActionQuestion):
    """Which good, from which island?"""

    def action(self) -> int:
        return BUY

    def options(self, state: State) -> list[int]:
        money = state.money[self.seat]
        moves: list[int] = []
        for island in state.islands_beside(state.boat[self.seat]):
            for good in range(GOODS):
                if state.cubes[island * GOODS + good] and money >= GOOD_PRICE[good]:
                    moves.append(BUY_AT + island * GOODS + good)
        return moves

    def answer(self, state: State, move: int) -> None:
        island = (move - BUY_AT) // GOODS
        good = (move - BUY_AT) % GOODS
        state.cubes[island * GOODS + good] -= 1
        state.money[self.seat] -= GOOD_PRICE[good]
        if state.journal is not None:
            state.record_event(
                "bought",
                self.seat,
                {
                    "good": GOOD_NAMES[good],
                    "cell": cell_name(island),
                    "vatus": -GOOD_PRICE[good],
                },
            )
        export(state, self.seat, good)
        if self.bonus and (state.reserve[good] > 0 or state.rules.unlimited_goods):
            state.reserve[good] -= 1
            if state.journal is not None:
                state.record_event(
                    "bonus_used", self.seat, {"character": "buyer", "good": GOOD_NAMES[good]}
                )
            export(state, self.seat, good)


def place_for(state: State, good: int) -> int:
    """Give slot * 3 + place of the topmost ship's open place for a good, NOWHERE if none."""
    for slot in range(3):
        ship = state.ships[slot]
        for place in range(3):
            if not state.filled[slot] >> place & 1 and state.demand_tiles[ship * 3 + place] == good:
                return slot * 3 + place
    return NOWHERE


def export(state: State, seat: int, good: int) -> None:
    """Load a cube onto a ship for points; with no ship wanting it, it is lost to the reserve."""
    found = place_for(state, good)
    if found == NOWHERE:
        state.reserve[good] += 1
        if state.journal is not None:
            state.record_event("good_lost", seat, {"good": GOOD_NAMES[good]})
        return
    slot = found // 3
    state.filled[slot] |= 1 << found % 3
    full = state.filled[slot] == FULL_SHIP
    points = GOOD_POINTS[good] + (LAST_GOOD_POINTS if full else 0)
    state.points[seat] += points
    if state.journal is not None:
        state.record_event(
            "exported",
            seat,
            {
                "good": GOOD_NAMES[good],
                "ship": state.ships[slot] + 1,
                "slot": slot + 1,
                "points": points,
                "completed": full,
            },
        )
