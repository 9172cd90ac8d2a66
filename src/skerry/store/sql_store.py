"""The verbs of a store in SQL, the same for SQLite and PostgreSQL.

How a piece of work is run (threads, pool, transactions, group commit) is in `sqlite.py` and
`postgres.py`; the tables are in `schema.py`.
"""

import asyncio
import time
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from skerry.store import sql_news
from skerry.store.peers import PeerStore
from skerry.store.protocol import (
    Change,
    Entry,
    Fence,
    News,
    Status,
    StoredLesson,
    StoreUnavailable,
    Table,
    Trouble,
    WriteConflict,
)
from skerry.store.results import GameResult
from skerry.store.sql import Connection, Work
from skerry.store.sql_accounts import SqlAccounts
from skerry.store.sql_chat import SqlChat
from skerry.store.sql_codec import decode_events, decode_table, encode
from skerry.store.sql_daily import SqlDaily
from skerry.store.sql_identity import SqlIdentity
from skerry.store.sql_moderation import SqlModeration, set_setting
from skerry.store.sql_notifications import SqlNotifications
from skerry.store.sql_personal import SqlPersonal
from skerry.store.sql_results import add_result
from skerry.store.sql_statistics import SqlResults

PROBE_SECONDS = 2.0  # how old an answer about the store's health may be
PROBE_PATIENCE = 1.0

INSERT_LOG = (
    "INSERT INTO log (id, number, kind, seat, text, at, events) VALUES (?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT DO NOTHING"
)
UPDATE_TABLE = (
    "UPDATE tables SET status = ?, public = ?, updated = ?, version = ?, body = ?, waits = ?"
    " WHERE id = ? AND version = ?"
)
_INSERT_MEMBER = 'INSERT INTO members ("user", id) VALUES (?, ?) ON CONFLICT DO NOTHING'
_INSERT_SETUP = "INSERT INTO setups VALUES (?, ?) ON CONFLICT DO NOTHING"


class SqlStore(SqlChat):
    """Tables in a database."""

    def __init__(self) -> None:
        self.commits = 0
        self.writes = 0
        self.refused = 0  # writes that failed for want of room, a lock and the like
        self.damaged = False
        self._probe: asyncio.Task[Trouble | Literal["ok"]] | None = None
        self._probed = 0.0
        self.peers: PeerStore | None = None  # the other servers, if there can be any
        self.accounts = SqlAccounts(self._read, self._write)
        self.moderation = SqlModeration(self._read, self._write, self._as_text)
        self.daily = SqlDaily(self._read, self._write)
        self.results = SqlResults(self._read, self._write)
        self.identity = SqlIdentity(self._read, self._write)
        self.personal = SqlPersonal(self._read, self._write)
        self.notifications = SqlNotifications(self._read, self._write)

    def _as_text(self, column: str) -> str:
        """Return the expression that reads stored JSON as text."""
        raise NotImplementedError

    def _changes(self, numbers: dict[str, int]) -> tuple[str, list[Any]]:
        """Return the statement that reads changes, and its arguments.

        Its rows are tables (id, six times NULL, body, set-up) and entries (id and their columns).
        """
        raise NotImplementedError

    async def _check_fence(self, db: Connection, id: str, fence: Fence | None) -> None:
        """Raise WriteConflict if the lease of a table has passed on to another server."""

    # -- writing

    async def create(
        self, table: Table, entries: list[Entry], result: GameResult | None = None
    ) -> None:
        create = _creation(table, entries)

        async def work(db: Connection) -> None:
            await create(db)
            if result is not None:
                await add_result(db, result)

        await self._write(work)

    async def save(
        self,
        table: Table,
        fence: Fence | None = None,
        created: tuple[Table, list[Entry]] | None = None,
        result: GameResult | None = None,
    ) -> None:
        row, setup = table_row(table), _setup(table)
        members, id = _members(table), table.id
        create = None if created is None else _creation(*created)

        async def work(db: Connection) -> None:
            await self._check_fence(db, id, fence)
            if create is not None:
                await create(db)
            await _update(db, row)
            if setup is not None:
                await db.execute(_INSERT_SETUP, id, setup)
            await db.execute("DELETE FROM members WHERE id = ?", id)
            await db.execute_many(_INSERT_MEMBER, members)
            if result is not None:
                await add_result(db, result)

        await self._write(work)

    async def append(
        self,
        table: Table,
        entry: Entry,
        fence: Fence | None = None,
        result: GameResult | None = None,
    ) -> None:
        row, line = table_row(table), entry_row(table.id, entry)

        async def work(db: Connection) -> None:
            await self._check_fence(db, line[0], fence)
            await _update(db, row)
            if not await db.execute(INSERT_LOG, *line):
                raise WriteConflict(f"entry {line[1]} of table {line[0]} is written already")
            if result is not None:
                await add_result(db, result)

        await self._write(work)

    async def save_review(self, id: str, judged: int, review: bytes) -> None:
        async def work(db: Connection) -> None:
            await db.execute(
                "INSERT INTO reviews VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
                " judged = excluded.judged, review = excluded.review"
                " WHERE excluded.judged >= reviews.judged",
                *(id, judged, review),
            )

        await self._write(work)

    async def save_lesson(self, user: str, chapter: str, lesson: StoredLesson) -> None:
        body, version = encode(lesson.progress), lesson.version

        async def work(db: Connection) -> None:
            if version == 1:
                done = await db.execute(
                    "INSERT INTO lessons VALUES (?, ?, 1, ?) ON CONFLICT DO NOTHING",
                    *(user, chapter, body),
                )
            else:
                done = await db.execute(
                    "UPDATE lessons SET version = ?, progress = ?"
                    ' WHERE "user" = ? AND chapter = ? AND version = ?',
                    *(version, body, user, chapter, version - 1),
                )
            if done != 1:
                raise WriteConflict(f"chapter {chapter} was changed elsewhere; read it again")

        await self._write(work)

    async def heartbeat(self, at: float) -> float:
        async def work(db: Connection) -> float:
            row = await db.fetch_one("SELECT at FROM alive")
            before = float(row[0]) if row else at
            await db.execute(
                "INSERT INTO alive (one, at) VALUES (1, ?)"
                " ON CONFLICT (one) DO UPDATE SET at = excluded.at",
                max(before, at),
            )
            return before

        return await self._write(work)

    async def announce(self, id: str) -> None:
        async def work(db: Connection) -> None:
            await db.execute("INSERT INTO announced VALUES (?) ON CONFLICT DO NOTHING", id)

        await self._write(work)

    async def take_announced(self) -> list[str]:
        async def query(db: Connection) -> list[str]:
            return [row[0] for row in await db.fetch("SELECT id FROM announced")]

        async def take(db: Connection) -> list[str]:
            taken = []
            for id in sorted(waiting):
                if await db.execute("DELETE FROM announced WHERE id = ?", id):
                    taken.append(id)
            return taken

        waiting = await self._read(query)
        return await self._write(take) if waiting else []

    async def keep_setting(self, name: str, value: str) -> str:
        async def work(db: Connection) -> str:
            await db.execute(
                "INSERT INTO settings VALUES (?, ?) ON CONFLICT DO NOTHING", name, value
            )
            row = await db.fetch_one("SELECT value FROM settings WHERE name = ?", name)
            return str(row[0]) if row else value

        return await self._write(work)

    # -- reading

    async def load(self, id: str) -> Table | None:
        async def work(db: Connection) -> Table | None:
            row = await db.fetch_one(
                "SELECT body, setup FROM tables LEFT JOIN setups USING (id) WHERE id = ?", id
            )
            return None if row is None else _table(row[0], row[1])

        return await self._read(work)

    async def versions(self, ids: list[str]) -> dict[str, int]:
        async def work(db: Connection) -> dict[str, int]:
            marks = ", ".join("?" * len(ids))
            rows = await db.fetch(f"SELECT id, version FROM tables WHERE id IN ({marks})", *ids)
            return {row[0]: row[1] for row in rows}

        return await self._read(work) if ids else {}

    async def log(self, id: str, after: int = 0) -> list[Entry]:
        async def work(db: Connection) -> list[Entry]:
            rows = await db.fetch(
                "SELECT number, kind, seat, text, at, events FROM log"
                " WHERE id = ? AND number > ? ORDER BY number",
                *(id, after),
            )
            return [Entry(n, kind, s, t, at, decode_events(e)) for n, kind, s, t, at, e in rows]

        return await self._read(work)

    async def changes(self, numbers: dict[str, int]) -> dict[str, Change]:
        # One statement sees one moment: no entry is missing, and none is too new.
        sql, args = self._changes(numbers)

        async def work(db: Connection) -> dict[str, Change]:
            found: dict[str, Change] = {}
            entries: list[tuple[str, Entry]] = []
            for id, number, kind, seat, text, at, events, body, setup in await db.fetch(sql, *args):
                if number is None:
                    found[id] = Change(_table(body, setup), [])
                else:
                    entries.append((id, Entry(number, kind, seat, text, at, decode_events(events))))
            for id, entry in entries:
                found[id].entries.append(entry)
            return found

        return await self._read(work) if numbers else {}

    async def tables(
        self,
        status: Status,
        public: bool | None = None,
        limit: int = 100,
        before: float = 1e18,
        without: Sequence[str] = (),
    ) -> list[Table]:
        shown = "" if public is None else f" AND public = {int(public)}"
        shown += f" AND {self._as_text('body')} NOT LIKE ?" * len(without)
        hosts = [f'%"host":"{host}"%' for host in without]  # ids hold nothing special to LIKE

        async def work(db: Connection) -> list[Table]:
            rows = await db.fetch(
                f"SELECT body FROM tables WHERE status = ? AND updated < ?{shown}"
                " ORDER BY updated DESC LIMIT ?",
                *(status, before, *hosts, limit),
            )
            return [decode_table(row[0]) for row in rows]

        return await self._read(work)

    async def ids(self, status: Status) -> list[str]:
        async def work(db: Connection) -> list[str]:
            rows = await db.fetch(
                "SELECT id FROM tables WHERE status = ? ORDER BY updated DESC", status
            )
            return [row[0] for row in rows]

        return await self._read(work)

    async def waiting(self) -> list[str]:
        async def work(db: Connection) -> list[str]:
            rows = await db.fetch(
                "SELECT id FROM tables WHERE waits = 1 AND status IN ('running', 'open')"
                " ORDER BY updated DESC"
            )
            return [row[0] for row in rows]

        return await self._read(work)

    async def tables_of(
        self,
        user: str,
        limit: int = 100,
        before: tuple[float, str] = (1e18, ""),
        running: bool = False,
    ) -> list[Table]:
        updated, id = before
        only = " AND status IN ('open', 'running')" if running else ""

        async def work(db: Connection) -> list[Table]:
            rows = await db.fetch(
                # The bodies are read last: a player may have thousands of tables to sort.
                "SELECT body FROM (SELECT id, updated FROM members JOIN tables USING (id)"
                f' WHERE "user" = ? AND (updated < ? OR (updated = ? AND id < ?)){only}'
                " ORDER BY updated DESC, id DESC LIMIT ?) AS newest JOIN tables USING (id)"
                " ORDER BY newest.updated DESC, newest.id DESC",
                *(user, updated, updated, id, limit),
            )
            return [decode_table(row[0]) for row in rows]

        return await self._read(work)

    async def news(self, places: list[tuple[str, int]]) -> dict[str, News]:
        return await self._read(lambda db: sql_news.news(db, places)) if places else {}

    async def review(self, id: str) -> bytes | None:
        async def work(db: Connection) -> bytes | None:
            row = await db.fetch_one("SELECT review FROM reviews WHERE id = ?", id)
            return None if row is None else bytes(row[0])

        return await self._read(work)

    async def lessons(self, user: str) -> dict[str, StoredLesson]:
        async def work(db: Connection) -> dict[str, StoredLesson]:
            rows = await db.fetch(
                'SELECT chapter, version, progress FROM lessons WHERE "user" = ?', user
            )
            return {
                chapter: StoredLesson(version, msgspec.json.decode(body))
                for chapter, version, body in rows
            }

        return await self._read(work)

    # -- the whole store

    async def size(self) -> int:
        """Return how many bytes everything takes."""
        raise NotImplementedError

    async def check_file(self) -> bool:
        """Look for damage; return whether everything is whole."""
        raise NotImplementedError

    async def backup(self, path: str) -> None:
        """Write a copy of everything to a new file, while running."""
        raise NotImplementedError

    async def close(self) -> None:
        """Finish what is being written."""
        raise NotImplementedError

    async def health(self) -> Trouble | Literal["ok"]:
        if self._probe is None or (
            self._probe.done() and time.monotonic() - self._probed > PROBE_SECONDS
        ):
            self._probed = time.monotonic()
            self._probe = asyncio.create_task(self._try())
        done, _ = await asyncio.wait({self._probe}, timeout=PROBE_PATIENCE)
        return self._probe.result() if done else "locked"

    async def _try(self) -> Trouble | Literal["ok"]:
        """Read and write a little."""

        async def read(db: Connection) -> None:
            await db.fetch_one("SELECT COUNT(*) FROM (SELECT body FROM tables LIMIT 1) AS one")

        try:
            await self._read(read)
            await self._write(lambda db: set_setting(db, "probe", str(time.time())))
        except StoreUnavailable as error:
            return error.kind
        return "damaged" if self.damaged else "ok"


def _creation(table: Table, entries: list[Entry]) -> Work[None]:
    """Return the work of storing a new table."""
    body, setup = encode_body(table), _setup(table)
    members = _members(table)
    id, waits = table.id, int(table.waits)
    row = (id, table.status, int(table.public), table.updated, table.version, body, waits)
    rows = [entry_row(table.id, entry) for entry in entries]

    async def work(db: Connection) -> None:
        done = await db.execute(
            "INSERT INTO tables (id, status, public, updated, version, body, waits)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            *row,
        )
        if not done:
            raise WriteConflict(f"there is a table {id} already")
        if setup is not None:
            await db.execute(_INSERT_SETUP, id, setup)
        await db.execute_many(_INSERT_MEMBER, members)
        await db.execute_many(INSERT_LOG, rows)

    return work


async def _update(db: Connection, row: tuple[Any, ...]) -> None:
    if await db.execute(UPDATE_TABLE, *row) != 1:
        raise changed_elsewhere(row[6])


def changed_elsewhere(id: str) -> WriteConflict:
    """Return the error of a write that came too late."""
    return WriteConflict(f"table {id} was changed by somebody else; read it again")


def encode_body(table: Table) -> bytes:
    """Return the row's body without the large set-up, which has its own row."""
    setup = table.setup
    table.setup = None
    body = encode(table)
    table.setup = setup
    return body


def table_row(table: Table) -> tuple[Any, ...]:
    """Return the arguments of UPDATE_TABLE."""
    body, waits = encode_body(table), int(table.waits)
    row = (table.status, int(table.public), table.updated, table.version, body, waits)
    return (*row, table.id, table.version - 1)


def entry_row(id: str, entry: Entry) -> tuple[str, int, str, int, str, float, bytes]:
    """Return the arguments of INSERT_LOG."""
    events = encode(entry.events)
    return (id, entry.number, entry.kind, entry.seat, entry.text, entry.at, events)


def _setup(table: Table) -> bytes | None:
    return None if table.setup is None else encode(table.setup)


def _table(body: bytes, setup: bytes | None) -> Table:
    table = decode_table(body)
    if setup is not None:
        table.setup = msgspec.json.decode(setup)
    return table


def _members(table: Table) -> list[tuple[str, str]]:
    users = {user for seat in table.seats for user in seat.users} | {table.host}
    return [(user, table.id) for user in sorted(users)]
