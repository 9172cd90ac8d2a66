"""A disk that is full, a file that is locked, a store that closes: nobody waits for ever, nothing
is half written, and afterwards everything goes on.
"""

import asyncio
import secrets
import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from skerry.store import sqlite
from skerry.store.protocol import Line, StoreUnavailable
from skerry.store.sql import Connection, Row
from skerry.store.sqlite import SqliteStore
from skerry.web.http import problem_of
from tests.store.databases import database, entry, table
from tests.store.test_sqlite import stored


def test_a_full_disk_keeps_nothing_and_recovers(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        one = table()
        await store.create(one, [])
        (pages,) = store._writing.execute("PRAGMA page_count").fetchone()
        store._writing.execute(f"PRAGMA max_page_count = {pages}")
        one.version = one.number = 1
        long = entry(1)
        long.text = "x" * 100_000
        line = Line(0, "table", "Ann", "hi", 1.0)
        writes = [store.append(one, long), store.append_line("t", line)]
        refused, said = await asyncio.gather(*writes, return_exceptions=True)
        assert isinstance(refused, StoreUnavailable) and "full" in str(refused)
        assert said == 1, "what fits is kept"
        loaded = await store.load(one.id)
        assert loaded is not None and loaded.version == 0 and await store.log(one.id) == []
        store._writing.execute("PRAGMA max_page_count = 1000000")
        await store.append(one, long)
        assert len(await store.log(one.id)) == 1

    stored(tmp_path / "db", story)


def test_a_locked_file_is_waited_for_without_stopping_the_loop(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        other = sqlite3.connect(tmp_path / "db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        writing = asyncio.create_task(store.set_seen("t", "ann", 3))
        for _ in range(10):
            await asyncio.sleep(0.001)  # the loop runs on
        assert not writing.done()
        other.execute("ROLLBACK")
        other.close()
        await writing
        assert await store.seen("t", "ann") == 3

    stored(tmp_path / "db", story)


def test_a_locked_file_is_an_error_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "LOCKED_SECONDS", 0.05)

    async def story(store: SqliteStore) -> None:
        other = sqlite3.connect(tmp_path / "db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        writes = [store.set_seen("t", f"user {i}", 3) for i in range(300)]
        outcomes = await asyncio.gather(*writes, return_exceptions=True)
        assert all(isinstance(error, StoreUnavailable) for error in outcomes)
        other.execute("ROLLBACK")
        other.close()
        await store.set_seen("t", "ann", 4)

    stored(tmp_path / "db", story)


class Refusing:
    """A connection that fails at chosen statements."""

    def __init__(self, db: sqlite3.Connection, fails: Callable[[str], bool]) -> None:
        self.db = db
        self.fails = fails

    def execute(self, text: str, *rest: Any) -> object:
        if self.fails(text):
            raise sqlite3.OperationalError("disk I/O error")
        return self.db.execute(text, *rest)

    def __getattr__(self, name: str) -> object:
        return getattr(self.db, name)


def test_a_commit_that_fails_even_to_roll_back_begins_anew(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        broken = Refusing(store._writing, lambda text: text in ("COMMIT", "ROLLBACK"))
        store._writing = broken  # type: ignore[assignment]  # a stand-in for the connection
        with pytest.raises(StoreUnavailable, match="I/O"):
            await store.set_seen("t", "ann", 3)
        await store.set_seen("t", "ann", 4)
        assert store._writing is not broken and await store.seen("t", "ann") == 4

    stored(tmp_path / "db", story)


def test_nobody_waits_for_a_writer_that_was_stopped(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        other = sqlite3.connect(tmp_path / "db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        writing = asyncio.create_task(store.set_seen("t", "ann", 3))
        await asyncio.sleep(0)
        assert store._flushing is not None
        await asyncio.sleep(0)
        store._flushing.cancel()
        with pytest.raises(StoreUnavailable):
            await writing
        other.close()
        await store.set_seen("t", "ann", 4)

    stored(tmp_path / "db", story)


def test_closing_finishes_what_is_being_written_and_refuses_the_rest(tmp_path: Path) -> None:
    async def work() -> None:
        store = SqliteStore(tmp_path / "db")
        writes = [asyncio.create_task(store.set_seen("t", f"user {i}", i)) for i in range(600)]
        await asyncio.sleep(0)
        await store.close()
        assert await asyncio.gather(*writes) == [None] * 600
        with pytest.raises(StoreUnavailable, match="closed"):
            await store.set_seen("t", "ann", 1)
        with pytest.raises(StoreUnavailable, match="closed"):
            await store.seen("t", "ann")

    asyncio.run(work())
    db = sqlite3.connect(tmp_path / "db")
    assert db.execute("SELECT COUNT(*) FROM seen").fetchone() == (600,)
    db.close()


async def _fetch(db: Connection, sql: str) -> Sequence[Row]:
    return await db.fetch(sql)


def test_connections_that_break_are_a_database_that_cannot_be_used() -> None:
    from skerry.store import postgres
    from skerry.store.postgres_connection import connect

    async def story(url: str) -> None:
        store = postgres.PostgresStore(url)
        operator = await connect(url)
        refused = 0
        reading = True

        async def read(number: int) -> None:
            nonlocal refused
            while reading:
                # A new text each time: it is prepared first, and may break after that step.
                sql = f"SELECT {number}, {secrets.randbits(60)}"
                try:
                    await store._read(partial(_fetch, sql=sql))
                except StoreUnavailable:
                    refused += 1

        readers = [asyncio.create_task(read(number)) for number in range(8)]
        for _ in range(40):
            await asyncio.sleep(0.03)
            await operator.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE pid <> pg_backend_pid() AND datname = current_database()"
            )
        reading = False
        await asyncio.gather(*readers)
        assert refused
        await operator.close()
        await store.close()

    with database() as url:
        postgres.prepare(url)
        asyncio.run(story(url))


def test_players_are_not_told_where_the_database_is() -> None:
    from skerry.store.postgres_connection import unavailable

    error = unavailable(OSError("Connect call failed ('10.0.0.3', 5432)"))
    assert "10.0.0.3" in str(error), "the operator is"
    assert problem_of(error).message == "the database cannot be used now"
