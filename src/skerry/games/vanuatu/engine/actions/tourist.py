"""Action 8, Tourist: bring a tourist to an island beside the boat; every hut there pays a vatu."""

from typing import Final

from skerry.games.vanuatu.engine.actions.action import (
    Action,
    Picks,
    islands_why_not,
    no_island_near,
)
from skerry.games.vanuatu.engine.board import NEIGHBOURS
from skerry.games.vanuatu.engine.components import BUILD, GUIDE_POINTS, MOST_SEATS, TOURIST
from skerry.games.vanuatu.engine.moves import TOURIST_AT
from skerry.games.vanuatu.engine.planning_nodes import Plan, boat_in, hut_in, with_purse
from skerry.games.vanuatu.engine.planning_offers import GUESTS, most_guest_huts
from skerry.games.vanuatu.engine.state import ActionQuestion, State
from skerry.games.vanuatu.engine.text import cell_name
from skerry.kernel.lists import replaced
from skerry.kernel.protocol import Reason


def _has_room(state: State, island: int) -> bool:
    return state.visitors[island] < state.tiles.tourists[state.tile_at[island]]


class Transport(ActionQuestion):
    """To which island?"""

    def action(self) -> int:
        return TOURIST

    def options(self, state: State) -> list[int]:
        beside = state.islands_beside(state.boat[self.seat])
        return [TOURIST_AT + island for island in beside if _has_room(state, island)]

    def answer(self, state: State, move: int) -> None:
        island = move - TOURIST_AT
        state.office -= 1
        state.visitors = replaced(state.visitors, island, state.visitors[island] + 1)
        earned = state.huts_on(island)
        if state.journal is not None:
            data = {"cell": cell_name(island), "vatus": earned}
            state.record_event("tourist_brought", self.seat, data)
        state.earn(self.seat, earned)
        if self.bonus:
            points = GUIDE_POINTS * state.drawn[island]
            state.points[self.seat] += points
            if state.journal is not None:
                guided = {"character": "guide", "points": points}
                state.record_event("bonus_used", self.seat, guided)


class TouristAction(Action):
    """Bring a tourist; the Guide also scores the island's drawings."""

    def possible(self, state: State, seat: int, bonus: bool) -> bool:
        if state.office == 0:
            return False
        for island in state.islands_beside(state.boat[seat]):
            if _has_room(state, island):
                return True
        return False

    def begin(self, state: State, seat: int, bonus: bool) -> None:
        state.agenda.append(Transport(seat, 1 if bonus else 0))

    # -- why not

    def why_impossible(self, state: State, seat: int, money: int) -> Reason:
        if state.office == 0:
            return Reason("no_tourist", self.rule)
        if not state.islands_beside(state.boat[seat]):
            return no_island_near(state, seat, self.rule)
        return Reason("island_full", self.rule)

    def why_not(self, state: State, seat: int, bonus: bool, picks: Picks) -> Reason:
        reason = islands_why_not(state, seat, picks.cell, self.rule)
        if reason is not None:
            return reason
        return Reason("island_full", self.rule, {"cell": cell_name(picks.cell)})

    # -- what planning assumes

    def offer_ashore(self, state: State, island: int) -> int:
        if state.office == 0 or not _has_room(state, island):
            return 0
        huts = state.huts_on(island)
        return self.bit | 1 << (GUESTS + huts) if huts else self.bit

    def most_earned(self, plan: Plan, offers: int, fish: int) -> int:
        # A hut that is planned may be built first.
        planned = plan.state.markers[BUILD * MOST_SEATS + plan.seat] > 0
        return most_guest_huts(offers) + (1 if planned else 0)

    def outcomes(self, plan: Plan, node: int, purse: int) -> list[int]:
        state = plan.state
        cell = boat_in(node)
        nodes: list[int] = []
        if not plan.offers[cell] & self.bit:
            return nodes
        hut = hut_in(node)
        for island in NEIGHBOURS[cell]:
            if state.is_island(island) and _has_room(state, island):
                earned = state.huts_on(island) + (1 if hut == island + 1 else 0)
                nodes.append(with_purse(node, plan.earned(purse, earned)))
        return nodes


TOURISM: Final = TouristAction(TOURIST, ["hex"])
