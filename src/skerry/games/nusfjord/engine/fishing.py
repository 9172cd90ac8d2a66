"""Phase I: Fishing (rules 5). Asks only when the haul is short."""

from typing import ClassVar, Final

from skerry.games.nusfjord.engine import council, goods, triggers
from skerry.games.nusfjord.engine.causes import FISHING, record_goods, record_reserve
from skerry.games.nusfjord.engine.moves import DIVIDEND, FEED
from skerry.games.nusfjord.engine.phrases import amount_of, goods_of
from skerry.games.nusfjord.engine.ships import haul
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.tasks import Question, Step
from skerry.games.nusfjord.engine.words import FISH, ON_FISH_EXCESS, ON_FISHING_END
from skerry.kernel.agenda import Task
from skerry.kernel.events import Json
from skerry.kernel.lists import replaced

_BITS: Final = 3  # for the Shares of each holder, in a number that holds them all
_MOST: Final = (1 << _BITS) - 1


class Fish(Step):
    """One player's fishing: Elders, Shares elsewhere, Shares at home, Reserve."""

    def __init__(self, owner: int) -> None:
        super().__init__()
        self.owner = owner

    def run(self, state: State) -> None:
        player = state.players[self.owner]
        caught = haul(state, player)
        if state.journal is not None:
            state.record_event("fish_caught", self.owner, {"haul": caught})
        elders = 0 if player.rules.skip_feeding else len(player.elders)
        if caught < elders:
            if caught:
                state.add(FeedElders(self.owner, caught, 0))
            return
        for at in range(elders):
            council.feed(state, self.owner, at, FISHING)
        feed_shares(state, self.owner, caught - elders)


class FeedElders(Question):
    """Which Elder gets a fish of a haul that is too small for all?"""

    kind: ClassVar[str] = "feed_elders"
    meaning: ClassVar[str] = "haul fed"

    def __init__(self, seat: int, haul: int, fed: int) -> None:
        super().__init__(seat)
        self.haul = haul
        self.fed = fed  # seats of the council, as bits

    def options(self, state: State) -> list[int]:
        elders = state.players[self.seat].elders
        return [FEED + elders[at] for at in range(len(elders)) if not self.fed >> at & 1]

    def answer(self, state: State, move: int) -> None:
        at = state.players[self.seat].elders.index(move - FEED)
        council.feed(state, self.seat, at, FISHING)
        if self.haul > 1:
            state.add(FeedElders(self.seat, self.haul - 1, self.fed | 1 << at))


def feed_shares(state: State, seat: int, left: int) -> None:
    """Steps 2 to 5 with what is left of the haul."""
    player = state.players[seat]
    if player.rules.own_shares_first:
        left = _feed_home(state, seat, left)
    market = 0 if player.rules.skip_market else min(left, state.market[seat])
    left -= market
    if market and state.journal is not None:
        state.record_event("market_fed", seat, {"amount": market})
    foreign = 0
    holders = 0
    for holder in range(state.n):
        if holder != seat:
            held = state.players[holder].shares[seat]
            foreign += held
            holders |= held << _BITS * holder
    if left < foreign:
        if left:
            state.ask(FeedShares(seat, left, holders))
        return
    if foreign:
        for holder in range(state.n):
            held = holders >> _BITS * holder & _MOST
            if held:
                _pay_dividend(state, seat, holder, held)
    left -= foreign
    if not player.rules.own_shares_first:
        left = _feed_home(state, seat, left)
    _fill_reserve(state, seat, left)


def _pay_dividend(state: State, seat: int, holder: int, amount: int) -> None:
    state.dividends = replaced(state.dividends, holder, state.dividends[holder] + amount)
    if state.journal is not None:
        state.record_event("shares_fed", seat, {"holder": holder, "amount": amount})


def _feed_home(state: State, seat: int, left: int) -> int:
    home = min(left, state.players[seat].shares[seat])
    if home:
        _pay_dividend(state, seat, seat, home)
    return left - home


class FeedShares(Question):
    """Which opponent's Share gets a fish of a haul that is too small for all?"""

    kind: ClassVar[str] = "feed_shares"
    meaning: ClassVar[str] = "haul left"

    def __init__(self, seat: int, haul: int, left: int) -> None:
        super().__init__(seat)
        self.haul = haul
        self.left = left  # own Shares not yet fed with each holder, three bits each

    def options(self, state: State) -> list[int]:
        moves: list[int] = []
        for holder in range(state.n):
            if self.left >> _BITS * holder & _MOST:
                moves.append(DIVIDEND + holder)
        return moves

    def answer(self, state: State, move: int) -> None:
        holder = move - DIVIDEND
        _pay_dividend(state, self.seat, holder, 1)
        if self.haul > 1:
            left = self.left - (1 << _BITS * holder)
            state.ask(FeedShares(self.seat, self.haul - 1, left))


def _fill_reserve(state: State, seat: int, left: int) -> None:
    player = state.players[seat]
    # A Reserve above the limit is not reduced; it just takes no more.
    stored = min(left, max(0, player.rules.reserve_limit - player.reserve_fish))
    if stored:
        player.reserve_fish += stored
        if state.journal is not None:
            record_reserve(state, "reserve_filled", seat, FISHING, FISH, stored)
    left -= stored
    if left > 0:
        if state.journal is not None:
            state.record_event("haul_left_over", seat, {"amount": left})
        if player.listens & ON_FISH_EXCESS:
            goods.offer_excess(state, seat, ON_FISH_EXCESS, left)


class FishingEnd(Step):
    """Fish on Shares go to the supplies they lie in; then cards react, in turn order."""

    meaning: ClassVar[str] = ""

    def run(self, state: State) -> None:
        for seat in range(state.n):
            fish = state.dividends[seat]
            if fish:
                state.players[seat].fish += fish
                if state.journal is not None:
                    record_goods(state, "dividends_paid", seat, FISHING, 0, fish, 0)
        state.dividends = [0] * state.n
        tasks: list[Task] = []
        for seat in state.in_turn_order():
            known = len(state.players[seat].abilities)
            waiting = triggers.waiting_for(state, seat, ON_FISHING_END, 0, known)
            if waiting:
                tasks.append(triggers.Pending(seat, waiting))
        state.push(tasks)


def _caught(e: Json) -> str:
    return f"catches {e['haul']} fish"


def _market_fed(e: Json) -> str:
    return f"feeds {amount_of(e['amount'], 'Share')} on offer (-{e['amount']} fish)"


def _shares_fed(e: Json) -> str:
    return f"feeds {amount_of(e['amount'], 'own Share')} held by seat {e['holder']}"


def _dividends(e: Json) -> str:
    return f"gets {goods_of(e)} from Shares"


def _left_over(e: Json) -> str:
    return f"throws {e['amount']} fish back"


SENTENCES = {
    "fish_caught": _caught,
    "market_fed": _market_fed,
    "shares_fed": _shares_fed,
    "dividends_paid": _dividends,
    "haul_left_over": _left_over,
}
