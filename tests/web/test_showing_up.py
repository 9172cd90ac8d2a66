"""Whatever a player does on the server calls off what was asked for in their absence."""

import asyncio
import itertools
import json
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from skerry.service.live import showing_up
from tests.service.benches import inside
from tests.store.databases import database

PAIR = {"game": "nusfjord", "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}
ALONE = {"game": "nusfjord", "seats": [{"kind": "me"}]}


@pytest.mark.parametrize(
    ("path", "here"),
    [
        ("/api/tables/{id}", True),
        ("/api/tables", True),
        ("/api/mine", True),
        ("/api/home", True),
        ("/api/lessons", True),
        ("/api/profile", True),
        ("/api/waiting", False),  # an open page asks by itself
    ],
)
def test_a_request_calls_off_that_a_seat_is_freed(tmp_path: Path, path: str, here: bool) -> None:
    async def story() -> None:
        async with asyncio.timeout(60), inside.Inside(tmp_path) as server:
            ann, ben = await server.guest("Ann"), await server.guest("Ben")
            id = await missed(server, ann, ben)
            assert (await server.get(path.format(id=id), cookie=ben)).status == 200
            assert await is_missed(server, id, ann) != here

    asyncio.run(story())


async def missed(server: inside.Inside, host: str, guest: str) -> str:
    """Return a table at which the host asks for a guest's seat in their absence."""
    id = (await server.post("/api/tables", PAIR, cookie=host)).json["table"]["id"]
    await server.post(f"/api/tables/{id}/join", cookie=guest)
    await ask_for_seat(server, id, host)
    return str(id)


async def ask_for_seat(server: inside.Inside, id: str, host: str) -> None:
    asked = await server.post(f"/api/tables/{id}/seats/1/free", cookie=host)
    assert len(asked.json["table"]["absences"]) == 1, asked.json


async def is_missed(server: inside.Inside, id: str, host: str) -> bool:
    return bool((await server.get(f"/api/tables/{id}", cookie=host)).json["table"]["absences"])


async def soon_called_off(server: inside.Inside, id: str, host: str) -> None:
    async with asyncio.timeout(1.0):
        while await is_missed(server, id, host):
            await asyncio.sleep(0.02)


# -- what a player does at another table


async def move(server: inside.Inside, id: str, cookie: str) -> None:
    seen = (await server.get(f"/api/tables/{id}", cookie=cookie)).json
    body = {"move": seen["decision"]["moves"][0]["id"], "after": seen["number"]}
    assert (await server.post(f"/api/tables/{id}/moves", body, cookie=cookie)).status == 200


async def chat(server: inside.Inside, id: str, cookie: str) -> None:
    said = await server.post(f"/api/tables/{id}/chat", {"text": "hello"}, cookie=cookie)
    assert said.status == 200, said.json


async def open_socket(server: inside.Inside, id: str, cookie: str) -> None:
    socket = server.socket(f"/api/tables/{id}/socket", cookie=cookie)
    assert await socket.opened() == 101
    await socket.leave()


@pytest.mark.parametrize("do", [move, chat, open_socket])
def test_a_request_at_another_table_counts(
    tmp_path: Path, do: Callable[[inside.Inside, str, str], Awaitable[None]]
) -> None:
    async def story() -> None:
        async with asyncio.timeout(60), inside.Inside(tmp_path) as server:
            ann, ben = await server.guest("Ann"), await server.guest("Ben")
            other = (await server.post("/api/tables", ALONE, cookie=ben)).json["table"]["id"]
            id = await missed(server, ann, ben)
            await do(server, other, ben)
            await soon_called_off(server, id, ann)
            # Ben was here a moment ago, and is here again after he is missed again.
            await ask_for_seat(server, id, ann)
            await asyncio.sleep(0.3)
            assert await is_missed(server, id, ann), "what he did before does not count"
            await do(server, other, ben)
            await soon_called_off(server, id, ann)

    asyncio.run(story())


def test_a_request_of_a_spectator_counts(tmp_path: Path) -> None:
    async def story() -> None:
        async with asyncio.timeout(60), inside.Inside(tmp_path) as server:
            ann, ben = await server.guest("Ann"), await server.guest("Ben")
            watched = (await server.post("/api/tables", ALONE, cookie=ann)).json["table"]["id"]
            id = await missed(server, ann, ben)
            assert (await server.get(f"/api/tables/{watched}", cookie=ben)).status == 200
            await soon_called_off(server, id, ann)

    asyncio.run(story())


class Socket:
    """A socket at a table, with the last table and the last answer it got."""

    def __init__(self, server: inside.Inside, id: str, cookie: str) -> None:
        self.socket = server.socket(f"/api/tables/{id}/socket", cookie=cookie)
        self.ids = itertools.count(1)

    async def read(self, *kinds: str) -> Any:
        """Return the next frame of one of these kinds."""
        while True:
            frame = json.loads((await self.socket.outgoing.get()).get("text", "{}"))
            if frame.get("type") in kinds:
                return frame

    async def send(self, type: str, **fields: Any) -> str:
        """Send a message; return the kind of its answer."""
        await self.socket.send(json.dumps({"type": type, "id": next(self.ids), **fields}))
        return str((await self.read("ack", "error"))["type"])


def at_servers(kind: str, folder: Path, story: Callable[..., Awaitable[None]]) -> None:
    """Run a story at one server on SQLite, or at two on one PostgreSQL database."""

    async def work(servers: list[inside.Inside]) -> None:
        async with asyncio.timeout(60), AsyncExitStack() as stack:
            for server in servers:
                await stack.enter_async_context(server)
            await story(servers[0], servers[-1])

    if kind == "sqlite":
        asyncio.run(work([inside.Inside(folder)]))
        return
    with database() as url:
        asyncio.run(work([inside.Inside(folder / str(n), database=url) for n in range(2)]))


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_message_over_a_socket_at_another_table_counts(tmp_path: Path, kind: str) -> None:
    async def story(here: inside.Inside, there: inside.Inside) -> None:
        ann, ben = await here.guest("Ann"), await here.guest("Ben")
        other = (await there.post("/api/tables", ALONE, cookie=ben)).json["table"]["id"]
        id = await missed(here, ann, ben)
        await is_missed(there, id, ann)  # as when somebody watches it at that server
        await here.get("/api/mine", cookie=ben)
        await ask_for_seat(here, id, ann)
        player = Socket(there, other, ben)  # opened before he is missed again
        decision = (await player.read("table"))["decision"]
        await soon_called_off(here, id, ann)
        await ask_for_seat(here, id, ann)
        await asyncio.sleep(0.2)
        assert await player.send("ping") == "ack"
        await asyncio.sleep(0.3)
        assert await is_missed(here, id, ann), "programs send pings by themselves"
        assert await player.send("move", move=decision["moves"][0]["id"], after=0) == "ack"
        await soon_called_off(here, id, ann)
        await player.socket.leave()

    at_servers(kind, tmp_path, story)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_move_counts_also_where_the_table_is_not_in_memory(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that does not know of the request learns it at the end of the minute."""
    monkeypatch.setattr(showing_up, "READ_SECONDS", 1.0)

    async def story(here: inside.Inside, there: inside.Inside) -> None:
        ann, ben = await here.guest("Ann"), await here.guest("Ben")
        other = (await there.post("/api/tables", ALONE, cookie=ben)).json["table"]["id"]
        player = Socket(there, other, ben)
        decision = (await player.read("table"))["decision"]  # now a minute begins
        id = await missed(here, ann, ben)
        assert await player.send("move", move=decision["moves"][0]["id"], after=0) == "ack"
        async with asyncio.timeout(3.0):
            while await is_missed(here, id, ann):
                await asyncio.sleep(0.05)
        await ask_for_seat(here, id, ann)
        await asyncio.sleep(2.5)
        assert await is_missed(here, id, ann), "he has done nothing since"
        await player.socket.leave()

    at_servers(kind, tmp_path, story)
