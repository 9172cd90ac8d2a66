"""Messages of the operator's page and of `skerry admin`."""

from typing import Annotated, Literal

from msgspec import Meta

from skerry.service.messages import Number, Request, Response
from skerry.store.moderation import Announcement, AuditEntry, Retention
from skerry.store.protocol import Status

Reason = Annotated[str, Meta(min_length=1, max_length=200)]
Hours = Annotated[float, Meta(ge=0, le=24 * 3660)]


class AdminSignIn(Request):
    """The key in the file `admin-key` of the data directory."""

    key: Annotated[str, Meta(max_length=200)]


class AdminReason(Request):
    """The reason; the people concerned will read it."""

    reason: Reason


class AdminMeasure(Request):
    """Mute or ban somebody for some hours, or with 0 for good.

    A ban may include the addresses the person was last seen at.
    """

    kind: Literal["mute", "ban"]
    reason: Reason
    hours: Hours = 24
    user: Annotated[str, Meta(max_length=64)] = ""
    address: Annotated[str, Meta(max_length=64)] = ""
    addresses: bool = False


class AdminUndo(Request):
    """Lift a mute or a ban."""

    kind: Literal["mute", "ban"]
    target: Annotated[str, Meta(min_length=6, max_length=80)]
    reason: Annotated[str, Meta(max_length=200)] = ""


class AdminChat(Request):
    """Remove lines of a table's chat; all of them if none is named."""

    reason: Reason
    numbers: Annotated[list[Number], Meta(max_length=1000)] = []


class AdminAnnouncement(Request):
    """Show an announcement to everybody for some hours."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]
    hours: Annotated[float, Meta(gt=0, le=24 * 90)] = 24


class AdminRetention(Request):
    """After how many days things are removed for good; 0 is never."""

    finished: Annotated[int, Meta(ge=0, le=36500)]
    idle: Annotated[int, Meta(ge=0, le=36500)]
    chat: Annotated[int, Meta(ge=0, le=36500)]
    log: Annotated[int, Meta(ge=0, le=36500)]


class AdminFigure(Response):
    """A figure of the server and its history, a value every five minutes."""

    name: Literal["online", "tables", "move", "bot", "errors", "disk"]
    value: float
    good: bool
    series: list[float]


class AdminOverview(Response):
    """The state of the server. Times are in seconds, sizes in bytes."""

    version: str
    up_since: float
    figures: list[AdminFigure]
    store: str
    moved_last_hour: int
    last_error: float
    disk_total: float
    disk_free: float
    people: int
    retention: Retention
    announcements: list[Announcement]


class AdminPerson(Response):
    """Somebody on this server. A measure holds until a time, for good if that is 0."""

    id: str
    name: str
    made: float
    seen: float
    tables: int
    addresses: list[str]
    muted: bool
    muted_until: float
    banned: bool
    banned_until: float


class AdminPeople(Response):
    """People, the last seen first."""

    people: list[AdminPerson]


class AdminTable(Response):
    """A table without anything that is hidden from its players."""

    id: str
    name: str
    game: str
    status: Status
    people: list[str]
    bots: int
    moves: int
    created: float
    updated: float
    public: bool
    online: int
    removed_in: float  # days until it is removed, -1 for never


class AdminTables(Response):
    """Tables, the last changed first."""

    tables: list[AdminTable]


class AdminBan(Response):
    """A measure in force."""

    kind: Literal["mute", "ban"]
    target: str
    reason: str
    at: float
    until: float


class AdminBans(Response):
    """All measures in force."""

    measures: list[AdminBan]


class AdminAudit(Response):
    """What was done, newest first."""

    entries: list[AuditEntry]


class AdminCount(Response):
    """How many were removed."""

    count: int


class Announcements(Response):
    """The announcements that are shown now."""

    announcements: list[Announcement]
