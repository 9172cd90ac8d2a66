"""What only the SQLite store does: whole batches, newer files refused, backups."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from threading import Timer

import pytest

from skerry.kernel.errors import BadSetup
from skerry.kernel.events import Event
from skerry.store import sqlite
from skerry.store.protocol import Entry, Seat, Table, WriteConflict
from skerry.store.schema import MIGRATIONS
from skerry.store.sqlite import SqliteStore
from tests.store.databases import entry, table


def stored(path: Path, story: Callable[[SqliteStore], Awaitable[None]]) -> None:
    async def work() -> None:
        store = SqliteStore(path)
        await story(store)
        await store.close()

    asyncio.run(work())


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


def test_the_write_ahead_log_begins_anew_while_moves_keep_coming(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "WRITES_PER_CHECKPOINT", 50)

    async def story(store: SqliteStore) -> None:
        async def play(id: str) -> None:
            one = table(id)
            await store.create(one, [])
            for number in range(1, 101):
                one.version = one.number = number
                await store.append(one, entry(number))

        await asyncio.gather(*(play(f"table{i:03}") for i in range(20)))
        assert (tmp_path / "db-wal").stat().st_size < 2_000_000, "it would have 7 MB"

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


def test_a_first_start_that_fails_leaves_no_empty_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: str) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch, pytest.raises(sqlite3.OperationalError):
        patch.setattr(sqlite, "_migrate", full)
        SqliteStore(tmp_path / "db")
    assert not (tmp_path / "db").exists()
    (tmp_path / "db").touch()
    with monkeypatch.context() as patch, pytest.raises(BadSetup, match="0 bytes"):
        patch.setattr(sqlite, "FIRST_START_TRIES", 1)
        SqliteStore(tmp_path / "db")


def test_a_store_that_is_gone_is_not_begun_anew_beside_its_last_moves(tmp_path: Path) -> None:
    (tmp_path / "db-wal").write_bytes(b"moves")
    with pytest.raises(BadSetup, match="db is gone, but db-wal is there"):
        SqliteStore(tmp_path / "db")
    assert (tmp_path / "db-wal").read_bytes() == b"moves"
    (tmp_path / "db-wal").unlink()
    stored(tmp_path / "db", lambda store: store.set_seen("t", "ann", 1))


def test_two_programs_may_begin_a_store_together(tmp_path: Path) -> None:
    path = tmp_path / "db"
    path.touch()  # by the other one, which fills it now
    other = Timer(0.2, lambda: path.write_bytes((tmp_path / "filled").read_bytes()))
    stored(tmp_path / "filled", lambda store: store.set_seen("t", "ann", 1))
    other.start()

    async def story(store: SqliteStore) -> None:
        assert await store.seen("t", "ann") == 1

    stored(path, story)


def test_tables_of_an_older_file_keep_what_was_agreed_about_hints(tmp_path: Path) -> None:
    path = tmp_path / "db"
    older = sqlite3.connect(path)
    older.executescript(
        ";".join(step.sqlite for step in MIGRATIONS[:7]) + "; PRAGMA user_version = 7"
    )
    body = b'{"id":"%s","game":"vanuatu","rules":1,"host":"ann","seats":[],"created":1.5%s}'
    for id, hints in (
        (b"without123", b',"hints":false,"name":"Fj\xc3\xb6rd"'),
        (b"with123456", b""),
    ):
        row = (id.decode(), "open", False, 1.0, 0, body % (id, hints))
        older.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?)", row)
    older.commit()
    older.close()

    async def story(store: SqliteStore) -> None:
        without, with_ = await store.load("without123"), await store.load("with123456")
        assert without is not None and with_ is not None
        assert (without.coach, without.forecast, without.what_if) == ("off", False, False)
        assert (without.name, without.created) == ("Fj\u00f6rd", 1.5)
        assert (with_.coach, with_.forecast, with_.what_if) == ("full", True, True)

    stored(path, story)
    newer = sqlite3.connect(path)
    bodies = [row[0] for row in newer.execute("SELECT body FROM tables")]
    assert all(isinstance(one, bytes) and b"hints" not in one for one in bodies)
    newer.close()


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
