"""Phase I: Fishing (rules 5). Asks only when the haul is short."""

from typing import cast

from skerry.games.nusfjord.engine import council, counts, goods, triggers
from skerry.games.nusfjord.engine.cards import FISH, ON_FISH_EXCESS, ON_FISHING_END
from skerry.games.nusfjord.engine.moves import DIVIDEND, FEED
from skerry.games.nusfjord.engine.state import State, replaced
from skerry.games.nusfjord.engine.telling import FISHING, tell_goods, tell_reserve
from skerry.kernel.agenda import Question, Step


class Fish(Step):
    """One player's fishing: Elders, Shares elsewhere, Shares at home, Reserve."""

    def __init__(self, owner: int) -> None:
        super().__init__()
        self.owner = owner

    def args(self) -> list[int]:
        return [self.owner]

    def run(self, state: object) -> None:
        game = cast(State, state)
        player = game.players[self.owner]
        haul = counts.haul(game, player)
        if game.journal is not None:
            game.record_event("fish_caught", self.owner, {"haul": haul})
        elders = 0 if player.skip_feeding else len(player.elders)
        if haul < elders:
            if haul:
                game.add(FeedElders(self.owner, haul, 0))
            return
        for at in range(elders):
            council.feed(game, self.owner, at, FISHING)
        feed_shares(game, self.owner, haul - elders)


class FeedElders(Question):
    """Which Elder gets a fish of a haul that is too small for all?"""

    def __init__(self, seat: int, haul: int, fed: int) -> None:
        super().__init__(seat)
        self.haul = haul
        self.fed = fed  # seats of the council, as bits

    def args(self) -> list[int]:
        return [self.seat, self.haul, self.fed]

    def options(self, state: object) -> list[int]:
        elders = cast(State, state).players[self.seat].elders
        return [FEED + elders[at] for at in range(len(elders)) if not self.fed >> at & 1]

    def answer(self, state: object, move: int) -> None:
        game = cast(State, state)
        at = game.players[self.seat].elders.index(move - FEED)
        council.feed(game, self.seat, at, FISHING)
        if self.haul > 1:
            game.add(FeedElders(self.seat, self.haul - 1, self.fed | 1 << at))


def feed_shares(state: State, seat: int, haul: int) -> None:
    """Steps 2 to 5 with what is left of the haul."""
    player = state.players[seat]
    if player.own_first:
        haul = _feed_home(state, seat, haul)
    market = 0 if player.skip_market else min(haul, state.market[seat])
    haul -= market
    if market and state.journal is not None:
        state.record_event("market_fed", seat, {"amount": market})
    foreign = 0
    left = 0  # own Shares with each opponent, three bits a seat
    for holder in range(state.n):
        if holder != seat:
            held = state.players[holder].shares[seat]
            foreign += held
            left |= held << 3 * holder
    if haul < foreign:
        _choose_holder(state, FeedShares(seat, haul, left))
        return
    if foreign:
        for holder in range(state.n):
            held = left >> 3 * holder & 7
            if held:
                _pay_dividend(state, seat, holder, held)
    haul -= foreign
    if not player.own_first:
        haul = _feed_home(state, seat, haul)
    _fill_reserve(state, seat, haul)


def _pay_dividend(state: State, seat: int, holder: int, amount: int) -> None:
    state.dividends = replaced(state.dividends, holder, state.dividends[holder] + amount)
    if state.journal is not None:
        state.record_event("shares_fed", seat, {"holder": holder, "amount": amount})


def _feed_home(state: State, seat: int, haul: int) -> int:
    home = min(haul, state.players[seat].shares[seat])
    if home:
        _pay_dividend(state, seat, seat, home)
    return haul - home


def _choose_holder(state: State, choice: "FeedShares") -> None:
    if choice.haul == 0:
        return
    possible = choice.options(state)
    if len(possible) == 1:
        choice.answer(state, possible[0])
    else:
        state.add(choice)


class FeedShares(Question):
    """Which opponent's Share gets a fish of a haul that is too small for all?"""

    def __init__(self, seat: int, haul: int, left: int) -> None:
        super().__init__(seat)
        self.haul = haul
        self.left = left

    def args(self) -> list[int]:
        return [self.seat, self.haul, self.left]

    def options(self, state: object) -> list[int]:
        n = cast(State, state).n
        return [DIVIDEND + holder for holder in range(n) if self.left >> 3 * holder & 7]

    def answer(self, state: object, move: int) -> None:
        game = cast(State, state)
        holder = move - DIVIDEND
        _pay_dividend(game, self.seat, holder, 1)
        left = self.left - (1 << 3 * holder)
        _choose_holder(game, FeedShares(self.seat, self.haul - 1, left))


def _fill_reserve(state: State, seat: int, haul: int) -> None:
    player = state.players[seat]
    # A Reserve above the limit is not reduced; it just takes no more.
    stored = min(haul, max(0, player.reserve_limit - player.reserve_fish))
    if stored:
        player.reserve_fish += stored
        if state.journal is not None:
            tell_reserve(state, "reserve_filled", seat, FISHING, FISH, stored, 0)
    haul -= stored
    if haul > 0:
        if state.journal is not None:
            state.record_event("haul_left_over", seat, {"amount": haul})
        if player.heard & ON_FISH_EXCESS:
            goods.offer_excess(state, seat, ON_FISH_EXCESS, haul)


class FishingEnd(Step):
    """Fish on Shares go to the supplies they lie in; then cards react, in turn order."""

    def run(self, state: object) -> None:
        game = cast(State, state)
        for seat in range(game.n):
            fish = game.dividends[seat]
            if fish:
                game.players[seat].fish += fish
                if game.journal is not None:
                    tell_goods(game, "dividends_paid", seat, FISHING, 0, fish, 0)
        game.dividends = [0] * game.n
        for away in range(game.n - 1, -1, -1):
            seat = (game.first + away) % game.n
            triggers.fire(game, seat, ON_FISHING_END, 0, len(game.players[seat].abilities))
