"""What a socket carries, and why it is closed; refusals and health."""

from typing import Annotated, Literal, NamedTuple

from msgspec import Meta

from skerry.service.messages.coach import Job
from skerry.service.messages.values import MoveText, Number, Request, Response, Said, SeatNumber
from skerry.service.messages.viewing import Changed, Details, Snapshot, TableInfo, Update
from skerry.store.protocol import Line


class InfoFrame(Response, tag="info", tag_field="type"):
    """Seats, presence, clock or requests have changed."""

    table: TableInfo
    seat: int | None
    seats: list[int]


class ChatFrame(Response, tag="chat", tag_field="type"):
    """New lines of chat, and the numbers of lines that the operator removed."""

    lines: list[Line]
    removed: list[int] = []


class CloseCode(NamedTuple):
    """Why the server closes a socket, and whether a client should come back."""

    code: int
    again: bool
    text: str


# The one list of close codes; the page has it from here. The codes from 4400 on are 4000 and the
# HTTP status the refusal would have.
CLOSE_CODES = {
    "stopping": CloseCode(1012, True, "the server stops or starts again"),
    "resume": CloseCode(1013, True, "read the table again from the last number"),
    "bad_request": CloseCode(4400, False, "the address of the socket is wrong"),
    "sign_in": CloseCode(4401, False, "choose a name first, or sign in again"),
    "not_allowed": CloseCode(4403, False, "you may not see this table"),
    "no_table": CloseCode(4404, False, "there is no such table"),
    "too_fast": CloseCode(4429, True, "too many sockets or requests; wait a little"),
    "unavailable": CloseCode(4503, True, "the server cannot read the table now"),
}


def close_code(status: int) -> int:
    """Return the close code of a refusal."""
    known = {one.code for one in CLOSE_CODES.values()}
    return 4000 + status if 4000 + status in known else CLOSE_CODES["unavailable"].code


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


class JobFrame(Response, tag="job", tag_field="type"):
    """Progress of a job of the coach at this table."""

    job: Job


Frame = (
    Snapshot | Update | Changed | Details | InfoFrame | ChatFrame | Ack | Failed | Beat | JobFrame
)


MessageId = Annotated[int, Meta(ge=0, le=2**53)]


class SendMove(Request, tag="move", tag_field="type"):
    """Make a move."""

    id: MessageId
    move: MoveText
    after: Number


class SendChat(Request, tag="chat", tag_field="type"):
    """Send a line of chat."""

    id: MessageId
    text: Said
    room: Literal["table", "watchers"] = "table"


class SwitchSeat(Request, tag="look", tag_field="type"):
    """Watch from another of your seats, or from outside if none is given."""

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
    """Ping."""

    id: MessageId = 0


Command = SendMove | SendChat | SwitchSeat | SendTakeBack | SendAnswer | Ping


class Problem(Response):
    """Why a request was refused. With 409 the current table is included."""

    status: int
    code: str
    message: str
    table: Snapshot | None = None


class Health(Response):
    """The state of the server, and what is wrong with its store, if anything."""

    status: Literal["ok", "failing"]
    version: str
    tables: int
    sockets: int
    store: Literal["ok", "full", "locked", "damaged", "unavailable"]
    # Where bots run: without a cluster in processes, else on the cluster, or not for now.
    bots: Literal["processes", "cluster", "cluster_lost"] = "processes"
