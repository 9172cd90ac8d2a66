"""Processor time per move of this server, beside another version in the same run.

    python bench/server/cost.py --against /tmp/before/bin/python [--rounds 10] [--moves 1000]

Both servers run at the same time with the same tables of four people, all connected. In turn each
is given the same number of moves, as fast as it takes them. What counts is the processor time of
the server, so other programs on the machine change little. The interval is a bootstrap over rounds.
"""

import argparse
import asyncio
import base64
import os
import random
import struct
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import cast

import msgspec
from running import OwnServer, table_of

from skerry.web.client import Client
from skerry.web.operating_system import allow_many_sockets

SEATS = 4
_MASK = bytes(4)  # a mask of zeros leaves the text as it is


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


_decode = msgspec.json.Decoder(Heard).decode


class Player(asyncio.Protocol):
    """A websocket that does as little as it can, so that the server is what is measured."""

    def __init__(self, crowd: "Crowd", path: str, token: str) -> None:
        self.crowd = crowd
        self.greeting = (
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nAuthorization: Bearer {token}\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n\r\n"
        )
        self.data = bytearray()
        self.open = False
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the socket."""
        self.transport = cast(asyncio.Transport, transport)  # uvloop has a class of its own
        self.transport.write(self.greeting.encode())

    def data_received(self, data: bytes) -> None:
        """Cut what comes into frames."""
        self.data += data
        if not self.open:
            head, _, rest = self.data.partition(b"\r\n\r\n")
            if not rest and not self.data.endswith(b"\r\n\r\n"):
                return
            assert head.startswith(b"HTTP/1.1 101"), bytes(head[:200])
            self.open = True
            self.data = bytearray(rest)
        while len(self.data) >= 2:
            length, start = self.data[1] & 127, 2
            if length == 126:
                length, start = int.from_bytes(self.data[2:4]), 4
            elif length == 127:
                length, start = int.from_bytes(self.data[2:10]), 10
            if len(self.data) < start + length:
                return
            if self.data[0] & 15 == 1:
                self.heard(bytes(self.data[start : start + length]))
            del self.data[: start + length]

    def heard(self, text: bytes) -> None:
        """Take a frame: an answer, or a position in which it may be our turn."""
        if text.startswith((b'{"type":"ack"', b'{"type":"error"')):
            self.crowd.answered(text)
        elif b'"decision":{' in text:
            decision = _decode(text).decision
            if decision is not None and decision.moves:
                self.crowd.ready(self, decision)

    def move(self, decision: Request, rng: random.Random) -> None:
        """Make one of the moves on offer."""
        text = rng.choice(decision.moves).id
        body = msgspec.json.encode(
            {"type": "move", "id": 1, "move": text, "after": decision.number}
        )
        size = (
            bytes([128 | len(body)]) if len(body) < 126 else b"\xfe" + struct.pack(">H", len(body))
        )
        assert self.transport is not None
        self.transport.write(b"\x81" + size + _MASK + body)


class Crowd:
    """The players of one server."""

    def __init__(self, python: str, folder: Path, seed: int) -> None:
        self.server = OwnServer(folder, python=python)
        self.rng = random.Random(seed)
        self.waiting: list[tuple[Player, Request]] = []
        self.left = 0  # moves still to be made in this round
        self.flying = 0
        self.at_once = 0
        self.refused = 0
        self.done = asyncio.Event()
        self.cost: list[float] = []  # milliseconds of processor time per move, by round

    async def seat(self, game: str, tables: int) -> None:
        """Make the tables, and open a socket for each player."""
        people = [Client(self.server.url) for _ in range(SEATS)]
        for number, person in enumerate(people):
            await person.sign_in(f"Player {number}")
        host, *friends = people
        loop = asyncio.get_running_loop()
        for _ in range(tables):
            seats = [{"kind": "me"}] + [{"kind": "open"}] * (SEATS - 1)
            snapshot = await host.post("/api/tables", {"game": game, "seats": seats})
            id = snapshot["table"]["id"]
            for friend in friends:
                await friend.post(f"/api/tables/{id}/join")
            for person in people:
                path = f"/api/tables/{id}/socket?after=0&updates=changes"
                await loop.create_connection(
                    partial(Player, self, path, person.token),
                    "127.0.0.1",
                    self.server.port,
                )

    def ready(self, player: Player, decision: Request) -> None:
        """Note whose turn it is, and play on if the round wants more moves."""
        self.waiting.append((player, decision))
        self.go()

    def answered(self, text: bytes) -> None:
        """Count an answer."""
        self.flying -= 1
        self.refused += text.startswith(b'{"type":"error"')
        if not self.left and not self.flying:
            self.done.set()
        self.go()

    def go(self) -> None:
        """Make moves until enough are under way."""
        while self.left and self.waiting and self.flying < self.at_once:
            player, decision = self.waiting.pop(0)
            self.left -= 1
            self.flying += 1
            player.move(decision, self.rng)

    async def round(self, moves: int, at_once: int, count: bool = True) -> None:
        """Make some moves; note what they cost the server."""
        self.left, self.at_once = moves, at_once
        self.done.clear()
        before = self.server.cpu()
        self.go()
        async with asyncio.timeout(600):
            await self.done.wait()
        if count:
            self.cost.append((self.server.cpu() - before) / moves * 1000)


def ratio(before: list[float], now: list[float]) -> str:
    """Return how many times as many moves a core makes, with a 95 % interval."""
    rng = random.Random(1)
    pairs = list(zip(before, now, strict=True))
    drawn = []
    for _ in range(2000):
        sample = [rng.choice(pairs) for _ in pairs]
        drawn.append(sum(a for a, _ in sample) / sum(b for _, b in sample))
    drawn.sort()
    value = sum(before) / sum(now)
    return f"{value:.2f} (95 %: {drawn[50]:.2f} to {drawn[-51]:.2f})"


async def main() -> None:
    """Measure, and print the results."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--against", default="", help="the interpreter of the other version")
    parser.add_argument("--game", default="vanuatu")
    parser.add_argument("--tables", type=int, default=48)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--moves", type=int, default=1000)
    parser.add_argument("--at-once", type=int, default=24)
    wish = parser.parse_args()
    allow_many_sockets()
    with tempfile.TemporaryDirectory() as folder:
        versions = {"this version": sys.executable}
        if wish.against:
            versions["the other"] = wish.against
        crowds = {
            name: Crowd(python, Path(folder) / str(number), 7)
            for number, (name, python) in enumerate(versions.items())
        }
        try:
            for crowd in crowds.values():
                crowd.server.start()
                await crowd.seat(wish.game, wish.tables)
            await asyncio.sleep(3)
            for crowd in crowds.values():
                await crowd.round(wish.moves // 2, wish.at_once, count=False)
            for number in range(wish.rounds):
                order = list(crowds.values())
                for crowd in order if number % 2 else order[::-1]:
                    await crowd.round(wish.moves, wish.at_once)
            result: dict[str, object] = {
                "moves of each version": wish.moves * wish.rounds,
                "viewers of each table": SEATS,
            }
            for name, crowd in crowds.items():
                mean = sum(crowd.cost) / len(crowd.cost)
                result[f"{name}: processor time per move"] = f"{mean:.3f} ms"
                result[f"{name}: moves a second per core"] = round(1000 / mean)
                result[f"{name}: refused"] = crowd.refused
            if wish.against:
                this, other = crowds.values()
                result["moves per core, ratio"] = ratio(other.cost, this.cost)
            print(table_of(result))
        finally:
            for crowd in crowds.values():
                crowd.server.kill()


if __name__ == "__main__":
    asyncio.run(main())
