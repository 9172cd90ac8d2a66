"""Goods coming and going; every change is told as an event with its cause."""

from typing import cast

from skerry.games.nusfjord.engine import triggers
from skerry.games.nusfjord.engine.cards import FISH, ON_WOOD_EXCESS, WOOD
from skerry.games.nusfjord.engine.moves import COUNT
from skerry.games.nusfjord.engine.purse import add_to_reserve, in_reserve, in_supply
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.telling import tell_goods, tell_reserve
from skerry.kernel.agenda import Question, Step


def gain(state: State, seat: int, wood: int, fish: int, gold: int, source: int) -> None:
    """Take goods from the general supply; wood above the limit is lost, unless a card keeps it.

    The question about kept wood goes on top of the agenda, so whatever comes after this gain
    must be on the agenda already.
    """
    player = state.players[seat]
    player.fish += fish
    player.gold += gold
    taken = min(wood, player.wood_limit - player.wood)
    player.wood += taken
    lost = wood - taken
    if state.journal is not None:
        tell_goods(state, "goods_gained", seat, source, taken, fish, gold, lost)
    if lost > 0 and player.heard & ON_WOOD_EXCESS:
        offer_excess(state, seat, ON_WOOD_EXCESS, lost)


def offer_excess(state: State, seat: int, event: int, lost: int) -> None:
    """Let cards keep goods that are about to be lost."""
    state.add(EndExcess(state.excess))
    state.excess = lost
    triggers.fire(state, seat, event, 0, len(state.players[seat].abilities))


class EndExcess(Step):
    """The goods still left over are gone."""

    def __init__(self, outer: int) -> None:
        super().__init__()
        self.outer = outer

    def args(self) -> list[int]:
        return [self.outer]

    def run(self, state: object) -> None:
        cast(State, state).excess = self.outer


class Gain(Step):
    """Goods that come once what is above on the agenda is over."""

    def __init__(self, owner: int, wood: int, fish: int, gold: int, source: int) -> None:
        super().__init__()
        self.owner = owner
        self.wood = wood
        self.fish = fish
        self.gold = gold
        self.source = source

    def args(self) -> list[int]:
        return [self.owner, self.wood, self.fish, self.gold, self.source]

    def run(self, state: object) -> None:
        gain(cast(State, state), self.owner, self.wood, self.fish, self.gold, self.source)


def spend(state: State, seat: int, wood: int, fish: int, gold: int, source: int) -> None:
    """Return goods from the supply to the general supply."""
    player = state.players[seat]
    player.wood -= wood
    player.fish -= fish
    player.gold -= gold
    if state.journal is not None and (wood or fish or gold):
        tell_goods(state, "goods_paid", seat, source, -wood, -fish, -gold)


def pay(state: State, seat: int, use: int, wood: int, fish: int, gold: int, source: int) -> None:
    """Pay a price; asks how much comes from the Reserve where there is a choice.

    Like `gain`, it may leave a question on top of the agenda.
    """
    player = state.players[seat]
    if not player.from_reserve:
        spend(state, seat, wood, fish, gold, source)
        return
    for good in range(3):
        price = wood if good == WOOD else fish if good == FISH else gold
        if price and player.from_reserve >> 3 * good + use & 1:
            least = max(0, price - in_supply(player, good))
            most = min(price, in_reserve(player, good))
            if least < most:
                state.add(PayFromReserve(seat, use, wood, fish, gold, source, good))
                return
            if least:
                _take_from_reserve(state, seat, good, least, source)
                if good == WOOD:
                    wood -= least
                elif good == FISH:
                    fish -= least
                else:
                    gold -= least
    spend(state, seat, wood, fish, gold, source)


def _take_from_reserve(state: State, seat: int, good: int, amount: int, source: int) -> None:
    add_to_reserve(state.players[seat], good, -amount)
    if state.journal is not None:
        tell_reserve(state, "reserve_spent", seat, source, good, -amount, 0)


class PayFromReserve(Question):
    """How much of a price comes from the Reserve?"""

    def __init__(
        self, seat: int, use: int, wood: int, fish: int, gold: int, source: int, good: int
    ) -> None:
        super().__init__(seat)
        self.use = use
        self.wood = wood
        self.fish = fish
        self.gold = gold
        self.source = source
        self.good = good

    def args(self) -> list[int]:
        return [self.seat, self.use, self.wood, self.fish, self.gold, self.source, self.good]

    def options(self, state: object) -> list[int]:
        player = cast(State, state).players[self.seat]
        good = self.good
        price = self.wood if good == WOOD else self.fish if good == FISH else self.gold
        least = max(0, price - in_supply(player, good))
        most = min(price, in_reserve(player, good))
        return [COUNT + amount for amount in range(least, most + 1)]

    def answer(self, state: object, move: int) -> None:
        game = cast(State, state)
        amount = move - COUNT
        wood = self.wood
        fish = self.fish
        gold = self.gold
        if self.good == WOOD:
            wood -= amount
        elif self.good == FISH:
            fish -= amount
        else:
            gold -= amount
        if amount:
            _take_from_reserve(game, self.seat, self.good, amount, self.source)
        # What is left of this good comes from the supply; later goods may still ask.
        player = game.players[self.seat]
        later = 0
        for good in range(self.good + 1, 3):
            later |= player.from_reserve & 7 << 3 * good
        if later:
            if self.good == WOOD:
                spend(game, self.seat, wood, 0, 0, self.source)
                wood = 0
            else:
                spend(game, self.seat, wood, fish, 0, self.source)
                wood = 0
                fish = 0
            pay(game, self.seat, self.use, wood, fish, gold, self.source)
        else:
            spend(game, self.seat, wood, fish, gold, self.source)
