"""A game is a state, an agenda of what is still to happen, and moves that answer the open question.

A task that belongs to nobody runs by itself and may put more tasks on the agenda; a task that
belongs to a seat is a question, lists its options and takes an answer. Tasks are never changed
once made, so copies of a state share them.
"""

from typing import Any, Final

from skerry.kernel.events import Event, Json
from skerry.kernel.rng import Rng

NOBODY: Final = -1


class Task:
    """Something still to happen. `args` rebuilds it: `type(task)(*task.args())`."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def args(self) -> list[int]:
        return []

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

    def args(self) -> list[int]:
        return [self.seat]


class State:
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
        """Give the seat that must choose now, or NOBODY when the game is over."""
        agenda = self.agenda
        return agenda[-1].seat if agenda else NOBODY

    def options(self) -> list[int]:
        """List the moves of the seat to choose: answers first, then its any-time moves."""
        return self.agenda[-1].options(self)

    def anytime(self, seat: int) -> list[int]:
        """List the moves *seat* may make now without being asked."""
        return []

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

    def tell(self, kind: str, seat: int, data: Json) -> None:
        """Note an event for everybody. Callers check that there is a journal first."""
        if self.journal is not None:
            self.journal.append(Event(kind, seat, data))

    def copy(self) -> "State":
        """Give an independent state with the same future, without a journal."""
        raise AssertionError("each game writes its own copy()")

    def imagine(self, viewer: int, rng: Rng) -> "State":
        """Copy, dealing again whatever *viewer* cannot see.

        What comes out depends only on what the viewer can see and on *rng*.
        """
        raise AssertionError("each game writes its own imagine()")

    def results(self) -> list[int]:
        """Give each seat's total as if the game ended now; for search and evaluation."""
        raise AssertionError("each game writes its own results()")
