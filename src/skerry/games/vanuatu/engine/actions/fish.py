"""Action 4, Fish: take a fish tile worth as much as fish discs lie under the boat."""

from typing import Final

from skerry.games.vanuatu.engine.actions.action import Action
from skerry.games.vanuatu.engine.components import FISH, VALUES
from skerry.games.vanuatu.engine.planning_nodes import Plan, boat_in, with_fish_tile
from skerry.games.vanuatu.engine.planning_offers import CATCH
from skerry.games.vanuatu.engine.state import State
from skerry.games.vanuatu.engine.text import cell_name
from skerry.kernel.protocol import Reason


class FishAction(Action):
    """Catch fish; the Fisherman also scores its value."""

    def possible(self, state: State, seat: int, bonus: bool) -> bool:
        return state.fish[state.boat[seat]] > 0

    def begin(self, state: State, seat: int, bonus: bool) -> None:
        cell = state.boat[seat]
        value = state.fish[cell]
        state.fish[cell] -= 1
        state.held_fish[seat * VALUES + value - 1] += 1
        if state.journal is not None:
            state.record_event("fished", seat, {"fish": value})
        if bonus:
            gained = 1 if state.rules.flat_bonus else value
            if state.journal is not None:
                data = {"character": "fisherman", "points": gained}
                state.record_event("bonus_used", seat, data)
            state.points[seat] += gained

    def why_impossible(self, state: State, seat: int, money: int) -> Reason:
        return Reason("not_on_shoal", self.rule, {"cell": cell_name(state.boat[seat])})

    # -- what planning assumes

    def offer_at_sea(self, state: State, cell: int) -> int:
        value = state.fish[cell]
        return self.bit | 1 << (CATCH + value) if value else 0

    def outcomes(self, plan: Plan, node: int, purse: int) -> list[int]:
        # The Fisherman's points help nobody plan: only the Beggar's would.
        value = plan.state.fish[boat_in(node)]
        return [with_fish_tile(node, value)] if value else []


FISHING: Final = FishAction(FISH, [])
