"""What keeps a person's identity: passkeys, codes, sign-ins under way, settings, deletion."""

from typing import Literal, Protocol

import msgspec

TicketKind = Literal["register", "sign_in", "join"]
# Which seats stay where both people who become one sit at a table.
KeptSeats = Literal["both", "here", "there"]


class Passkey(msgspec.Struct):
    """A public key that a person's authenticator signs with."""

    id: str  # of the credential, in base64url
    user: str
    public: bytes
    signs: int  # the authenticator's counter
    label: str  # where it was made, for its owner: "Firefox, Linux"
    site: str  # the host name it works at
    made: float
    used: float = 0.0


class Recovery(msgspec.Struct):
    """When a person's recovery code was made, and last used (0 if never)."""

    made: float
    used: float


class ClaimCode(msgspec.Struct):
    """A short code by which one further device joins."""

    user: str
    device: str  # which showed it
    expires: float


class Ticket(msgspec.Struct):
    """A step of signing in that waits for the next one; it can be taken once."""

    kind: TicketKind
    user: str  # whose identity; empty while it is not known
    device: str  # which asks, empty for a stranger
    detail: str
    expires: float


class Preferences(msgspec.Struct):
    """The settings of the page, as JSON, and when they were changed."""

    body: str
    changed: float


class Deletion(msgspec.Struct):
    """A person who wants to be deleted, and when that is due."""

    user: str
    asked: float
    due: float


class Merge(msgspec.Struct):
    """A person who became another one; their tables follow."""

    gone: str
    user: str
    at: float
    keep: dict[str, KeptSeats]  # by table


class IdentityStore(Protocol):
    """Every write has reached the disk when it returns.

    Whatever gives access is written only for a device that has not been signed out: the others
    raise WriteConflict.
    """

    async def add_passkey(self, passkey: Passkey, device: str) -> None:
        """Store a passkey that was made on a device."""

    async def passkey(self, id: str) -> Passkey | None:
        """Read a passkey."""

    async def passkeys(self, user: str) -> list[Passkey]:
        """List the passkeys of a person, the oldest first."""

    async def use_passkey(self, id: str, signs: int, now: float) -> None:
        """Note that a passkey was used."""

    async def remove_passkey(self, user: str, id: str) -> bool:
        """Remove a passkey of a person; return whether there was one."""

    async def set_recovery(self, user: str, hash: str, device: str, now: float) -> None:
        """Store the recovery code of a person, in place of an earlier one."""

    async def recovery(self, user: str) -> Recovery | None:
        """Return when a person's code was made and used."""

    async def recovery_user(self, hash: str) -> str:
        """Return whose code it is, empty if nobody's."""

    async def use_recovery(self, hash: str, now: float) -> bool:
        """Note that a code was used; return whether it is still somebody's."""

    async def set_claim(self, hash: str, code: ClaimCode) -> None:
        """Store the claim code of a person, in place of an earlier one."""

    async def claim(self, hash: str, now: float) -> ClaimCode | None:
        """Read a claim code that has neither expired nor been used, nor lost its device."""

    async def claim_until(self, user: str, now: float) -> float:
        """Return until when a person's claim code is valid, 0 if there is none."""

    async def take_claim(self, hash: str, now: float) -> bool:
        """Use a claim code up; return whether it was still valid."""

    async def end_claim(self, user: str) -> None:
        """Remove the claim code of a person."""

    async def add_ticket(self, hash: str, ticket: Ticket) -> None:
        """Store a step of signing in."""

    async def take_ticket(self, hash: str, kind: TicketKind, now: float) -> Ticket | None:
        """Take a ticket out; None if there is no such, or it has expired."""

    async def preferences(self, user: str) -> Preferences | None:
        """Read the settings of a person."""

    async def set_preferences(self, user: str, preferences: Preferences) -> None:
        """Store the settings of a person."""

    async def ask_deletion(self, deletion: Deletion) -> None:
        """Note that a person wants to be deleted; an earlier request stays."""

    async def deletion(self, user: str) -> Deletion | None:
        """Return whether and when a person is going to be deleted."""

    async def call_back(self, user: str) -> bool:
        """Forget that a person wants to be deleted; return whether they did."""

    async def due_deletions(self, now: float) -> list[str]:
        """List the people whose deletion is due."""

    async def tidy(self, now: float) -> None:
        """Remove what has expired."""
