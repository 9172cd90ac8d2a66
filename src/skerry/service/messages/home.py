"""The home page of a player, and how many tables wait for them."""

from skerry.service.messages.seating import NewTable
from skerry.service.messages.values import Response
from skerry.service.messages.viewing import Happened, TableInfo


class WaitingTable(Response):
    """A table at which it is your turn, in a few words."""

    id: str
    game: str
    name: str
    number: int
    round: list[int]
    asked: str  # the kind of question, empty if not known
    due_in: float | None  # seconds until your time is up; None without a clock


class Waiting(Response):
    """The tables that wait for you, the most urgent first."""

    tables: list[WaitingTable]


class WaitingGame(Response):
    """A table at which it is your turn, with what happened there."""

    table: TableInfo
    seat: int
    asked: str
    due_in: float | None
    moves: int  # of the others since you moved last
    last: list[Happened]  # the events of the newest move


class ClosedGame(Response):
    """A game that ended without you in the last day; `reason` is the operator's, if they did it."""

    table: TableInfo
    reason: str


class FinishedGame(Response):
    """A finished game and your place in it; 0 if everybody lost."""

    table: TableInfo
    seat: int
    place: int


class QuickPlay(Response):
    """A table to play at once: the one you played last of this kind, or the usual one."""

    wish: NewTable
    played: bool  # you have played it before


class HomeTables(Response):
    """All your tables that matter now, and others' that you could join or watch."""

    played: bool  # you have sat at a table before
    waiting: list[WaitingGame]  # the most urgent first
    others: list[TableInfo]  # it is not your turn, or the table is not full yet
    closed: list[ClosedGame]
    finished: list[FinishedGame]
    open: list[TableInfo]  # to join first, then to watch
    open_count: int
    campaign: TableInfo | None  # the game of a campaign to go on with
    quick: list[QuickPlay]
