"""Action 6, Buy: a good from an island beside the boat, exported to the topmost ship wanting it."""

from typing import Final

from skerry.games.vanuatu.engine.actions.action import (
    UNSAID,
    Action,
    Picks,
    cannot_pay,
    islands_why_not,
    no_island_near,
)
from skerry.games.vanuatu.engine.board import NEIGHBOURS, NOWHERE
from skerry.games.vanuatu.engine.components import (
    BUY,
    GOOD_NAMES,
    GOOD_POINTS,
    GOOD_PRICE,
    GOODS,
    LAST_GOOD_POINTS,
)
from skerry.games.vanuatu.engine.moves import BUY_AT
from skerry.games.vanuatu.engine.planning_nodes import (
    Plan,
    boat_in,
    money_in,
    with_points,
    with_purse,
)
from skerry.games.vanuatu.engine.planning_offers import DEAREST, GOODS_FOR
from skerry.games.vanuatu.engine.state import FULL_SHIP, ActionQuestion, State
from skerry.games.vanuatu.engine.text import cell_name
from skerry.kernel.lists import replaced
from skerry.kernel.protocol import Reason


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
            state.reserve = replaced(state.reserve, good, state.reserve[good] - 1)
            if state.journal is not None:
                data = {"character": "buyer", "good": GOOD_NAMES[good]}
                state.record_event("bonus_used", self.seat, data)
            export(state, self.seat, good)


def place_for(state: State, good: int) -> int:
    """Return slot * 3 + place of the topmost ship's open place for a good, NOWHERE if none."""
    for slot in range(3):
        ship = state.ships[slot]
        for place in range(3):
            if not state.filled[slot] >> place & 1 and state.demand_tiles[ship * 3 + place] == good:
                return slot * 3 + place
    return NOWHERE


def _export_points(state: State, good: int, place: int) -> int:
    """Return the points for a good on an open place of a ship."""
    full = state.filled[place // 3] | 1 << place % 3 == FULL_SHIP
    return GOOD_POINTS[good] + (LAST_GOOD_POINTS if full else 0)


def export(state: State, seat: int, good: int) -> None:
    """Load a cube onto a ship for points; with no ship wanting it, it is lost to the reserve."""
    place = place_for(state, good)
    if place == NOWHERE:
        state.reserve = replaced(state.reserve, good, state.reserve[good] + 1)
        if state.journal is not None:
            state.record_event("good_lost", seat, {"good": GOOD_NAMES[good]})
        return
    slot = place // 3
    points = _export_points(state, good, place)
    state.filled = replaced(state.filled, slot, state.filled[slot] | 1 << place % 3)
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
                "completed": state.filled[slot] == FULL_SHIP,
            },
        )


class BuyAction(Action):
    """Buy and export; the Buyer exports a second cube from the reserve."""

    def possible(self, state: State, seat: int, bonus: bool) -> bool:
        money = state.money[seat]
        for island in state.islands_beside(state.boat[seat]):
            for good in range(GOODS):
                if state.cubes[island * GOODS + good] and money >= GOOD_PRICE[good]:
                    return True
        return False

    def begin(self, state: State, seat: int, bonus: bool) -> None:
        state.agenda.append(Buy(seat, 1 if bonus else 0))

    # -- why not

    def why_impossible(self, state: State, seat: int, money: int) -> Reason:
        islands = state.islands_beside(state.boat[seat])
        if not islands:
            return no_island_near(state, seat, self.rule)
        price = self._cheapest(state, islands)
        return cannot_pay(self.rule, price, money) if price else Reason("no_goods", self.rule)

    def _cheapest(self, state: State, islands: list[int]) -> int:
        """Return the price of the cheapest good on these islands, 0 if there is none."""
        for good in range(GOODS):  # in the order of their prices
            for island in islands:
                if state.cubes[island * GOODS + good]:
                    return GOOD_PRICE[good]
        return 0

    def why_not(self, state: State, seat: int, bonus: bool, picks: Picks) -> Reason:
        cell = picks.cell if picks.cell != NOWHERE else picks.good_cell
        if picks.good_cell not in (NOWHERE, cell):
            return Reason("another_island", self.rule, {"cell": cell_name(picks.good_cell)})
        reason = islands_why_not(state, seat, cell, self.rule)
        if reason is not None:
            return reason
        args = {"cell": cell_name(cell)}
        if picks.good != UNSAID:
            args["good"] = GOOD_NAMES[picks.good]
            if state.cubes[cell * GOODS + picks.good] == 0:
                return Reason("no_such_good", self.rule, args)
            price = GOOD_PRICE[picks.good]
        else:
            price = self._cheapest(state, [cell])
            if price == 0:
                return Reason("no_goods", self.rule, args)
        return Reason("cannot_pay", self.rule, {**args, "needs": price, "have": state.money[seat]})

    # -- what planning assumes

    def offer_ashore(self, state: State, island: int) -> int:
        offer = 0
        for good in range(GOODS):
            if state.cubes[island * GOODS + good]:
                for vatus in range(GOOD_PRICE[good], DEAREST + 1):
                    offer |= 1 << (GOODS_FOR + vatus)
        return offer

    def opened_by(self, plan: Plan, offers: int, money: int, fish: int) -> bool:
        return money > 0 and offers >> (GOODS_FOR + min(money, DEAREST)) & 1 == 1

    def outcomes(self, plan: Plan, node: int, purse: int) -> list[int]:
        state = plan.state
        cell = boat_in(node)
        nodes: list[int] = []
        if not plan.offers[cell] >> (GOODS_FOR + DEAREST) & 1:
            return nodes
        for island in NEIGHBOURS[cell]:
            if not state.is_island(island):
                continue
            for good in range(GOODS):
                price = GOOD_PRICE[good]
                if state.cubes[island * GOODS + good] and money_in(purse) >= price:
                    after = plan.paid(purse, price)
                    place = place_for(state, good) if plan.beggar else NOWHERE
                    if place != NOWHERE:
                        after = with_points(after, _export_points(state, good, place))
                    nodes.append(with_purse(node, after))
        return nodes


BUYING: Final = BuyAction(BUY, ["hex", "good"])
