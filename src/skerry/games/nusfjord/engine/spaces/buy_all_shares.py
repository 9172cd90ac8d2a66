"""Buy All Shares."""

from typing import ClassVar

from skerry.games.nusfjord.engine import goods
from skerry.games.nusfjord.engine.actions import goods_had
from skerry.games.nusfjord.engine.cards import Space, Terms
from skerry.games.nusfjord.engine.moves import DONE, SHARE
from skerry.games.nusfjord.engine.prices import shares_price
from skerry.games.nusfjord.engine.shares import share_moves, take_shares
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.tasks import Question
from skerry.games.nusfjord.engine.words import total
from skerry.kernel.protocol import Reason


class BuyAllShares(Space):
    """Buy all Shares on the newly-issued space, or some with a building that allows it."""

    modifiers: ClassVar[list[str]] = ["off"]

    def possible(self, state: State, seat: int, terms: Terms) -> bool:
        least = least_shares(state, seat)
        player = state.players[seat]
        return least > 0 and shares_price(state, player, least, terms) <= player.gold

    def why_not(self, state: State, seat: int, terms: Terms) -> Reason:
        least = least_shares(state, seat)
        if least == 0:
            return Reason("no_share_on_offer", "7")
        player = state.players[seat]
        needs = shares_price(state, player, least, terms)
        return Reason("cannot_pay", "7", {"needs": {"gold": needs}, "have": goods_had(player)})

    def run(self, state: State, seat: int, effect: int, source: int) -> None:
        player = state.players[seat]
        if player.rules.buys_some_shares:
            state.ask(BuyShares(seat, effect, 0, source))
            return
        price = shares_price(state, player, total(state.market), state.cards.terms[effect])
        goods.spend(state, seat, 0, 0, price, source)
        for color in range(state.n):
            if state.market[color]:
                take_shares(state, seat, color, state.market[color], source)

    def sentence(self, terms: Terms) -> str:
        less = f" for {terms.gold} gold less" if terms.gold else ""
        return f"take a Buy All Shares action{less}"

    def comes_to_an_end(self) -> bool:
        return True


def least_shares(state: State, seat: int) -> int:
    """Return the fewest Shares the player may buy; 0 if there are none."""
    shares = total(state.market)
    return min(1, shares) if state.players[seat].rules.buys_some_shares else shares


class BuyShares(Question):
    """Which Share is bought next? The price is for all together, and paid at the end."""

    kind: ClassVar[str] = "buy_shares"
    meaning: ClassVar[str] = "effect taken source"

    def __init__(self, seat: int, effect: int, taken: int, source: int) -> None:
        super().__init__(seat)
        self.effect = effect
        self.taken = taken
        self.source = source

    def options(self, state: State) -> list[int]:
        player = state.players[self.seat]
        terms = state.cards.terms[self.effect]
        moves: list[int] = []
        if shares_price(state, player, self.taken + 1, terms) <= player.gold:
            moves = share_moves(state)
        if self.taken:
            moves.append(DONE)
        return moves

    def answer(self, state: State, move: int) -> None:
        if move == DONE:
            terms = state.cards.terms[self.effect]
            price = shares_price(state, state.players[self.seat], self.taken, terms)
            goods.spend(state, self.seat, 0, 0, price, self.source)
            return
        take_shares(state, self.seat, move - SHARE, 1, self.source)
        state.ask(BuyShares(self.seat, self.effect, self.taken + 1, self.source))
