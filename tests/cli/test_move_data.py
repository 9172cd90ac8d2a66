"""Everything from a directory into PostgreSQL and back: the same rows, the same games."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from skerry.cli.move_data import move_data
from skerry.kernel.errors import BadSetup
from skerry.store.accounts import Device, Person
from skerry.store.moderation import Act, Measure
from skerry.store.open_store import kept_key
from skerry.store.postgres import PostgresStore
from skerry.store.protocol import Entry, StoredLesson
from skerry.store.schema import TABLES
from skerry.web.settings import Settings
from tests.service.tables import ANN, Room
from tests.store.databases import database


async def fill(folder: Path) -> None:
    """Make some of everything."""
    room = Room(folder)
    live = await room.two_humans(name="Åland \u2603")
    for _ in range(12):
        await room.step(live)
    await room.tables.chat.say(ANN, live, "Hello", "table")
    other = await room.make(ANN, "nusfjord", "me", "open", public=True)
    await room.store.set_seen(other.table.id, "ann", 3)
    device = Device("d", "ann", "browser", "Firefox", 1.5, 2.5, 3.5)
    await room.store.accounts.sign_in(Person("ann", "Ann", 1.5, 2.5), device)
    act = Act(5.0, "operator", "ban", "user:eve", "spam")
    await room.store.moderation.add_measure(Measure(0, "ban", "user:eve", "spam", 1.0, 0.0), act)
    await room.store.save_lesson("ann", "vanuatu.canoe", StoredLesson(1, {"step": 1}))
    await room.store.save_review(live.table.id, 4, b"{}")
    await room.tables._beat()
    await room.close()


def rows(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    db = sqlite3.connect(folder / "skerry.db")
    found = {}
    for table, key in TABLES.items():
        found[table] = db.execute(f"SELECT * FROM {table} ORDER BY {key}").fetchall()
    db.close()
    return found


def test_there_and_back_again(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    asyncio.run(fill(first))
    secret, admin_key = Settings(data=first).secret(), Settings(data=first).admin_key()
    with database() as url:
        move_data(str(first), url)
        assert kept_key(url, "secret", "new").encode() == secret
        assert Settings(database=url).admin_key() == admin_key

        async def go_on() -> int:
            store = PostgresStore(url)
            act = Act(5.0, "operator", "ban", "user:bob", "spam")
            measure = Measure(0, "ban", "user:bob", "spam", 1.0, 0.0)
            number = await store.moderation.add_measure(measure, act)
            await store.moderation.end_measure("ban", "user:bob", act)
            await store.close()
            return number

        with pytest.raises(BadSetup, match="not empty"):
            move_data(str(first), url)
        move_data(url, str(second))
        assert rows(second) == rows(first)
        assert Settings(data=second).secret() == secret
        with pytest.raises(BadSetup, match="not empty"):
            move_data(url, str(second))
        assert asyncio.run(go_on()) == 2, "PostgreSQL counts on"


def test_a_copy_that_differs_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.joinpath("one").mkdir()
    asyncio.run(fill(tmp_path / "one"))
    with database() as url:

        async def lose(self: PostgresStore, id: str, after: int = 0) -> list[Entry]:
            return (await super(PostgresStore, self).log(id, after))[:-1]

        monkeypatch.setattr(PostgresStore, "log", lose)
        with pytest.raises(BadSetup, match="not the same"):
            move_data(str(tmp_path / "one"), url)


def test_wrong_places_are_errors_of_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="the other a database"):
        move_data(str(tmp_path), str(tmp_path / "other"))
    with pytest.raises(BadSetup, match="no tables"):
        move_data(str(tmp_path / "none"), "postgresql://nobody@127.0.0.1:1/none")
