"""A game is a state, an agenda of what is still to happen, and moves that answer the open question.

A task that belongs to nobody runs by itself and may put more tasks on the agenda; a task that
belongs to a seat is a question, lists its options and takes an answer. Tasks are never changed
once made, so copies of a state share them.
"""

from collections.abc import Callable
from typing import Any, Final

from skerry.kernel.bytes_writer import BytesWriter
from skerry.kernel.errors import NoSuchSeat
from skerry.kernel.events import Event, Json
from skerry.kernel.plain_data import PlainData, parameters
from skerry.kernel.rng import Rng

NOBODY: Final = -1


class Task(PlainData):
    """Something still to happen, made of numbers.

    A class with numbers of its own takes them in its constructor and keeps each in an attribute
    of the same name; nothing else is needed to write, compare, copy and pickle its tasks.
    """

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def args(self) -> list[int]:
        """Return the numbers that make this task again: `type(task)(*task.args())`."""
        return [int(getattr(self, name)) for name in parameters(type(self))]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Task) and type(other) is type(self) and self.args() == other.args()

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return type(self), tuple(self.args())

    def run(self, state: Any) -> None:
        """Happen, if this is a step."""
        raise AssertionError("a question waits for an answer")

    def options(self, state: Any) -> list[int]:
        """List every move that answers this question; never empty."""
        raise AssertionError("a step asks nothing")

    def answer(self, state: Any, move: int) -> None:
        """Take one of the options."""
        raise AssertionError("a step takes no answer")


class Step(Task):
    """A task that runs by itself."""

    def __init__(self) -> None:
        super().__init__(NOBODY)


class Question(Task):
    """A task that waits for a seat to choose."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)


class State(PlainData):
    """What the states of both games share. The verbs here are the compiled hot path.

    `play` trusts its caller to pass a legal move, as a search that took it from `options` does;
    everybody else goes through `skerry.kernel.protocol.play`, which checks.
    """

    def __init__(self, n: int) -> None:
        self.n = n  # how many seats
        self.round = 1
        self.agenda: list[Task] = []
        self.journal: list[Event] | None = None

    def turn(self) -> int:
        """Return the seat that must choose now, or NOBODY when the game is over."""
        agenda = self.agenda
        return agenda[-1].seat if agenda else NOBODY

    def options(self) -> list[int]:
        """List the moves of the seat to choose: answers first, then its any-time moves.

        There are none once the game is over.
        """
        agenda = self.agenda
        return agenda[-1].options(self) if agenda else []

    def anytime(self, seat: int) -> list[int]:
        """List the moves *seat* may make now without being asked."""
        self.check_seat(seat)
        return []

    def check_seat(self, seat: int) -> None:
        """Raise NoSuchSeat unless the game has this seat."""
        if not 0 <= seat < self.n:
            raise NoSuchSeat(f"there is no seat {seat}; seats are 0 to {self.n - 1}")

    def play(self, move: int) -> None:
        """Make a legal move, then run on to the next question."""
        self.agenda.pop().answer(self, move)
        self.settle()

    def settle(self) -> None:
        """Run steps until a seat must choose or nothing is left to do."""
        agenda = self.agenda
        while agenda:
            if agenda[-1].seat != NOBODY:
                return
            agenda.pop().run(self)

    def push(self, tasks: list[Task]) -> None:
        """Put *tasks* on the agenda so that they happen in the order given."""
        agenda = self.agenda
        for i in range(len(tasks) - 1, -1, -1):
            agenda.append(tasks[i])

    def ask(self, question: Task) -> None:
        """Put a question on the agenda, or answer it at once if it has a single option."""
        options = question.options(self)
        if len(options) == 1:
            question.answer(self, options[0])
        else:
            self.agenda.append(question)

    def record_event(self, kind: str, seat: int, data: Json) -> None:
        """Note an event for everybody. Callers check that there is a journal first."""
        if self.journal is not None:
            self.journal.append(Event(kind, seat, data))

    def copy(self) -> "State":
        """Return an independent state with the same future, without a journal."""
        raise AssertionError("each game writes its own copy()")

    def __copy__(self) -> "State":
        return self.copy()

    def contents(self) -> dict[str, Any]:
        """Return the attributes by name. Who listens is no part of a state."""
        return {**super().contents(), "journal": None}

    def imagine(self, viewer: int, rng: Rng) -> "State":
        """Copy, dealing again whatever *viewer* cannot see.

        What comes out depends only on what the viewer can see and on *rng*.
        """
        raise AssertionError("each game writes its own imagine()")

    def write_observation(self, viewer: int, out: BytesWriter) -> None:
        """Write what *viewer* sees as numbers, in the order of the game's `observation` fields."""
        raise AssertionError("each game writes its own write_observation()")

    def results(self) -> list[int]:
        """Return each seat's total as if the game ended now; for search and evaluation."""
        raise AssertionError("each game writes its own results()")
