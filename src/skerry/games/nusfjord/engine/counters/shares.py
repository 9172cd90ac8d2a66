"""Counting Shares."""

from typing import ClassVar

from skerry.games.nusfjord.engine.cards import Counter
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.words import total


class Shares(Counter):
    """Issued Shares in the supply, of any color."""

    name: ClassVar[str] = "shares"
    words: ClassVar[str] = "issued Share in your supply"

    def count(self, state: State, seat: int) -> int:
        return total(state.players[seat].shares)


class OwnSharesHome(Counter):
    """Issued Shares of the own color in the supply."""

    name: ClassVar[str] = "own_shares_home"
    words: ClassVar[str] = "issued Share of your own color in your supply"

    def count(self, state: State, seat: int) -> int:
        return state.players[seat].shares[seat]


class OwnSharesOut(Counter):
    """Shares of the own color on the newly-issued space or with opponents."""

    name: ClassVar[str] = "own_shares_out"
    words: ClassVar[str] = "Share of your color on the newly-issued space or with opponents"

    def count(self, state: State, seat: int) -> int:
        out = state.market[seat]
        for holder in range(state.n):
            if holder != seat:
                out += state.players[holder].shares[seat]
        return out


class MarketShares(Counter):
    """All Shares on the newly-issued space."""

    name: ClassVar[str] = "market_shares"
    words: ClassVar[str] = "Share on the newly-issued space"

    def count(self, state: State, seat: int) -> int:
        return total(state.market)
