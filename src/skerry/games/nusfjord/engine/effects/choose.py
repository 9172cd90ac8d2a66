"""`choose`: carry out one of several lists."""

from typing import ClassVar

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine.builder import Builder
from skerry.games.nusfjord.engine.cards import Effect
from skerry.games.nusfjord.engine.moves import OPTION
from skerry.games.nusfjord.engine.phrases import list_sentence
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.steps import Steps
from skerry.games.nusfjord.engine.tasks import EffectQuestion


class ChooseForm(forms.StepForm):
    """Carry out exactly one of 2 to 8 lists; one may be empty, which is doing nothing."""

    options: "list[list[forms.Step]]"

    def __post_init__(self) -> None:
        if not 2 <= len(self.options) <= 8:
            raise ValueError("options: needs 2 to 8 lists")
        if sum(not option for option in self.options) > 1:
            raise ValueError("options: at most one option may be empty")

    def build(self, builder: Builder) -> Effect:
        leads = builder.leads
        outer = builder.where
        lists: list[Effect | None] = []
        for at in range(len(self.options)):
            builder.where = f"{outer}: option {at + 1}"
            lists.append(builder.steps(self.options[at], leads))
        builder.where = outer
        return Choose(lists, leads)


class Choose(Effect):
    """Pick one of several lists; only the possible ones are offered."""

    def __init__(self, lists: list[Effect | None], leads: bool) -> None:
        super().__init__()
        self.lists = lists  # the first step of each; None: doing nothing
        self.leads = leads  # an elder's list begins with it (rules 8)

    def possible(self, state: State, seat: int) -> bool:
        for first in self.lists:
            if first is not None and first.list_possible(state, seat):
                return True
        return False

    def elder_can_begin(self, state: State, seat: int) -> bool:
        for first in self.lists:
            if first is not None and first.elder_can_begin(state, seat):
                return True
        return False

    def run(self, state: State, seat: int, source: int) -> None:
        state.ask(ChooseOption(seat, self.number, source))

    def choices(self, state: State, seat: int) -> list[int]:
        """Return a move for each list that may be chosen."""
        moves: list[int] = []
        for at in range(len(self.lists)):
            first = self.lists[at]
            if (
                first is None
                or (self.leads and first.elder_can_begin(state, seat))
                or (not self.leads and first.list_possible(state, seat))
            ):
                moves.append(OPTION + at)
        return moves

    def sentence(self) -> str:
        lists = [list_sentence(first) for first in self.lists if first is not None]
        between = "; or " if any(", then " in words for words in lists) else " or "
        begin = "if you like, " if len(lists) < len(self.lists) else "either "
        return begin + between.join(lists)

    def inner(self) -> list[Effect]:
        return [first for first in self.lists if first is not None]


class ChooseOption(EffectQuestion):
    """Which of the lists is carried out?"""

    kind: ClassVar[str] = "choose_option"

    def step(self, state: State) -> Choose:
        """Return the step that asks."""
        step = state.cards.effects[self.effect]
        assert isinstance(step, Choose)
        return step

    def options(self, state: State) -> list[int]:
        return self.step(state).choices(state, self.seat)

    def answer(self, state: State, move: int) -> None:
        first = self.step(state).lists[move - OPTION]
        if first is not None:
            state.add(Steps(self.seat, first.number, self.source))
