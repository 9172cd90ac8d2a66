"""What the tasks of Nusfjord share: a kind for clients, and what their numbers mean."""

from typing import ClassVar

from skerry.kernel import agenda


class Step(agenda.Step):
    """A task that runs by itself."""

    # What each number of the task means, for whoever reads a position back.
    meaning: ClassVar[str] = "seat"


class Question(agenda.Question):
    """A task that waits for a seat to choose."""

    kind: ClassVar[str] = ""  # as clients see it
    meaning: ClassVar[str] = ""  # of the numbers after the seat


class EffectStep(Step):
    """A task about one step of a card."""

    meaning: ClassVar[str] = "seat effect source"

    def __init__(self, owner: int, effect: int, source: int) -> None:
        super().__init__()
        self.owner = owner
        self.effect = effect
        self.source = source


class EffectQuestion(Question):
    """A question about one step of a card, or about an action on the terms of one."""

    meaning: ClassVar[str] = "effect source"

    def __init__(self, seat: int, effect: int, source: int) -> None:
        super().__init__(seat)
        self.effect = effect
        self.source = source


class SourceQuestion(Question):
    """A question that needs to know only what caused it."""

    meaning: ClassVar[str] = "source"

    def __init__(self, seat: int, source: int) -> None:
        super().__init__(seat)
        self.source = source
