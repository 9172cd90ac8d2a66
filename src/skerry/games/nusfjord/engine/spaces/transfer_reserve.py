"""Transfer Reserve."""

from skerry.games.nusfjord.engine import goods
from skerry.games.nusfjord.engine.cards import Space, Terms
from skerry.games.nusfjord.engine.causes import source_name
from skerry.games.nusfjord.engine.phrases import by, goods_of
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.words import ON_ACTION, ON_WOOD_EXCESS
from skerry.kernel.events import Json
from skerry.kernel.protocol import Reason


class TransferReserve(Space):
    """Move everything in the Reserve to the supply; the Reserve is emptied first (cards 6.12)."""

    def possible(self, state: State, seat: int, terms: Terms) -> bool:
        player = state.players[seat]
        return player.reserve_fish > 0 or player.reserve_wood > 0 or player.reserve_gold > 0

    def why_not(self, state: State, seat: int, terms: Terms) -> Reason:
        return Reason("reserve_empty", "7")

    def run(self, state: State, seat: int, effect: int, source: int) -> None:
        player = state.players[seat]
        wood = player.reserve_wood
        fish = player.reserve_fish
        gold = player.reserve_gold
        player.reserve_wood = 0
        player.reserve_fish = 0
        player.reserve_gold = 0
        if state.journal is not None:
            emptied = {"reserve_wood": -wood, "reserve_fish": -fish, "reserve_gold": -gold}
            out = {name: amount for name, amount in emptied.items() if amount}
            cause = source_name(state, source)
            state.record_event("reserve_opened", seat, {"goods": out, "cause": cause})
        goods.gain(state, seat, wood, fish, gold, source)

    def sentence(self, terms: Terms) -> str:
        return "take a Transfer Reserve action"

    def sets_off(self) -> int:
        return ON_ACTION | ON_WOOD_EXCESS


def _opened(e: Json) -> str:
    return f"empties the Reserve of {goods_of(e)}{by(e)}"


SENTENCES = {"reserve_opened": _opened}
