"""The daily challenge."""

from typing import Literal

from skerry.service.messages.values import Request, Response

DailyKind = Literal["solo", "plan"]
DailyState = Literal["new", "begun", "finished", "given_up"]


class BeginDaily(Request):
    """Play today's challenge. The first try counts, any other is practice."""

    kind: DailyKind
    practice: bool = False


class DailyScore(Response):
    """One line of the best results of a day."""

    place: int
    name: str
    points: int
    me: bool


class DailyBar(Response):
    """How many players reached so many points."""

    points: int
    count: int


class DailyResult(Response):
    """Your counted attempt, among everybody's on this server."""

    points: int
    versus_par: int
    place: int
    tied: bool
    better_than: int  # per cent of the others
    seconds: float
    rounds: list[int]  # the points at the end of each round, solo only
    rounds_versus_par: list[int]
    spread: list[DailyBar]
    best: list[DailyScore]


class DailyChallenge(Response):
    """One of the two challenges of a day. Others' results are hidden until you have finished."""

    kind: DailyKind
    game: str
    state: DailyState
    par: int | None  # None while it is being computed
    played_by: int
    table: str  # of your counted attempt
    round: list[int]  # your attempt's round, and how many there are
    deck: str = ""
    result: DailyResult | None = None


class CalendarDay(Response):
    """A day with a counted attempt that ended."""

    day: str
    kind: DailyKind
    points: int | None  # None if it was given up or finished too late
    versus_par: int
    table: str


class Daily(Response):
    """Today's challenges, and how you have done so far."""

    day: str
    number: int
    next_in: float  # seconds until the next day begins
    common: bool  # the deals are the same on every server, and can be computed in advance
    streak: int
    longest: int
    challenges: list[DailyChallenge]
    calendar: list[CalendarDay]
