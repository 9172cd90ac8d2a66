"""Questions that wait for a bot, in a fair order.

Tables at which a person waits come first, tables without people last. Within these, bot time is
shared among users: whoever has used least of it since the queue was last empty for them comes next
(start-time fair queueing, Goyal, Vin and Cheng 1996). One question in ten is the one
that has waited longest, so that nobody waits for ever.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Generic, TypeVar

T = TypeVar("T")
LONGEST_EVERY = 10


class Waiting(IntEnum):
    """Who waits for an answer, the most urgent first."""

    PERSON_HERE = 0
    PERSON_AWAY = 1
    NOBODY = 2


@dataclass
class Question(Generic[T]):
    """A question, whose it is, how long it will take and who waits for it, asked anew each time."""

    what: T
    user: str
    seconds: float
    waiting: Callable[[], Waiting]
    number: int = field(default=0)


class FairQueue(Generic[T]):
    """Questions in the order in which they are to be answered."""

    def __init__(self) -> None:
        self.questions: list[Question[T]] = []
        self._used: dict[str, float] = {}  # seconds of bot time per user, on a common scale
        self._now = 0.0  # the least that somebody with a question has used
        self._added = 0
        self._taken = 0

    def __len__(self) -> int:
        return len(self.questions)

    def add(self, question: Question[T]) -> None:
        """Let a question wait. Whoever had none saves up no time for later."""
        self._added += 1
        question.number = self._added
        self._used[question.user] = max(self._used.get(question.user, 0.0), self._now)
        self.questions.append(question)

    def take(self, most_seconds: float = 1e9) -> Question[T] | None:
        """Take the next question that is answered within a time, None if there is none."""
        fitting = [each for each in self.questions if each.seconds <= most_seconds]
        if not fitting:
            return None
        self._taken += 1
        if self._taken % LONGEST_EVERY == 0:
            chosen = min(fitting, key=lambda each: each.number)
        else:
            chosen = min(fitting, key=self._order)
        self.questions.remove(chosen)
        self._now = max(self._now, self._used[chosen.user])
        self._used[chosen.user] += chosen.seconds
        if len(self._used) > 10_000:
            asking = {each.user for each in self.questions}
            self._used = {
                user: used
                for user, used in self._used.items()
                if user in asking or used > self._now
            }
        return chosen

    def _order(self, question: Question[T]) -> tuple[int, float, int]:
        return question.waiting(), self._used[question.user], question.number

    def drop(self, what: T) -> None:
        """Forget a question that nobody asks any more."""
        self.questions = [each for each in self.questions if each.what is not what]
