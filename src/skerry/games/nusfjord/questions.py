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
from skerry.kernel.plain_data import parameters
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

_PLAIN = ("elder", "haul", "count", "wood", "fish", "gold", "turn")
_SHOWN = ("source", "slot", "ability", "good", *_PLAIN)
# The attributes of a task that tell what its question is about, with what they mean.
_ABOUT: dict[type[Task], list[tuple[str, str]]] = {
    task: [
        (attribute, means)
        for attribute, means in zip(parameters(task)[1:], meaning, strict=True)
        if means in _SHOWN
    ]
    for task, (_, meaning) in KINDS.items()
}


def question(state: State) -> Question | None:
    """Return the open question, with what it is about in words."""
    if not state.agenda:
        return None
    task = state.agenda[-1]
    kind, _ = KINDS[type(task)]
    details: Json = {}
    for attribute, means in _ABOUT[type(task)]:
        value = int(getattr(task, attribute))
        if means == "source":
            details["cause"] = source_name(state, value)
        elif means == "slot":
            details["card"] = state.cards.cards[value].name
        elif means == "ability":
            details["card"] = state.cards.cards[state.cards.abilities[value].slot].name
        elif means == "good":
            details["good"] = GOODS[value]
        else:
            details[means] = value
    return Question(kind, task.seat, details)
