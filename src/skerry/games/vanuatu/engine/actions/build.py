"""Action 2, Build: a hut on an island beside the boat; with Rising Waters a dike, or both."""

from typing import Final

from skerry.games.vanuatu.engine.actions.action import (
    NO,
    UNSAID,
    YES,
    Action,
    Picks,
    cannot_pay,
    islands_why_not,
    no_island_near,
)
from skerry.games.vanuatu.engine.board import BESIDE, NEIGHBOURS, NOWHERE, SIDE_NAMES, SIDES
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
from skerry.games.vanuatu.engine.planning_nodes import Plan, boat_in, with_hut, with_purse
from skerry.games.vanuatu.engine.planning_offers import DIKE, SITE
from skerry.games.vanuatu.engine.state import ActionQuestion, State
from skerry.games.vanuatu.engine.text import cell_name
from skerry.kernel.events import Json
from skerry.kernel.lists import replaced
from skerry.kernel.protocol import Reason


def hut_price(bonus: bool) -> int:
    return BUILDER_PRICE if bonus else HUT_PRICE


def _can_pay_dike(state: State, money: int) -> bool:
    return state.rules.rising_waters and state.dikes_left > 0 and money >= DIKE_PRICE


def _takes_dike(state: State, island: int) -> bool:
    return state.rules.rising_waters and state.dikes_left > 0 and state.open_sides(island) != 0


class Build(ActionQuestion):
    """What, and on which island?"""

    def action(self) -> int:
        return BUILD

    def options(self, state: State) -> list[int]:
        money = state.money[self.seat]
        price = hut_price(self.bonus)
        can_hut = state.huts_left[self.seat] > 0 and money >= price
        moves: list[int] = []
        for island in state.islands_beside(state.boat[self.seat]):
            hut = can_hut and state.has_site(self.seat, island)
            base = BUILD_ON + island * BUILD_WHAT
            if hut:
                moves.append(base + HUT_ONLY)
            if not _can_pay_dike(state, money):
                continue
            sides = state.open_sides(island)
            for side in range(SIDES):
                if sides >> side & 1:
                    if not self.bonus:
                        moves.append(base + DIKE_ONLY + side)
                    if hut and _can_pay_dike(state, money - price):
                        moves.append(base + HUT_AND_DIKE + side)
        return moves

    def answer(self, state: State, move: int) -> None:
        island = (move - BUILD_ON) // BUILD_WHAT
        what = (move - BUILD_ON) % BUILD_WHAT
        if what == HUT_ONLY or what >= HUT_AND_DIKE:
            paid = hut_price(self.bonus)
            state.money[self.seat] -= paid
            left, place = state.huts_left[self.seat], island * MOST_SEATS + self.seat
            state.huts_left = replaced(state.huts_left, self.seat, left - 1)
            state.huts = replaced(state.huts, place, state.huts[place] + 1)
            if state.journal is not None:
                data = {"cell": cell_name(island), "vatus": -paid}
                state.record_event("hut_built", self.seat, data)
        if what != HUT_ONLY:
            side = what - HUT_AND_DIKE if what >= HUT_AND_DIKE else what - DIKE_ONLY
            state.money[self.seat] -= DIKE_PRICE
            state.dikes_left -= 1
            state.dikes = replaced(state.dikes, island, state.dikes[island] | 1 << side)
            if state.journal is not None:
                state.record_event(
                    "dike_built",
                    self.seat,
                    {"cell": cell_name(island), "side": SIDE_NAMES[side], "vatus": -DIKE_PRICE},
                )


class BuildAction(Action):
    """Build; the Builder's hut costs 1 vatu."""

    def possible(self, state: State, seat: int, bonus: bool) -> bool:
        # The bonus is for the hut, so with it there must be a hut.
        money = state.money[seat]
        hut = state.huts_left[seat] > 0 and money >= hut_price(bonus)
        dike = _can_pay_dike(state, money) and not bonus
        if not hut and not dike:
            return False
        for island in state.islands_beside(state.boat[seat]):
            if (hut and state.has_site(seat, island)) or (dike and state.open_sides(island)):
                return True
        return False

    def begin(self, state: State, seat: int, bonus: bool) -> None:
        state.agenda.append(Build(seat, 1 if bonus else 0))

    # -- why not

    def why_impossible(self, state: State, seat: int, money: int) -> Reason:
        islands = state.islands_beside(state.boat[seat])
        if not islands:
            return no_island_near(state, seat, self.rule)
        for island in islands:
            if _takes_dike(state, island):
                return cannot_pay(self.rule, DIKE_PRICE, money)
        price = hut_price(state.bonus_ready(seat, BUILD))
        return self._why_no_hut(state, seat, islands, price, money, {})

    def _why_no_hut(
        self, state: State, seat: int, islands: list[int], price: int, money: int, args: Json
    ) -> Reason:
        if state.huts_left[seat] == 0:
            return Reason("no_hut_left", self.rule, args)
        for island in islands:
            if state.has_site(seat, island):
                return Reason("cannot_pay", self.rule, {**args, "needs": price, "have": money})
        return Reason("no_site", self.rule, args)

    def _why_no_dike(
        self, state: State, seat: int, islands: list[int], side: int, price: int
    ) -> Reason:
        """Return why a dike costs too much or finds no place; *price* includes what is bought."""
        if not state.rules.rising_waters:
            return Reason("no_dikes_in_this_game", "13")
        if state.dikes_left == 0:
            return Reason("no_dike_left", "13")
        if side != UNSAID:
            return self._why_not_side(state, seat, islands[0], side, price)
        for island in islands:
            if state.open_sides(island):
                return cannot_pay("13", price, state.money[seat])
        return Reason("no_open_side", "13")

    def _why_not_side(self, state: State, seat: int, island: int, side: int, price: int) -> Reason:
        args = {"cell": cell_name(island), "side": SIDE_NAMES[side]}
        if state.dikes[island] >> side & 1:
            return Reason("dike_stands_there", "13", args)
        beyond = BESIDE[island * SIDES + side]
        if beyond == NOWHERE or not state.is_ocean(beyond):
            return Reason("side_not_on_ocean", "13", args)
        return Reason("cannot_pay", "13", {**args, "needs": price, "have": state.money[seat]})

    def why_not(self, state: State, seat: int, bonus: bool, picks: Picks) -> Reason:
        cell = picks.cell if picks.cell != NOWHERE else picks.dike_cell
        args: Json = {}
        if cell != NOWHERE:
            reason = islands_why_not(state, seat, cell, self.rule)
            if reason is not None:
                return reason
            if picks.dike_cell not in (NOWHERE, cell):
                return Reason("another_island", self.rule, {"cell": cell_name(picks.dike_cell)})
            islands = [cell]
            args = {"cell": cell_name(cell)}
        else:
            islands = state.islands_beside(state.boat[seat])
        money = state.money[seat]
        price = hut_price(bonus)
        if picks.hut == YES and picks.dike == YES:
            if self._hut_fits(state, seat, islands):
                return self._why_no_dike(state, seat, islands, picks.side, price + DIKE_PRICE)
            return self._why_no_hut(state, seat, islands, price, money, args)
        if picks.hut == YES or (picks.dike == NO and picks.hut == UNSAID):
            return self._why_no_hut(state, seat, islands, price, money, args)
        if picks.hut == NO and picks.dike == NO:
            return Reason("build_something", self.rule)
        if picks.hut == NO and bonus:
            return Reason("bonus_is_for_the_hut", "11", {"character": "builder"})
        if picks.hut == NO or picks.dike == YES:
            needs = DIKE_PRICE + (price if bonus else 0)
            return self._why_no_dike(state, seat, islands, picks.side, needs)
        return self._why_no_hut(state, seat, islands, price, money, args)

    def _hut_fits(self, state: State, seat: int, islands: list[int]) -> bool:
        for island in islands:
            if state.huts_left[seat] and state.has_site(seat, island):
                return True
        return False

    # -- what planning assumes

    def offer_ashore(self, state: State, island: int) -> int:
        offer = DIKE if _takes_dike(state, island) else 0
        for seat in range(state.n):
            if state.has_site(seat, island):
                offer |= 1 << (SITE + seat)
        return offer

    def opened_by(self, plan: Plan, offers: int, money: int, fish: int) -> bool:
        if offers & DIKE and money >= DIKE_PRICE:
            return True
        return (
            offers >> (SITE + plan.seat) & 1 == 1
            and money >= hut_price(plan.bonus == BUILD)
            and plan.state.huts_left[plan.seat] > 0
        )

    def outcomes(self, plan: Plan, node: int, purse: int) -> list[int]:
        state = plan.state
        cell = boat_in(node)
        offers = plan.offers[cell]
        nodes: list[int] = []
        if offers & DIKE and plan.can_pay(purse, DIKE_PRICE):
            nodes.append(with_purse(node, plan.paid(purse, DIKE_PRICE)))
        if not offers >> (SITE + plan.seat) & 1 or not state.huts_left[plan.seat]:
            return nodes
        for island in NEIGHBOURS[cell]:
            if state.is_island(island) and state.has_site(plan.seat, island):
                for price in self._prices(plan, island):
                    if plan.can_pay(purse, price):
                        nodes.append(with_purse(with_hut(node, island), plan.paid(purse, price)))
        return nodes

    def _prices(self, plan: Plan, island: int) -> list[int]:
        prices = [HUT_PRICE]
        if plan.bonus == BUILD:
            prices.append(BUILDER_PRICE)
        if _takes_dike(plan.state, island):
            prices += [price + DIKE_PRICE for price in prices]
        return prices


BUILDING: Final = BuildAction(BUILD, ["hex", "hut", "dike", "edge"])
