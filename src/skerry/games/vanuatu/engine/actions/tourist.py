"""Action 8, Tourist: bring a tourist to an island beside the boat; every hut there pays a vatu."""

from skerry.games.vanuatu.engine.components import GUIDE_POINTS, TOURIST
from skerry.games.vanuatu.engine.moves import TOURIST_AT
from skerry.games.vanuatu.engine.state import ActionQuestion, State
from skerry.games.vanuatu.engine.text import cell_name


def has_room(state: State, island: int) -> bool:
    return state.visitors[island] < state.tiles.tourists[state.tile_at[island]]


def can_transport(state: State, seat: int) -> bool:
    if state.office == 0:
        return False
    for island in state.islands_beside(state.boat[seat]):
        if has_room(state, island):
            return True
    return False


class Transport(ActionQuestion):
    """To which island?"""

    def action(self) -> int:
        return TOURIST

    def options(self, state: State) -> list[int]:
        beside = state.islands_beside(state.boat[self.seat])
        return [TOURIST_AT + island for island in beside if has_room(state, island)]

    def answer(self, state: State, move: int) -> None:
        island = move - TOURIST_AT
        state.office -= 1
        state.visitors[island] += 1
        earned = state.huts_on(island)
        if state.journal is not None:
            state.record_event(
                "tourist_brought", self.seat, {"cell": cell_name(island), "vatus": earned}
            )
        state.earn(self.seat, earned)
        if self.bonus:
            points = GUIDE_POINTS * state.drawn[island]
            state.points[self.seat] += points
            if state.journal is not None:
                state.record_event(
                    "bonus_used", self.seat, {"character": "guide", "points": points}
                )
