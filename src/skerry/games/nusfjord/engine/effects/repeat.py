"""`repeat`: carry out a list several times."""

from typing import ClassVar

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine.builder import Builder
from skerry.games.nusfjord.engine.cards import Effect
from skerry.games.nusfjord.engine.moves import AGAIN, DONE
from skerry.games.nusfjord.engine.phrases import list_sentence
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.steps import Steps
from skerry.games.nusfjord.engine.tasks import Question, Step
from skerry.games.nusfjord.engine.words import how_often
from skerry.games.nusfjord.forms import UpTo20
from skerry.kernel.protocol import Reason


class RepeatForm(forms.StepForm):
    """Carry out the inner list zero to `max` times; at least once if it is all there is."""

    max: "UpTo20"
    do: "list[forms.Step]"

    def __post_init__(self) -> None:
        if not self.do:
            raise ValueError("do: must not be empty")

    def build(self, builder: Builder) -> Effect:
        alone = builder.alone
        first = builder.steps(self.do, False)
        assert first is not None, "an empty list is refused above"
        return RepeatList(first, self.max, alone)


class RepeatList(Effect):
    """Carry out a list several times; `must`: using the card means at least once (cards 6.3)."""

    def __init__(self, first: Effect, most: int, must: bool) -> None:
        super().__init__()
        self.first = first
        self.most = most
        self.must = must

    def possible(self, state: State, seat: int) -> bool:
        return self.first.list_possible(state, seat)

    def why_not(self, state: State, seat: int) -> Reason:
        return self.first.why_not_list(state, seat)

    def run(self, state: State, seat: int, source: int) -> None:
        if self.must:
            state.push(
                [
                    Steps(seat, self.first.number, source),
                    Repeat(seat, self.number, self.most - 1, source),
                ]
            )
        else:
            state.add(Repeat(seat, self.number, self.most, source))

    def sentence(self) -> str:
        return f"up to {how_often(self.most)}: {list_sentence(self.first)}"

    def inner(self) -> list[Effect]:
        return [self.first]


def repeated(state: State, effect: int) -> Effect:
    """Return the first step of the list that effect number *effect* repeats."""
    step = state.cards.effects[effect]
    assert isinstance(step, RepeatList)
    return step.first


class Repeat(Step):
    """A list that may be carried out a few times more."""

    meaning: ClassVar[str] = "seat effect count source"

    def __init__(self, owner: int, effect: int, left: int, source: int) -> None:
        super().__init__()
        self.owner = owner
        self.effect = effect
        self.left = left
        self.source = source

    def run(self, state: State) -> None:
        if self.left > 0 and repeated(state, self.effect).list_possible(state, self.owner):
            state.add(GoOn(self.owner, self.effect, self.left, self.source))


class GoOn(Question):
    """Once more?"""

    kind: ClassVar[str] = "go_on"
    meaning: ClassVar[str] = "effect count source"

    def __init__(self, seat: int, effect: int, left: int, source: int) -> None:
        super().__init__(seat)
        self.effect = effect
        self.left = left
        self.source = source

    def options(self, state: State) -> list[int]:
        return [AGAIN, DONE]

    def answer(self, state: State, move: int) -> None:
        if move == AGAIN:
            state.push(
                [
                    Steps(self.seat, repeated(state, self.effect).number, self.source),
                    Repeat(self.seat, self.effect, self.left - 1, self.source),
                ]
            )
