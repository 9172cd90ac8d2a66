"""The store in one SQLite file: a write-ahead log, fsync before every answer, group commit.

Everything that waits is written together and committed together, so that a hundred moves cost
one fsync. Only the commit runs in a thread: statements are quick, and a thread would have to wait
for the interpreter's lock at each of them.
"""

import asyncio
import contextlib
import logging
import os
import sqlite3
import time
from collections.abc import Awaitable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from skerry.kernel.errors import BadSetup
from skerry.store.protocol import StoreUnavailable, Trouble, WriteConflict
from skerry.store.schema import MIGRATIONS
from skerry.store.sql import Row, T, Work
from skerry.store.sql_store import SqlStore

Batch = list[tuple[Work[Any], asyncio.Future[Any]]]
log = logging.getLogger("skerry.store")

BATCH_SIZE = 256
WRITES_PER_CHECKPOINT = 1000
MAX_WAL_BYTES = 64_000_000
READERS_MS = 100  # how long a checkpoint waits for readers, once the log is that large
LOCKED_SECONDS = 5.0  # how long another program may lock the file
FIRST_START_TRIES = 10  # looks at an empty file, in a second


class Statements:
    """A connection as the verbs use it. Nothing here waits, so `run_now` can run them."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    async def execute(self, sql: str, *args: Any) -> int:
        """Run a statement; return how many rows it changed."""
        return self._db.execute(sql, args).rowcount

    async def execute_many(self, sql: str, rows: Iterable[Row]) -> None:
        """Run a statement for each row of arguments."""
        self._db.executemany(sql, rows)

    async def fetch(self, sql: str, *args: Any) -> list[Row]:
        """Return all rows of a query."""
        return self._db.execute(sql, args).fetchall()

    async def fetch_one(self, sql: str, *args: Any) -> Row | None:
        """Return the first row of a query, None if there is none."""
        rows = self._db.execute(sql, args).fetchall()
        return rows[0] if rows else None

    async def fetch_named(self, sql: str, *args: Any) -> list[dict[str, Any]]:
        """Return all rows of a query with the names of their columns."""
        cursor = self._db.execute(sql, args)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor]

    async def lock(self, name: str) -> None:
        """Do nothing: there is only one writer."""


def run_now(work: Awaitable[T]) -> T:
    """Run something that is written as a coroutine but never waits."""
    steps = work.__await__()
    try:
        next(steps)
    except StopIteration as end:
        result: T = end.value
        return result
    raise RuntimeError("work on SQLite must not wait")


class SqliteStore(SqlStore):
    """Tables in one file."""

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        new = not Path(path).exists()
        _check_not_emptied(Path(path))
        try:
            make_private(Path(path))
            _migrate(self.path)
        except BaseException:
            if new:  # else the next start would take it for a file that lost its content
                _remove_empty(Path(path))
            raise
        super().__init__()
        self._writing = _connect_writer(self.path)
        self._broken = False
        self._closed = False
        self._reading = _connect(self.path)
        self._committer = ThreadPoolExecutor(1, "store-commit")
        self._reader = ThreadPoolExecutor(1, "store-read")
        self._waiting: Batch = []
        self._flushing: asyncio.Task[None] | None = None
        self._checkpointing = _connect(self.path)
        self._checkpointing.execute(f"PRAGMA busy_timeout = {READERS_MS}")
        self._checkpointer = ThreadPoolExecutor(1, "store-checkpoint")
        self._checkpointed: asyncio.Future[None] | None = None
        self._next_checkpoint = WRITES_PER_CHECKPOINT

    # -- writing

    async def _write(self, work: Work[T]) -> T:
        if self._closed:
            raise StoreUnavailable("the store is closed")
        if self._flushing is None:
            self._flushing = asyncio.create_task(self._flush())
        # Its loop is known; to look for the running one takes a system call.
        future: asyncio.Future[T] = self._flushing.get_loop().create_future()
        self._waiting.append((work, future))
        return await future  # a caller that goes away does not undo what is being written

    async def _flush(self) -> None:
        """Write all that waits. However this ends, nobody is left waiting."""
        batch: Batch = []
        try:
            while self._waiting:
                batch = self._waiting[:BATCH_SIZE]
                del self._waiting[:BATCH_SIZE]
                await self._commit(batch)
                self.refused += sum(
                    future.done()
                    and not future.cancelled()
                    and isinstance(future.exception(), StoreUnavailable)
                    for _, future in batch
                )
                await self._checkpoint_when_due()
        finally:
            self._flushing = None
            _fail(batch + self._waiting, StoreUnavailable("the store has stopped; try again"))
            self._waiting.clear()

    async def _commit(self, batch: Batch) -> None:
        """Write a batch in one transaction, or fail each of its writes with the reason."""
        try:
            await self._begin()
        except sqlite3.Error as error:
            _fail(batch, error)
            return
        db = self._writing
        statements = Statements(db)
        try:
            results = [run_now(work(statements)) for work, _ in batch]
        except Exception as error:
            self._rollback()
            if len(batch) == 1:
                _fail(batch, error)
                return
            for one in batch:  # one of them cannot be written: each on its own
                await self._commit([one])
            return
        try:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._committer, db.execute, "COMMIT")
        except sqlite3.Error as error:
            self._rollback()
            _fail(batch, error)
            return
        self.commits += 1
        self.writes += len(batch)
        for (_, future), result in zip(batch, results, strict=True):
            if not future.done():
                future.set_result(result)

    async def _begin(self) -> None:
        """Begin a transaction; wait for another program that writes, but not on the loop."""
        if self._broken:
            self._writing.close()
            self._writing = _connect_writer(self.path)
            self._broken = False
        patience = time.monotonic() + LOCKED_SECONDS
        while True:
            try:
                self._writing.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                locked = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
                if not locked or time.monotonic() > patience:
                    raise
            await asyncio.sleep(0.01)

    def _rollback(self) -> None:
        try:
            if self._writing.in_transaction:
                self._writing.execute("ROLLBACK")
        except sqlite3.Error:
            self._broken = True  # a new connection begins from what is on the disk

    async def _checkpoint_when_due(self) -> None:
        """Copy the write-ahead log into the file now and then, beside the commits.

        What was committed meanwhile is copied before anything else is written: a log that is
        copied as a whole begins anew and stays small.
        """
        loop = asyncio.get_running_loop()
        if self._checkpointed is None:
            if self.writes >= self._next_checkpoint:
                self._checkpointed = loop.run_in_executor(self._checkpointer, self._checkpoint)
        elif self._checkpointed.done():
            await loop.run_in_executor(self._checkpointer, self._checkpoint)
            self._checkpointed = None
            self._next_checkpoint = self.writes + WRITES_PER_CHECKPOINT

    def _checkpoint(self) -> None:
        try:
            self._checkpointing.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            if Path(self.path + "-wal").stat().st_size > MAX_WAL_BYTES:
                # Somebody always read from it: wait for them, but not long, since moves wait too.
                self._checkpointing.execute("PRAGMA wal_checkpoint(RESTART)").fetchall()
        except (sqlite3.Error, OSError) as error:  # nothing is lost: the log only grows
            log.warning("the write-ahead log was not copied", extra={"why": str(error)})

    async def _read(self, work: Work[T]) -> T:
        if self._closed:
            raise StoreUnavailable("the store is closed")
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._reader, self._read_now, work)
        except sqlite3.Error as error:
            raise _unavailable(error) from None

    def _read_now(self, work: Work[T]) -> T:
        return run_now(work(Statements(self._reading)))

    def _as_text(self, column: str) -> str:
        return f"CAST({column} AS TEXT)"

    def _changes(self, numbers: dict[str, int]) -> tuple[str, list[Any]]:
        marks = ", ".join(["(?, ?)"] * len(numbers))
        sql = (
            f"WITH known (id, number) AS (VALUES {marks})"
            " SELECT tables.id, NULL AS number, NULL, NULL, NULL, NULL, NULL, body, setup"
            " FROM known JOIN tables ON tables.id = known.id"
            " LEFT JOIN setups ON setups.id = known.id AND known.number = 0 UNION ALL"
            " SELECT log.id, log.number, kind, seat, text, at, events, NULL, NULL"
            " FROM known JOIN log ON log.id = known.id AND log.number > known.number"
            " ORDER BY number"
        )
        return sql, [value for pair in numbers.items() for value in pair]

    async def size(self) -> int:
        """Return how many bytes the file takes, with those that SQLite puts beside it."""
        files = (Path(self.path), Path(f"{self.path}-wal"), Path(f"{self.path}-shm"))
        return sum(file.stat().st_size for file in files if file.exists())

    async def check_file(self) -> bool:
        """Read the whole file for damage, in a thread of its own; return whether it is whole."""

        def work() -> bool:
            db = sqlite3.connect(self.path, isolation_level=None)
            try:
                return bool(db.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
            except sqlite3.DatabaseError as error:
                return kind_of(error) != "damaged"
            finally:
                db.close()

        self.damaged = not await asyncio.to_thread(work)
        if self.damaged:
            log.error("the file is damaged; restore a backup", extra={"file": self.path})
        return not self.damaged

    async def backup(self, path: str) -> None:
        await asyncio.to_thread(copy_file, self.path, path)

    async def close(self) -> None:
        self._closed = True
        while self._flushing is not None:
            await asyncio.wait({self._flushing})
        self._committer.shutdown()
        self._checkpointer.shutdown()
        self._reader.shutdown()
        self._checkpointing.close()
        self._reading.close()
        self._writing.close()


def _connect(path: str) -> sqlite3.Connection:
    # Each connection is used by one thread at a time, though not always by the same.
    db = sqlite3.connect(path, timeout=5, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA cache_size = -16000")
    db.execute(f"PRAGMA journal_size_limit = {MAX_WAL_BYTES}")  # once it begins anew
    return db


def _connect_writer(path: str) -> sqlite3.Connection:
    """Connect for the event loop, which must not wait: not for a lock, not for a checkpoint."""
    db = _connect(path)
    db.execute("PRAGMA busy_timeout = 0")
    db.execute("PRAGMA wal_autocheckpoint = 0")
    return db


def _fail(batch: Batch, error: Exception) -> None:
    """Fail every write of a batch: nothing of it was stored."""
    if isinstance(error, sqlite3.Error):
        error = _unavailable(error)
    for _, future in batch:
        if not future.done():
            future.set_exception(error)


def _unavailable(error: sqlite3.Error) -> StoreUnavailable:
    log.error("the store cannot be used", extra={"why": str(error)})
    return StoreUnavailable(
        f"the store cannot be used now ({error}); nothing has changed", kind_of(error)
    )


def kind_of(error: sqlite3.Error) -> Trouble:
    """Return what is wrong with the store."""
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_FULL:
            return "full"
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return "locked"
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return "damaged"
    return "unavailable"


def make_private(path: Path) -> None:
    """Let only its owner read a file, and the files that SQLite will put beside it; make it."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    for each in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
        with contextlib.suppress(OSError):  # not there, or somebody else's
            each.chmod(0o600)


def _check_not_emptied(path: Path) -> None:
    """Raise BadSetup if a file has nothing in it, or only its last moves are there.

    SQLite would begin a new store, and delete those moves.
    """
    moves = Path(f"{path}-wal")
    if not path.exists() and moves.is_file() and not _is_empty(moves):
        raise BadSetup(
            f"{path} is gone, but {moves.name} is there, which belongs to it; put both back, or"
            " put a backup in its place (docs/hosting.md) and remove that one"
        )
    for _ in range(FIRST_START_TRIES):
        if not _is_empty(path):
            return
        time.sleep(0.1)  # it is new, and another process is just about to fill it
    raise BadSetup(
        f"{path} is empty (0 bytes): what it held is lost, perhaps by a full disk or a copy that"
        " was cut short; put a backup in its place (docs/hosting.md), or delete it if there never"
        " was anything in it"
    )


def _is_empty(path: Path) -> bool:
    return path.is_file() and path.stat().st_size == 0


def _remove_empty(path: Path) -> None:
    with contextlib.suppress(OSError):
        if _is_empty(path):
            path.unlink()


def _migrate(path: str) -> None:
    """Bring the file to the newest form; each step in its own transaction."""
    db = _connect(path)
    (done,) = db.execute("PRAGMA user_version").fetchone()
    if done > len(MIGRATIONS):
        db.close()
        raise WriteConflict(f"{path} was written by a newer version of skerry; update this one")
    for number, step in enumerate(MIGRATIONS[done:], start=done + 1):
        db.executescript(f"BEGIN; {step.sqlite}; PRAGMA user_version = {number}; COMMIT;")
    db.close()


def copy_file(source: str, target: str) -> None:
    """Copy a store that may be in use into a new file, whole and consistent."""
    if Path(target).exists():
        raise WriteConflict(f"{target} exists already; choose a new file")
    _check_not_emptied(Path(source))
    make_private(Path(target))
    from_db = _connect(source)
    to_db = sqlite3.connect(target)
    from_db.backup(to_db, pages=1000)
    to_db.close()
    from_db.close()
