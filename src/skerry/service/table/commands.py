"""Everything that can be asked of a table, by a person, a bot, a clock or the server itself."""

import msgspec

from skerry.service.messages import SeatChange
from skerry.service.people import User


class _Command(msgspec.Struct, frozen=True, tag=True):
    """One thing to be decided at a table."""


class MakeMove(_Command, frozen=True):
    """A person makes a move that follows entry *after*; *seat* chooses among several."""

    user: User
    text: str
    after: int
    seat: int | None = None


class MakeBotMove(_Command, frozen=True):
    """A bot makes a move. If the table went on meanwhile, nothing happens."""

    seat: int
    text: str
    after: int


class Undo(_Command, frozen=True):
    """A person takes back the last move of a seat, or asks the others to agree to it."""

    user: User
    after: int
    seat: int | None = None


class AnswerUndo(_Command, frozen=True):
    """A person agrees to the undo that was asked for, or refuses it."""

    user: User
    agree: bool
    seat: int | None = None


class Join(_Command, frozen=True):
    """A person takes an open seat; the first one if none is named."""

    user: User
    seat: int | None = None


class Claim(_Command, frozen=True):
    """A person takes the seat of a link, or shares it with one more device."""

    user: User
    seat: int
    issue: int  # of the link


class SetSeat(_Command, frozen=True):
    """The host changes who shall sit on a seat, before the game starts."""

    user: User
    seat: int
    wish: SeatChange


class Leave(_Command, frozen=True):
    """A person frees a seat before the game starts."""

    user: User
    seat: int | None = None


class ReissueLink(_Command, frozen=True):
    """The host makes the older links of a seat useless."""

    user: User
    seat: int


class Substitute(_Command, frozen=True):
    """A bot shall play for a person: for oneself, or, by the host, for somebody *absent*."""

    user: User
    seat: int
    level: str
    absent: bool = False


class ComeBack(_Command, frozen=True):
    """A person plays again instead of the substitute."""

    user: User
    seat: int | None = None


class Resign(_Command, frozen=True):
    """A person gives a seat up for good."""

    user: User
    seat: int | None = None


class Start(_Command, frozen=True):
    """The host starts the game."""

    user: User


class Rematch(_Command, frozen=True):
    """A player asks for the same table again, which will have the id *id*."""

    user: User
    id: str


class TimeOut(_Command, frozen=True):
    """A timer that was set at entry *number* has run out."""

    number: int


class SkipTime(_Command, frozen=True):
    """The clock does not count these seconds: the server was down."""

    seconds: float


Command = (
    MakeMove
    | MakeBotMove
    | Undo
    | AnswerUndo
    | Join
    | Claim
    | SetSeat
    | Leave
    | ReissueLink
    | Substitute
    | ComeBack
    | Resign
    | Start
    | Rematch
    | TimeOut
    | SkipTime
)
