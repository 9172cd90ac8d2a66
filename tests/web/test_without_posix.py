"""A server where the operating system has no process limits, file locks or signals of Unix."""

import asyncio
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from skerry.web import operating_system
from skerry.web.client import Client
from tests.service.benches import running

# Read by every Python that starts with it on its path, the bots' workers too.
MISSING = """
import asyncio, os, signal, sys
for name in ("resource", "fcntl", "uvloop"):
    sys.modules[name] = None
del os.nice, os.getloadavg, signal.setitimer
def add_signal_handler(self, *args):
    raise NotImplementedError
asyncio.SelectorEventLoop.add_signal_handler = add_signal_handler
"""


def test_a_game_against_a_bot_without_what_windows_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").write_text(MISSING)
    paths = [str(tmp_path), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(path for path in paths if path))
    server = running.OwnServer(tmp_path / "data")
    server.start()

    async def play() -> None:
        client = Client(server.url)
        await client.sign_in("Ada")
        seats = [{"kind": "me"}, {"kind": "bot", "level": "steady"}]
        snapshot = await client.post("/api/tables", {"game": "vanuatu", "seats": seats})
        async with client.table(snapshot["table"]["id"]) as table:
            while table.number < 12:
                decision = await table.my_turn()
                assert decision is not None
                await table.play(decision["moves"][0]["id"])
            assert {entry["seat"] for entry in table.entries} == {0, 1}
        hint = await client.post(f"/api/tables/{snapshot['table']['id']}/hint", {"seat": None})
        assert hint["kind"] == "hint"

    try:
        asyncio.run(asyncio.wait_for(play(), 120))
    finally:
        server.stop()


def test_missing_modules_cost_only_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("resource", "fcntl", "uvloop", "msvcrt"):
        monkeypatch.setitem(sys.modules, name, None)
    operating_system.allow_many_sockets()
    assert operating_system.peak_memory() is None
    assert operating_system.event_loop() == "asyncio"


def test_the_data_directory_is_locked_by_windows_own_means(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked: list[tuple[Any, ...]] = []

    def locking(*what: Any) -> None:
        if locked:
            raise OSError("locked by another process")
        locked.append(what)

    monkeypatch.setitem(sys.modules, "fcntl", None)
    windows = SimpleNamespace(LK_NBLCK=2, locking=locking)
    monkeypatch.setitem(sys.modules, "msvcrt", windows)
    with (tmp_path / "lock").open("w") as file:
        operating_system.lock(file)
        assert locked == [(file.fileno(), 2, 1)]
        with pytest.raises(OSError, match="locked"):
            operating_system.lock(file)
