"""What other servers on the same database store and say about tables in memory here.

Notifications are hints: a table that is watched or run here is read when one comes, and all tables
in use are compared with the store now and then. Any other is compared when it is used.
"""

import asyncio
import contextlib
import logging
import secrets

from skerry.service.errors import NotFound, Stale
from skerry.service.live.live_table import LiveTable
from skerry.service.live.tables import GONE, Tables, batched
from skerry.store.peers import Notification
from skerry.store.protocol import Change, StoreUnavailable

log = logging.getLogger("skerry.tables")

MOST_AT_ONCE = 200  # tables in one query
MOST_CHANGED = 50  # tables whose changes are read and shown together: others need the server too
CHECK_BEATS = 3  # between two checks that no notification was missed


class OtherServers:
    """Keeps the tables of this server up to date with those of the others."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._sweeping = False
        self._changed: dict[str, LiveTable] = {}  # to be read with the next query
        self._reading_changes = False
        self._beats = 0

    def follow(self, live: LiveTable) -> None:
        """Let a table be read that another server has changed, if it is watched or run here.

        Any other is compared with the store when it is used.
        """
        if live.behind and (live.viewers or self.tables.attends(live)):
            self._read_soon(live)

    def _read_soon(self, live: LiveTable) -> None:
        """Read a table together with others: all that gather while one query is under way."""
        self._changed[live.table.id] = live
        if not self._reading_changes:
            self._reading_changes = True
            self.tables.spawn(self._read_changes())

    async def _read_changes(self) -> None:
        try:
            while self._changed:
                some = dict(list(self._changed.items())[:MOST_CHANGED])
                for id in some:
                    del self._changed[id]
                with contextlib.suppress(StoreUnavailable):  # all is read again before long
                    changes = await self._changes(some)
                    for id, live in some.items():
                        self.tables.spawn(self._apply(live, changes.get(id)))
                    await asyncio.sleep(0)  # the next query asks for what follows these
        finally:
            self._reading_changes = False

    async def _changes(self, some: dict[str, LiveTable]) -> dict[str, Change]:
        """Read changes of tables together; nothing if one is damaged, so each is read by itself."""
        try:
            numbers = {id: live.table.number for id, live in some.items()}
            return await self.tables.store.changes(numbers)
        except StoreUnavailable:
            raise
        except Exception as error:
            log.error("changes not read together", extra={"tables": len(some), "why": str(error)})
            return {}

    async def _apply(self, live: LiveTable, change: Change | None) -> None:
        """Bring a table to what was read of it while it was not locked."""
        async with live.lock:
            if self.tables.live.get(live.table.id) is not live:
                return  # dropped from memory meanwhile
            if change is not None and change.table.version >= live.table.version:
                self.tables.take_over(live, change)
                return
            # Deleted, an older backup, changed here since, or not read with others: only a locked
            # table tells.
            with contextlib.suppress(StoreUnavailable, NotFound, Stale):
                await self.tables.catch_up(live)

    async def share(self) -> None:
        """Coordinate with the other servers until this one stops; a single one does nothing."""
        tables, peers = self.tables, self.tables.peers
        if not peers.alone:
            await asyncio.gather(
                peers.listen(self._heard, self._read_all_again),
                peers.keep_alive(lambda changed: tables.spawn(self._after_beat(changed))),
            )

    def _heard(self, notification: Notification) -> None:
        tables, kind, id = self.tables, notification.kind, notification.id
        live = tables.live.get(id)
        if live is None:
            if id in tables.loading:  # what is read may be older
                tables.loading[id].add_done_callback(lambda _: self._heard(notification))
            elif kind == "table" and tables.peers.holds(id):
                tables.spawn(tables.attend(id))
        elif kind == "table":
            self._hear(live, int(notification.detail))
        elif kind == "deleted":
            self._hear(live, GONE)
        else:
            tables.spawn(self._act_on(notification, live))

    def _hear(self, live: LiveTable, version: int) -> None:
        """Note the version of a table that the store has."""
        live.heard_version = max(live.heard_version, version)
        if version == GONE:
            self._read_soon(live)
        else:
            self.follow(live)

    async def _act_on(self, notification: Notification, live: LiveTable) -> None:
        with contextlib.suppress(StoreUnavailable):  # all is read again before long
            match notification.kind:
                case "chat" if live.viewers:
                    await self.tables.chat.read_on(live)
                case "removed":
                    numbers = [int(number) for number in notification.detail.split(",")]
                    for viewer in live.viewers:
                        viewer.remove_lines(numbers)
                case "people" if live.viewers:
                    await self.refresh_people([live])
                case kind if kind in self.tables.on_notification:
                    self.tables.on_notification[kind](live, notification.detail)

    async def refresh_people(self, lives: list[LiveTable]) -> None:
        """Read who is connected to tables at other servers."""
        connected = await self.tables.peers.connected([live.table.id for live in lives])
        for live in lives:
            elsewhere = connected.get(live.table.id, set())
            if elsewhere != live.elsewhere:
                live.elsewhere = elsewhere
                for viewer in live.viewers:
                    viewer.table_changed()

    async def _read_all_again(self) -> None:
        """Bring all tables in use up to date: notices may have been lost."""
        tables = self.tables
        used = [live for live in tables.live.values() if live.viewers or tables.attends(live)]
        for some in batched(used, MOST_AT_ONCE):
            before = {live.table.id: live.table.version for live in some}
            versions = await tables.store.versions([*before])
            for live in some:
                id = live.table.id
                if versions.get(id, GONE) < before[id]:  # deleted, or an older backup
                    self._read_soon(live)
                else:
                    self._hear(live, versions[id])
            watched = [live for live in some if live.viewers]
            await self.refresh_people(watched)
            for live in watched:
                await tables.chat.read_on(live)

    async def _after_beat(self, changed: bool) -> None:
        """Take over the tables of dead servers; check now and then that nothing was missed."""
        if self._sweeping or self.tables.closing:
            return
        self._sweeping = True
        try:
            while ids := await self.tables.peers.unattended(MOST_AT_ONCE):
                secrets.SystemRandom().shuffle(ids)  # the servers share them out
                for id in ids:
                    await self.tables.attend(id)
                if len(ids) < MOST_AT_ONCE:
                    break
            self._beats += 1
            if changed or self._beats % CHECK_BEATS == 0:
                await self._read_all_again()
        except StoreUnavailable as error:
            log.warning("tables not compared with the store", extra={"why": str(error)})
        finally:
            self._sweeping = False
