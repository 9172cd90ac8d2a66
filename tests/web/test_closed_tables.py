"""Who is closed out: spectators who came before a closed game, and who watches what is gone."""

import asyncio
import json
from pathlib import Path

import pytest

from skerry.service.live.live_table import LiveTable
from skerry.service.people import User
from tests.service.benches import inside

CLOSED = {
    "game": "nusfjord",
    "seats": [{"kind": "me"}, {"kind": "open"}],
    "watchable": False,
    "start_when_full": False,
}


async def seen_until_closed(socket: inside.InsideSocket) -> list[str]:
    """Return the positions a socket was sent before the server closed it."""
    views = []
    async with asyncio.timeout(10):
        while (message := await socket.outgoing.get())["type"] != "websocket.close":
            frame = json.loads(message["text"])
            if frame.get("view"):
                views.append(frame["type"])
    return views


def test_nobody_stays_who_may_not_watch(tmp_path: Path) -> None:
    async def story() -> None:
        async with inside.Inside(tmp_path) as server:
            host, ben, eve = [await server.guest(name) for name in ("Ann", "Ben", "Eve")]
            made = await server.post("/api/tables", CLOSED, cookie=host)
            table = f"/api/tables/{made.json['table']['id']}"
            await server.post(f"{table}/join", cookie=eve)
            seat = server.socket(f"{table}/socket?seat=1", cookie=eve)
            watching = server.socket(f"{table}/socket?watch=1", cookie=eve)
            stranger = server.socket(f"{table}/socket")
            for socket in (seat, watching, stranger):
                assert await socket.opened() == 101, "anybody may look into the waiting room"
            await server.post(f"{table}/leave", cookie=eve)
            await server.post(f"{table}/join", cookie=ben)
            started = await server.post(f"{table}/start", cookie=host)
            assert started.status == 200, started.body
            for socket in (seat, watching, stranger):
                assert await seen_until_closed(socket) == []

    asyncio.run(story())


def test_nobody_watches_a_table_that_was_dropped_from_memory_just_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For example because an older backup was restored: nothing would reach them any more."""

    async def story() -> None:
        async with inside.Inside(tmp_path) as server:
            host = await server.guest("Ann")
            made = await server.post("/api/tables", CLOSED, cookie=host)
            tables, table = server.services.tables, f"/api/tables/{made.json['table']['id']}"
            note = tables.presence.note

            async def dropped(live: LiveTable, user: User) -> None:
                await note(live, user)
                tables.forget(live)

            with monkeypatch.context() as patch:
                patch.setattr(tables.presence, "note", dropped)
                socket = server.socket(f"{table}/socket", cookie=host)
                assert await socket.opened() == 101
                await seen_until_closed(socket)
            again = server.socket(f"{table}/socket", cookie=host)
            assert await again.opened() == 101
            await server.post(f"{table}/chat", {"text": "Here I am"}, cookie=host)
            async with asyncio.timeout(10):
                while "Here I am" not in (await again.outgoing.get()).get("text", ""):
                    pass

    asyncio.run(story())
