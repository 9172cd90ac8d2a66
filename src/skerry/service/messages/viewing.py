"""What a viewer is shown of a table."""

from typing import Any, Literal

import msgspec

from skerry.service.messages.seating import Absence
from skerry.service.messages.values import Response
from skerry.store.protocol import Coach, Line, Status


class SeatInfo(Response):
    """A seat as everybody sees it."""

    seat: int
    kind: Literal["human", "friend", "open", "bot"]
    name: str
    level: str
    online: bool
    host: bool
    yours: bool
    substitute: bool = msgspec.field(name="stand_in")
    resigned: bool
    held: bool  # somebody has the seat
    former: bool = False  # its player was deleted and has no name any more


class ClockInfo(Response):
    """The clock: seconds left per seat now, and whose runs."""

    kind: Literal["move", "budget"]
    seconds: float
    increment: float
    at_zero: Literal["bot", "resign", "nothing"]
    left: list[float]
    running: int | None


class UndoInfo(Response):
    """Someone asks to take back; `waiting` are the seats that have not agreed yet."""

    seat: int
    moves: int
    waiting: list[int]


class AbsenceInfo(Response):
    """Something that will happen because somebody is away, unless they show up.

    `waiting` are the seats that have not agreed yet; then it happens `due_in` seconds from now.
    """

    what: Absence
    seat: int  # -1: a host without a seat
    by: int  # -1: a host without a seat
    waiting: list[int]
    due_in: float | None
    about_you: bool
    by_you: bool


class TableInfo(Response):
    """A table without its position. `salt` opens the commitment to the deal after the game."""

    id: str
    game: str
    name: str
    status: Status
    seats: list[SeatInfo]
    options: dict[str, Any]
    number: int
    turn: int | None
    round: list[int]  # the one being played, and how many there are; empty if not known
    created: float
    updated: float
    public: bool
    watchable: bool
    coach: Coach
    forecast: bool
    what_if: bool
    hints: bool  # for older clients: whether there is a coach
    host: bool
    watchers: int
    clock: ClockInfo | None
    undo: UndoInfo | None
    scores: list[int]
    winners: list[int]
    previous: str
    following: str
    campaign: dict[str, Any] | None
    absences: list[AbsenceInfo]
    rated: bool  # as it was made; `unrated` says whether something has come between
    unrated: bool
    commitment: str
    salt: str
    daily: str  # the daily challenge that is played here, "solo 2026-11-18"


class Invitation(Response):
    """The table and the seat a link stands for."""

    table: TableInfo
    seat: int


class Tables(Response):
    """A list of tables. `next` is where your list goes on, empty at its end."""

    tables: list[TableInfo]
    next: str = ""


class Prompt(Response):
    """The question: a key for the message catalogue, and its arguments."""

    key: str
    args: dict[str, Any]


class Option(Response):
    """One move: send `id` back to make it. `picks` names what it touches, slot by slot.

    `details` is what to show beside it, as the `MoveDetails` of the game.
    """

    id: str
    picks: dict[str, str]
    details: Any


class CanUndo(Response):
    """Whether you may take back your last move: at once, by consent, or not, and why not.

    `moves` counts what would be taken back: your move and everything that was played after it.
    """

    how: Literal["free", "consent", "no"]
    why: Literal["", "nothing", "revealed", "started", "answered"]
    moves: int = 0


class ReasonInfo(Response):
    """Why something is closed, the rule to read, and the numbers in the sentence."""

    code: str
    rule: str
    args: dict[str, Any]


class WayInfo(Response):
    """What you can do about a space that you lead and cannot use; `move` is "" if nothing yet."""

    kind: Literal["first", "treasure", "character", "other", "later", "take_back"]
    move: str
    key: str
    args: dict[str, Any]
    refs: list[str]


class LedInfo(Response):
    """A space that you lead. If you cannot use it now: why, the ways out, who could take it.

    `forced`: you can use none of the spaces you lead.
    """

    ref: str
    usable: bool
    reason: ReasonInfo | None
    ways: list[WayInfo]
    risk: list[int]
    forced: bool


class Decision(Response):
    """What a seat may do now. `moves` answer the question, `anytime` need none."""

    id: str
    seat: int
    number: int
    kind: str  # "out_of_turn" when it is another seat's turn
    prompt: Prompt
    slots: list[str]
    moves: list[Option]
    anytime: list[Option]
    undo: CanUndo
    led: list[LedInfo]


class Change(Response):
    """A number of yours that a move would change, for example money from 4 to 2."""

    what: str
    before: Any
    after: Any


class Preview(Response):
    """What a move brings as far as you can know: changes, words, and the question after it.

    `events` are the same as the words, raw.
    """

    changes: list[Change]
    told: list[str]
    then: str | None
    events: list[dict[str, Any]]


class Happened(Response):
    """One event as you may see it, raw for pictures and in English words."""

    event: dict[str, Any]
    text: str


class LogEntry(Response):
    """One entry of the log. After a `takeback` only the first `keep` moves stand."""

    number: int
    kind: Literal["move", "takeback"]
    seat: int
    move: str
    keep: int | None
    at: float
    events: list[Happened]


class Log(Response):
    """The log, or a part of it."""

    entries: list[LogEntry]


class ScoreInfo(Response):
    """A seat's points by source, as if the game ended now."""

    seat: int
    total: int
    items: dict[str, int]
    place: int


class Snapshot(Response, tag="table", tag_field="type"):
    """The whole table for one viewer; the first frame of every socket."""

    table: TableInfo
    seat: int | None
    seats: list[int]
    number: int
    moves: int
    view: dict[str, Any] | None
    decision: Decision | None
    scores: list[ScoreInfo]
    entries: list[LogEntry]
    chat: list[Line]
    seen: int | None
    version: str
    whole: bool  # the log and the chat from their beginning, not what was missed


class Update(Response, tag="update", tag_field="type"):
    """Something happened: the entries since the last frame, and the table now."""

    number: int
    moves: int
    entries: list[LogEntry]
    view: dict[str, Any] | None
    decision: Decision | None
    scores: list[ScoreInfo]
    turn: int | None
    status: Status
    clock: ClockInfo | None


class Changed(Response, tag="changed", tag_field="type"):
    """An `Update` for a socket that asked for `updates=changes`, with the view as a difference.

    The view before the entry becomes the view after it: each field of `fields` is replaced, and of
    each list of `items` the fields of some items, which are named by their place in the list.
    """

    number: int
    moves: int
    decision: Decision | None
    entries: list[LogEntry]
    fields: dict[str, Any]
    items: dict[str, dict[int, dict[str, Any]]]
    scores: list[ScoreInfo]
    turn: int | None
    status: Status
    clock: ClockInfo | None


class Details(Response, tag="details", tag_field="type"):
    """For the decision of this number: what each move would change, and why the rest is closed."""

    number: int
    seat: int
    previews: dict[str, Preview]
    closed: dict[str, ReasonInfo]
    undo: CanUndo


class HiddenThings(Response):
    """Things of a position that some player, or nobody, could see; `what` names their kind."""

    what: str
    things: list[str]
    seat: int | None  # who held them, if anybody did


class Replay(Response):
    """Positions of a finished game as everybody could see them, and what was hidden in each."""

    first: int
    moves: int
    positions: list[dict[str, Any]]
    hidden: list[list[HiddenThings]]
