"""Every message between server and client. The TypeScript types are generated from this file."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from skerry.store.protocol import Line, Status

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Title = Annotated[str, Meta(max_length=60)]
Said = Annotated[str, Meta(min_length=1, max_length=300)]
MoveText = Annotated[str, Meta(min_length=1, max_length=200)]
TableId = Annotated[str, Meta(pattern="^[a-z0-9]{6,16}$")]
SeatNumber = Annotated[int, Meta(ge=0, le=9)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Seconds = Annotated[float, Meta(ge=1, le=90 * 86400)]
Level = Literal["random", "relaxed", "steady", "skilled", "expert"]
Ref = Annotated[str, Meta(min_length=1, max_length=80)]


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """A request body."""


class Response(msgspec.Struct):
    """An answer."""


# -- people


class NewGuest(Request):
    """Play under a name; no account needed."""

    name: Name


class Me(Response):
    """Who you are. `name` is empty until one is chosen."""

    id: str
    name: str


class NewToken(Request):
    """Ask for a token that lasts so many days."""

    days: Annotated[int, Meta(ge=1, le=366)] = 90


class Token(Response):
    """A token for programs: send it as `Authorization: Bearer ...` until it expires."""

    token: str
    expires: float  # seconds since 1970


# -- games on offer


class OptionInfo(Response):
    """One option of a game: its values and what it does, in a line."""

    name: str
    kind: Literal["switch", "choice", "number", "other"]
    default: Any
    choices: list[Any]
    text: str


class GameInfo(Response):
    """A game that can be played."""

    name: str
    rules: int
    least: int
    most: int
    options: list[OptionInfo]
    levels: list[Level]


class Games(Response):
    """All games on offer."""

    games: list[GameInfo]


class Components(Response):
    """What the parts of a game say: cards and elders by id, and the numbers of the boards."""

    version: str
    cards: dict[str, Any]
    elders: dict[str, Any]
    board: dict[str, Any]


# -- making and joining tables


class SeatWish(Request):
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
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=5)]
    options: Annotated[dict[str, Any], Meta(max_length=100)] = {}
    name: Title = ""
    public: bool = False
    watchable: bool = True
    start_when_full: bool = True
    hints: bool = True
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


class Substitute(Request):
    """Let a bot play a seat for a while."""

    level: Level = "steady"


class Empty(Request):
    """Nothing to say."""


class HintMove(Response):
    """What the bot thinks of a move: how often it tried it, and how many points behind the best."""

    move: str
    tries: int
    behind: float


class Hint(Response):
    """The move a bot would make in your place, from what you can see; the next best with it."""

    move: str
    number: int
    weighed: list[HintMove]


class SeatLink(Response):
    """A link that claims one seat, on this device or another."""

    seat: int
    url: str
    token: str


# -- playing


class Play(Request):
    """A move: its text as offered, and the number of the entry it follows."""

    move: MoveText
    after: Number
    seat: SeatNumber | None = None


class Played(Response):
    """The move is on the disk under this number."""

    number: int


class TakeBack(Request):
    """Take back your last move, at the number you saw."""

    after: Number
    seat: SeatNumber | None = None


class TakenBack(Response):
    """Done, or waiting for the consent of the others."""

    done: bool
    number: int


class Answer(Request):
    """Agree to a take-back, or refuse it."""

    agree: bool
    seat: SeatNumber | None = None


class WhichSeat(Request):
    """One of your seats, if you have several."""

    seat: SeatNumber | None = None


class Say(Request):
    """A line of chat."""

    text: Said
    room: Literal["table", "watchers"] = "table"


# -- what a viewer sees


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


class TableInfo(Response):
    """A table without its position."""

    id: str
    game: str
    name: str
    status: Status
    seats: list[SeatInfo]
    options: dict[str, Any]
    number: int
    turn: int | None
    created: float
    updated: float
    public: bool
    watchable: bool
    hints: bool
    host: bool
    watchers: int
    clock: ClockInfo | None
    undo: UndoInfo | None
    scores: list[int]
    winners: list[int]
    previous: str
    following: str
    campaign: dict[str, Any] | None


class Invitation(Response):
    """The table and the seat a link stands for."""

    table: TableInfo
    seat: int


class Tables(Response):
    """A list of tables."""

    tables: list[TableInfo]


class Prompt(Response):
    """What is asked: a key for the message catalogue, and its arguments."""

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
    """Whether you may take back your last move: at once, by consent, or not, and why not."""

    how: Literal["free", "consent", "no"]
    why: Literal["", "nothing", "revealed", "started"]


class Decision(Response):
    """What a seat may do now. `moves` answer the question, `anytime` need none."""

    id: str
    seat: int
    number: int
    kind: str  # "out_of_turn" when another seat is asked
    prompt: Prompt
    slots: list[str]
    moves: list[Option]
    anytime: list[Option]
    undo: CanUndo


class Change(Response):
    """A number of yours that a move would change, for example money from 4 to 2."""

    what: str
    before: Any
    after: Any


class Preview(Response):
    """What a move brings as far as you can know: changes, words, and the question after it."""

    changes: list[Change]
    told: list[str]
    then: str | None


class ReasonInfo(Response):
    """Why something is closed, the rule to read, and the numbers to tell."""

    code: str
    rule: str
    args: dict[str, Any]


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


class Details(Response, tag="details", tag_field="type"):
    """For the decision of this number: what each move would change, and why the rest is closed."""

    number: int
    seat: int
    previews: dict[str, Preview]
    closed: dict[str, ReasonInfo]
    undo: CanUndo


class InfoFrame(Response, tag="info", tag_field="type"):
    """Seats, presence, clock or requests have changed."""

    table: TableInfo
    seat: int | None
    seats: list[int]


class ChatFrame(Response, tag="chat", tag_field="type"):
    """New lines of chat."""

    lines: list[Line]


class Ack(Response, tag="ack", tag_field="type"):
    """Your message `id` is done; a move is on the disk under `number`."""

    id: int
    number: int


class Failed(Response, tag="error", tag_field="type"):
    """Your message `id` was refused. `status` is the HTTP status it would have had."""

    id: int | None
    status: int
    code: str
    message: str


class Beat(Response, tag="beat", tag_field="type"):
    """Still here; the number you should have seen."""

    number: int
    now: float


Frame = Snapshot | Update | Details | InfoFrame | ChatFrame | Ack | Failed | Beat


MessageId = Annotated[int, Meta(ge=0, le=2**53)]


class SendMove(Request, tag="move", tag_field="type"):
    """Make a move."""

    id: MessageId
    move: MoveText
    after: Number


class SendChat(Request, tag="chat", tag_field="type"):
    """Say something."""

    id: MessageId
    text: Said
    room: Literal["table", "watchers"] = "table"


class SwitchSeat(Request, tag="look", tag_field="type"):
    """Look from another of your seats; none to watch from outside."""

    id: MessageId
    seat: SeatNumber | None = None


class SendTakeBack(Request, tag="takeback", tag_field="type"):
    """Take back your last move."""

    id: MessageId
    after: Number


class SendAnswer(Request, tag="answer", tag_field="type"):
    """Agree to a take-back, or refuse it."""

    id: MessageId
    agree: bool


class Ping(Request, tag="ping", tag_field="type"):
    """Are you there?"""

    id: MessageId = 0


Command = SendMove | SendChat | SwitchSeat | SendTakeBack | SendAnswer | Ping


class Problem(Response):
    """Why a request was refused. With 409 the fresh table comes along."""

    status: int
    code: str
    message: str
    table: Snapshot | None = None


class Health(Response):
    """The server is well."""

    status: str
    version: str
    tables: int
    sockets: int


class Replay(Response):
    """Positions of a finished game, each as everybody may see it now."""

    first: int
    moves: int
    positions: list[dict[str, Any]]


class RecordText(Response):
    """A whole game as a text file."""

    record: str
