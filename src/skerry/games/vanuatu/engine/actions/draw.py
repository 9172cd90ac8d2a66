"""Action 7, Draw: a sand drawing on an island beside the boat."""

from typing import Final

from skerry.games.vanuatu.engine.actions.action import (
    Action,
    Picks,
    islands_why_not,
    no_island_near,
)
from skerry.games.vanuatu.engine.components import ARTIST_POINTS, DRAW, DRAWING_POINTS
from skerry.games.vanuatu.engine.moves import DRAW_AT
from skerry.games.vanuatu.engine.planning_nodes import Plan, boat_in, with_points, with_purse
from skerry.games.vanuatu.engine.state import ActionQuestion, State
from skerry.games.vanuatu.engine.text import cell_name
from skerry.kernel.lists import replaced
from skerry.kernel.protocol import Reason


def _has_site(state: State, island: int) -> bool:
    return state.drawn[island] < state.tiles.drawings[state.tile_at[island]]


class Draw(ActionQuestion):
    """On which island?"""

    def action(self) -> int:
        return DRAW

    def options(self, state: State) -> list[int]:
        beside = state.islands_beside(state.boat[self.seat])
        return [DRAW_AT + island for island in beside if _has_site(state, island)]

    def answer(self, state: State, move: int) -> None:
        island = move - DRAW_AT
        state.drawn = replaced(state.drawn, island, state.drawn[island] + 1)
        points = ARTIST_POINTS if self.bonus else DRAWING_POINTS
        state.points[self.seat] += points
        if state.journal is not None:
            data = {"cell": cell_name(island), "points": points}
            state.record_event("drew", self.seat, data)


class DrawAction(Action):
    """Draw for points; the Artist draws for more."""

    def possible(self, state: State, seat: int, bonus: bool) -> bool:
        for island in state.islands_beside(state.boat[seat]):
            if _has_site(state, island):
                return True
        return False

    def begin(self, state: State, seat: int, bonus: bool) -> None:
        state.agenda.append(Draw(seat, 1 if bonus else 0))

    # -- why not

    def why_impossible(self, state: State, seat: int, money: int) -> Reason:
        if not state.islands_beside(state.boat[seat]):
            return no_island_near(state, seat, self.rule)
        return Reason("no_drawing_site", self.rule)

    def why_not(self, state: State, seat: int, bonus: bool, picks: Picks) -> Reason:
        reason = islands_why_not(state, seat, picks.cell, self.rule)
        if reason is not None:
            return reason
        return Reason("no_drawing_site", self.rule, {"cell": cell_name(picks.cell)})

    # -- what planning assumes

    def offer_ashore(self, state: State, island: int) -> int:
        return self.bit if _has_site(state, island) else 0

    def outcomes(self, plan: Plan, node: int, purse: int) -> list[int]:
        # Points help only a Beggar, and he is no Artist.
        if not plan.offers[boat_in(node)] & self.bit:
            return []
        return [with_purse(node, with_points(purse, DRAWING_POINTS))]


DRAWING: Final = DrawAction(DRAW, ["hex"])
