"""The store: append-only, one number once, whole batches, newer files refused, backups."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from skerry.kernel.events import Event
from skerry.store.protocol import Entry, Line, Seat, Table, WriteConflict
from skerry.store.sqlite import MIGRATIONS, SqliteStore


def table(id: str = "abcdefgh") -> Table:
    return Table(id, "vanuatu", 1, "ann", [Seat("human", "Ann", ["ann"])], 1.0, setup={"a": 1})


def entry(number: int) -> Entry:
    return Entry(number, "move", 0, "plan sail", 2.0, [Event("planned", 0, {})])


def stored(path: Path, story: Callable[[SqliteStore], Awaitable[None]]) -> None:
    async def work() -> None:
        store = SqliteStore(path)
        await story(store)
        await store.close()

    asyncio.run(work())


def test_a_number_is_written_once(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        one = table()
        await store.create(one, [])
        with pytest.raises(WriteConflict):
            await store.create(one, [])
        one.version, one.number = 1, 1
        await store.append(one, entry(1))
        for version in (1, 3):
            one.version = version
            with pytest.raises(WriteConflict):
                await store.append(one, entry(2))
        one.version = 2
        with pytest.raises(WriteConflict):
            await store.append(one, entry(1))
        assert [kept.number for kept in await store.log(one.id)] == [1]
        loaded = await store.load(one.id)
        assert loaded is not None and loaded.setup == {"a": 1} and loaded.version == 1

    stored(tmp_path / "db", story)


def test_one_bad_write_does_not_hurt_the_batch(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        tables = [table(f"table{i:03}") for i in range(50)]
        await asyncio.gather(*(store.create(one, []) for one in tables))
        assert store.commits <= 3, "they are committed together"
        for one in tables:
            one.version = 1
        tables[7].version = 9
        results = await asyncio.gather(
            *(store.append(one, entry(1)) for one in tables), return_exceptions=True
        )
        assert [i for i, result in enumerate(results) if result is not None] == [7]
        assert await store.log("table007") == []
        assert len(await store.log("table008")) == 1

    stored(tmp_path / "db", story)


def test_the_log_is_append_only(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        one = table()
        await store.create(one, [entry(1)])
        db = sqlite3.connect(tmp_path / "db")
        for statement in ("DELETE FROM log", "UPDATE log SET text = 'x'"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                db.execute(statement)
        db.close()

    stored(tmp_path / "db", story)


def test_every_commit_reaches_the_disk(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        assert store._writing.execute("PRAGMA synchronous").fetchone() == (2,)
        assert store._writing.execute("PRAGMA journal_mode").fetchone() == ("wal",)

    stored(tmp_path / "db", story)


def test_a_newer_file_is_refused(tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / "db")
    db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    db.close()
    with pytest.raises(WriteConflict, match="newer"):
        SqliteStore(tmp_path / "db")


def test_chat_and_what_was_seen(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        for text in ("one", "two", "'; DROP TABLE chat; --"):
            await store.append_line("t", Line(0, "table", "Ann", text, 1.0, 0))
        assert (await store.chat("t", 1))[0].text == "two"
        assert len(await store.chat("t", 0, limit=2)) == 2
        await store.set_seen("t", "ann", 5)
        await store.set_seen("t", "ann", 7)
        assert await store.seen("t", "ann") == 7
        assert await store.seen("t", "ben") is None

    stored(tmp_path / "db", story)


def test_a_backup_is_a_whole_store(tmp_path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        await store.create(table(), [entry(1)])
        await store.backup(str(tmp_path / "copy"))
        with pytest.raises(WriteConflict):
            await store.backup(str(tmp_path / "copy"))

    stored(tmp_path / "db", story)

    async def snapshot(store: SqliteStore) -> None:
        assert len(await store.log("abcdefgh")) == 1

    stored(tmp_path / "copy", snapshot)


def test_the_stored_form_of_events_and_seats_does_not_change(tmp_path: Path) -> None:
    """Tables of every earlier version are read with these short keys and field names."""
    secret = Event("rest_taken", 1, {"round": 2}, 1, {"token": "first"})
    away = Seat("human", "Ann", ["ann"], level="steady", substitute=True)

    async def story(store: SqliteStore) -> None:
        of_ann = Table("abcdefgh", "vanuatu", 1, "ann", [away], 1.0, setup={"a": 1})
        events = [Event("planned", 0, {"action": "sail"}), secret]
        await store.create(of_ann, [Entry(1, "move", 0, "plan sail", 2.0, events)])
        again = await store.load("abcdefgh")
        assert again is not None and again.seats == [away]
        (read,) = await store.log("abcdefgh")
        fields = [(e.kind, e.seat, e.data, e.owner, e.secret) for e in read.events]
        assert fields == [
            ("planned", 0, {"action": "sail"}, -1, None),
            ("rest_taken", 1, {"round": 2}, 1, {"token": "first"}),
        ]

    stored(tmp_path / "db", story)
    db = sqlite3.connect(tmp_path / "db")
    (events,) = db.execute("SELECT events FROM log").fetchone()
    (body,) = db.execute("SELECT body FROM tables").fetchone()
    db.close()
    assert events == (
        b'[{"k":"planned","s":0,"d":{"action":"sail"}},'
        b'{"k":"rest_taken","s":1,"d":{"round":2},"o":1,"x":{"token":"first"}}]'
    )
    assert b'"stand_in":true' in body
