"""What is stored for the operator: measures, announcements, retention and the audit log."""

from typing import Annotated, Literal, Protocol

import msgspec
from msgspec import Meta

from skerry.store.protocol import Status, Table

Days = Annotated[int, Meta(ge=0, le=36500)]


class Measure(msgspec.Struct):
    """Somebody may not write (mute) or not use the server (ban), until a time or for good (0)."""

    number: int
    kind: Literal["mute", "ban"]
    target: str  # user:ID or address:ADDRESS
    reason: str
    at: float
    until: float


class AuditEntry(msgspec.Struct):
    """What was done: nothing of what was said, played or removed."""

    number: int
    at: float
    who: str
    action: str
    target: str
    reason: str


class Act(msgspec.Struct):
    """An entry for the audit log, written together with what it is about."""

    at: float
    who: str
    action: str
    target: str
    reason: str


class Announcement(msgspec.Struct):
    """A sentence for everybody, until a time."""

    number: int
    text: str
    at: float
    until: float


class Retention(msgspec.Struct):
    """After how many days without a change things are removed for good; 0 is never."""

    finished: Days = 0
    idle: Days = 0
    chat: Days = 0
    log: Days = 0


class FoundPerson(msgspec.Struct):
    """Somebody, as the operator finds them."""

    id: str
    name: str
    made: float
    seen: float
    tables: int
    addresses: list[str]


class ModerationStore(Protocol):
    """Every change is written together with its entry in the audit log."""

    async def revision(self) -> int:
        """Return a number that grows with every change of measures and announcements."""

    async def measures(self, now: float) -> list[Measure]:
        """List the measures that hold."""

    async def add_measure(self, measure: Measure, act: Act) -> int:
        """Take a measure, in place of an earlier one of its kind; return its number."""

    async def end_measure(self, kind: str, target: str, act: Act) -> bool:
        """Lift a measure; return whether there was one."""

    async def announcements(self, now: float) -> list[Announcement]:
        """List what is announced now."""

    async def announce(self, announcement: Announcement, act: Act) -> int:
        """Announce something; return its number."""

    async def end_announcement(self, number: int, now: float, act: Act) -> bool:
        """Withdraw an announcement; return whether there was one."""

    async def find_tables(
        self, words: str, status: Status | None, limit: int, before: float
    ) -> list[Table]:
        """Find tables by id, name or people, newest first."""

    async def find_people(self, words: str, limit: int, before: float) -> list[FoundPerson]:
        """Find people by id or name, the last seen first."""

    async def count_people(self) -> int:
        """Return how many people have ever chosen a name here."""

    async def delete_table(self, id: str, act: Act) -> bool:
        """Remove a table with its moves and chat at once; return whether there was one."""

    async def delete_chat(self, id: str, numbers: list[int], act: Act) -> list[int]:
        """Remove lines of a table's chat, all of them if none is named; return their numbers."""

    async def retention(self) -> Retention:
        """Return what is removed when."""

    async def set_retention(self, retention: Retention, act: Act) -> None:
        """Change what is removed when."""

    async def overdue(self, status: list[Status], before: float, limit: int) -> list[str]:
        """List tables of a status that were last changed before a time, the oldest first."""

    async def remove_chat(self, before: float, limit: int) -> int:
        """Remove lines said before a time; return how many."""

    async def remove_audit(self, before: float) -> int:
        """Remove entries of the audit log from before a time; return how many."""

    async def note(self, act: Act) -> None:
        """Write to the audit log."""

    async def audit(self, before: int, limit: int) -> list[AuditEntry]:
        """Read the audit log before a number, newest first."""
