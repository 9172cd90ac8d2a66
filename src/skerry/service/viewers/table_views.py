"""What people ask to see: a table, its log, a finished game, the lobby, their own tables."""

import contextlib
import time
from collections import Counter

from skerry.service.errors import BadRequest, NotAllowed
from skerry.service.live.live_table import LiveTable
from skerry.service.live.other_servers import OtherServers
from skerry.service.live.tables import Tables
from skerry.service.messages import HiddenThings, Log, LogEntry, Replay, Snapshot, TableInfo
from skerry.service.messages import Tables as TableList
from skerry.service.people import User
from skerry.service.table.records import record_of
from skerry.service.table.standing import standing
from skerry.service.table.state import TableState, position_after
from skerry.service.viewers.frames import log_entry, may_read, snapshot, table_info
from skerry.service.viewers.viewer import Viewer
from skerry.store.protocol import Entry, Status, StoreUnavailable, Table

OPEN_SECONDS = 7 * 86400
LOBBY_TABLES = 50  # in one answer
LOBBY_READS = 20  # until enough tables of different hosts are found
TABLES_PER_HOST = 3  # in the lobby, so that nobody fills it
OWN_TABLES = 50  # in one answer
MAX_POSITIONS = 100  # of a replay in one answer


class TableViews:
    """Shows everybody what they may see."""

    def __init__(self, tables: Tables, others: OtherServers) -> None:
        self.tables = tables
        self.others = others

    async def snapshot(
        self,
        live: LiveTable,
        user: User,
        seat: int | None,
        after: int | None,
        chat_after: int,
        last: float | None = None,
    ) -> Snapshot:
        """Return the table as a user sees it from a seat, with what happened since *after*.

        Who has seen more than there is, or another entry *after* than the one made at *last*
        (after a restore), gets the whole table instead.
        """
        id = live.table.id
        if after is not None and not await self._follows(live, after, last):
            after, chat_after = None, 0
        chat = await self.tables.store.chat(id, chat_after)
        seen = await self.tables.store.seen(id, user.id) if user.id else None
        # The log last: nothing may happen between reading it and taking the snapshot.
        log = await self._log(live, seat, after)
        lines = [line for line in chat if may_read(live.table, user.id, line)]
        return snapshot(live, user.id, seat, log, lines, seen, whole=after is None)

    async def _follows(self, live: LiveTable, after: int, last: float | None) -> bool:
        """Return whether the log goes on from what a client has seen."""
        if after > live.table.number:
            return False
        if last is None or after == 0:
            return True
        entries = await self.tables.store.log(live.table.id, after - 1)
        return bool(entries) and abs(entries[0].at - last) < 0.001

    async def log(self, live: LiveTable, seat: int | None, after: int | None) -> Log:
        """Return the log: the moves that stand, or every entry after a number."""
        return Log(await self._log(live, seat, after))

    async def _log(self, live: LiveTable, seat: int | None, after: int | None) -> list[LogEntry]:
        start = after or 0
        entries: list[Entry] = []
        while start + len(entries) < live.table.number:  # a move may come while we read
            more = await self.tables.store.log(live.table.id, start + len(entries))
            if not more:
                raise StoreUnavailable(
                    f"the log of table {live.table.id} is not complete; restore a backup"
                )
            entries += more
        if after is None:
            stand = {move.number for move in standing(entries)}
            entries = [entry for entry in entries if entry.number in stand]
        return [log_entry(live, e, seat) for e in entries if e.number <= live.table.number]

    def enter(self, live: LiveTable, viewer: Viewer) -> None:
        """Let a viewer watch a table from now on."""
        live.viewers.add(viewer)
        self.others.follow(live)  # it may have changed since it was read for this viewer
        self._presence(live)

    async def exit(self, live: LiveTable, viewer: Viewer) -> None:
        """Let a viewer go, and remember what it has seen."""
        live.viewers.discard(viewer)
        self._presence(live)
        if viewer.seat is not None:
            with contextlib.suppress(StoreUnavailable):
                await self.tables.store.set_seen(live.table.id, viewer.user, viewer.sent)

    def _presence(self, live: LiveTable) -> None:
        for viewer in live.viewers:
            viewer.table_changed()

    def record(self, live: LiveTable) -> str:
        """Return a finished game as a text file; a running one would show its piles."""
        if live.table.status not in ("finished", "abandoned") or live.table.setup is None:
            raise NotAllowed("the record can be read once the game is over", "not_finished")
        return record_of(live.current).text()

    def replay(self, live: LiveTable, first: int, count: int) -> Replay:
        """Return positions of a finished game, from the deal (0) on."""
        if live.table.status not in ("finished", "abandoned") or live.table.setup is None:
            raise NotAllowed("the replay can be watched once the game is over", "not_finished")
        views, unseen = [], []
        history = live.history
        state, _ = position_after(live.current, min(first, len(history)))
        for number in range(first, min(first + min(count, MAX_POSITIONS), len(history) + 1)):
            if number > first:
                state.play(live.game.read(state, history[number - 1].text))
            views.append(live.game.view(state, None))
            unseen.append(
                [HiddenThings(one.what, one.things, one.seat) for one in live.game.hidden(state)]
            )
        return Replay(first, len(history), views, unseen)

    async def lobby(self, user: User, status: Status, before: float) -> list[TableInfo]:
        """List public tables; those that nobody joined for a week are not shown."""
        shown: list[Table] = []
        hosts: Counter[str] = Counter()
        for _ in range(LOBBY_READS):
            # Whoever has filled their share is left out, so that others are found behind them.
            full = [host for host, count in hosts.items() if count >= TABLES_PER_HOST]
            found = await self.tables.store.tables(status, True, LOBBY_TABLES, before, full)
            for table in found:
                limited = table.host not in ("", user.id)
                hosts[table.host] += limited
                if not limited or hosts[table.host] <= TABLES_PER_HOST:
                    shown.append(table)
            if len(shown) >= LOBBY_TABLES or len(found) < LOBBY_TABLES:
                break
            before = found[-1].updated
        if status == "open":
            shown = [table for table in shown if table.updated > time.time() - OPEN_SECONDS]
        return [self.info(table, user) for table in shown[:LOBBY_TABLES]]

    async def mine(self, user: User, page: str, running: bool = False) -> TableList:
        """List tables a user sits at or hosts; *page* is where the last answer ended."""
        before = (1e18, "")
        if page:
            updated, _, id = page.partition(":")
            try:
                before = (float(updated), id)
            except ValueError:
                raise BadRequest("page must be the `next` of an answer", "bad_number") from None
        found = await self.tables.store.tables_of(user.id, OWN_TABLES + 1, before, running)
        shown = found[:OWN_TABLES]
        more = f"{shown[-1].updated!r}:{shown[-1].id}" if len(found) > OWN_TABLES else ""
        return TableList([self.info(table, user) for table in shown], more)

    def info(self, table: Table, user: User) -> TableInfo:
        """Describe a table of a list to a user: as it is in memory, unless the store has more."""
        live = self.tables.live.get(table.id)
        if live is None or live.table.version < table.version:
            live = LiveTable(TableState(table), self.tables.time)
        return table_info(live, user.id)
