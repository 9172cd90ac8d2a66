"""Making a table, joining it, and who is away."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from skerry.service.messages.values import (
    Level,
    Name,
    Number,
    Request,
    Response,
    SeatNumber,
    Seconds,
    TableId,
    Title,
)
from skerry.store.protocol import Coach


class SeatRequest(Request):
    """Who shall sit here: me, a friend by link, anybody, or a bot."""

    kind: Literal["me", "friend", "open", "bot"]
    level: Level = "steady"
    name: Annotated[str, Meta(max_length=40)] = ""


class ClockWish(Request):
    """Time to think: per move, or a budget that grows by `increment` with each move."""

    kind: Literal["move", "budget"]
    seconds: Seconds
    increment: Annotated[float, Meta(ge=0, le=86400)] = 0
    at_zero: Literal["bot", "resign", "nothing"] = "bot"


class PlayOn(Request):
    """Begin from a position of a finished game."""

    table: TableId
    moves: Number


class NewTable(Request):
    """A table to be made."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[SeatRequest], Meta(min_length=1, max_length=5)]
    options: Annotated[dict[str, Any], Meta(max_length=100)] = {}
    name: Title = ""
    public: bool = False
    watchable: bool = True
    start_when_full: bool = True
    coach: Coach | None = None  # as usual: words among people, full with bots only
    forecast: bool | None = None  # as usual: unless the coach is off
    what_if: bool | None = None
    hints: bool | None = None  # of older clients: True is the coach in full, False off
    rated: bool = False  # the result changes ratings; without coach, forecast and what-if
    clock: ClockWish | None = None
    play_on: PlayOn | None = None
    campaign: bool = False
    record: Annotated[str, Meta(max_length=60_000)] = ""  # an unfinished game to take up


class Join(Request):
    """Take an open seat; the first one if none is named."""

    seat: SeatNumber | None = None


class Claim(Request):
    """Take the seat a link stands for."""

    token: Annotated[str, Meta(min_length=1, max_length=200)]


class SeatChange(Request):
    """The host changes a seat before the game starts."""

    kind: Literal["me", "friend", "open", "bot"]
    level: Level = "steady"


class SeatName(Request):
    """Another name for your seat, or for one of them."""

    name: Name
    seat: SeatNumber | None = None


Absence = Literal["substitute", "end", "free", "host"]


class AnswerAbsence(Request):
    """Agree to what is asked for in somebody's absence, or refuse it."""

    what: Absence
    seat: Annotated[int, Meta(ge=-1, le=9)]
    agree: bool


class SignOutSeat(Request):
    """Remove devices from your seat, by their keys."""

    devices: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=8)]


class SeatDevice(Response):
    """A device on your seat: when it took the seat and was last seen (seconds since 1970)."""

    key: str
    name: str
    here: bool
    at: float | None
    seen: float | None
    online: bool
    can_sign_out: bool


class SeatDevices(Response):
    """The devices on your seat, in the order they came."""

    devices: list[SeatDevice]


class AbsenceOption(Response):
    """What you could ask for because somebody is away; if not now, why, and in how many seconds."""

    what: Absence
    seat: int
    now: bool
    why: str
    seconds: float | None


class AbsenceOptions(Response):
    """Everything you could ask for because somebody is away."""

    options: list[AbsenceOption]


class Substitute(Request):
    """Let a bot play a seat for a while."""

    level: Level = "steady"


class SeatLink(Response):
    """A link that claims one seat, on this device or another."""

    seat: int
    url: str
    token: str
