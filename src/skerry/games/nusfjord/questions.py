"""The tasks of Nusfjord by name, what kind of question each asks, and what its numbers mean.

Tasks and the sentences of events stand in the files of the engine that use them; this page gathers
them from there. Effects and spaces are found by the union of forms and the list of actions.
"""

import sys
from types import ModuleType
from typing import Any

from skerry.games.nusfjord.engine import (
    anytime,
    council,
    fishing,
    forests,
    goods,
    rounds,
    shares,
    steps,
    triggers,
)
from skerry.games.nusfjord.engine.causes import source_name
from skerry.games.nusfjord.engine.effects import Step as StepForms
from skerry.games.nusfjord.engine.spaces import ACTIONS
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.tasks import Question as AskingTask
from skerry.games.nusfjord.engine.tasks import Step as RunningTask
from skerry.games.nusfjord.engine.words import GOODS
from skerry.kernel.agenda import Task
from skerry.kernel.events import Json
from skerry.kernel.observing import QUESTION_NUMBERS
from skerry.kernel.protocol import Question


def _modules() -> list[ModuleType]:
    always = [rounds, fishing, triggers, anytime, steps, goods, council, forests, shares]
    parts: list[Any] = [*(type(space) for space in ACTIONS), *StepForms.__args__]
    return [*always, *(sys.modules[part.__module__] for part in dict.fromkeys(parts))]


MODULES = _modules()


def _tasks() -> dict[str, tuple[type[Task], list[str]]]:
    found: dict[str, tuple[type[Task], list[str]]] = {}
    for module in MODULES:
        for thing in vars(module).values():
            if not isinstance(thing, type) or thing.__module__ != module.__name__:
                continue
            if issubclass(thing, AskingTask):
                found[thing.__name__] = (thing, ["seat", *thing.meaning.split()])
            elif issubclass(thing, RunningTask):
                found[thing.__name__] = (thing, thing.meaning.split())
    return found


# Every task by name, with what its numbers mean.
TASKS = _tasks()
# A kind of question by task, with what its numbers after the seat mean.
KINDS: dict[type[Task], tuple[str, list[str]]] = {
    task: (task.kind, meaning[1:])
    for task, meaning in TASKS.values()
    if issubclass(task, AskingTask)
}

QUESTION_NUMBERS.update({task: number for number, task in enumerate(KINDS)})


def question(state: State) -> Question | None:
    """Return the open question, with what it is about in words."""
    if not state.agenda:
        return None
    task = state.agenda[-1]
    kind, meaning = KINDS[type(task)]
    numbers = dict(zip(meaning, task.args()[1:], strict=True))
    return Question(kind, task.seat, _in_words(state, numbers))


def _in_words(state: State, numbers: dict[str, int]) -> Json:
    cards = state.cards
    details: Json = {}
    for name, value in numbers.items():
        if name == "source":
            details["cause"] = source_name(state, value)
        elif name == "slot":
            details["card"] = cards.cards[value].name
        elif name == "ability":
            details["card"] = cards.cards[cards.abilities[value].slot].name
        elif name in ("elder", "haul", "count", "wood", "fish", "gold", "turn"):
            details[name] = value
        elif name == "good":
            details["good"] = GOODS[value]
    return details
