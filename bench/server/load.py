"""Many tables at once, all humans, over real sockets: how fast is a move on the disk?

    python bench/server/load.py [--tables 1000] [--rate 300] [--seconds 30]

Each table of Vanuatu has three sockets. First moves come at the given rate, then as fast as the
server takes them. A move counts when its acknowledgement is heard, which is after fsync.
"""

import argparse
import asyncio
import gc
import os
import random
import tempfile
import time
from collections import deque
from pathlib import Path

import msgspec
from running import OwnServer, table_of, table_of_times
from websockets.asyncio.client import ClientConnection, connect

from skerry.web.client import Client
from skerry.web.operating_system import allow_many_sockets


class Offer(msgspec.Struct):
    """A move on offer."""

    id: str


class Request(msgspec.Struct):
    """The part of a decision that a player needs."""

    moves: list[Offer]
    number: int


class Heard(msgspec.Struct):
    """The part of a frame that a player needs."""

    type: str
    number: int = -1
    decision: Request | None = None
    status: int | str = ""


decode = msgspec.json.Decoder(Heard).decode


class Load:
    """The players, and what they have measured."""

    def __init__(self) -> None:
        self.ready: deque[tuple[ClientConnection, Request]] = deque()
        self.waiting: asyncio.Event = asyncio.Event()
        self.sent: dict[ClientConnection, float] = {}
        self.times: list[float] = []
        self.refused = 0
        self.frames = 0
        self.lost = 0
        self.free = asyncio.Semaphore(10_000)

    async def listen(self, socket: ClientConnection) -> None:
        """Hear one socket out."""
        try:
            async for text in socket:
                self.frames += 1
                frame = decode(text)
                if frame.type == "ack":
                    self.times.append(time.perf_counter() - self.sent.pop(socket))
                    self.free.release()
                elif frame.type == "error":
                    self.sent.pop(socket, None)
                    self.refused += 1
                    self.free.release()
                elif frame.decision is not None and frame.decision.moves:
                    self.ready.append((socket, frame.decision))
                    self.waiting.set()
        except OSError:
            self.lost += 1

    async def move(self) -> bool:
        """Make a move at the table that has waited longest."""
        if not self.ready:
            return False
        socket, asked = self.ready.popleft()
        text = random.choice(asked.moves).id
        self.sent[socket] = time.perf_counter()
        await socket.send(
            msgspec.json.encode({"type": "move", "id": 1, "move": text, "after": asked.number}),
            text=True,
        )
        return True

    async def paced(self, rate: float, seconds: float) -> None:
        """Make moves at a steady rate."""
        began = time.perf_counter()
        done = 0
        while (now := time.perf_counter() - began) < seconds:
            while done < now * rate and await self.move():
                done += 1
            await asyncio.sleep(0.002)

    async def flat_out(self, seconds: float, at_once: int) -> None:
        """Make moves as fast as they are acknowledged."""
        self.free = asyncio.Semaphore(at_once)
        began = time.perf_counter()
        while time.perf_counter() - began < seconds:
            await self.free.acquire()
            while not await self.move():
                self.waiting.clear()
                await self.waiting.wait()


async def seat_everybody(server: OwnServer, tables: int) -> list[ClientConnection]:
    """Make the tables, and open a socket for each of three players."""
    people = [Client(server.url) for _ in range(3)]
    for number, person in enumerate(people):
        await person.sign_in(f"Player {number}")
    host, *friends = people
    sockets = []
    for _ in range(tables):
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
        snapshot = await host.post("/api/tables", {"game": "vanuatu", "seats": seats})
        id = snapshot["table"]["id"]
        for friend in friends:
            await friend.post(f"/api/tables/{id}/join")
        for person in people:
            url = server.url.replace("http", "ws") + f"/api/tables/{id}/socket?after=0"
            headers = {"authorization": f"Bearer {person.token}"}
            sockets.append(
                await connect(
                    url,
                    additional_headers=headers,
                    compression=None,
                    max_size=None,
                    proxy=None,
                    ping_interval=None,
                )
            )
    return sockets


async def main() -> None:
    """Measure, and print the results."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=300)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--at-once", type=int, default=48)
    args = parser.parse_args()
    allow_many_sockets()
    with tempfile.TemporaryDirectory() as folder:
        server = OwnServer(Path(folder))
        server.start()
        try:
            began = time.perf_counter()
            sockets = await seat_everybody(server, args.tables)
            took = time.perf_counter() - began
            result: dict[str, object] = {"tables": args.tables, "sockets": len(sockets)}
            result["seconds to seat them"] = round(took)
            rows: dict[str, list[float]] = {}
            gc.collect()
            gc.freeze()  # the players' own pauses are not the server's
            gc.set_threshold(100_000, 50, 1_000_000)
            load = Load()
            listeners = [asyncio.create_task(load.listen(socket)) for socket in sockets]
            await asyncio.sleep(8)
            if args.rate:
                cpu = server.cpu()
                await load.paced(args.rate, args.seconds)
                await asyncio.sleep(1)
                rows[f"a move at {args.rate:.0f} a second"] = load.times
                result["paced: moves a second"] = round(len(load.times) / args.seconds)
                result["paced: refused"] = load.refused
                result["paced: cores used"] = round((server.cpu() - cpu) / (args.seconds + 1), 2)
            load.times = []
            began = time.perf_counter()
            cpu = server.cpu()
            await load.flat_out(args.seconds, args.at_once)
            took = time.perf_counter() - began
            rows[f"a move, {args.at_once} in flight"] = load.times
            result["saturated: moves a second"] = round(len(load.times) / took)
            result["saturated: cores used"] = round((server.cpu() - cpu) / took, 2)
            result["resident memory, MB"] = round(server.memory())
            result["sockets lost"] = load.lost
            result["load of the machine"] = round(os.getloadavg()[0], 1)
            print(table_of(result))
            print(table_of_times(rows))
            for listener in listeners:
                listener.cancel()
        finally:
            server.kill()


if __name__ == "__main__":
    asyncio.run(main())
