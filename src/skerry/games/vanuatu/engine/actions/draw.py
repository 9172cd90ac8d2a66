"""Action 7, Draw: a sand drawing on an island beside the boat."""

from skerry.games.vanuatu.engine.components import ARTIST_POINTS, DRAW, DRAWING_POINTS
from skerry.games.vanuatu.engine.moves import DRAW_AT
from skerry.games.vanuatu.engine.state import ActionQuestion, State
from skerry.games.vanuatu.engine.text import cell_name


def has_drawing_site(state: State, island: int) -> bool:
    return state.drawn[island] < state.tiles.drawings[state.tile_at[island]]


def can_draw(state: State, seat: int) -> bool:
    for island in state.islands_beside(state.boat[seat]):
        if has_drawing_site(state, island):
            return True
    return False


class Draw(ActionQuestion):
    """On which island?"""

    def action(self) -> int:
        return DRAW

    def options(self, state: State) -> list[int]:
        beside = state.islands_beside(state.boat[self.seat])
        return [DRAW_AT + island for island in beside if has_drawing_site(state, island)]

    def answer(self, state: State, move: int) -> None:
        island = move - DRAW_AT
        state.drawn[island] += 1
        points = ARTIST_POINTS if self.bonus else DRAWING_POINTS
        state.points[self.seat] += points
        if state.journal is not None:
            state.record_event("drew", self.seat, {"cell": cell_name(island), "points": points})
