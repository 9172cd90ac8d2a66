"""Ships: building them and exchanging them for larger ones."""

from typing import cast

from skerry.games.nusfjord.engine import goods, legal, triggers
from skerry.games.nusfjord.engine.cards import FISH, FOR_SHIP, GOLD, ON_SHIP_BUILT, WOOD
from skerry.games.nusfjord.engine.moves import SHIP, UPGRADE
from skerry.games.nusfjord.engine.state import Player, State
from skerry.games.nusfjord.engine.telling import source_name
from skerry.kernel.agenda import Question, Step


def begin(state: State, seat: int, mod: int, source: int) -> None:
    """Build one ship."""
    choice = ChooseShip(seat, mod, source)
    possible = choice.options(state)
    if len(possible) == 1:
        choice.answer(state, possible[0])
    else:
        state.add(choice)


class ChooseShip(Question):
    """Which ship is built, at which of its prices?"""

    def __init__(self, seat: int, mod: int, source: int) -> None:
        super().__init__(seat)
        self.mod = mod
        self.source = source

    def args(self) -> list[int]:
        return [self.seat, self.mod, self.source]

    def options(self, state: object) -> list[int]:
        game = cast(State, state)
        mod = game.table.cards.effects[self.mod]
        player = game.players[self.seat]
        moves: list[int] = []
        for kind in range(3):
            for which in range(2):
                if legal.can_buy_ship(game, player, kind, which, mod):
                    moves.append(SHIP + 2 * kind + which)
        return moves

    def answer(self, state: object, move: int) -> None:
        game = cast(State, state)
        kind = (move - SHIP) // 2
        which = (move - SHIP) % 2
        mod = game.table.cards.effects[self.mod]
        player = game.players[self.seat]
        wood = legal.ship_price(game, player, kind, which, WOOD, mod.wood)
        fish = legal.ship_price(game, player, kind, which, FISH, mod.fish)
        gold = legal.ship_price(game, player, kind, which, GOLD, mod.gold)
        game.add(LaunchShip(self.seat, kind, self.source))
        goods.pay(game, self.seat, FOR_SHIP, wood, fish, gold, self.source)


class LaunchShip(Step):
    """A ship that has been paid for is placed on the track."""

    def __init__(self, owner: int, kind: int, source: int) -> None:
        super().__init__()
        self.owner = owner
        self.kind = kind
        self.source = source

    def args(self) -> list[int]:
        return [self.owner, self.kind, self.source]

    def run(self, state: object) -> None:
        game = cast(State, state)
        kind = self.kind
        player = game.players[self.owner]
        add_ship(game, player, kind, 1)
        if game.journal is not None:
            cause = source_name(game, self.source)
            name = game.table.ship_names[kind]
            game.record_event("ship_built", self.owner, {"ship": name, "cause": cause})
        triggers.fire(game, self.owner, ON_SHIP_BUILT, kind, len(player.abilities))


def add_ship(state: State, player: Player, kind: int, amount: int) -> None:
    """Move ships of one type from the supply to a track, or back."""
    ships = state.ships[:]
    ships[kind] -= amount
    state.ships = ships
    player.units += state.table.ship_units[kind] * amount
    if kind == 0:
        player.sloops += amount
    elif kind == 1:
        player.cutters += amount
    else:
        player.schooners += amount


def upgrade_one(state: State, seat: int, source: int) -> None:
    """Exchange a ship for one of the next type."""
    player = state.players[seat]
    choice = ChooseUpgrade(seat, source)
    if legal.can_upgrade(state, player, 0) and legal.can_upgrade(state, player, 1):
        state.add(choice)
    else:
        choice.answer(state, UPGRADE if legal.can_upgrade(state, player, 0) else UPGRADE + 1)


class ChooseUpgrade(Question):
    """Which ship is exchanged for the next larger type?"""

    def __init__(self, seat: int, source: int) -> None:
        super().__init__(seat)
        self.source = source

    def args(self) -> list[int]:
        return [self.seat, self.source]

    def options(self, state: object) -> list[int]:
        game = cast(State, state)
        player = game.players[self.seat]
        return [UPGRADE + kind for kind in range(2) if legal.can_upgrade(game, player, kind)]

    def answer(self, state: object, move: int) -> None:
        game = cast(State, state)
        kind = move - UPGRADE
        player = game.players[self.seat]
        add_ship(game, player, kind, -1)
        add_ship(game, player, kind + 1, 1)
        if game.journal is not None:
            names = game.table.ship_names
            told = {"from": names[kind], "to": names[kind + 1]}
            cause = source_name(game, self.source)
            game.record_event("ship_upgraded", self.seat, {**told, "cause": cause})
