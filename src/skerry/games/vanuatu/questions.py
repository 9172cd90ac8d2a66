"""The tasks of Vanuatu by name, and what kind of question each asks."""

from skerry.games.vanuatu.engine.actions.build import Build
from skerry.games.vanuatu.engine.actions.buy import Buy
from skerry.games.vanuatu.engine.actions.draw import Draw
from skerry.games.vanuatu.engine.actions.rest import Rest
from skerry.games.vanuatu.engine.actions.sail import Sail
from skerry.games.vanuatu.engine.actions.sell import SellFish
from skerry.games.vanuatu.engine.actions.tourist import Transport
from skerry.games.vanuatu.engine.characters import ChooseCharacter
from skerry.games.vanuatu.engine.components import TILE_NAMES
from skerry.games.vanuatu.engine.placing import PlaceTile
from skerry.games.vanuatu.engine.planning import PlaceNeutral, PlanMarker
from skerry.games.vanuatu.engine.resolving import ActionDone, NextTurn, RoundEndFlood, TakeTurn
from skerry.games.vanuatu.engine.rounds import (
    BegBeforeRoundEnds,
    LastSales,
    PlanningPhase,
    Preparation,
    RestBonuses,
    RevealTiles,
    Round,
    RoundSetup,
    SellTheLast,
)
from skerry.games.vanuatu.engine.state import ActionQuestion, State
from skerry.kernel.agenda import Task
from skerry.kernel.observing import QUESTION_NUMBERS
from skerry.kernel.protocol import Question

KINDS: dict[type[Task], str] = {
    PlaceTile: "place_tile",
    PlaceNeutral: "place_neutral",
    ChooseCharacter: "choose_character",
    PlanMarker: "plan_marker",
    TakeTurn: "take_turn",
    Sail: "sail",
    Build: "build",
    SellFish: "sell",
    Buy: "buy",
    Draw: "draw",
    Transport: "tourist",
    Rest: "rest",
    BegBeforeRoundEnds: "last_begging",
    SellTheLast: "last_sales",
}
QUESTION_NUMBERS.update({task: number for number, task in enumerate(KINDS)})
STEPS: list[type[Task]] = [
    Round,
    RoundSetup,
    RevealTiles,
    Preparation,
    PlanningPhase,
    NextTurn,
    ActionDone,
    RoundEndFlood,
    RestBonuses,
    LastSales,
]
TASKS: dict[str, type[Task]] = {task.__name__: task for task in [*STEPS, *KINDS]}

PHASES = {
    "place_tile": "setup",
    "place_neutral": "characters",
    "choose_character": "characters",
    "plan_marker": "planning",
    "last_sales": "end",
}


def phase(kind: str | None) -> str:
    """Return the phase in which a kind of question is asked."""
    return "over" if kind is None else PHASES.get(kind, "resolving")


def question(state: State) -> Question | None:
    """Return the open question."""
    if not state.agenda:
        return None
    task = state.agenda[-1]
    kind = KINDS[type(task)]
    args: dict[str, object] = {}
    if isinstance(task, ActionQuestion):
        args["bonus"] = task.bonus
    elif kind == "place_tile":
        args["tiles"] = [TILE_NAMES[tile] for tile in state.shown]
    elif kind in ("plan_marker", "place_neutral"):
        args["left"] = _in_a_row(state, task)
    return Question(kind, task.seat, args)


def _in_a_row(state: State, task: Task) -> int:
    """Count the markers this seat still places before another seat does."""
    count = 0
    for other in reversed(state.agenda):
        if type(other) is not type(task) or other.seat != task.seat:
            break
        count += 1
    return count
