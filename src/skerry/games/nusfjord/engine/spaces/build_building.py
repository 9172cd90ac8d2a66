"""Build a Building: choosing, paying, placing, and what it sets off (cards 6.6)."""

from typing import ClassVar

from skerry.games.nusfjord.engine import goods
from skerry.games.nusfjord.engine.actions import goods_had
from skerry.games.nusfjord.engine.cards import Space, Terms
from skerry.games.nusfjord.engine.causes import BY_CARD, source_name
from skerry.games.nusfjord.engine.moves import BUILD, CELL
from skerry.games.nusfjord.engine.phrases import by
from skerry.games.nusfjord.engine.prices import building_price, can_pay_building
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.tasks import EffectQuestion, Question, Step
from skerry.games.nusfjord.engine.triggers import Fire, OfferBuilt
from skerry.games.nusfjord.engine.words import (
    CELLS,
    FOR_BUILDING,
    LETTER_A,
    LETTER_B,
    ON_BUILDING_BUILT,
    cell_name,
    goods_phrase,
)
from skerry.kernel.agenda import Task
from skerry.kernel.events import Json
from skerry.kernel.lists import replaced, without
from skerry.kernel.protocol import Reason


class BuildBuilding(Space):
    """Build one building of the displays or the own hand on a free Building space."""

    modifiers: ClassVar[list[str]] = ["off"]

    def possible(self, state: State, seat: int, terms: Terms) -> bool:
        player = state.players[seat]
        cards = state.cards.cards
        for slot in state.display_a:
            if can_pay_building(player, cards[slot], terms):
                return True
        for slot in state.display_b:
            if can_pay_building(player, cards[slot], terms):
                return True
        for slot in player.hand:
            if can_pay_building(player, cards[slot], terms):
                return True
        for slot in state.display_c:
            if can_pay_building(player, cards[slot], terms):
                return True
        return False

    def why_not(self, state: State, seat: int, terms: Terms) -> Reason:
        player = state.players[seat]
        if player.free == 0:
            return Reason("no_free_space", "7")
        return Reason("no_affordable_building", "7", {"have": goods_had(player)})

    def run(self, state: State, seat: int, effect: int, source: int) -> None:
        state.ask(ChooseBuilding(seat, effect, source))

    def sentence(self, terms: Terms) -> str:
        off = goods_phrase(terms.wood, terms.fish, terms.gold)
        return "take a Build a Building action" + (f" and pay {off} less" if off else "")

    def comes_to_an_end(self) -> bool:
        return True


class ChooseBuilding(EffectQuestion):
    """Which building is built?"""

    kind: ClassVar[str] = "choose_building"

    def options(self, state: State) -> list[int]:
        cards = state.cards.cards
        terms = state.cards.terms[self.effect]
        player = state.players[self.seat]
        moves: list[int] = []
        for slot in state.display_a:
            if can_pay_building(player, cards[slot], terms):
                moves.append(BUILD + slot)
        for slot in state.display_b:
            if can_pay_building(player, cards[slot], terms):
                moves.append(BUILD + slot)
        for slot in player.hand:
            if can_pay_building(player, cards[slot], terms):
                moves.append(BUILD + slot)
        for slot in state.display_c:
            if can_pay_building(player, cards[slot], terms):
                moves.append(BUILD + slot)
        return moves

    def answer(self, state: State, move: int) -> None:
        slot = move - BUILD
        card = state.cards.cards[slot]
        player = state.players[self.seat]
        if slot in player.hand:
            player.hand = without(player.hand, slot)
        elif card.letter == LETTER_A:
            state.display_a = without(state.display_a, slot)
        elif card.letter == LETTER_B:
            state.display_b = without(state.display_b, slot)
        else:
            state.display_c = without(state.display_c, slot)
        if state.journal is not None:
            cause = source_name(state, self.source)
            data = {"card": card.name, "name": card.title, "cause": cause}
            state.record_event("building_chosen", self.seat, data)
        wood, fish, gold = building_price(player, card, state.cards.terms[self.effect])
        state.add(PlaceBuilding(self.seat, slot))
        goods.pay(state, self.seat, FOR_BUILDING, wood, fish, gold, BY_CARD + slot)


class PlaceBuilding(Step):
    """A building that has been paid for comes to its cell, asked for if there is a choice."""

    meaning: ClassVar[str] = "seat slot"

    def __init__(self, owner: int, slot: int) -> None:
        super().__init__()
        self.owner = owner
        self.slot = slot

    def run(self, state: State) -> None:
        if state.cards.cards[self.slot].off_board:
            place(state, self.owner, self.slot, -1)
        else:
            state.ask(ChooseCell(self.owner, self.slot))


class ChooseCell(Question):
    """On which free Building space is the building placed?"""

    kind: ClassVar[str] = "choose_cell"
    meaning: ClassVar[str] = "slot"

    def __init__(self, seat: int, slot: int) -> None:
        super().__init__(seat)
        self.slot = slot

    def options(self, state: State) -> list[int]:
        free = state.players[self.seat].free
        return [CELL + cell for cell in range(CELLS) if free >> cell & 1]

    def answer(self, state: State, move: int) -> None:
        place(state, self.seat, self.slot, move - CELL)


def place(state: State, seat: int, slot: int, cell: int) -> None:
    """Place a building; then its Immediately effects, then other cards' triggers."""
    player = state.players[seat]
    card = state.cards.cards[slot]
    known = len(player.abilities)
    if cell >= 0:
        player.cells = replaced(player.cells, cell, slot)
        player.free &= ~(1 << cell)
    player.own(card)
    if state.journal is not None:
        where = cell_name(cell) if cell >= 0 else None
        data = {"card": card.name, "name": card.title, "cell": where}
        state.record_event("building_built", seat, data)
    tasks: list[Task] = [OfferBuilt(seat, ability.number) for ability in card.built]
    if player.listens & ON_BUILDING_BUILT:
        tasks.append(Fire(seat, ON_BUILDING_BUILT, slot, known))
    state.push(tasks)


def _chosen(e: Json) -> str:
    return f"builds {e['name']} {e['card']}{by(e)}"


def _built(e: Json) -> str:
    where = "beside the Harbor board" if e["cell"] is None else f"on {e['cell']}"
    return f"places {e['name']} {e['card']} {where}"


SENTENCES = {"building_chosen": _chosen, "building_built": _built}
