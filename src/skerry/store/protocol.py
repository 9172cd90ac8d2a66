"""What is stored of a table, and the verbs of a store.

The log is the truth: one entry a move, never changed or removed. Everything else (whose turn it
is, the events of a move) can be made again from it and is stored only to be found quickly.
"""

from typing import Any, Literal, Protocol

import msgspec

from skerry.kernel.errors import SkerryError
from skerry.kernel.events import Event

Status = Literal["open", "running", "finished", "abandoned"]


class WriteConflict(SkerryError):
    """Somebody else wrote first; read again."""


class StoreUnavailable(SkerryError):
    """The store cannot read or write now (disk full, file locked); nothing has changed."""


class Seat(msgspec.Struct, omit_defaults=True):
    """Who has a seat. `users` are the devices that may act for it."""

    kind: Literal["human", "friend", "open", "bot"]
    name: str = ""
    users: list[str] = []
    level: str = ""  # of the bot, or of the substitute
    substitute: bool = msgspec.field(
        default=False, name="stand_in"
    )  # a bot plays for the human who is away
    resigned: bool = False
    link: int = 0  # grows when the seat's link is issued again


class Clock(msgspec.Struct, omit_defaults=True):
    """Time to think, in seconds: for each move, or a budget with an increment."""

    kind: Literal["move", "budget"]
    seconds: float
    increment: float = 0
    at_zero: Literal["bot", "resign", "nothing"] = "bot"
    left: list[float] = []  # per seat, when the running turn began
    since: float = 0  # when the running turn began


class UndoRequest(msgspec.Struct, omit_defaults=True):
    """An undo that waits for the others' consent."""

    seat: int
    keep: int  # how many moves of the game would stay
    number: int  # the number it was asked at
    agreed: list[int] = []


class Table(msgspec.Struct, omit_defaults=True):
    """A table without its moves."""

    id: str
    game: str
    rules: int
    host: str
    seats: list[Seat]
    created: float
    name: str = ""
    options: dict[str, Any] = {}
    status: Status = "open"
    public: bool = False
    watchable: bool = True
    start_when_full: bool = True
    hints: bool = True
    setup: dict[str, Any] | None = None  # complete, with every pile, once dealt
    number: int = 0  # of the last entry in the log
    turn: int | None = None
    updated: float = 0
    clock: Clock | None = None
    undo: UndoRequest | None = None
    scores: list[int] = []
    winners: list[int] = []
    previous: str = ""
    following: str = ""  # the rematch, or the next game of the campaign
    campaign: dict[str, Any] | None = None
    version: int = 0  # grows with every change; guards against two writers


class Entry(msgspec.Struct, omit_defaults=True):
    """One line of a table's log: a move, or how many moves stay after taking some back."""

    number: int
    kind: Literal["move", "takeback"]
    seat: int
    text: str
    at: float
    events: list[Event] = []  # what happened; can be made again from the move


class Line(msgspec.Struct, omit_defaults=True):
    """One line of chat."""

    number: int
    room: Literal["table", "watchers", "notice"]
    name: str
    text: str
    at: float
    seat: int | None = None


class Store(Protocol):
    """Append a move, read a table. Every write has reached the disk when it returns.

    Any verb raises StoreUnavailable when the store cannot read or write now; later it may again.
    """

    async def create(self, table: Table, entries: list[Entry]) -> None:
        """Store a new table. Raises WriteConflict if there is one of that id."""

    async def save(self, table: Table) -> None:
        """Store a changed table. Raises WriteConflict if the version is not the next."""

    async def append(self, table: Table, entry: Entry) -> None:
        """Store a move and the table after it. Raises WriteConflict if the number is taken."""

    async def load(self, id: str) -> Table | None:
        """Read a table."""

    async def log(self, id: str, after: int = 0) -> list[Entry]:
        """Read the log from the entry that follows *after*."""

    async def tables(
        self, status: Status, public: bool | None = None, limit: int = 100, before: float = 1e18
    ) -> list[Table]:
        """List tables last changed before a time, newest first."""

    async def ids(self, status: Status) -> list[str]:
        """List all tables of a status, newest first."""

    async def tables_of(self, user: str, limit: int = 100) -> list[Table]:
        """List the tables a user sits at, newest first."""

    async def append_line(self, id: str, line: Line) -> int:
        """Store a line of chat and return its number."""

    async def chat(self, id: str, after: int = 0, limit: int = 200) -> list[Line]:
        """Read the newest lines of chat that follow *after*, oldest first."""

    async def set_seen(self, id: str, user: str, number: int) -> None:
        """Remember the last number a user has seen of a table."""

    async def seen(self, id: str, user: str) -> int | None:
        """Return the last number a user has seen of a table."""

    async def revoke(self, user: str, before: float) -> None:
        """Remember that a user's tokens issued before a time are void."""

    async def revoked(self) -> dict[str, float]:
        """Return the users who revoked tokens, and when."""

    async def heartbeat(self, now: float) -> float:
        """Store that the server runs now; return when it last did so."""

    async def backup(self, path: str) -> None:
        """Write a copy of everything to a new file, while running."""

    async def close(self) -> None:
        """Finish what is being written."""
