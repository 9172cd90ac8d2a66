"""+1 gold."""

from skerry.games.nusfjord.engine import goods
from skerry.games.nusfjord.engine.cards import Space, Terms
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.words import ON_ACTION
from skerry.kernel.protocol import Reason


class TakeGold(Space):
    """Take 1 gold. Always possible."""

    def possible(self, state: State, seat: int, terms: Terms) -> bool:
        return True

    def why_not(self, state: State, seat: int, terms: Terms) -> Reason:
        raise AssertionError("taking gold is always possible")

    def run(self, state: State, seat: int, effect: int, source: int) -> None:
        goods.gain(state, seat, 0, 0, 1, source)

    def sentence(self, terms: Terms) -> str:
        return "take a +1 Gold action"

    def sets_off(self) -> int:
        return ON_ACTION
