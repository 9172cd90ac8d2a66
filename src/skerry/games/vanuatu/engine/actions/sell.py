"""Action 5, Sell: fish tiles for their value times the price, beside an island with an own hut."""

from typing import Final

from skerry.games.vanuatu.engine.actions.action import Action, Picks
from skerry.games.vanuatu.engine.components import FISH, MOST_SEATS, SELL, VALUES
from skerry.games.vanuatu.engine.moves import SELL_FISH, SELL_SPAN
from skerry.games.vanuatu.engine.planning_nodes import (
    Plan,
    fish_in,
    tiles_of,
    total_of,
    with_purse,
    without_fish,
)
from skerry.games.vanuatu.engine.planning_offers import HOME, best_catch
from skerry.games.vanuatu.engine.state import ActionQuestion, State
from skerry.kernel.protocol import Reason


def _holds_fish(state: State, seat: int) -> bool:
    base = seat * VALUES
    held = state.held_fish
    return held[base] + held[base + 1] + held[base + 2] > 0


def _own_hut_beside(state: State, seat: int, cell: int) -> bool:
    for island in state.islands_beside(cell):
        if state.huts[island * MOST_SEATS + seat]:
            return True
    return False


class SellFish(ActionQuestion):
    """Which fish tiles?"""

    def action(self) -> int:
        return SELL

    def options(self, state: State) -> list[int]:
        base = self.seat * VALUES
        held = state.held_fish
        moves: list[int] = []
        for threes in range(held[base + 2] + 1):
            for twos in range(held[base + 1] + 1):
                for ones in range(held[base] + 1):
                    if threes + twos + ones:
                        moves.append(SELL_FISH + (threes * SELL_SPAN + twos) * SELL_SPAN + ones)
        return moves

    def answer(self, state: State, move: int) -> None:
        which = move - SELL_FISH
        ones = which % SELL_SPAN
        twos = which // SELL_SPAN % SELL_SPAN
        threes = which // (SELL_SPAN * SELL_SPAN)
        base = self.seat * VALUES
        state.held_fish[base] -= ones
        state.held_fish[base + 1] -= twos
        state.held_fish[base + 2] -= threes
        earned = proceeds(state, ones, twos, threes)
        if state.journal is not None:
            sold = [3] * threes + [2] * twos + [1] * ones
            data = {"fish": sold, "price": state.price, "vatus": earned}
            state.record_event("fish_sold", self.seat, data)
        drop = ones + twos + threes if state.rules.drop_per_tile else 1
        state.price = max(state.rules.fish_price_floor, state.price - drop)
        state.earn(self.seat, earned)


def proceeds(state: State, ones: int, twos: int, threes: int) -> int:
    """Return what these fish tiles fetch now."""
    if not state.rules.drop_per_tile:
        return (ones + 2 * twos + 3 * threes) * state.price
    # Ruling V-02: tile by tile the dearest goes first, while the price is high.
    total = 0
    price = state.price
    for value, count in ((3, threes), (2, twos), (1, ones)):
        for _ in range(count):
            total += value * price
            price = max(state.rules.fish_price_floor, price - 1)
    return total


class SellAction(Action):
    """Sell fish; the Vendor sells anywhere."""

    def possible(self, state: State, seat: int, bonus: bool) -> bool:
        if not _holds_fish(state, seat):
            return False
        return bonus or _own_hut_beside(state, seat, state.boat[seat])

    def begin(self, state: State, seat: int, bonus: bool) -> None:
        state.agenda.append(SellFish(seat, 1 if bonus else 0))

    # -- why not

    def why_impossible(self, state: State, seat: int, money: int) -> Reason:
        if not _holds_fish(state, seat):
            return Reason("no_fish_tile", self.rule)
        return Reason("no_hut_near", self.rule)

    def why_not(self, state: State, seat: int, bonus: bool, picks: Picks) -> Reason:
        base = seat * VALUES
        held = [v for v in range(VALUES, 0, -1) for _ in range(state.held_fish[base + v - 1])]
        return Reason("no_such_fish", self.rule, {"held": held})

    # -- what planning assumes

    def offer_ashore(self, state: State, island: int) -> int:
        offer = 0
        for seat in range(state.n):
            if state.huts[island * MOST_SEATS + seat]:
                offer |= 1 << (HOME + seat)
        return offer

    def opened_by(self, plan: Plan, offers: int, money: int, fish: int) -> bool:
        return fish != 0 and (plan.bonus == SELL or offers & plan.home != 0)

    def most_earned(self, plan: Plan, offers: int, fish: int) -> int:
        # Fish that is planned may be caught first.
        planned = plan.state.markers[FISH * MOST_SEATS + plan.seat] > 0
        return (total_of(fish) + (best_catch(offers) if planned else 0)) * plan.state.price

    def outcomes(self, plan: Plan, node: int, purse: int) -> list[int]:
        fish = fish_in(node)
        if not self.opened_by(plan, plan.offers_in(node), 0, fish):
            return []
        kept = without_fish(node)  # once some are sold, those kept never matter again
        nodes: list[int] = []
        for threes in range(tiles_of(fish, 3) + 1):
            for twos in range(tiles_of(fish, 2) + 1):
                for ones in range(tiles_of(fish, 1) + 1):
                    if threes + twos + ones:
                        earned = proceeds(plan.state, ones, twos, threes)
                        nodes.append(with_purse(kept, plan.earned(purse, earned)))
        return nodes


SELLING: Final = SellAction(SELL, ["fish"])
