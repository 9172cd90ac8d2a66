"""Shares: issuing, buying, and cards that take them."""

from typing import cast

from skerry.games.nusfjord.engine import counts, goods, legal
from skerry.games.nusfjord.engine.moves import DONE, SHARE
from skerry.games.nusfjord.engine.state import State, replaced
from skerry.games.nusfjord.engine.telling import source_name
from skerry.kernel.agenda import Question


def issue(state: State, seat: int, source: int) -> None:
    """Turn an unissued Share over and put it on the newly-issued space."""
    state.players[seat].unissued -= 1
    state.market = replaced(state.market, seat, state.market[seat] + 1)
    if state.journal is not None:
        state.record_event("share_issued", seat, {"cause": source_name(state, source)})
    goods.gain(state, seat, 0, 0, state.table.issue_gold, source)


def _take(state: State, seat: int, color: int, amount: int, source: int) -> None:
    state.market = replaced(state.market, color, state.market[color] - amount)
    player = state.players[seat]
    player.shares = replaced(player.shares, color, player.shares[color] + amount)
    if state.journal is not None:
        cause = source_name(state, source)
        state.record_event("shares_taken", seat, {"color": color, "amount": amount, "cause": cause})


def buy(state: State, seat: int, mod: int, source: int) -> None:
    """Buy all Shares on the newly-issued space, or some with a card that allows it."""
    player = state.players[seat]
    if player.buy_partial:
        choose_share(state, BuyShares(seat, mod, 0, source))
        return
    shares = counts.total(state.market)
    price = legal.share_price(state, player, shares, state.table.cards.effects[mod])
    goods.spend(state, seat, 0, 0, price, source)
    for color in range(state.n):
        if state.market[color]:
            _take(state, seat, color, state.market[color], source)


def choose_share(state: State, choice: Question) -> None:
    """Ask for the next Share, unless there is only one answer."""
    possible = choice.options(state)
    if len(possible) == 1:
        choice.answer(state, possible[0])
    else:
        state.add(choice)


class BuyShares(Question):
    """Which Share is bought next? The price is for all together, and paid at the end."""

    def __init__(self, seat: int, mod: int, taken: int, source: int) -> None:
        super().__init__(seat)
        self.mod = mod
        self.taken = taken
        self.source = source

    def args(self) -> list[int]:
        return [self.seat, self.mod, self.taken, self.source]

    def options(self, state: object) -> list[int]:
        game = cast(State, state)
        player = game.players[self.seat]
        mod = game.table.cards.effects[self.mod]
        moves: list[int] = []
        if legal.share_price(game, player, self.taken + 1, mod) <= player.gold:
            moves = [SHARE + color for color in range(game.n) if game.market[color]]
        if self.taken:
            moves.append(DONE)
        return moves

    def answer(self, state: object, move: int) -> None:
        game = cast(State, state)
        if move == DONE:
            mod = game.table.cards.effects[self.mod]
            price = legal.share_price(game, game.players[self.seat], self.taken, mod)
            goods.spend(game, self.seat, 0, 0, price, self.source)
            return
        _take(game, self.seat, move - SHARE, 1, self.source)
        choose_share(game, BuyShares(self.seat, self.mod, self.taken + 1, self.source))


def take_free(state: State, seat: int, most: int, taken: int, source: int) -> None:
    """Take up to *most* Shares free of charge, at least one."""
    if most:
        choose_share(state, TakeShares(seat, most, taken, source))


class TakeShares(Question):
    """Which Share is taken next?"""

    def __init__(self, seat: int, most: int, taken: int, source: int) -> None:
        super().__init__(seat)
        self.most = most
        self.taken = taken
        self.source = source

    def args(self) -> list[int]:
        return [self.seat, self.most, self.taken, self.source]

    def options(self, state: object) -> list[int]:
        game = cast(State, state)
        moves = [SHARE + color for color in range(game.n) if game.market[color]]
        if self.taken:
            moves.append(DONE)
        return moves

    def answer(self, state: object, move: int) -> None:
        if move == DONE:
            return
        game = cast(State, state)
        _take(game, self.seat, move - SHARE, 1, self.source)
        take_free(game, self.seat, self.most - 1, self.taken + 1, self.source)
