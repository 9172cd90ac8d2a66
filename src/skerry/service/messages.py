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


class Asked(msgspec.Struct, forbid_unknown_fields=True):
    """A request body."""


class Told(msgspec.Struct):
    """An answer."""


# -- people


class NewGuest(Asked):
    """Play under a name; no account needed."""

    name: Name


class Me(Told):
    """Who you are. `name` is empty until one is chosen."""

    id: str
    name: str


class NewToken(Asked):
    """Ask for a token that lasts so many days."""

    days: Annotated[int, Meta(ge=1, le=366)] = 90


class Token(Told):
    """A token for programs: send it as `Authorization: Bearer ...` until it expires."""

    token: str
    expires: float  # seconds since 1970


# -- games on offer


class OptionInfo(Told):
    """One option of a game: its values and what it does, in a line."""

    name: str
    kind: Literal["switch", "choice", "number", "other"]
    default: Any
    choices: list[Any]
    text: str


class GameInfo(Told):
    """A game that can be played."""

    name: str
    rules: int
    least: int
    most: int
    options: list[OptionInfo]
    levels: list[Level]


class Games(Told):
    """All games on offer."""

    games: list[GameInfo]


class Components(Told):
    """What the parts of a game say: cards and elders by id, and the numbers of the boards."""

    version: str
    cards: dict[str, Any]
    elders: dict[str, Any]
    board: dict[str, Any]


# -- making and joining tables


class SeatWish(Asked):
    """Who shall sit here: me, a friend by link, anybody, or a bot."""

    kind: Literal["me", "friend", "open", "bot"]
    level: Level = "steady"
    name: Annotated[str, Meta(max_length=40)] = ""


class ClockWish(Asked):
    """Time to think: per move, or a budget that grows by `increment` with each move."""

    kind: Literal["move", "budget"]
    seconds: Seconds
    increment: Annotated[float, Meta(ge=0, le=86400)] = 0
    at_zero: Literal["bot", "resign", "nothing"] = "bot"


class PlayOn(Asked):
    """Begin from a position of a finished game."""

    table: TableId
    moves: Number


class NewTable(Asked):
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


class Join(Asked):
    """Take an open seat; the first one if none is named."""

    seat: SeatNumber | None = None


class Claim(Asked):
    """Take the seat a link stands for."""

    token: Annotated[str, Meta(min_length=1, max_length=200)]


class SeatChange(Asked):
    """The host changes a seat before the game starts."""

    kind: Literal["me", "friend", "open", "bot"]
    level: Level = "steady"


class StandIn(Asked):
    """Let a bot play a seat for a while."""

    level: Level = "steady"


class Empty(Asked):
    """Nothing to say."""


class HintMove(Told):
    """What the bot thinks of a move: how often it tried it, and how many points behind the best."""

    move: str
    tries: int
    behind: float


class Hint(Told):
    """The move a bot would make in your place, from what you can see; the next best with it."""

    move: str
    number: int
    weighed: list[HintMove]


class SeatLink(Told):
    """A link that claims one seat, on this device or another."""

    seat: int
    url: str
    token: str


# -- playing


class Play(Asked):
    """A move: its text as offered, and the number of the entry it follows."""

    move: MoveText
    after: Number
    seat: SeatNumber | None = None


class Played(Told):
    """The move is on the disk under this number."""

    number: int


class TakeBack(Asked):
    """Take back your last move, at the number you saw."""

    after: Number
    seat: SeatNumber | None = None


class TakenBack(Told):
    """Done, or waiting for the consent of the others."""

    done: bool
    number: int


class Answer(Asked):
    """Agree to a take-back, or refuse it."""

    agree: bool
    seat: SeatNumber | None = None


class WhichSeat(Asked):
    """One of your seats, if you have several."""

    seat: SeatNumber | None = None


class Say(Asked):
    """A line of chat."""

    text: Said
    room: Literal["table", "watchers"] = "table"


class Import(Asked):
    """A record, as text, to look at or play on from."""

    record: Annotated[str, Meta(min_length=1, max_length=60_000)]


# -- what a viewer sees


class SeatInfo(Told):
    """A seat as everybody sees it."""

    seat: int
    kind: Literal["human", "friend", "open", "bot"]
    name: str
    level: str
    online: bool
    host: bool
    yours: bool
    stand_in: bool
    resigned: bool


class ClockInfo(Told):
    """The clock: seconds left per seat now, and whose runs."""

    kind: Literal["move", "budget"]
    seconds: float
    increment: float
    at_zero: Literal["bot", "resign", "nothing"]
    left: list[float]
    running: int | None


class UndoInfo(Told):
    """Someone asks to take back; `waiting` are the seats that have not agreed yet."""

    seat: int
    moves: int
    waiting: list[int]


class TableInfo(Told):
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


class Invitation(Told):
    """The table and the seat a link stands for."""

    table: TableInfo
    seat: int


class Tables(Told):
    """A list of tables."""

    tables: list[TableInfo]


class Prompt(Told):
    """What is asked: a key for the message catalogue, and its arguments."""

    key: str
    args: dict[str, Any]


class Option(Told):
    """One move: send `id` back to make it. `picks` names what it touches, slot by slot."""

    id: str
    picks: dict[str, str]


class CanUndo(Told):
    """Whether you may take back your last move: at once, by consent, or not, and why not."""

    how: Literal["free", "consent", "no"]
    why: Literal["", "nothing", "revealed", "started"]


class Decision(Told):
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


class Change(Told):
    """A number of yours that a move would change, for example money from 4 to 2."""

    what: str
    before: Any
    after: Any


class Preview(Told):
    """What a move brings as far as you can know: changes, words, and the question after it."""

    changes: list[Change]
    told: list[str]
    then: str | None


class ReasonInfo(Told):
    """Why something is closed, the rule to read, and the numbers to tell."""

    code: str
    rule: str
    args: dict[str, Any]


class Happened(Told):
    """One event as you may see it, raw for pictures and in English words."""

    event: dict[str, Any]
    text: str


class LogEntry(Told):
    """One entry of the log. After a `takeback` only the first `keep` moves stand."""

    number: int
    kind: Literal["move", "takeback"]
    seat: int
    move: str
    keep: int | None
    at: float
    events: list[Happened]


class Log(Told):
    """The log, or a part of it."""

    entries: list[LogEntry]


class ScoreInfo(Told):
    """A seat's points by source, as if the game ended now."""

    seat: int
    total: int
    items: dict[str, int]
    place: int


class Look(Told, tag="table", tag_field="type"):
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


class Update(Told, tag="update", tag_field="type"):
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


class Details(Told, tag="details", tag_field="type"):
    """For the decision of this number: what each move would change, and why the rest is closed."""

    number: int
    seat: int
    previews: dict[str, Preview]
    closed: dict[str, ReasonInfo]
    undo: CanUndo


class InfoFrame(Told, tag="info", tag_field="type"):
    """Seats, presence, clock or requests have changed."""

    table: TableInfo
    seat: int | None
    seats: list[int]


class ChatFrame(Told, tag="chat", tag_field="type"):
    """New lines of chat."""

    lines: list[Line]


class Ack(Told, tag="ack", tag_field="type"):
    """Your message `id` is done; a move is on the disk under `number`."""

    id: int
    number: int


class Failed(Told, tag="error", tag_field="type"):
    """Your message `id` was refused. `status` is the HTTP status it would have had."""

    id: int | None
    status: int
    code: str
    message: str


class Beat(Told, tag="beat", tag_field="type"):
    """Still here; the number you should have seen."""

    number: int
    now: float


Frame = Look | Update | Details | InfoFrame | ChatFrame | Ack | Failed | Beat


MessageId = Annotated[int, Meta(ge=0, le=2**53)]


class SendMove(Asked, tag="move", tag_field="type"):
    """Make a move."""

    id: MessageId
    move: MoveText
    after: Number


class SendChat(Asked, tag="chat", tag_field="type"):
    """Say something."""

    id: MessageId
    text: Said
    room: Literal["table", "watchers"] = "table"


class SendLook(Asked, tag="look", tag_field="type"):
    """Look from another of your seats; none to watch from outside."""

    id: MessageId
    seat: SeatNumber | None = None


class SendTakeBack(Asked, tag="takeback", tag_field="type"):
    """Take back your last move."""

    id: MessageId
    after: Number


class SendAnswer(Asked, tag="answer", tag_field="type"):
    """Agree to a take-back, or refuse it."""

    id: MessageId
    agree: bool


class Ping(Asked, tag="ping", tag_field="type"):
    """Are you there?"""

    id: MessageId = 0


Command = SendMove | SendChat | SendLook | SendTakeBack | SendAnswer | Ping


class Problem(Told):
    """Why a request was refused. With 409 the fresh table comes along."""

    status: int
    code: str
    message: str
    table: Look | None = None


class Health(Told):
    """The server is well."""

    status: str
    version: str
    tables: int
    sockets: int


class Replay(Told):
    """Positions of a finished game, each as everybody may see it now."""

    first: int
    moves: int
    positions: list[dict[str, Any]]


class RecordText(Told):
    """A whole game as a text file."""

    record: str
