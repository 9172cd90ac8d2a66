"""Everything that can be asked of a table, by a person, a bot, a clock or the server itself."""

from math import inf
from typing import Literal

import msgspec

from skerry.service.messages import SeatChange
from skerry.service.people import User
from skerry.store.identity import KeptSeats
from skerry.store.protocol import Presence


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
    """A person takes the seat of a link, or adds one more device to it; a link works once."""

    user: User
    seat: int
    issue: int  # of the link


class SetSeat(_Command, frozen=True):
    """The host changes who shall sit on a seat, before the game starts."""

    user: User
    seat: int
    change: SeatChange


class Leave(_Command, frozen=True):
    """A person frees a seat before the game starts."""

    user: User
    seat: int | None = None


class ReissueLink(_Command, frozen=True):
    """The player of a seat, or the host while it has none, makes its older links useless."""

    user: User
    seat: int


class Substitute(_Command, frozen=True):
    """A person lets a bot play the own seat for a while."""

    user: User
    seat: int
    level: str


class SignOutDevices(_Command, frozen=True):
    """A person removes other devices (users) from the own seat."""

    user: User
    seat: int
    devices: list[str]
    presence: dict[str, Presence]


class ActOnAbsence(_Command, frozen=True):
    """A person asks that something happens because somebody is away.

    A bot plays for them, the game ends, the host frees their seat, or the table gets a new host.
    """

    user: User
    what: Literal["substitute", "end", "free", "host"]
    seat: int  # of whoever is away; the asker's own when a new host is asked for
    presence: dict[str, Presence]
    level: str = "steady"


class AnswerAbsence(_Command, frozen=True):
    """A person agrees to what was asked for somebody's absence, or refuses it."""

    user: User
    what: Literal["substitute", "end", "free", "host"]
    seat: int
    agree: bool


class ShowUp(_Command, frozen=True):
    """A person makes any request: what was asked for their absence is called off.

    If the request was made earlier, at *acted*, what was asked for later goes on.
    """

    user: User
    acted: float = inf


class ComeBack(_Command, frozen=True):
    """A person plays again instead of the substitute."""

    user: User
    seat: int | None = None


class Resign(_Command, frozen=True):
    """A person gives a seat up for good."""

    user: User
    seat: int | None = None


class Rename(_Command, frozen=True):
    """A person changes the name shown on a seat of theirs."""

    user: User
    name: str
    seat: int | None = None


class CloseCampaign(_Command, frozen=True):
    """A person ends a campaign after a game that was given up."""

    user: User


class Start(_Command, frozen=True):
    """The host starts the game."""

    user: User


class Rematch(_Command, frozen=True):
    """A player asks for the same table again, which will have the id *id*."""

    user: User
    id: str


class CloseTable(_Command, frozen=True):
    """The operator ends a game where it stands."""

    reason: str


class ReplacePerson(_Command, frozen=True):
    """A person who goes by two identities becomes one; *keep* chooses where both have a seat."""

    gone: str  # the identity of the device that signed in
    user: str
    keep: KeptSeats = "both"


class RemovePerson(_Command, frozen=True):
    """A person is deleted."""

    user: str


class TimeOut(_Command, frozen=True):
    """A timer that was set at entry *number* has run out."""

    number: int
    presence: dict[str, Presence] = {}


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
    | Rename
    | CloseCampaign
    | CloseTable
    | Start
    | Rematch
    | SignOutDevices
    | ActOnAbsence
    | AnswerAbsence
    | ShowUp
    | ReplacePerson
    | RemovePerson
    | TimeOut
)
