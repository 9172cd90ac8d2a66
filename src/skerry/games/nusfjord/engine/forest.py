"""Forests: Deforest, Reforest, and cards that add or remove them."""

from typing import cast

from skerry.games.nusfjord.engine import goods, triggers
from skerry.games.nusfjord.engine.cards import ON_FOREST_REMOVED, ON_REFORESTED
from skerry.games.nusfjord.engine.moves import CELLS, DONE, FOREST
from skerry.games.nusfjord.engine.state import Player, State, replaced
from skerry.games.nusfjord.engine.telling import cell_name, source_name
from skerry.kernel.agenda import Question, Step


def _stacks(player: Player) -> list[int]:
    moves: list[int] = []
    tiles = player.forest
    for left in range(CELLS):
        if tiles[left]:
            moves.append(FOREST + left)
    return moves


def remove_some(state: State, seat: int, count: int, wood: int, source: int) -> None:
    """Remove *count* Forests of the player's choice, with *wood* wood for each."""
    stacks = _stacks(state.players[seat])
    if len(stacks) > 1:
        state.add(ChooseForest(seat, count, wood, source))
    else:
        ChooseForest(seat, count, wood, source).answer(state, stacks[0])


class ChooseForest(Question):
    """Which Forest is removed?"""

    def __init__(self, seat: int, count: int, wood: int, source: int) -> None:
        super().__init__(seat)
        self.count = count
        self.wood = wood
        self.source = source

    def args(self) -> list[int]:
        return [self.seat, self.count, self.wood, self.source]

    def options(self, state: object) -> list[int]:
        return _stacks(cast(State, state).players[self.seat])

    def answer(self, state: object, move: int) -> None:
        game = cast(State, state)
        left = move - FOREST
        player = game.players[self.seat]
        tiles = player.forest[left] - 1
        player.forest = replaced(player.forest, left, tiles)
        player.forests -= 1
        if tiles == 0:
            player.free |= 3 << left
        if game.journal is not None:
            cause = source_name(game, self.source)
            game.record_event(
                "forest_removed", self.seat, {"cell": cell_name(left), "cause": cause}
            )
        if self.count > 1:
            game.add(MoreForests(self.seat, self.count - 1, self.wood, self.source))
        if player.heard & ON_FOREST_REMOVED:
            if self.wood:
                game.add(goods.Gain(self.seat, self.wood, 0, 0, self.source))
            triggers.fire(game, self.seat, ON_FOREST_REMOVED, 0, len(player.abilities))
        elif self.wood:
            goods.gain(game, self.seat, self.wood, 0, 0, self.source)


class MoreForests(Step):
    """A card removes further Forests."""

    def __init__(self, owner: int, count: int, wood: int, source: int) -> None:
        super().__init__()
        self.owner = owner
        self.count = count
        self.wood = wood
        self.source = source

    def args(self) -> list[int]:
        return [self.owner, self.count, self.wood, self.source]

    def run(self, state: object) -> None:
        remove_some(cast(State, state), self.owner, self.count, self.wood, self.source)


def plant(state: State, seat: int, source: int) -> None:
    """Put a stack of two Forests on a free double space."""
    choice = ChooseDouble(seat, source)
    free = choice.options(state)
    if len(free) > 1:
        state.add(choice)
    else:
        choice.answer(state, free[0])


class ChooseDouble(Question):
    """On which double space are Forests planted?"""

    def __init__(self, seat: int, source: int) -> None:
        super().__init__(seat)
        self.source = source

    def args(self) -> list[int]:
        return [self.seat, self.source]

    def options(self, state: object) -> list[int]:
        game = cast(State, state)
        free = game.players[self.seat].free
        moves: list[int] = []
        for left in game.table.doubles:
            if free >> left & 3 == 3:
                moves.append(FOREST + left)
        return moves

    def answer(self, state: object, move: int) -> None:
        game = cast(State, state)
        left = move - FOREST
        tiles = game.table.reforest_tiles
        player = game.players[self.seat]
        player.forest = replaced(player.forest, left, tiles)
        player.forests += tiles
        player.free &= ~(3 << left)
        if game.journal is not None:
            cause = source_name(game, self.source)
            game.record_event(
                "forests_planted",
                self.seat,
                {"cell": cell_name(left), "tiles": tiles, "cause": cause},
            )
        triggers.fire(game, self.seat, ON_REFORESTED, 0, len(player.abilities))


def thicken(state: State, seat: int, most: int, done: int, source: int) -> None:
    """Put up to *most* Forests onto stacks, at least one."""
    if most == 0:
        return
    choice = Thicken(seat, most, done, source)
    possible = choice.options(state)
    if len(possible) == 1:
        choice.answer(state, possible[0])
    else:
        state.add(choice)


class Thicken(Question):
    """Onto which stack is a Forest added?"""

    def __init__(self, seat: int, most: int, done: int, source: int) -> None:
        super().__init__(seat)
        self.most = most
        self.done = done
        self.source = source

    def args(self) -> list[int]:
        return [self.seat, self.most, self.done, self.source]

    def options(self, state: object) -> list[int]:
        moves = _stacks(cast(State, state).players[self.seat])
        if self.done:
            moves.append(DONE)
        return moves

    def answer(self, state: object, move: int) -> None:
        if move == DONE:
            return
        game = cast(State, state)
        left = move - FOREST
        player = game.players[self.seat]
        player.forest = replaced(player.forest, left, player.forest[left] + 1)
        player.forests += 1
        if game.journal is not None:
            cause = source_name(game, self.source)
            game.record_event(
                "forests_planted", self.seat, {"cell": cell_name(left), "tiles": 1, "cause": cause}
            )
        thicken(game, self.seat, self.most - 1, 1, self.source)
