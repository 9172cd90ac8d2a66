"""Every table with a column of people, and what becomes of a person's rows.

People become one (a device with games signs in as somebody else), download what is stored of them,
and are deleted. A table that is not listed here is forgotten in all three, so a test compares the
list with the databases. For most new tables one line does: `Personal("notifications")`.
"""

from dataclasses import dataclass
from typing import Any, Literal, Protocol

from skerry.store.identity import Merge


@dataclass(frozen=True)
class Personal:
    """What becomes of the rows of one table; its key is in `schema.TABLES`."""

    table: str
    column: str = "user"
    # When two people become one: "move" gives the rows to the one who stays, whose own row wins
    # where both have one of the same key, unless the other has more in the column `more`.
    merged: Literal["move", "drop", "leave"] = "move"
    more: str = ""
    # When a person is deleted: "former" keeps the rows for the others' sake, under an id that leads
    # nowhere, with the columns in `blanked` emptied.
    deleted: Literal["remove", "former", "leave"] = "remove"
    blanked: tuple[str, ...] = ()
    body: str = ""  # a column with JSON that names the person as "user" and "name", too
    # What is not downloaded: the whole table, or the columns in `secret`.
    downloaded: bool = True
    secret: tuple[str, ...] = ()


PERSONAL = (
    Personal("people", "id", merged="drop"),
    # Devices end (`SqlPersonal`); their rows stay for a while, so that every server hears of it.
    Personal("devices", merged="leave", deleted="former", blanked=("label", "address")),
    # Cookies and tokens of the first version name a person only: they stay void.
    Personal("revoked", merged="leave", deleted="leave", downloaded=False),
    # These two follow from the game tables and the open sockets.
    Personal("members", merged="leave", deleted="leave", downloaded=False),
    Personal("sockets", merged="leave", deleted="leave", downloaded=False),
    Personal("seen", more="number"),
    Personal("presence", more="seen"),
    Personal("chat", deleted="former", blanked=("text", "name")),
    Personal("lessons", more="version"),
    Personal("daily_attempts", deleted="former", body="body"),
    Personal("result_seats", deleted="former", blanked=("name",)),
    Personal("result_items"),
    Personal("result_uses"),
    Personal("profiles", secret=("key",)),
    # What opens the one must not open the other: the device may have belonged to somebody else.
    Personal("passkeys", merged="drop", secret=("public",)),
    Personal("recovery_codes", merged="drop", secret=("hash",)),
    Personal("claim_codes", merged="drop", downloaded=False),
    Personal("tickets", merged="drop", downloaded=False),
    Personal("preferences"),
    Personal("deletions", merged="drop"),
    Personal("notification_preferences", secret=("secret",)),
    # They end with the devices; what is still to be sent is found again for the one who stays.
    Personal("push_devices", merged="drop", secret=("body",)),
    Personal("outbox", merged="drop", secret=("owner",)),
    Personal("merges", deleted="former", downloaded=False),
)


class PersonalStore(Protocol):
    """What concerns all tables of a person at once."""

    async def merge(self, merge: Merge) -> bool:
        """Give everything of a person to another, apart from the game tables, which follow.

        The devices and keys of the person who goes end. Return False if there is no such other.
        """

    async def unfinished_merges(self, before: float) -> list[Merge]:
        """List the merges made before a time whose game tables have not followed for certain."""

    async def finish_merge(self, gone: str) -> None:
        """Note that the game tables have followed."""

    async def delete(self, user: str, former: str, now: float) -> None:
        """Delete a person and end their devices; what stays for others is now of *former*."""

    async def rows(self, user: str) -> dict[str, list[dict[str, Any]]]:
        """Return what is stored of a person, by table, without secrets."""
