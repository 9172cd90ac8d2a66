"""Building a Building: choosing, paying, placing, and what it sets off (cards 6.6)."""

from typing import cast

from skerry.games.nusfjord.engine import goods, legal, triggers
from skerry.games.nusfjord.engine.cards import FOR_BUILDING, ON_BUILDING_BUILT
from skerry.games.nusfjord.engine.moves import BUILD, CELL, CELLS
from skerry.games.nusfjord.engine.state import State, replaced, without
from skerry.games.nusfjord.engine.telling import BY_CARD, cell_name, source_name
from skerry.kernel.agenda import Question, Step


def begin(state: State, seat: int, mod: int, source: int) -> None:
    """Build one building."""
    choice = ChooseBuilding(seat, mod, source)
    possible = choice.options(state)
    if len(possible) == 1:
        choice.answer(state, possible[0])
    else:
        state.add(choice)


class ChooseBuilding(Question):
    """Which building is built?"""

    def __init__(self, seat: int, mod: int, source: int) -> None:
        super().__init__(seat)
        self.mod = mod
        self.source = source

    def args(self) -> list[int]:
        return [self.seat, self.mod, self.source]

    def options(self, state: object) -> list[int]:
        game = cast(State, state)
        cards = game.table.cards.cards
        mod = game.table.cards.effects[self.mod]
        player = game.players[self.seat]
        moves: list[int] = []
        for slot in game.display_a:
            if legal.can_pay_building(player, cards[slot], mod):
                moves.append(BUILD + slot)
        for slot in game.display_b:
            if legal.can_pay_building(player, cards[slot], mod):
                moves.append(BUILD + slot)
        for slot in player.hand:
            if legal.can_pay_building(player, cards[slot], mod):
                moves.append(BUILD + slot)
        for slot in game.display_c:
            if legal.can_pay_building(player, cards[slot], mod):
                moves.append(BUILD + slot)
        return moves

    def answer(self, state: object, move: int) -> None:
        game = cast(State, state)
        slot = move - BUILD
        card = game.table.cards.cards[slot]
        mod = game.table.cards.effects[self.mod]
        player = game.players[self.seat]
        if slot in player.hand:
            player.hand = without(player.hand, slot)
        elif card.letter == 0:
            game.display_a = without(game.display_a, slot)
        elif card.letter == 1:
            game.display_b = without(game.display_b, slot)
        else:
            game.display_c = without(game.display_c, slot)
        if game.journal is not None:
            cause = source_name(game, self.source)
            told = {"card": card.name, "name": card.title, "cause": cause}
            game.record_event("building_chosen", self.seat, told)
        off = player.off
        wood = max(0, card.wood - off[9] - mod.wood)
        fish = max(0, card.fish - off[10] - mod.fish)
        gold = max(0, card.gold - off[11] - mod.gold)
        game.add(PlaceBuilding(self.seat, slot))
        goods.pay(game, self.seat, FOR_BUILDING, wood, fish, gold, BY_CARD + slot)


class PlaceBuilding(Step):
    """A building that has been paid for comes to its cell, asked for if there is a choice."""

    def __init__(self, owner: int, slot: int) -> None:
        super().__init__()
        self.owner = owner
        self.slot = slot

    def args(self) -> list[int]:
        return [self.owner, self.slot]

    def run(self, state: object) -> None:
        game = cast(State, state)
        free = game.players[self.owner].free
        if game.table.cards.cards[self.slot].off_board:
            place(game, self.owner, self.slot, -1)
        elif free & (free - 1):
            game.add(ChooseCell(self.owner, self.slot))
        else:
            for cell in range(CELLS):
                if free >> cell & 1:
                    place(game, self.owner, self.slot, cell)


class ChooseCell(Question):
    """On which free Building space is the building placed?"""

    def __init__(self, seat: int, slot: int) -> None:
        super().__init__(seat)
        self.slot = slot

    def args(self) -> list[int]:
        return [self.seat, self.slot]

    def options(self, state: object) -> list[int]:
        free = cast(State, state).players[self.seat].free
        return [CELL + cell for cell in range(CELLS) if free >> cell & 1]

    def answer(self, state: object, move: int) -> None:
        place(cast(State, state), self.seat, self.slot, move - CELL)


def place(state: State, seat: int, slot: int, cell: int) -> None:
    """Place a building; then its Immediately effect, then other cards' triggers."""
    player = state.players[seat]
    card = state.table.cards.cards[slot]
    known = len(player.abilities)
    if cell >= 0:
        player.cells = replaced(player.cells, cell, slot)
        player.free &= ~(1 << cell)
    player.own(card)
    if state.journal is not None:
        where = cell_name(cell) if cell >= 0 else None
        told = {"card": card.name, "name": card.title, "cell": where}
        state.record_event("building_built", seat, told)
    if player.heard & ON_BUILDING_BUILT:
        state.add(triggers.Fire(seat, ON_BUILDING_BUILT, slot, known))
    for i in range(len(card.built) - 1, -1, -1):
        state.add(triggers.OfferBuilt(seat, card.built[i].number))
