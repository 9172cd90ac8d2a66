"""Health, metrics and logs: what an operator sees, and what a stranger cannot fill."""

import asyncio
import json
import logging
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from skerry.store import sql_store, sqlite
from skerry.web.server import JsonLines, Throttle
from tests.service.benches import inside, running


def health(folder: Path, harm) -> tuple[int, dict]:
    async def story() -> tuple[int, dict]:
        async with inside.Inside(folder) as server:
            await server.guest()
            well = await server.get("/healthz")
            assert (well.status, well.json["store"]) == (200, "ok")
            undo = harm(server)
            ill = await server.get("/healthz")
            undo()
            await asyncio.sleep(0.1)
            assert (await server.get("/healthz")).json["status"] == "ok"
            return ill.status, ill.json

    return asyncio.run(story())


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sql_store, "PROBE_SECONDS", 0.0)
    monkeypatch.setattr(sql_store, "PROBE_PATIENCE", 0.3)
    monkeypatch.setattr(sqlite, "LOCKED_SECONDS", 0.05)


def test_a_locked_store_is_reported(tmp_path: Path) -> None:
    def lock(_: inside.Inside):
        other = sqlite3.connect(tmp_path / "skerry.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        return other.close

    status, answer = health(tmp_path, lock)
    assert (status, answer["status"], answer["store"]) == (503, "failing", "locked")


def test_a_full_store_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill(_: inside.Inside):
        async def full(store, work):
            raise sqlite._unavailable(no_room())

        write = sqlite.SqliteStore._write
        monkeypatch.setattr(sqlite.SqliteStore, "_write", full)
        return lambda: monkeypatch.setattr(sqlite.SqliteStore, "_write", write)

    status, answer = health(tmp_path, fill)
    assert (status, answer["store"]) == (503, "full")


def no_room() -> sqlite3.Error:
    """Return the error of a full disk, as SQLite raises it."""
    with tempfile.TemporaryDirectory() as folder:
        db = sqlite3.connect(Path(folder) / "db", isolation_level=None)
        db.execute("CREATE TABLE t (x)")
        db.execute("PRAGMA max_page_count = 2")
        try:
            db.execute("INSERT INTO t VALUES (zeroblob(100000))")
        except sqlite3.Error as error:
            return error
        finally:
            db.close()
    raise AssertionError


def test_a_damaged_file_is_reported(tmp_path: Path) -> None:
    async def story() -> None:
        async with inside.Inside(tmp_path) as server:
            cookie = await server.guest()
            for _ in range(8):
                new_table = {"game": "nusfjord", "seats": [{"kind": "me"}]}
                await server.post("/api/tables", new_table, cookie=cookie)
        path = tmp_path / "skerry.db"
        store = sqlite.SqliteStore(path)
        assert await store.check_file()
        size = path.stat().st_size
        with path.open("r+b") as file:
            for page in range(4096, size, 4096 * 3):
                file.seek(page)
                file.write(b"\xff" * 4000)
        assert not await store.check_file()
        assert await store.health() == "damaged"
        await store.close()

    asyncio.run(story())


def test_metrics_have_histograms_and_name_nobody(tmp_path: Path) -> None:
    async def story() -> None:
        async with inside.Inside(tmp_path, rate=2.0) as server:
            cookie = await server.guest("Somebody")
            new_table = {"game": "nusfjord", "seats": [{"kind": "me"}]}
            made = (await server.post("/api/tables", new_table, cookie=cookie)).json
            id, move = made["table"]["id"], made["decision"]["moves"][0]["id"]
            await server.post(f"/api/tables/{id}/moves", {"move": move, "after": 0}, cookie=cookie)
            for _ in range(30):
                await server.get("/api/me", token="x")
            text = (await server.get("/metrics")).body.decode()
            for line in (
                'skerry_request_seconds_count{kind="play",status="200"} 1.0',
                'skerry_move_seconds_count{kind="move"} 1.0',
                "skerry_moves_total 1.0",
                "skerry_bot_wait_seconds_bucket",
                "skerry_writes_refused_total 0.0",
                "skerry_disk_free_bytes",
                "process_resident_memory_bytes",
            ):
                assert line in text, line
            assert 'skerry_refused_total{kind="request",status="429"}' in text, "bad tokens count"
            assert id not in text and "Somebody" not in text

    asyncio.run(story())


def test_sockets_from_one_address_are_limited_also_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with inside.Inside(tmp_path, sockets_per_client=50) as server:
            cookie = await server.guest()
            new_table = {"game": "nusfjord", "seats": [{"kind": "me"}]}
            id = (await server.post("/api/tables", new_table, cookie=cookie)).json["table"]["id"]
            path = f"/api/tables/{id}/socket"
            opened = [
                # one household: one network of 64 bits
                server.socket(path, client=f"2001:db8:1:2::{n:x}", cookie=cookie)
                for n in range(1, 301)
            ]
            statuses = [await socket.opened() for socket in opened]
            assert statuses.count(101) == 50 and set(statuses) == {101, 429}
            neighbour = server.socket(path, client="2001:db8:1:3::1", cookie=cookie)
            assert await neighbour.opened() == 101
            text = (await server.get("/metrics")).body.decode()
            assert 'skerry_refused_total{kind="socket",status="429"} 250.0' in text
            for socket in (*opened, neighbour):
                await socket.leave()
            assert server.services.sockets == {}

    asyncio.run(story())


def test_the_same_message_is_written_a_few_times() -> None:
    throttle = Throttle(burst=3, seconds=60)
    record = logging.LogRecord("x", logging.ERROR, "", 0, "the same %s", ("thing",), None)
    assert [throttle.filter(record) for _ in range(5)] == [True] * 3 + [False] * 2
    throttle._seen = {key: (since - 61, n) for key, (since, n) in throttle._seen.items()}
    assert throttle.filter(record)
    assert json.loads(JsonLines().format(record))["not_written"] == 2


def test_refused_sockets_write_no_log(tmp_path: Path) -> None:
    """Over the wire: uvicorn itself would write a line for each."""
    own = running.OwnServer(tmp_path)
    script = f"""
import asyncio, sys
from websockets.asyncio.client import connect
async def knock(path):
    try:
        async with connect("ws://127.0.0.1:{own.port}" + path, proxy=None):
            pass
    except Exception:
        pass
asyncio.run(knock("/api/tables/abcdefgh/socket"))
asyncio.run(knock("/"))
"""
    log = tmp_path / "log"
    with log.open("wb") as file:
        own.log = file
        own.start()
        try:
            subprocess.run([sys.executable, "-c", script], check=True, timeout=60)
        finally:
            own.stop()
    assert log.read_text() == ""
