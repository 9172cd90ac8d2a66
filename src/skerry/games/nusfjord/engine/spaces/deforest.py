"""Deforest."""

from skerry.games.nusfjord.engine.cards import Space, Terms
from skerry.games.nusfjord.engine.forests import remove_forests
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.words import ON_ACTION, ON_FOREST_REMOVED, ON_WOOD_EXCESS
from skerry.kernel.protocol import Reason


class Deforest(Space):
    """Remove a Forest and take 5 wood; allowed even at the wood limit."""

    def possible(self, state: State, seat: int, terms: Terms) -> bool:
        return state.players[seat].forests > 0

    def why_not(self, state: State, seat: int, terms: Terms) -> Reason:
        return Reason("no_forest", "7")

    def run(self, state: State, seat: int, effect: int, source: int) -> None:
        remove_forests(state, seat, 1, state.board.deforest_wood, source)

    def sentence(self, terms: Terms) -> str:
        return "take a Deforest action"

    def sets_off(self) -> int:
        return ON_ACTION | ON_FOREST_REMOVED | ON_WOOD_EXCESS
