"""Hints and reviews."""

from typing import Literal

from skerry.analysis import Review
from skerry.service.messages.values import Request, Response


class HintMove(Response):
    """A move of a hint and what it touches on the board.

    With the coach in words only, `win`, `points` and `behind` are left out.
    """

    move: str
    picks: dict[str, str]
    close: bool  # as good as the best, as far as the coach can tell
    win: float | None  # the chance to win after it, 0 to 1; None in solo games
    points: float | None  # solo: the expected points
    behind: float | None  # how many points behind the best


class HintReason(Response):
    """One reason for the best move, or against it; the coach in words gives no numbers."""

    seat: int  # who acts
    label: str  # what; "at_once" is what the move itself brings
    kind: str  # gained, lost, denied, allowed: it happens more or less often; worth: it brings more
    good: bool  # it speaks for the move
    points: float | None
    share: float | None  # in which part of the continuations it happens this round,
    share_other: float | None  # and in which after the next best move


class Hint(Response):
    """What the coach would do in your place, from what you can see: the best move first."""

    moves: list[HintMove]
    only: bool  # there is no other move
    close: bool  # the best moves cannot be told apart
    sure: int  # 1 (a guess) to 4
    tries: int  # continuations; 0 in words only
    why: HintReason | None  # None: nothing explains it, or not yet known
    chips: list[HintReason]
    against: str  # the move that the reasons compare with


JobKind = Literal["review", "hint"]


JobState = Literal["queued", "running", "partial", "done", "failed"]


class NewJob(Request):
    """Start a longer job of the coach; a second request returns the same job."""

    kind: Literal["review"]


class Job(Response):
    """A longer job of the coach, and what it has found so far."""

    kind: JobKind
    state: JobState
    done: int  # pieces of it; of a review, decisions that have a grade
    of: int
    first: bool  # a first estimate is there; of a review, the chances throughout the game
    review: Review | None = None  # left out of socket messages; ask for the job
    hint: Hint | None = None
    number: int = 0  # of the table, for a hint: it is stale once the table is further
    seat: int | None = None  # whose hint it is
