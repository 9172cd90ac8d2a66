"""The Banquet Table: Serve Fish."""

from typing import cast

from skerry.games.nusfjord.engine import goods, legal, triggers
from skerry.games.nusfjord.engine.cards import FOR_SERVING, ON_PLATE_SERVED
from skerry.games.nusfjord.engine.moves import SERVE
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.telling import source_name
from skerry.kernel.agenda import Question, Step


def begin(state: State, seat: int, mod: int, source: int) -> None:
    """Serve one or more plates."""
    choice = ServePlates(seat, mod, source)
    if legal.most_plates(state, state.players[seat], state.table.cards.effects[mod]) == 1:
        choice.answer(state, SERVE + 1)
    else:
        state.add(choice)


class ServePlates(Question):
    """How many plates are served?"""

    def __init__(self, seat: int, mod: int, source: int) -> None:
        super().__init__(seat)
        self.mod = mod
        self.source = source

    def args(self) -> list[int]:
        return [self.seat, self.mod, self.source]

    def options(self, state: object) -> list[int]:
        game = cast(State, state)
        mod = game.table.cards.effects[self.mod]
        most = legal.most_plates(game, game.players[self.seat], mod)
        return [SERVE + plates for plates in range(1, most + 1)]

    def answer(self, state: object, move: int) -> None:
        game = cast(State, state)
        plates = move - SERVE
        mod = game.table.cards.effects[self.mod]
        price = 0
        for i in range(plates):
            price += legal.plate_price(game, game.plates + i, mod)
        game.add(FillPlates(self.seat, plates, self.mod, self.source))
        # One split between supply and Reserve for the whole action (cards 6.14).
        goods.pay(game, self.seat, FOR_SERVING, 0, price, 0, self.source)


class FillPlates(Step):
    """Plates that have been paid for are filled, one after the other."""

    def __init__(self, owner: int, plates: int, mod: int, source: int) -> None:
        super().__init__()
        self.owner = owner
        self.plates = plates
        self.mod = mod
        self.source = source

    def args(self) -> list[int]:
        return [self.owner, self.plates, self.mod, self.source]

    def run(self, state: object) -> None:
        game = cast(State, state)
        game.plates += 1
        if self.plates > 1:
            game.add(FillPlates(self.owner, self.plates - 1, self.mod, self.source))
        player = game.players[self.owner]
        if game.journal is not None:
            cause = source_name(game, self.source)
            game.record_event("plate_served", self.owner, {"plate": game.plates, "cause": cause})
        if player.heard & ON_PLATE_SERVED:
            game.add(triggers.Fire(self.owner, ON_PLATE_SERVED, 0, len(player.abilities)))
        mod = game.table.cards.effects[self.mod]
        gold = game.table.plate_gold + mod.plate_gold
        goods.gain(game, self.owner, mod.plate_wood, mod.plate_fish, gold, self.source)
