"""What is stored of a table, and the verbs of a store.

The log is the truth: one entry a move, never changed or removed. Everything else (whose turn it
is, the events of a move) can be made again from it and is stored only to be found quickly.
"""

from collections.abc import Sequence
from typing import Any, Literal, Protocol

import msgspec

from skerry.kernel.errors import SkerryError
from skerry.kernel.events import Event
from skerry.store.accounts import AccountStore
from skerry.store.daily import DailyStore
from skerry.store.identity import IdentityStore
from skerry.store.notifications import NotificationStore
from skerry.store.peers import PeerStore
from skerry.store.personal import PersonalStore
from skerry.store.results import GameResult, ResultStore

Status = Literal["open", "running", "finished", "abandoned"]
# What the coach may say during a game: nothing, moves and reasons, or chances to win too.
Coach = Literal["off", "words", "full"]


class WriteConflict(SkerryError):
    """Somebody else wrote first; read again."""


Trouble = Literal["full", "locked", "damaged", "unavailable"]


class StoreUnavailable(SkerryError):
    """The store cannot read or write now (disk full, file locked); nothing has changed.

    Players read the *message* alone; *why* may name addresses, and is for the operator.
    """

    def __init__(self, message: str, kind: Trouble = "unavailable", why: str = "") -> None:
        super().__init__(f"{message} ({why})" if why else message)
        self.message = message
        self.kind: Trouble = kind


class Seat(msgspec.Struct, omit_defaults=True):
    """Who has a seat. `users` are the devices that may act for it, in the order they came."""

    kind: Literal["human", "friend", "open", "bot"]
    name: str = ""
    users: list[str] = []
    level: str = ""  # of the bot, or of the substitute
    substitute: bool = msgspec.field(
        default=False, name="stand_in"
    )  # a bot plays for the human who is away
    resigned: bool = False
    link: int = 0  # grows whenever the seat's link is used or issued again
    claimed: dict[str, float] = {}  # when each device took the seat, in server time
    names: dict[str, str] = {}  # under which name each device took it
    by_others: bool = False  # the others asked for the substitute, in the player's absence
    freed: bool = False  # its player lost it during the game; somebody new may take it
    former: bool = False  # its player was deleted

    @property
    def played_by_bot(self) -> bool:
        """Whether a bot moves for this seat now."""
        return self.kind == "bot" or self.substitute or self.resigned


class Clock(msgspec.Struct, omit_defaults=True):
    """Time to think, in seconds: for each move, or a budget with an increment."""

    kind: Literal["move", "budget"]
    seconds: float
    increment: float = 0
    at_zero: Literal["bot", "resign", "nothing"] = "bot"
    left: list[float] = []  # per seat, when the running turn began
    since: float = 0  # when the running turn began, in server time
    # For the last moves that stand: the seat that was asked, the seconds it used for this
    # decision, and the seconds it was given. An undo needs them.
    past: list[tuple[int, float, float]] = []


class UndoRequest(msgspec.Struct, omit_defaults=True):
    """An undo that waits for the others' consent."""

    seat: int
    keep: int  # how many moves of the game would stay
    number: int  # the number it was asked at
    agreed: list[int] = []


class AbsenceRequest(msgspec.Struct, omit_defaults=True):
    """Something that is to happen because somebody is away, unless they show up before."""

    what: Literal["substitute", "end", "free", "host"]
    seat: int  # of whoever is away; -1 for a host without a seat
    by: int  # the seat that asked; -1 for a host without a seat
    user: str  # who asked
    at: float  # in server time
    agreed: list[int] = []  # seats
    due: float = 0  # when it happens, in server time; 0 while the others are asked
    level: str = ""  # of the substitute


class Presence(msgspec.Struct, frozen=True):
    """When somebody was last at a table, in server time."""

    since: float  # when the connection began that has not been interrupted since
    seen: float  # connected, or a request
    acted: float  # a request


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
    coach: Coach = "full"
    forecast: bool = True
    what_if: bool = True
    setup: dict[str, Any] | None = None  # complete, with every pile, once dealt
    number: int = 0  # of the last entry in the log
    turn: int | None = None
    round: list[int] = []  # the one being played, and how many there are; empty if not known
    asked: str = ""  # the kind of the open question; empty if not known
    updated: float = 0
    clock: Clock | None = None
    undo: UndoRequest | None = None
    scores: list[int] = []
    winners: list[int] = []
    previous: str = ""
    following: str = ""  # the rematch, or the next game of the campaign
    campaign: dict[str, Any] | None = None
    version: int = 0  # grows with every change; guards against two writers
    begun: int = 0  # how many moves of an earlier game it began with
    turn_since: float = 0  # when the seat to move was asked, in server time; 0 if not known
    absences: list[AbsenceRequest] = []
    rated: bool = False  # its result changes the ratings, unless something made it `unrated`
    closed: str = ""  # the reason the operator gave for closing it, empty otherwise
    unrated: bool = False  # ended by absence, or somebody may know the deal
    commitment: str = ""  # to the deal, public from the start; empty at older tables
    salt: str = ""  # of the commitment; secret until the game is over
    daily: str = ""  # the daily challenge that is played here: its kind and day, "solo 2026-11-18"
    while_asked: str = ""  # the table ends when another kind of question is asked
    bot_seed: int = 0  # if set, bots give the same answers to the same moves; secret

    @property
    def waits(self) -> bool:
        """Whether something happens here by itself: a bot moves, a clock or a request is due."""
        if self.status not in ("open", "running"):
            return False
        bot = self.turn is not None and self.seats[self.turn].played_by_bot
        timed = self.status == "running" and (self.clock is not None or bot)
        return timed or bool(self.absences)


class Fence(msgspec.Struct, frozen=True):
    """Proof of a lease: a write with it fails once another server has taken the lease over."""

    owner: str
    epoch: int


class Entry(msgspec.Struct, omit_defaults=True):
    """One line of a table's log: a move, or how many moves stay after taking some back."""

    number: int
    kind: Literal["move", "takeback"]
    seat: int
    text: str
    at: float
    events: list[Event] = []  # what happened; can be made again from the move


class Change(msgspec.Struct):
    """A table as it is stored, and the entries that are new to whoever asked."""

    table: Table
    entries: list[Entry]


class Line(msgspec.Struct, omit_defaults=True):
    """One line of chat. A notice has a code and the names in it, for other languages."""

    number: int
    room: Literal["table", "watchers", "notice"]
    name: str
    text: str
    at: float
    seat: int | None = None
    code: str = ""
    args: dict[str, str] = {}


class News(msgspec.Struct):
    """What happened at a table since a seat moved last."""

    moves: int  # of the others since then
    last: Entry | None  # the newest move, the seat's own included


class StoredLesson(msgspec.Struct):
    """How far a user is in a chapter; `version` grows with every change."""

    version: int
    progress: dict[str, Any]


class Store(Protocol):
    """Append a move, read a table. Every write has reached the disk when it returns.

    Any verb raises StoreUnavailable when the store cannot read or write now; later it may again.
    """

    @property
    def accounts(self) -> AccountStore:
        """People and their devices."""

    @property
    def daily(self) -> DailyStore:
        """Daily challenges."""

    @property
    def results(self) -> ResultStore:
        """How games ended."""

    @property
    def identity(self) -> IdentityStore:
        """Passkeys, codes, sign-ins under way, settings and deletions."""

    @property
    def personal(self) -> PersonalStore:
        """All tables of a person at once."""

    @property
    def notifications(self) -> NotificationStore:
        """What people want to be notified of, and what is still to be sent."""

    @property
    def peers(self) -> PeerStore | None:
        """The other servers on the same database; None if there can be none."""

    async def create(
        self, table: Table, entries: list[Entry], result: GameResult | None = None
    ) -> None:
        """Store a new table, and the result of one that is over. Raises WriteConflict if there is
        one of that id.
        """

    async def save(
        self,
        table: Table,
        fence: Fence | None = None,
        created: tuple[Table, list[Entry]] | None = None,
        result: GameResult | None = None,
    ) -> None:
        """Store a changed table, together with a new one, and its result if it is over. Raises
        WriteConflict if the version is not the next.
        """

    async def append(
        self,
        table: Table,
        entry: Entry,
        fence: Fence | None = None,
        result: GameResult | None = None,
    ) -> None:
        """Store a move, the table after it, and its result if that was the last move. Raises
        WriteConflict if the number is taken.
        """

    async def load(self, id: str) -> Table | None:
        """Read a table."""

    async def versions(self, ids: list[str]) -> dict[str, int]:
        """Return the versions of tables, without those that do not exist."""

    async def log(self, id: str, after: int = 0) -> list[Entry]:
        """Read the log from the entry that follows *after*."""

    async def changes(self, numbers: dict[str, int]) -> dict[str, Change]:
        """Read tables, each with the entries that follow the number given with it.

        All are as they were at one moment; those that do not exist are left out. A set-up never
        changes, so it is read only with the first entries: those that follow 0.
        """

    async def tables(
        self,
        status: Status,
        public: bool | None = None,
        limit: int = 100,
        before: float = 1e18,
        without: Sequence[str] = (),
    ) -> list[Table]:
        """List tables last changed before a time, newest first; none of the hosts in *without*."""

    async def ids(self, status: Status) -> list[str]:
        """List all tables of a status, newest first."""

    async def waiting(self) -> list[str]:
        """List the tables at which something happens by itself, newest first."""

    async def tables_of(
        self,
        user: str,
        limit: int = 100,
        before: tuple[float, str] = (1e18, ""),
        running: bool = False,
    ) -> list[Table]:
        """List the tables a user sits at, newest first, after the one changed then of that id.

        *running*: only those whose game is not over.
        """

    async def news(self, places: list[tuple[str, int]]) -> dict[str, News]:
        """Return what happened lately at tables, each given with a seat: (table, seat)."""

    async def append_line(self, id: str, line: Line, user: str = "") -> int:
        """Store a line of chat, and who wrote it; return its number."""

    async def rewrite_line(self, id: str, line: Line) -> None:
        """Change the words and names of a line of chat; one without words is not read any more."""

    async def chat(self, id: str, after: int = 0, limit: int = 200) -> list[Line]:
        """Read the newest lines of chat that follow *after*, oldest first."""

    async def last_line(self, id: str) -> int:
        """Return the number of the newest line of chat, 0 if there is none."""

    async def set_seen(self, id: str, user: str, number: int) -> None:
        """Remember the last number a user has seen of a table."""

    async def seen(self, id: str, user: str) -> int | None:
        """Return the last number a user has seen of a table."""

    async def lessons(self, user: str) -> dict[str, StoredLesson]:
        """Return a user's progress by chapter."""

    async def save_lesson(self, user: str, chapter: str, lesson: StoredLesson) -> None:
        """Store progress. Raises WriteConflict if the version is not the next."""

    async def save_review(self, id: str, judged: int, review: bytes) -> None:
        """Store the review of a table's game, unless a further one is stored."""

    async def review(self, id: str) -> bytes | None:
        """Read the review of a table's game."""

    async def heartbeat(self, at: float) -> float:
        """Store that it is *at* in server time, unless it is later; return what was stored."""

    async def touch(self, who: list[tuple[str, str]], at: float, acted: bool) -> None:
        """Store that users are at tables, as pairs (table, user); *acted*: by a request."""

    async def presence(self, id: str) -> dict[str, Presence]:
        """Return when each user was last at a table, as far as it is known."""

    async def announce(self, id: str) -> None:
        """Let the running server notice a table that another program has stored."""

    async def take_announced(self) -> list[str]:
        """Return the tables announced since the last call; each is returned once."""

    async def keep_setting(self, name: str, value: str) -> str:
        """Store a setting unless it is there already; return what is stored."""

    async def health(self) -> Trouble | Literal["ok"]:
        """Return whether the store can read and write; cheap, however often it is asked."""

    async def backup(self, path: str) -> None:
        """Write a copy of everything to a new file, while running."""

    async def close(self) -> None:
        """Finish what is being written."""
