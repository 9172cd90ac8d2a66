"""`thicken`: put Forests onto stacks."""

from typing import ClassVar

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine.builder import Builder
from skerry.games.nusfjord.engine.cards import Effect
from skerry.games.nusfjord.engine.causes import source_name
from skerry.games.nusfjord.engine.forests import forest_moves
from skerry.games.nusfjord.engine.moves import DONE, FOREST
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.tasks import Question
from skerry.games.nusfjord.engine.words import cell_name
from skerry.games.nusfjord.forms import UpTo12
from skerry.kernel.lists import replaced
from skerry.kernel.protocol import Reason


class ThickenForm(forms.StepForm):
    """Put 1 to `max` Forests onto double spaces that already hold one."""

    max: "UpTo12"

    def build(self, builder: Builder) -> Effect:
        return ThickenForests(self.max)


class ThickenForests(Effect):
    """Put Forests onto stacks, at least one (cards 6.4)."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def possible(self, state: State, seat: int) -> bool:
        return state.players[seat].forests > 0

    def why_not(self, state: State, seat: int) -> Reason:
        return Reason("no_forest", "7")

    def run(self, state: State, seat: int, source: int) -> None:
        state.ask(Thicken(seat, self.most, 0, source))

    def sentence(self) -> str:
        return f"add up to {self.most} Forests, each onto a double space that already holds one"


class Thicken(Question):
    """Onto which stack is a Forest added?"""

    kind: ClassVar[str] = "thicken_forest"
    meaning: ClassVar[str] = "most done source"

    def __init__(self, seat: int, most: int, done: int, source: int) -> None:
        super().__init__(seat)
        self.most = most
        self.done = done
        self.source = source

    def options(self, state: State) -> list[int]:
        moves = forest_moves(state.players[self.seat])
        if self.done:
            moves.append(DONE)
        return moves

    def answer(self, state: State, move: int) -> None:
        if move == DONE:
            return
        left = move - FOREST
        player = state.players[self.seat]
        player.forest = replaced(player.forest, left, player.forest[left] + 1)
        player.forests += 1
        if state.journal is not None:
            cause = source_name(state, self.source)
            data = {"cell": cell_name(left), "tiles": 1, "cause": cause}
            state.record_event("forests_planted", self.seat, data)
        if self.most > 1:
            state.ask(Thicken(self.seat, self.most - 1, 1, self.source))
