"""Moving, undo and chat."""

from typing import Literal

from skerry.service.messages.values import MoveText, Number, Request, Response, Said, SeatNumber


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


class RecordText(Response):
    """A whole game as a text file."""

    record: str
