"""One identity on every device: passkeys, codes, signing in, settings, leaving."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from skerry.service.messages.people import DeviceInfo
from skerry.service.messages.values import Request, Response, TableId
from skerry.store.protocol import Status

Credential = dict[str, Any]  # as browsers write it: PublicKeyCredential.toJSON()


class PasskeyInfo(Response):
    """A passkey of yours; `works_here` is false if it was made at another address of the server."""

    id: str
    label: str
    made: float
    used: float  # 0 if never
    works_here: bool


class Account(Response):
    """What keeps your identity, and which devices act for you."""

    name: str
    made: float
    safe: bool  # you can come back without this device
    passkeys: list[PasskeyInfo]
    recovery_made: float  # 0 if there is no recovery code
    recovery_used: float  # 0 if it was never used
    claim_until: float  # until when the code for another device is valid, 0 if there is none
    devices: list[DeviceInfo]
    deleted_at: float  # when you are going to be deleted, 0 if you are not


class PasskeyOptions(Response):
    """What a browser needs to make or to use a passkey."""

    options: dict[str, Any]


class NewPasskey(Request):
    """A passkey that a browser made."""

    credential: Credential


class RemovePasskey(Request):
    """Which passkey opens nothing any more."""

    id: Annotated[str, Meta(min_length=1, max_length=2000)]


class RecoveryCode(Response):
    """Your recovery code, shown this once."""

    code: str


class ClaimCodeInfo(Response):
    """A code for one further device, and the address that has it."""

    code: str
    url: str
    expires: float


class UsePasskey(Request):
    """An answer of a passkey."""

    credential: Credential


class UseCode(Request):
    """A recovery code or a claim code, as it was typed."""

    code: Annotated[str, Meta(min_length=1, max_length=200)]


class SeatClash(Response):
    """A table at which both have a seat: the names on this device's seats, and on the others."""

    table: str
    game: str
    name: str
    status: Status
    here: list[str]
    there: list[str]


class Offer(Response):
    """Whose device this becomes if you confirm, and what it would bring along."""

    ticket: str
    name: str
    made: float
    same: bool = False  # the device acts for this person already
    here: str = ""  # who the device is now; empty for a stranger
    tables: int = 0
    kept: bool = False  # who it is now has other devices or a way to come back
    clashes: list[SeatClash] = []


class Confirm(Request):
    """Join by an offer; `bring` gives the tables of this device to the person it becomes."""

    ticket: Annotated[str, Meta(min_length=1, max_length=100)]
    bring: bool = True
    keep: dict[TableId, Literal["both", "here", "there"]] = {}


class PageSettings(Response):
    """Whose settings of the page; `changed` is 0 if none are stored, `id` empty for a stranger."""

    id: str
    settings: dict[str, Any]
    changed: float


class SavePageSettings(Request):
    """Keep the settings of the page with your identity."""

    settings: dict[str, Any]


class DeleteMe(Request):
    """Your name, typed in."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
