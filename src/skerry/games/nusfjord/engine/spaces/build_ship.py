"""Build a Ship."""

from typing import ClassVar

from skerry.games.nusfjord.engine import goods, triggers
from skerry.games.nusfjord.engine.actions import goods_had
from skerry.games.nusfjord.engine.cards import Space, Terms
from skerry.games.nusfjord.engine.causes import source_name
from skerry.games.nusfjord.engine.moves import SHIP
from skerry.games.nusfjord.engine.phrases import by
from skerry.games.nusfjord.engine.player import Player
from skerry.games.nusfjord.engine.prices import (
    WAYS_TO_PAY,
    can_pay_ship,
    ship_price,
    way_to_pay,
)
from skerry.games.nusfjord.engine.ships import add_ships
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.tasks import EffectQuestion, Step
from skerry.games.nusfjord.engine.words import (
    ALL_SHIPS,
    FOR_SHIP,
    ON_SHIP_BUILT,
    SHIPS,
    goods_phrase,
    listed,
)
from skerry.kernel.events import Json
from skerry.kernel.protocol import Reason


class BuildShip(Space):
    """Pay for a ship that is in supply and fits on the track, and place it."""

    modifiers: ClassVar[list[str]] = ["off", "types"]

    def possible(self, state: State, seat: int, terms: Terms) -> bool:
        player = state.players[seat]
        board = state.board
        for kind in range(len(state.ships)):
            if ship_fits(state, player, kind, terms):
                for way in range(board.ways_to_pay[kind]):
                    if can_pay_ship(board, player, kind, way, terms):
                        return True
        return False

    def why_not(self, state: State, seat: int, terms: Terms) -> Reason:
        player = state.players[seat]
        board = state.board
        if all(player.units + units > board.units for units in board.ship_units):
            return Reason("track_full", "2.2", {"free": board.units - player.units})
        return Reason("no_affordable_ship", "7", {"have": goods_had(player)})

    def run(self, state: State, seat: int, effect: int, source: int) -> None:
        state.ask(ChooseShip(seat, effect, source))

    def sentence(self, terms: Terms) -> str:
        off = goods_phrase(terms.wood, terms.fish, terms.gold)
        names = [SHIPS[kind].title() for kind in range(len(SHIPS)) if terms.types >> kind & 1]
        words = "take a Build a Ship action"
        if terms.types != ALL_SHIPS:
            words += f" for a {listed(names, 'or')}"
        return f"{words} and pay {off} less" if off else words

    def comes_to_an_end(self) -> bool:
        return True


def ship_fits(state: State, player: Player, kind: int, terms: Terms) -> bool:
    """Return whether a ship of this type is in supply, short enough and allowed."""
    board = state.board
    return (
        state.ships[kind] > 0
        and player.units + board.ship_units[kind] <= board.units
        and terms.types >> kind & 1 == 1
    )


class ChooseShip(EffectQuestion):
    """Which ship is built, at which of its prices?"""

    kind: ClassVar[str] = "choose_ship"

    def options(self, state: State) -> list[int]:
        terms = state.cards.terms[self.effect]
        player = state.players[self.seat]
        moves: list[int] = []
        for kind in range(len(state.ships)):
            if ship_fits(state, player, kind, terms):
                for way in range(state.board.ways_to_pay[kind]):
                    if can_pay_ship(state.board, player, kind, way, terms):
                        moves.append(SHIP + way_to_pay(kind, way))
        return moves

    def answer(self, state: State, move: int) -> None:
        kind = (move - SHIP) // WAYS_TO_PAY
        way = (move - SHIP) % WAYS_TO_PAY
        terms = state.cards.terms[self.effect]
        wood, fish, gold = ship_price(state.board, state.players[self.seat], kind, way, terms)
        state.add(LaunchShip(self.seat, kind, self.source))
        goods.pay(state, self.seat, FOR_SHIP, wood, fish, gold, self.source)


class LaunchShip(Step):
    """A ship that has been paid for is placed on the track."""

    meaning: ClassVar[str] = "seat ship source"

    def __init__(self, owner: int, kind: int, source: int) -> None:
        super().__init__()
        self.owner = owner
        self.kind = kind
        self.source = source

    def run(self, state: State) -> None:
        player = state.players[self.owner]
        add_ships(state, player, self.kind, 1)
        if state.journal is not None:
            data = {"ship": SHIPS[self.kind], "cause": source_name(state, self.source)}
            state.record_event("ship_built", self.owner, data)
        triggers.fire(state, self.owner, ON_SHIP_BUILT, self.kind, len(player.abilities))


def _built(e: Json) -> str:
    return f"builds a {e['ship'].title()}{by(e)}"


SENTENCES = {"ship_built": _built}
