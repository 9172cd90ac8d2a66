"""Thin Out."""

from skerry.games.nusfjord.engine import goods
from skerry.games.nusfjord.engine.cards import Space, Terms
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.words import ON_ACTION, ON_WOOD_EXCESS
from skerry.kernel.protocol import Reason


class ThinOut(Space):
    """Take 1 wood per Forest; not at the wood limit, where nothing would change."""

    def possible(self, state: State, seat: int, terms: Terms) -> bool:
        player = state.players[seat]
        return player.forests > 0 and player.wood < player.rules.wood_limit

    def why_not(self, state: State, seat: int, terms: Terms) -> Reason:
        player = state.players[seat]
        if player.forests == 0:
            return Reason("no_forest", "7")
        return Reason("wood_at_limit", "7", {"limit": player.rules.wood_limit})

    def run(self, state: State, seat: int, effect: int, source: int) -> None:
        goods.gain(state, seat, state.players[seat].forests, 0, 0, source)

    def sentence(self, terms: Terms) -> str:
        return "take a Thin Out action"

    def sets_off(self) -> int:
        return ON_ACTION | ON_WOOD_EXCESS
