"""Action 3, Explore: take a treasure tile worth as much as treasure discs lie under the boat."""

from typing import Final

from skerry.games.vanuatu.engine.actions.action import Action
from skerry.games.vanuatu.engine.components import EXPLORE, VALUES
from skerry.games.vanuatu.engine.planning_nodes import (
    Plan,
    boat_in,
    with_purse,
    with_treasure_tile,
)
from skerry.games.vanuatu.engine.planning_offers import TREASURE, best_treasure
from skerry.games.vanuatu.engine.state import State
from skerry.games.vanuatu.engine.text import cell_name
from skerry.kernel.lists import replaced
from skerry.kernel.protocol import Reason


class ExploreAction(Action):
    """Find treasure; the Diver also earns its value in vatus."""

    def possible(self, state: State, seat: int, bonus: bool) -> bool:
        return state.treasure[state.boat[seat]] > 0

    def begin(self, state: State, seat: int, bonus: bool) -> None:
        cell = state.boat[seat]
        value = state.treasure[cell]
        state.treasure = replaced(state.treasure, cell, value - 1)
        held = seat * VALUES + value - 1
        state.held_treasure = replaced(state.held_treasure, held, state.held_treasure[held] + 1)
        if state.journal is not None:
            state.record_event("explored", seat, {"treasure": value})
        if bonus:
            gained = _divers_gain(state, value)
            if state.journal is not None:
                state.record_event("bonus_used", seat, {"character": "diver", "vatus": gained})
            state.earn(seat, gained)

    def why_impossible(self, state: State, seat: int, money: int) -> Reason:
        return Reason("not_on_wreck", self.rule, {"cell": cell_name(state.boat[seat])})

    # -- what planning assumes

    def offer_at_sea(self, state: State, cell: int) -> int:
        value = state.treasure[cell]
        return self.bit | 1 << (TREASURE + value) if value else 0

    def most_earned(self, plan: Plan, offers: int, fish: int) -> int:
        # The tile can be sold at once.
        value = best_treasure(offers)
        return 2 * value if plan.bonus == EXPLORE else value

    def outcomes(self, plan: Plan, node: int, purse: int) -> list[int]:
        value = plan.state.treasure[boat_in(node)]
        if value == 0:
            return []
        purse = with_treasure_tile(purse, value)
        nodes = [with_purse(node, purse)]
        if plan.bonus == EXPLORE:
            gained = _divers_gain(plan.state, value)
            nodes.append(with_purse(node, plan.earned(purse, gained)))
        return nodes


def _divers_gain(state: State, value: int) -> int:
    return 1 if state.rules.flat_bonus else value


EXPLORING: Final = ExploreAction(EXPLORE, [])
