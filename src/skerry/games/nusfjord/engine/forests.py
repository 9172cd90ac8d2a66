"""Removing Forests: by the Deforest action and by cards."""

from typing import ClassVar

from skerry.games.nusfjord.engine import goods, triggers
from skerry.games.nusfjord.engine.causes import source_name
from skerry.games.nusfjord.engine.moves import FOREST
from skerry.games.nusfjord.engine.phrases import amount_of, by
from skerry.games.nusfjord.engine.player import Player
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.tasks import Question, Step
from skerry.games.nusfjord.engine.words import CELLS, DOUBLE, ON_FOREST_REMOVED, cell_name
from skerry.kernel.agenda import Task
from skerry.kernel.events import Json
from skerry.kernel.lists import replaced


def forest_moves(player: Player) -> list[int]:
    """Return a move for each double space that holds Forests."""
    moves: list[int] = []
    tiles = player.forest
    for left in range(CELLS):
        if tiles[left]:
            moves.append(FOREST + left)
    return moves


def remove_forests(state: State, seat: int, count: int, wood: int, source: int) -> None:
    """Remove *count* Forests of the player's choice, with *wood* wood for each."""
    # A card that reacts to a removal may have taken the last Forest meanwhile.
    if state.players[seat].forests:
        state.ask(ChooseForest(seat, count, wood, source))


class ChooseForest(Question):
    """Which Forest is removed?"""

    kind: ClassVar[str] = "choose_forest"
    meaning: ClassVar[str] = "count wood source"

    def __init__(self, seat: int, count: int, wood: int, source: int) -> None:
        super().__init__(seat)
        self.count = count
        self.wood = wood
        self.source = source

    def options(self, state: State) -> list[int]:
        return forest_moves(state.players[self.seat])

    def answer(self, state: State, move: int) -> None:
        left = move - FOREST
        player = state.players[self.seat]
        tiles = player.forest[left] - 1
        player.forest = replaced(player.forest, left, tiles)
        player.forests -= 1
        if tiles == 0:
            player.free |= DOUBLE << left
        if state.journal is not None:
            cause = source_name(state, self.source)
            data = {"cell": cell_name(left), "cause": cause}
            state.record_event("forest_removed", self.seat, data)
        if self.count > 1:
            state.add(MoreForests(self.seat, self.count - 1, self.wood, self.source))
        if player.listens & ON_FOREST_REMOVED:
            # First the triggers, then the wood (cards 6.12).
            tasks: list[Task] = [
                triggers.Fire(self.seat, ON_FOREST_REMOVED, 0, len(player.abilities))
            ]
            if self.wood:
                tasks.append(goods.Gain(self.seat, self.wood, 0, 0, self.source))
            state.push(tasks)
        elif self.wood:
            goods.gain(state, self.seat, self.wood, 0, 0, self.source)


class MoreForests(Step):
    """A card removes further Forests."""

    meaning: ClassVar[str] = "seat count wood source"

    def __init__(self, owner: int, count: int, wood: int, source: int) -> None:
        super().__init__()
        self.owner = owner
        self.count = count
        self.wood = wood
        self.source = source

    def run(self, state: State) -> None:
        remove_forests(state, self.owner, self.count, self.wood, self.source)


def _removed(e: Json) -> str:
    return f"removes a Forest from {e['cell']}{by(e)}"


def _planted(e: Json) -> str:
    return f"plants {amount_of(e['tiles'], 'Forest')} on {e['cell']}{by(e)}"


SENTENCES = {"forest_removed": _removed, "forests_planted": _planted}
