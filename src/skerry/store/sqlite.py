"""The store in one SQLite file: a write-ahead log, fsync before every answer, group commit.

Everything that waits is written together and committed together, so that a hundred moves cost
one fsync. Only the commit runs in a thread: statements are quick, and a thread would have to wait
for the interpreter's lock at each of them.
"""

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from skerry.kernel.events import Event
from skerry.store.protocol import Entry, Line, Status, StoreUnavailable, Table, WriteConflict

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]
Batch = list[tuple[Work, asyncio.Future[Any]]]
log = logging.getLogger("skerry.store")

MIGRATIONS = [
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, status TEXT NOT NULL, public INTEGER NOT NULL,
        updated REAL NOT NULL, version INTEGER NOT NULL, body BLOB NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX tables_by_status ON tables (status, updated);
    CREATE TABLE setups (id TEXT PRIMARY KEY, setup BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE log (
        id TEXT NOT NULL, number INTEGER NOT NULL, kind TEXT NOT NULL, seat INTEGER NOT NULL,
        text TEXT NOT NULL, at REAL NOT NULL, events BLOB NOT NULL, PRIMARY KEY (id, number)
    ) WITHOUT ROWID;
    CREATE TRIGGER log_is_never_changed BEFORE UPDATE ON log
        BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
    CREATE TRIGGER log_is_never_cut BEFORE DELETE ON log
        BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
    CREATE TABLE members (
        user TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (user, id)
    ) WITHOUT ROWID;
    CREATE TABLE chat (
        id TEXT NOT NULL, number INTEGER NOT NULL, room TEXT NOT NULL, name TEXT NOT NULL,
        text TEXT NOT NULL, at REAL NOT NULL, seat INTEGER, PRIMARY KEY (id, number)
    ) WITHOUT ROWID;
    CREATE TABLE seen (
        id TEXT NOT NULL, user TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (id, user)
    ) WITHOUT ROWID;
    CREATE TABLE alive (one INTEGER PRIMARY KEY CHECK (one = 1), at REAL NOT NULL);
    """,
    "CREATE TABLE revoked (user TEXT PRIMARY KEY, before REAL NOT NULL) WITHOUT ROWID",
]

BATCH_SIZE = 256
COMMITS_PER_CHECKPOINT = 100
MAX_WAL_BYTES = 64_000_000
LOCKED_SECONDS = 5.0  # how long another program may lock the file


def _event_to_json(event: Event) -> dict[str, Any]:
    """Return the stored form of an event, the same since the first version."""
    stored: dict[str, Any] = {"k": event.kind, "s": event.seat, "d": event.data}
    if event.secret is not None:
        stored["o"] = event.owner
        stored["x"] = event.secret
    return stored


def _event_from_json(_: type, stored: dict[str, Any]) -> Event:
    return Event(stored["k"], stored["s"], stored["d"], stored.get("o", -1), stored.get("x"))


_encode = msgspec.json.Encoder(enc_hook=_event_to_json).encode
_decode_table = msgspec.json.Decoder(Table).decode
_decode_events = msgspec.json.Decoder(list[Event], dec_hook=_event_from_json).decode


class SqliteStore:
    """Tables in one file."""

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        _migrate(self.path)
        self.commits = 0
        self.writes = 0
        self._writing = _connect_writer(self.path)
        self._broken = False
        self._closed = False
        self._reading = _connect(self.path)
        self._committer = ThreadPoolExecutor(1, "store-commit")
        self._reader = ThreadPoolExecutor(1, "store-read")
        self._waiting: Batch = []
        self._flushing: asyncio.Task[None] | None = None
        self._checkpointing = _connect(self.path)
        self._checkpointer = ThreadPoolExecutor(1, "store-checkpoint")
        self._checkpointed: asyncio.Future[None] | None = None

    # -- writing

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._closed:
            raise StoreUnavailable("the store is closed")
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, future))
        if self._flushing is None:
            self._flushing = asyncio.create_task(self._flush())
        # Shielded: a caller that goes away does not undo what is being written.
        return await asyncio.shield(future)

    async def _flush(self) -> None:
        """Write all that waits. However this ends, nobody is left waiting."""
        batch: Batch = []
        try:
            while self._waiting:
                batch = self._waiting[:BATCH_SIZE]
                del self._waiting[:BATCH_SIZE]
                await self._commit(batch)
                self._checkpoint_when_due()
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
        try:
            results = [work(db) for work, _ in batch]
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

    def _checkpoint_when_due(self) -> None:
        """Copy the write-ahead log into the file now and then, beside the commits."""
        idle = self._checkpointed is None or self._checkpointed.done()
        if idle and self.commits % COMMITS_PER_CHECKPOINT == 0:
            loop = asyncio.get_running_loop()
            self._checkpointed = loop.run_in_executor(self._checkpointer, self._checkpoint)

    def _checkpoint(self) -> None:
        try:
            self._checkpointing.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            if Path(self.path + "-wal").stat().st_size > MAX_WAL_BYTES:
                # It never became empty by itself; wait for the writer once and begin it anew.
                self._checkpointing.execute("PRAGMA wal_checkpoint(RESTART)").fetchall()
        except (sqlite3.Error, OSError) as error:  # nothing is lost: the log only grows
            log.warning("the write-ahead log was not copied", extra={"why": str(error)})

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._closed:
            raise StoreUnavailable("the store is closed")
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._reader, work, self._reading)
        except sqlite3.Error as error:
            raise _unavailable(error) from None

    async def create(self, table: Table, entries: list[Entry]) -> None:
        body, setup = _body(table), _setup(table)
        members = _members(table)
        row = (table.id, table.status, table.public, table.updated, table.version, body)
        rows = [_entry_row(table.id, entry) for entry in entries]

        def work(db: sqlite3.Connection) -> None:
            try:
                db.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?)", row)
            except sqlite3.IntegrityError:
                raise WriteConflict(f"there is a table {row[0]} already") from None
            if setup is not None:
                db.execute("INSERT INTO setups VALUES (?, ?)", (row[0], setup))
            db.executemany("INSERT OR IGNORE INTO members VALUES (?, ?)", members)
            db.executemany("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

        await self._write(work)

    async def save(self, table: Table) -> None:
        body, setup = _body(table), _setup(table)
        members = _members(table)
        row = (table.status, table.public, table.updated, table.version, body, table.id)

        def work(db: sqlite3.Connection) -> None:
            _update(db, row)
            if setup is not None:
                db.execute("INSERT OR IGNORE INTO setups VALUES (?, ?)", (row[5], setup))
            db.execute("DELETE FROM members WHERE id = ?", (row[5],))
            db.executemany("INSERT OR IGNORE INTO members VALUES (?, ?)", members)

        await self._write(work)

    async def append(self, table: Table, entry: Entry) -> None:
        body = _body(table)
        row = (table.status, table.public, table.updated, table.version, body, table.id)
        line = _entry_row(table.id, entry)

        def work(db: sqlite3.Connection) -> None:
            _update(db, row)
            try:
                db.execute("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?)", line)
            except sqlite3.IntegrityError:
                raise WriteConflict(
                    f"entry {line[1]} of table {line[0]} is written already"
                ) from None

        await self._write(work)

    async def append_line(self, id: str, line: Line) -> int:
        said = (line.room, line.name, line.text, line.at, line.seat)

        def work(db: sqlite3.Connection) -> int:
            last = db.execute("SELECT MAX(number) FROM chat WHERE id = ?", (id,)).fetchone()[0]
            number: int = (last or 0) + 1
            db.execute("INSERT INTO chat VALUES (?, ?, ?, ?, ?, ?, ?)", (id, number, *said))
            return number

        return await self._write(work)

    async def set_seen(self, id: str, user: str, number: int) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("INSERT OR REPLACE INTO seen VALUES (?, ?, ?)", (id, user, number))

        await self._write(work)

    async def revoke(self, user: str, before: float) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("INSERT OR REPLACE INTO revoked VALUES (?, ?)", (user, before))

        await self._write(work)

    async def revoked(self) -> dict[str, float]:
        def work(db: sqlite3.Connection) -> dict[str, float]:
            return dict(db.execute("SELECT user, before FROM revoked").fetchall())

        return await self._read(work)

    async def heartbeat(self, now: float) -> float:
        def work(db: sqlite3.Connection) -> float:
            row = db.execute("SELECT at FROM alive").fetchone()
            db.execute("INSERT OR REPLACE INTO alive VALUES (1, ?)", (now,))
            return float(row[0]) if row else now

        return await self._write(work)

    # -- reading

    async def load(self, id: str) -> Table | None:
        def work(db: sqlite3.Connection) -> Table | None:
            row = db.execute(
                "SELECT body, setup FROM tables LEFT JOIN setups USING (id) WHERE id = ?", (id,)
            ).fetchone()
            if row is None:
                return None
            table = _decode_table(row[0])
            if row[1] is not None:
                table.setup = msgspec.json.decode(row[1])
            return table

        return await self._read(work)

    async def log(self, id: str, after: int = 0) -> list[Entry]:
        def work(db: sqlite3.Connection) -> list[Entry]:
            rows = db.execute(
                "SELECT number, kind, seat, text, at, events FROM log"
                " WHERE id = ? AND number > ? ORDER BY number",
                (id, after),
            )
            return [Entry(n, kind, s, t, at, _decode_events(e)) for n, kind, s, t, at, e in rows]

        return await self._read(work)

    async def tables(
        self, status: Status, public: bool | None = None, limit: int = 100, before: float = 1e18
    ) -> list[Table]:
        def work(db: sqlite3.Connection) -> list[Table]:
            rows = db.execute(
                "SELECT body FROM tables WHERE status = ? AND updated < ?"
                " AND (? IS NULL OR public = ?) ORDER BY updated DESC LIMIT ?",
                (status, before, public, public, limit),
            )
            return [_decode_table(row[0]) for row in rows]

        return await self._read(work)

    async def ids(self, status: Status) -> list[str]:
        def work(db: sqlite3.Connection) -> list[str]:
            rows = db.execute(
                "SELECT id FROM tables WHERE status = ? ORDER BY updated DESC", (status,)
            )
            return [row[0] for row in rows]

        return await self._read(work)

    async def tables_of(self, user: str, limit: int = 100) -> list[Table]:
        def work(db: sqlite3.Connection) -> list[Table]:
            rows = db.execute(
                "SELECT body FROM members JOIN tables USING (id) WHERE user = ?"
                " ORDER BY updated DESC LIMIT ?",
                (user, limit),
            )
            return [_decode_table(row[0]) for row in rows]

        return await self._read(work)

    async def chat(self, id: str, after: int = 0, limit: int = 200) -> list[Line]:
        def work(db: sqlite3.Connection) -> list[Line]:
            rows = db.execute(
                "SELECT number, room, name, text, at, seat FROM chat"
                " WHERE id = ? AND number > ? ORDER BY number DESC LIMIT ?",
                (id, after, limit),
            )
            return [Line(*row) for row in rows][::-1]

        return await self._read(work)

    async def seen(self, id: str, user: str) -> int | None:
        def work(db: sqlite3.Connection) -> int | None:
            row = db.execute(
                "SELECT number FROM seen WHERE id = ? AND user = ?", (id, user)
            ).fetchone()
            return row[0] if row else None

        return await self._read(work)

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
    return StoreUnavailable(f"the store cannot be used now ({error}); nothing has changed")


def _migrate(path: str) -> None:
    """Bring the file to the newest form; each step in its own transaction."""
    db = _connect(path)
    (done,) = db.execute("PRAGMA user_version").fetchone()
    if done > len(MIGRATIONS):
        db.close()
        raise WriteConflict(f"{path} was written by a newer version of skerry; update this one")
    for number, script in enumerate(MIGRATIONS[done:], start=done + 1):
        db.executescript(f"BEGIN; {script}; PRAGMA user_version = {number}; COMMIT;")
    db.close()


def copy_file(source: str, target: str) -> None:
    """Copy a store that may be in use into a new file, whole and consistent."""
    if Path(target).exists():
        raise WriteConflict(f"{target} exists already; choose a new file")
    from_db = _connect(source)
    to_db = sqlite3.connect(target)
    from_db.backup(to_db, pages=1000)
    to_db.close()
    from_db.close()


def _body(table: Table) -> bytes:
    """Return the row's body without the large set-up, which has its own row."""
    setup = table.setup
    table.setup = None
    body = _encode(table)
    table.setup = setup
    return body


def _setup(table: Table) -> bytes | None:
    return None if table.setup is None else _encode(table.setup)


def _members(table: Table) -> list[tuple[str, str]]:
    users = {user for seat in table.seats for user in seat.users} | {table.host}
    return [(user, table.id) for user in sorted(users)]


def _entry_row(id: str, entry: Entry) -> tuple[str, int, str, int, str, float, bytes]:
    events = _encode(entry.events)
    return (id, entry.number, entry.kind, entry.seat, entry.text, entry.at, events)


def _update(db: sqlite3.Connection, row: tuple[str, bool, float, int, bytes, str]) -> None:
    done = db.execute(
        "UPDATE tables SET status = ?, public = ?, updated = ?, version = ?, body = ?"
        " WHERE id = ? AND version = ?",
        (*row, row[3] - 1),
    )
    if done.rowcount != 1:
        raise WriteConflict(f"table {row[5]} was changed by somebody else; read it again")
