"""What a table gives cause to notify of, and whether that still holds when it is to be sent.

Everything here is derived from what is stored of a table, so that nothing is lost when a server
dies after a move: the next look at the table finds the same items again, under the same ids.
"""

import hashlib

from skerry.service.live.tables import Tables
from skerry.store.notifications import Event, NotificationStore, OutboxItem, Preferences
from skerry.store.protocol import Table

FIRST_SECONDS = 5.0  # a page that is loaded again, or a phone between two networks, is back by then
OVER = ("finished", "abandoned")


def item_id(event: Event, subject: str, number: int, user: str) -> str:
    """Return the id of an item: the same whoever finds it, and giving nothing away."""
    name = f"{event} {subject} {number} {user}"
    return hashlib.sha256(name.encode()).hexdigest()[:24]


def people_of(table: Table) -> set[str]:
    """Return who has a seat at a table that others play at too; alone nobody is notified."""
    if len(table.seats) < 2 or table.daily:
        return set()
    return {user for seat in table.seats if seat.kind != "bot" for user in seat.users}


class Due:
    """Finds what people are to be notified of."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._store: NotificationStore = tables.store.notifications

    async def items(self, table: Table, wanting: set[str], now: float) -> list[OutboxItem]:
        """List what people who want to hear of something are to be notified of at a table."""
        people = people_of(table) & wanting
        found: list[OutboxItem] = []
        if not people:
            return found
        began, last = 0, -1
        if table.status == "running" and table.turn is not None:
            began, last = await self._store.last_of_others(table.id, table.turn)
        for user in sorted(people):
            if _to_move(table, user):
                by = table.seats[last].name if 0 <= last < len(table.seats) else ""
                found.append(_item("turn", table, began, user, by, now))
            if table.status in OVER and table.number:
                found.append(_item("ended", table, 0, user, "", now))
            if _invited(table, user):
                found.append(_item("invited", table, 0, user, _host(table), now))
        return [item for item in found if await self._wanted(item, table)]

    async def _wanted(self, item: OutboxItem, table: Table) -> bool:
        wanted = await self._store.preferences(item.user)
        if wanted is None or not wants(wanted, item.event) or table.updated < wanted.since:
            return False
        return await self._still_unseen(item, table)

    async def holds(self, item: OutboxItem, table: Table | None) -> bool:
        """Return whether an item is still news when it is to be sent."""
        if item.event == "daily":
            attempts = await self._tables.store.daily.attempts(item.user)
            return all(attempt.day != item.day for attempt in attempts)
        if table is None or item.user not in people_of(table):
            return False
        match item.event:
            case "turn":
                if not _to_move(table, item.user) or table.turn is None:
                    return False
                began, _ = await self._store.last_of_others(table.id, table.turn)
                if began != item.number:
                    return False
            case "invited":
                if not _invited(table, item.user):
                    return False
            case "ended":
                if table.status not in OVER:
                    return False
        return await self._still_unseen(item, table)

    async def _still_unseen(self, item: OutboxItem, table: Table) -> bool:
        """Return whether the person is not at the table, and was not since it happened."""
        live = self._tables.live.get(table.id)
        if live is not None and any(viewer.user == item.user for viewer in live.viewers):
            return False
        elsewhere = await self._tables.peers.connected([table.id])
        if item.user in elsewhere.get(table.id, set()):
            return False
        seen = await self._tables.store.seen(table.id, item.user)
        if seen is None:
            return True
        if item.event == "invited":
            return False
        return seen < (table.number if item.event == "ended" else item.number)


def wants(wanted: Preferences, event: Event) -> bool:
    """Return whether a person wants to hear of an event."""
    on = {
        "turn": wanted.turn,
        "ended": wanted.ended,
        "invited": wanted.invited,
        "daily": wanted.daily,
    }
    return wanted.active and on[event]


def daily_item(wanted: Preferences, day: str, now: float) -> OutboxItem:
    """Return the item of a day's challenge."""
    id = item_id("daily", day, 0, wanted.user)
    return OutboxItem(id, wanted.user, "daily", made=now, due=now, day=day)


def _item(event: Event, table: Table, number: int, user: str, by: str, now: float) -> OutboxItem:
    id = item_id(event, table.id, number, user)
    return OutboxItem(id, user, event, now, now + FIRST_SECONDS, table.id, number, by=by)


def _to_move(table: Table, user: str) -> bool:
    if table.status != "running" or table.turn is None:
        return False
    seat = table.seats[table.turn]
    return user in seat.users and not seat.played_by_bot


def _invited(table: Table, user: str) -> bool:
    """Return whether somebody else has opened this table for the people of an earlier one."""
    return bool(table.previous) and table.status in ("open", "running") and user != table.host


def _host(table: Table) -> str:
    return next((seat.name for seat in table.seats if table.host in seat.users), "")
