"""Goods coming and going; every change is noted as an event with its cause."""

from typing import ClassVar

from skerry.games.nusfjord.engine import triggers
from skerry.games.nusfjord.engine.causes import record_goods, record_reserve
from skerry.games.nusfjord.engine.moves import COUNT
from skerry.games.nusfjord.engine.phrases import by, goods_of, wood_lost
from skerry.games.nusfjord.engine.purse import (
    add_to_reserve,
    in_reserve,
    in_supply,
    may_pay_from_reserve,
)
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.tasks import Question, Step
from skerry.games.nusfjord.engine.words import FISH, GOLD, ON_WOOD_EXCESS, WOOD
from skerry.kernel.events import Json


def gain(state: State, seat: int, wood: int, fish: int, gold: int, source: int) -> None:
    """Take goods from the general supply; wood above the limit is lost, unless a card keeps it.

    The question about kept wood goes on top of the agenda, so whatever comes after this gain
    must be on the agenda already.
    """
    player = state.players[seat]
    player.fish += fish
    player.gold += gold
    taken = min(wood, player.rules.wood_limit - player.wood)
    player.wood += taken
    lost = wood - taken
    if state.journal is not None:
        record_goods(state, "goods_gained", seat, source, taken, fish, gold, lost)
    if lost > 0 and player.listens & ON_WOOD_EXCESS:
        offer_excess(state, seat, ON_WOOD_EXCESS, lost)


def gain_one_good(state: State, seat: int, good: int, amount: int, source: int) -> None:
    """Take an amount of one good."""
    if good == WOOD:
        gain(state, seat, amount, 0, 0, source)
    elif good == FISH:
        gain(state, seat, 0, amount, 0, source)
    else:
        gain(state, seat, 0, 0, amount, source)


def offer_excess(state: State, seat: int, event: int, lost: int) -> None:
    """Let cards keep goods that are about to be lost."""
    state.add(EndExcess(state.excess))
    state.excess = lost
    triggers.fire(state, seat, event, 0, len(state.players[seat].abilities))


class EndExcess(Step):
    """The goods still left over are gone."""

    meaning: ClassVar[str] = "wood"

    def __init__(self, outer: int) -> None:
        super().__init__()
        self.outer = outer

    def run(self, state: State) -> None:
        state.excess = self.outer


class Gain(Step):
    """Goods that come once what is above on the agenda is over."""

    meaning: ClassVar[str] = "seat wood fish gold source"

    def __init__(self, owner: int, wood: int, fish: int, gold: int, source: int) -> None:
        super().__init__()
        self.owner = owner
        self.wood = wood
        self.fish = fish
        self.gold = gold
        self.source = source

    def run(self, state: State) -> None:
        gain(state, self.owner, self.wood, self.fish, self.gold, self.source)


def spend(state: State, seat: int, wood: int, fish: int, gold: int, source: int) -> None:
    """Return goods from the supply to the general supply."""
    player = state.players[seat]
    player.wood -= wood
    player.fish -= fish
    player.gold -= gold
    if state.journal is not None and (wood or fish or gold):
        record_goods(state, "goods_paid", seat, source, -wood, -fish, -gold)


def pay(state: State, seat: int, use: int, wood: int, fish: int, gold: int, source: int) -> None:
    """Pay a price; asks how much comes from the Reserve where there is a choice.

    Like `gain`, it may leave a question on top of the agenda.
    """
    if state.players[seat].rules.reserve_pays:
        pay_with_reserve(state, seat, use, wood, fish, gold, source)
    else:
        spend(state, seat, wood, fish, gold, source)


def pay_with_reserve(
    state: State, seat: int, use: int, wood: int, fish: int, gold: int, source: int
) -> None:
    """Pay good by good, taking from the Reserve what the supply lacks."""
    player = state.players[seat]
    for good in range(GOLD + 1):
        price = wood if good == WOOD else fish if good == FISH else gold
        if price and may_pay_from_reserve(player, good, use):
            least = max(0, price - in_supply(player, good))
            most = min(price, in_reserve(player, good))
            if least < most:
                state.add(PayFromReserve(seat, use, wood, fish, gold, source, good))
                return
            if least:
                take_from_reserve(state, seat, good, least, source)
                if good == WOOD:
                    wood -= least
                elif good == FISH:
                    fish -= least
                else:
                    gold -= least
    spend(state, seat, wood, fish, gold, source)


def take_from_reserve(state: State, seat: int, good: int, amount: int, source: int) -> None:
    """Pay some of a price from the Reserve."""
    add_to_reserve(state.players[seat], good, -amount)
    if state.journal is not None:
        record_reserve(state, "reserve_spent", seat, source, good, -amount)


class PayFromReserve(Question):
    """How much of a price comes from the Reserve?"""

    kind: ClassVar[str] = "pay_from_reserve"
    meaning: ClassVar[str] = "use wood fish gold source good"

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

    def price(self) -> int:
        """Return what is asked of the good in question."""
        if self.good == WOOD:
            return self.wood
        return self.fish if self.good == FISH else self.gold

    def options(self, state: State) -> list[int]:
        player = state.players[self.seat]
        price = self.price()
        least = max(0, price - in_supply(player, self.good))
        most = min(price, in_reserve(player, self.good))
        return [COUNT + amount for amount in range(least, most + 1)]

    def answer(self, state: State, move: int) -> None:
        amount = move - COUNT
        if amount:
            take_from_reserve(state, self.seat, self.good, amount, self.source)
        wood = self.wood
        fish = self.fish
        gold = self.gold
        # What is left of the goods up to this one comes from the supply; later ones may still ask.
        player = state.players[self.seat]
        later = False
        for good in range(self.good + 1, GOLD + 1):
            later = later or may_pay_from_reserve(player, good, self.use)
        if self.good == WOOD:
            wood -= amount
            if later:
                spend(state, self.seat, wood, 0, 0, self.source)
                wood = 0
        elif self.good == FISH:
            fish -= amount
            if later:
                spend(state, self.seat, wood, fish, 0, self.source)
                wood = 0
                fish = 0
        else:
            gold -= amount
        if later:
            pay(state, self.seat, self.use, wood, fish, gold, self.source)
        else:
            spend(state, self.seat, wood, fish, gold, self.source)


def _gained(e: Json) -> str:
    return f"gains {goods_of(e)}{by(e)}{wood_lost(e)}"


def _paid(e: Json) -> str:
    return f"pays {goods_of(e)}{by(e)}"


SENTENCES = {"goods_gained": _gained, "goods_paid": _paid, "reserve_spent": _paid}
