"""Learning from one's own mistakes: exercises on the board."""

from typing import Annotated

from msgspec import Meta

from skerry.analysis.reasons import Part
from skerry.service.messages.values import MoveText, Request, Response, SeatNumber
from skerry.service.messages.viewing import Snapshot


class ExerciseRow(Response):
    """An exercise in the list: the decision, and how many points it cost."""

    number: int  # of the move in the game
    round: int
    phase: str
    loss: float
    error: float


class Exercises(Response):
    """The decisions that cost a seat most. While the review runs, more may come."""

    seat: int
    running: bool
    exercises: list[ExerciseRow]


class Exercise(Response):
    """One exercise: the table as its player saw it before the decision, and what was played."""

    row: ExerciseRow
    seat: int
    played: str
    played_refs: dict[str, str]
    win_played: float | None  # None in solo games
    points_played: float
    table: Snapshot


class TryMove(Request):
    """Answer an exercise with a move."""

    move: MoveText
    seat: SeatNumber | None = None


class AskHelp(Request):
    """Ask for help: 1 for a question that leads there, 2 for the place, 3 for the move."""

    step: Annotated[int, Meta(ge=1, le=3)]
    seat: SeatNumber | None = None


class ExerciseHelp(Response):
    """Help with an exercise; each step says no more than it should."""

    step: int
    part: Part | None  # what the better move brings; None where nothing explains it
    refs: list[str]
    move: str
