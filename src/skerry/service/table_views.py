"""Looking at tables: from a seat or from outside; the log, the lobby, games that are over."""

import contextlib
import time
from typing import TYPE_CHECKING, Any

from skerry.service.broadcast import Viewer, hears, log_entry, seats_of, snapshot, table_info
from skerry.service.errors import NotAllowed
from skerry.service.live import LiveTable, standing
from skerry.service.messages import Log, LogEntry, Replay, Snapshot, TableInfo
from skerry.service.people import User
from skerry.service.records import record_of
from skerry.store.protocol import Entry, StoreUnavailable, Table

if TYPE_CHECKING:
    from skerry.service.tables import Tables

OPEN_SECONDS = 7 * 86400
MOST_POSITIONS = 100  # of a replay in one answer


class TableViews:
    """Shows everybody what they may see."""

    def __init__(self, tables: "Tables") -> None:
        self.tables = tables

    def viewing_seat(
        self, live: LiveTable, user: User, seat: int | None, outside: bool
    ) -> int | None:
        """Return the seat a user looks from; raises NotAllowed for another's, or a closed table."""
        own = seats_of(live, user.id)
        if own and not outside:
            return self.tables.seat_of(live, user, seat)
        if seat is not None:
            raise NotAllowed(f"seat {seat} is not yours", "not_your_seat")
        stranger = not own and user.id != live.table.host
        if stranger and not live.table.watchable and live.table.status != "open":
            raise NotAllowed("this table is not open to spectators", "not_watchable")
        return None

    async def snapshot(
        self, live: LiveTable, user: User, seat: int | None, after: int | None, chat_after: int
    ) -> Snapshot:
        """Show the table to a user, with what happened since *after*."""
        id = live.table.id
        chat = await self.tables.store.chat(id, chat_after)
        seen = await self.tables.store.seen(id, user.id) if user.id else None
        log = await self._log(
            live, seat, after
        )  # last: nothing may happen between this and the snapshot
        lines = [line for line in chat if hears(live, seat, line)]
        return snapshot(live, user.id, seat, log, lines, seen)

    async def log(self, live: LiveTable, seat: int | None, after: int | None) -> Log:
        """Return the log: the moves that stand, or every entry after a number."""
        return Log(await self._log(live, seat, after))

    async def _log(self, live: LiveTable, seat: int | None, after: int | None) -> list[LogEntry]:
        start = after or 0
        entries: list[Entry] = []
        while start + len(entries) < live.table.number:  # a move may come while we read
            more = await self.tables.store.log(live.table.id, start + len(entries))
            if not more:
                raise StoreUnavailable(f"the log of table {live.table.id} is not whole")
            entries += more
        if after is None:
            kept = {number for number, _, _ in standing(entries)}
            entries = [entry for entry in entries if entry.number in kept]
        return [log_entry(live, e, seat) for e in entries if e.number <= live.table.number]

    def enter(self, live: LiveTable, viewer: Viewer) -> None:
        """Let a viewer watch a table from now on."""
        live.viewers.add(viewer)
        self._presence(live)

    async def exit(self, live: LiveTable, viewer: Viewer) -> None:
        """Let a viewer go, and remember what it has seen."""
        live.viewers.discard(viewer)
        self._presence(live)
        if viewer.seat is not None:
            with contextlib.suppress(StoreUnavailable):
                await self.tables.store.saw(live.table.id, viewer.user, viewer.sent)

    def lose_seat(self, live: LiveTable, viewer: Viewer) -> None:
        """Let a viewer whose seat was given away see no more than a spectator, from now on."""
        viewer.seat = None
        stranger = viewer.user != live.table.host and not seats_of(live, viewer.user)
        if stranger and not live.table.watchable and live.table.status != "open":
            viewer.close()

    def show_out(self, user: User) -> None:
        """Close every socket of a user; those that still may will come back."""
        for live in self.tables.live.values():
            for viewer in live.viewers:
                if viewer.user == user.id:
                    viewer.close()

    def _presence(self, live: LiveTable) -> None:
        for viewer in live.viewers:
            viewer.note()

    def record(self, live: LiveTable) -> str:
        """Return a finished game as a text file; a running one would show its piles."""
        if live.table.status not in ("finished", "abandoned") or live.table.setup is None:
            raise NotAllowed("the record is open when the game is over", "not_finished")
        return record_of(live).text()

    def replay(self, live: LiveTable, first: int, count: int) -> Replay:
        """Return positions of a finished game, from the deal (0) on."""
        if live.table.status not in ("finished", "abandoned") or live.table.setup is None:
            raise NotAllowed("the replay is open when the game is over", "not_finished")
        views = []
        state, _ = live.position(min(first, len(live.history)))
        for number in range(first, min(first + min(count, MOST_POSITIONS), len(live.history) + 1)):
            if number > first:
                state.play(live.game.read(state, live.history[number - 1][2]))
            views.append(live.game.view(state, None))
        return Replay(first, len(live.history), views)

    async def lobby(self, user: User, status: Any, before: float) -> list[TableInfo]:
        """List public tables; those that nobody joined for a week are not shown."""
        found = await self.tables.store.tables(status, True, 50, before)
        if status == "open":
            found = [table for table in found if table.updated > time.time() - OPEN_SECONDS]
        return [self._info(table, user) for table in found]

    async def mine(self, user: User) -> list[TableInfo]:
        """List the tables a user sits at or hosts."""
        return [self._info(table, user) for table in await self.tables.store.tables_of(user.id)]

    def _info(self, table: Table, user: User) -> TableInfo:
        live = self.tables.live.get(table.id)
        return table_info(live if live is not None else LiveTable(table), user.id)
