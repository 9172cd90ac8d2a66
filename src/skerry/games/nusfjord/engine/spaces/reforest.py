"""Reforest."""

from typing import ClassVar

from skerry.games.nusfjord.engine import triggers
from skerry.games.nusfjord.engine.cards import Space, Terms
from skerry.games.nusfjord.engine.causes import source_name
from skerry.games.nusfjord.engine.moves import FOREST
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.tasks import SourceQuestion
from skerry.games.nusfjord.engine.words import DOUBLE, ON_ACTION, ON_REFORESTED, cell_name
from skerry.kernel.lists import replaced
from skerry.kernel.protocol import Reason


class Reforest(Space):
    """Put two Forests as a stack on a free double space."""

    def possible(self, state: State, seat: int, terms: Terms) -> bool:
        free = state.players[seat].free
        return free & free >> 1 & state.board.double_mask != 0

    def why_not(self, state: State, seat: int, terms: Terms) -> Reason:
        return Reason("no_free_double_space", "7")

    def run(self, state: State, seat: int, effect: int, source: int) -> None:
        state.ask(ChooseDouble(seat, source))

    def sentence(self, terms: Terms) -> str:
        return "take a Reforest action"

    def sets_off(self) -> int:
        return ON_ACTION | ON_REFORESTED


class ChooseDouble(SourceQuestion):
    """On which double space are Forests planted?"""

    kind: ClassVar[str] = "choose_double_space"

    def options(self, state: State) -> list[int]:
        free = state.players[self.seat].free
        moves: list[int] = []
        for left in state.board.doubles:
            if free >> left & DOUBLE == DOUBLE:
                moves.append(FOREST + left)
        return moves

    def answer(self, state: State, move: int) -> None:
        left = move - FOREST
        tiles = state.board.reforest_tiles
        player = state.players[self.seat]
        player.forest = replaced(player.forest, left, tiles)
        player.forests += tiles
        player.free &= ~(DOUBLE << left)
        if state.journal is not None:
            cause = source_name(state, self.source)
            data = {"cell": cell_name(left), "tiles": tiles, "cause": cause}
            state.record_event("forests_planted", self.seat, data)
        triggers.fire(state, self.seat, ON_REFORESTED, 0, len(player.abilities))
