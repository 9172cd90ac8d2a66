"""The store in a PostgreSQL database, for one server or for several.

Every write is a transaction of its own on a connection of the pool, and is on the disk of the
database server when it returns. A move is a single statement, so it costs one round trip.
"""

import asyncio
import logging
from collections.abc import Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from skerry.kernel.errors import BadSetup
from skerry.store.peers import Notification, PeerStore
from skerry.store.postgres_connection import (
    CONNECT_SECONDS,
    ERRORS,
    SESSION,
    STATEMENT_SECONDS,
    PostgresError,
    UniqueViolation,
    connect,
    create_pool,
    unavailable,
    without_password,
)
from skerry.store.postgres_peers import PostgresPeers
from skerry.store.protocol import (
    Entry,
    Fence,
    StoreUnavailable,
    Table,
    WriteConflict,
)
from skerry.store.results import GameResult
from skerry.store.schema import MIGRATIONS
from skerry.store.sql import Connection, Row, T, Work
from skerry.store.sql_store import (
    UPDATE_TABLE,
    SqlStore,
    changed_elsewhere,
    entry_row,
    table_row,
)

log = logging.getLogger("skerry.store")
R = TypeVar("R")

POOL_SIZE = 10
MIGRATION_LOCK = 0x536B65727279  # "Skerry"; one server at a time changes the tables
PAUSE_SECONDS = 10.0  # longer without any server is not counted as server time

_placeholders: dict[str, str] = {}


def numbered(sql: str) -> str:
    """Return a statement with `$1`, `$2` in place of each `?`.

    >>> numbered("SELECT 1 FROM seen WHERE id = ? AND number > ?")
    'SELECT 1 FROM seen WHERE id = $1 AND number > $2'
    """
    if sql not in _placeholders:
        first, *rest = sql.split("?")
        text = first + "".join(f"${n}{part}" for n, part in enumerate(rest, start=1))
        if len(_placeholders) > 2000:  # lists of ids make a statement for every length
            _placeholders.clear()
        _placeholders[sql] = text
    return _placeholders[sql]


def _storable(args: Iterable[Any]) -> list[Any]:
    """Replace the one character that PostgreSQL does not store."""
    return [a.replace("\x00", "\ufffd") if isinstance(a, str) and "\x00" in a else a for a in args]


class Statements:
    """A connection as the verbs use it."""

    def __init__(self, db: Any) -> None:
        self._db = db

    async def execute(self, sql: str, *args: Any) -> int:
        """Run a statement; return how many rows it changed."""
        done: str = await self._db.execute(numbered(sql), *_storable(args))
        count = done.rpartition(" ")[2]
        return int(count) if count.isdigit() else 0

    async def execute_many(self, sql: str, rows: Iterable[Row]) -> None:
        """Run a statement for each row of arguments."""
        await self._db.executemany(numbered(sql), [_storable(row) for row in rows])

    async def fetch(self, sql: str, *args: Any) -> list[Row]:
        """Return all rows of a query."""
        rows: list[Row] = await self._db.fetch(numbered(sql), *_storable(args))
        return rows

    async def fetch_one(self, sql: str, *args: Any) -> Row | None:
        """Return the first row of a query, None if there is none."""
        row: Row | None = await self._db.fetchrow(numbered(sql), *_storable(args))
        return row

    async def fetch_named(self, sql: str, *args: Any) -> list[dict[str, Any]]:
        """Return all rows of a query with the names of their columns."""
        return [dict(row) for row in await self._db.fetch(numbered(sql), *_storable(args))]

    async def lock(self, name: str) -> None:
        """Let other transactions that lock the same name wait until this one has ended."""
        await self._db.execute("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", name)


_FENCED_APPEND = numbered(
    "WITH lease AS (SELECT 1 FROM leases WHERE id = ? AND owner = ? AND epoch = ? FOR SHARE),"
    f" changed AS ({UPDATE_TABLE} AND EXISTS (SELECT 1 FROM lease) RETURNING id)"
    " INSERT INTO log (id, number, kind, seat, text, at, events)"
    " SELECT changed.id, ?::bigint, ?::text, ?::bigint, ?::text, ?::double precision, ?::bytea"
    " FROM changed"
)
_APPEND = numbered(
    f"WITH changed AS ({UPDATE_TABLE} RETURNING id)"
    " INSERT INTO log (id, number, kind, seat, text, at, events)"
    " SELECT changed.id, ?::bigint, ?::text, ?::bigint, ?::text, ?::double precision, ?::bytea"
    " FROM changed"
)
# The same text for any number of tables, so it is prepared once. OFFSET 0 keeps the planner from
# reading the whole log for them.
_CHANGES = (
    "WITH known AS (SELECT * FROM unnest(?::text[], ?::bigint[]) AS known (id, number))"
    " SELECT tables.id, NULL AS number, NULL, NULL, NULL, NULL, NULL, body,"
    " CASE WHEN known.number = 0 THEN (SELECT setup FROM setups WHERE setups.id = known.id) END"
    " FROM known JOIN tables ON tables.id = known.id UNION ALL"
    " SELECT since.*, NULL, NULL FROM known CROSS JOIN LATERAL"
    " (SELECT id, number, kind, seat, text, at, events FROM log"
    " WHERE log.id = known.id AND log.number > known.number OFFSET 0) AS since ORDER BY number"
)


class PostgresStore(SqlStore):
    """Tables in a PostgreSQL database."""

    def __init__(self, url: str, pool_size: int = POOL_SIZE) -> None:
        self.url = url
        self.pool_size = pool_size
        self._pool: Any = None
        self._opening = asyncio.Lock()
        self._closed = False
        self._writing: set[asyncio.Task[Any]] = set()  # writes that must not be cancelled half-way
        super().__init__()
        self.peers: PeerStore = PostgresPeers(url, self._read, self._write)

    # -- connections

    async def pool(self) -> Any:
        """Return the pool of connections; it connects when one is needed."""
        if self._closed:
            raise StoreUnavailable("the store is closed")
        if self._pool is None:
            async with self._opening:
                if self._pool is None:
                    self._pool = await create_pool(
                        self.url,
                        min_size=0,
                        max_size=self.pool_size,
                        timeout=CONNECT_SECONDS,
                        command_timeout=STATEMENT_SECONDS,
                        server_settings=SESSION,
                    )
        return self._pool

    async def _read(self, work: Work[T]) -> T:
        pool = await self.pool()
        try:
            async with pool.acquire(timeout=CONNECT_SECONDS) as db:
                return await work(Statements(db))
        except ERRORS as error:
            raise unavailable(error) from None

    async def _write(self, work: Work[T]) -> T:
        return await self.shielded(self._in_transaction(work))

    async def shielded(self, work: Coroutine[Any, Any, R]) -> R:
        """Finish what is being written also for a caller that goes away."""
        task = asyncio.create_task(work)
        self._writing.add(task)
        task.add_done_callback(self._written)
        return await asyncio.shield(task)

    def _written(self, task: asyncio.Task[Any]) -> None:
        self._writing.discard(task)
        if not task.cancelled():
            self.refused += isinstance(task.exception(), StoreUnavailable)

    async def _in_transaction(self, work: Work[T]) -> T:
        pool = await self.pool()
        try:
            async with pool.acquire(timeout=CONNECT_SECONDS) as db, db.transaction():
                result = await work(Statements(db))
        except UniqueViolation as error:
            raise WriteConflict(f"somebody else wrote first ({error.table_name})") from None
        except ERRORS as error:
            raise unavailable(error) from None
        self.commits += 1
        self.writes += 1
        return result

    def _as_text(self, column: str) -> str:
        return f"convert_from({column}, 'UTF8') COLLATE \"default\""

    def _changes(self, numbers: dict[str, int]) -> tuple[str, list[Any]]:
        return _CHANGES, [[*numbers], [*numbers.values()]]

    # -- where PostgreSQL does better than the common text, or has to do more

    async def append(
        self,
        table: Table,
        entry: Entry,
        fence: Fence | None = None,
        result: GameResult | None = None,
    ) -> None:
        if result is not None:  # the last move, with more to store than one statement can
            await super().append(table, entry, fence, result)
            self._changed(table)
            return
        row, line = table_row(table), entry_row(table.id, entry)[1:]
        sql, args = _APPEND, (*row, *line)
        if fence is not None:
            sql, args = _FENCED_APPEND, (table.id, fence.owner, fence.epoch, *args)
        await self.shielded(self._append(sql, args, table.id))
        self._changed(table)

    async def _append(self, sql: str, args: tuple[Any, ...], id: str) -> None:
        pool = await self.pool()
        try:
            async with pool.acquire(timeout=CONNECT_SECONDS) as db:
                done: str = await db.execute(sql, *_storable(args))
        except UniqueViolation:
            raise WriteConflict(f"the next entry of table {id} is written already") from None
        except ERRORS as error:
            raise unavailable(error) from None
        if done != "INSERT 0 1":
            raise changed_elsewhere(id)
        self.commits += 1
        self.writes += 1

    async def save(
        self,
        table: Table,
        fence: Fence | None = None,
        created: tuple[Table, list[Entry]] | None = None,
        result: GameResult | None = None,
    ) -> None:
        await super().save(table, fence, created, result)
        self._changed(table)

    def _changed(self, table: Table) -> None:
        """Let the other servers know of a new version of a table."""
        self.peers.publish(Notification("table", table.id, str(table.version)))

    async def _check_fence(self, db: Connection, id: str, fence: Fence | None) -> None:
        if fence is not None and not await db.fetch_one(
            "SELECT 1 FROM leases WHERE id = ? AND owner = ? AND epoch = ? FOR SHARE",
            *(id, fence.owner, fence.epoch),
        ):
            raise WriteConflict(f"another server runs table {id} now")

    async def heartbeat(self, at: float) -> float:
        """Return the server time that all servers share; *at* only begins it.

        It runs by the clock of the database, and only while some server calls this: a longer
        pause, and a clock that is set, do not count.
        """

        async def work(db: Connection) -> float:
            row = await db.fetch_one(
                "INSERT INTO alive (one, at) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET"
                " measured = clock_timestamp(), at = alive.at + CASE WHEN"
                " clock_timestamp() - alive.measured BETWEEN interval '0' AND"
                " make_interval(secs => ?)"
                " THEN extract(epoch FROM clock_timestamp() - alive.measured)"
                " ELSE 0 END RETURNING at",
                *(at, PAUSE_SECONDS),
            )
            return float(row[0]) if row else at

        return await self._write(work)

    # -- the whole database

    async def size(self) -> int:
        """Return how many bytes the database takes."""

        async def work(db: Connection) -> int:
            row = await db.fetch_one("SELECT pg_database_size(current_database())")
            return int(row[0]) if row else 0

        return await self._read(work)

    async def check_file(self) -> bool:
        """Leave looking for damage to the database server, which does it itself."""
        return True

    async def backup(self, path: str) -> None:
        raise BadSetup(f"use pg_dump --format=custom --file={path} DATABASE (docs/hosting.md)")

    async def close(self) -> None:
        self._closed = True
        if self._writing:
            await asyncio.wait(self._writing)
        if self._pool is not None:
            try:
                await asyncio.wait_for(self._pool.close(), CONNECT_SECONDS)
            except (*ERRORS, TimeoutError):
                self._pool.terminate()


# -- before a server starts


def prepare(url: str) -> None:
    """Bring the database to the newest form; one server at a time, the others wait.

    Raises BadSetup if it cannot be reached or was written by a newer version.
    """
    run_apart(_migrate(url))


def kept_setting(url: str, name: str, new: str) -> str:
    """Return a setting of the database; *new* is stored if there is none yet."""

    async def work() -> str:
        store = PostgresStore(url)
        try:
            return await store.keep_setting(name, new)
        finally:
            await store.close()

    prepare(url)
    return run_apart(work())


def run_apart(work: Coroutine[Any, Any, R]) -> R:
    """Run something in an event loop of its own, whether or not one is running here."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


async def _migrate(url: str) -> None:
    db = await connect(url)
    try:
        if db.get_server_version().major < 14:
            raise BadSetup("Skerry needs PostgreSQL 14 or later")
        if await db.fetchval("SHOW server_encoding") != "UTF8":
            raise BadSetup(
                f"the database {without_password(url)} is not in UTF8;"
                " make one with: createdb --encoding=UTF8 --template=template0 NAME"
            )
        await db.execute("SELECT pg_advisory_lock($1)", MIGRATION_LOCK)
        await db.execute("CREATE TABLE IF NOT EXISTS schema_version (number BIGINT NOT NULL)")
        done = await db.fetchval("SELECT MAX(number) FROM schema_version") or 0
        if done > len(MIGRATIONS):
            raise BadSetup(
                f"{without_password(url)} was written by a newer version of skerry; update this one"
            )
        for number, step in enumerate(MIGRATIONS[done:], start=done + 1):
            async with db.transaction():
                if step.postgres:
                    await db.execute(step.postgres)
                await db.execute("INSERT INTO schema_version VALUES ($1)", number)
    except PostgresError as error:
        raise BadSetup(f"cannot use the database {without_password(url)}: {error}") from None
    finally:
        await db.close()
