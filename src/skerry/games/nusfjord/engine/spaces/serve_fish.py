"""Serve Fish."""

from typing import ClassVar

from skerry.games.nusfjord.engine import goods, triggers
from skerry.games.nusfjord.engine.actions import goods_had
from skerry.games.nusfjord.engine.cards import Space, Terms
from skerry.games.nusfjord.engine.causes import source_name
from skerry.games.nusfjord.engine.moves import SERVE
from skerry.games.nusfjord.engine.phrases import by
from skerry.games.nusfjord.engine.player import Player
from skerry.games.nusfjord.engine.prices import plate_price, plates_price
from skerry.games.nusfjord.engine.purse import may_pay_from_reserve
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.tasks import EffectQuestion, Step
from skerry.games.nusfjord.engine.words import (
    FISH,
    FOR_SERVING,
    NO_LIMIT,
    ON_PLATE_SERVED,
    goods_phrase,
)
from skerry.kernel.events import Json
from skerry.kernel.protocol import Reason


class ServeFish(Space):
    """Fill one or more plates, lowest first: pay the number of each in fish, take 1 gold each."""

    modifiers: ClassVar[list[str]] = ["plate_off", "plate_flat", "max_plates", "per_plate"]

    def possible(self, state: State, seat: int, terms: Terms) -> bool:
        taken = plates_taken(state)
        if taken == len(state.board.plates):
            return False
        return plate_price(state.board, taken, terms) <= fish_for_plates(state.players[seat])

    def why_not(self, state: State, seat: int, terms: Terms) -> Reason:
        taken = plates_taken(state)
        if taken == len(state.board.plates):
            return Reason("plates_full", "7", {"plates": taken})
        needs = plate_price(state.board, taken, terms)
        have = goods_had(state.players[seat])
        return Reason("cannot_pay", "7", {"needs": {"fish": needs}, "have": have})

    def run(self, state: State, seat: int, effect: int, source: int) -> None:
        state.ask(ServePlates(seat, effect, source))

    def sentence(self, terms: Terms) -> str:
        words = "take a Serve Fish action"
        if terms.most_plates < NO_LIMIT:
            words += f" for at most {terms.most_plates} plates"
        if terms.plate_flat >= 0:
            words += f" in which every plate costs {terms.plate_flat} fish"
        elif terms.plate_off:
            words += f" in which every plate costs {terms.plate_off} fish less"
        extra = goods_phrase(terms.plate_wood, terms.plate_fish, terms.plate_gold)
        return f"{words} and gain {extra} per plate" if extra else words

    def comes_to_an_end(self) -> bool:
        return True


def plates_taken(state: State) -> int:
    """Return how many plates are filled, or paid for and about to be.

    A card that reacts to a plate may serve in the middle of serving.
    """
    plates = state.plates
    if len(state.agenda) > 1:  # otherwise there is only a turn to take
        for task in state.agenda:
            if isinstance(task, FillPlates):
                plates += task.plates
    return plates


def fish_for_plates(player: Player) -> int:
    """Return the fish that may pay for plates."""
    if may_pay_from_reserve(player, FISH, FOR_SERVING):
        return player.fish + player.reserve_fish
    return player.fish


def most_plates(state: State, seat: int, terms: Terms) -> int:
    """Return how many plates the player could serve."""
    board = state.board
    fish = fish_for_plates(state.players[seat])
    first = plates_taken(state)
    end = min(len(board.plates), first + terms.most_plates)
    plate = first
    while plate < end:
        fish -= plate_price(board, plate, terms)
        if fish < 0:
            break
        plate += 1
    return plate - first


class ServePlates(EffectQuestion):
    """How many plates are served?"""

    kind: ClassVar[str] = "serve_plates"

    def options(self, state: State) -> list[int]:
        most = most_plates(state, self.seat, state.cards.terms[self.effect])
        return [SERVE + plates for plates in range(1, most + 1)]

    def answer(self, state: State, move: int) -> None:
        plates = move - SERVE
        terms = state.cards.terms[self.effect]
        price = plates_price(state.board, plates_taken(state), plates, terms)
        state.add(FillPlates(self.seat, plates, self.effect, self.source))
        # One split between supply and Reserve for the whole action (cards 6.14).
        goods.pay(state, self.seat, FOR_SERVING, 0, price, 0, self.source)


class FillPlates(Step):
    """Plates that have been paid for are filled, one after the other."""

    meaning: ClassVar[str] = "seat plates effect source"

    def __init__(self, owner: int, plates: int, effect: int, source: int) -> None:
        super().__init__()
        self.owner = owner
        self.plates = plates
        self.effect = effect
        self.source = source

    def run(self, state: State) -> None:
        state.plates += 1
        if self.plates > 1:
            state.add(FillPlates(self.owner, self.plates - 1, self.effect, self.source))
        if state.journal is not None:
            cause = source_name(state, self.source)
            state.record_event("plate_served", self.owner, {"plate": state.plates, "cause": cause})
        player = state.players[self.owner]
        if player.listens & ON_PLATE_SERVED:
            state.add(triggers.Fire(self.owner, ON_PLATE_SERVED, 0, len(player.abilities)))
        terms = state.cards.terms[self.effect]
        gold = state.board.plate_gold + terms.plate_gold
        goods.gain(state, self.owner, terms.plate_wood, terms.plate_fish, gold, self.source)


def _served(e: Json) -> str:
    return f"fills plate {e['plate']}{by(e)}"


SENTENCES = {"plate_served": _served}
