"""Everybody comes back at once: the server dies with many open sockets and starts again.

    python bench/server/reconnect.py [--sockets 3000] [--tables 1000]

All sockets reconnect in the moment the server listens again, each with the number it has. Measured
is how long until each has its table. Ends with an error if one does not get it within a minute.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path

from running import OwnServer, table_of, table_of_times
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from skerry.web.client import Client
from skerry.web.operating_system import allow_many_sockets


async def enter(server: OwnServer, table: str, token: str, began: float) -> ClientConnection:
    """Open a socket and read its first frame; try again until a minute is over."""
    url = server.url.replace("http", "ws") + f"/api/tables/{table}/socket?after=0"
    headers = {"authorization": f"Bearer {token}"}
    while True:
        try:
            socket = await connect(
                url,
                additional_headers=headers,
                max_size=None,
                compression=None,
                proxy=None,
                open_timeout=60,
                ping_interval=None,
            )
            assert json.loads(await socket.recv())["type"] == "table"
            return socket
        except (OSError, WebSocketException, EOFError):
            if time.perf_counter() - began > 60:
                raise
            await asyncio.sleep(0.05)


async def run(sockets: int, tables: int, folder: Path) -> dict[str, object]:
    """Open the sockets, kill the server, and let all come back."""
    allow_many_sockets()
    server = OwnServer(folder)
    server.start()
    people = [Client(server.url) for _ in range(3)]
    for number, person in enumerate(people):
        await person.sign_in(f"Player {number}")
    ids = []
    for _ in range(tables):
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
        made = await people[0].post("/api/tables", {"game": "vanuatu", "seats": seats})
        ids.append(made["table"]["id"])
        for friend in people[1:]:
            await friend.post(f"/api/tables/{ids[-1]}/join")
    places = [(ids[n % tables], people[n // tables % 3].token) for n in range(sockets)]

    async def all_enter() -> tuple[list[float], list[ClientConnection], int]:
        began = time.perf_counter()
        times: list[float] = []

        async def one(table: str, token: str) -> ClientConnection:
            socket = await enter(server, table, token, began)
            times.append(time.perf_counter() - began)
            return socket

        found = await asyncio.gather(*(one(*each) for each in places), return_exceptions=True)
        opened = [each for each in found if not isinstance(each, BaseException)]
        return times, opened, len(found) - len(opened)

    first, opened, lost = await all_enter()
    await asyncio.to_thread(server.kill)
    for socket in opened:
        socket.transport.abort()
    await asyncio.to_thread(server.start)
    again, opened, lost_again = await all_enter()
    memory = server.memory()
    print(table_of_times({"first": first, "after the server started again": again}))
    for socket in opened:
        socket.transport.abort()
    await asyncio.to_thread(server.kill)
    return {"sockets": len(again), "not back": lost + lost_again, "MB": round(memory)}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--sockets", type=int, default=3_000)
    parser.add_argument("--tables", type=int, default=1_000)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        result = asyncio.run(run(args.sockets, args.tables, Path(place)))
    print(table_of(result))
    sys.exit(1 if result["not back"] else 0)
