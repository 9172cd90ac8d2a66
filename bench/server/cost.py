"""Processor time per move of this server, beside another version in the same run.

    python bench/server/cost.py --against /tmp/before/bin/python [--starts 5] [--rounds 10]

Both servers run at the same time with the same tables of four people, all connected. In turn each
is given the same number of moves, as fast as it takes them. What counts is the processor time of
the server, so other programs on the machine change little: all of it, and without what the kernel
takes for sockets and disk. Where a process happens to lie in memory makes it up to a tenth faster
or slower for its whole life, so each server is started several times; the interval is a bootstrap
over starts.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from functools import partial
from pathlib import Path

from light_player import Player, Request
from running import OwnServer, table_of

from skerry.web.client import Client
from skerry.web.operating_system import allow_many_sockets

SEATS = 4


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
        # Milliseconds of processor time per move, by round: all, and without the kernel's.
        self.cost: list[float] = []
        self.own: list[float] = []

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
        own, kernel = self.server.cpu_parts()
        self.go()
        try:
            await asyncio.wait_for(self.done.wait(), 60)
        except TimeoutError:
            sys.exit("no moves are left to be made: take more tables or fewer rounds")
        if count:
            own_now, kernel_now = self.server.cpu_parts()
            self.own.append((own_now - own) / moves * 1000)
            self.cost.append((own_now - own + kernel_now - kernel) / moves * 1000)


class Costs:
    """Milliseconds of processor time per move of one version: a mean for each start."""

    def __init__(self) -> None:
        self.all: list[float] = []
        self.own: list[float] = []  # without the kernel's
        self.refused = 0

    def add(self, crowd: Crowd) -> None:
        """Note what was measured in one start."""
        self.all.append(sum(crowd.cost) / len(crowd.cost))
        self.own.append(sum(crowd.own) / len(crowd.own))
        self.refused += crowd.refused


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


async def start(args: argparse.Namespace, versions: dict[str, str], costs: list[Costs]) -> None:
    """Start each version once, and measure it."""
    with tempfile.TemporaryDirectory() as folder:
        crowds = [Crowd(python, Path(folder) / name, 7) for name, python in versions.items()]
        try:
            for crowd in crowds:
                crowd.server.start()
                await crowd.seat(args.game, args.tables)
            await asyncio.sleep(3)
            for crowd in crowds:
                await crowd.round(args.moves // 2, args.at_once, count=False)
            for number in range(args.rounds):
                for crowd in crowds if number % 2 else crowds[::-1]:
                    await crowd.round(args.moves, args.at_once)
        finally:
            for crowd in crowds:
                if crowd.server.process is not None:
                    crowd.server.kill()
        for crowd, cost in zip(crowds, costs, strict=True):
            cost.add(crowd)


async def main() -> None:
    """Measure, and print the results."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--against", default="", help="the interpreter of the other version")
    parser.add_argument("--game", default="vanuatu")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--moves", type=int, default=600)
    parser.add_argument("--at-once", type=int, default=24)
    args = parser.parse_args()
    allow_many_sockets()
    versions = {"this version": sys.executable}
    if args.against:
        versions["the other"] = args.against
    costs = [Costs() for _ in versions]
    for _ in range(args.starts):
        await start(args, versions, costs)
    result: dict[str, object] = {
        "moves of each version": args.moves * args.rounds * args.starts,
        "starts of each version": args.starts,
        "viewers of each table": SEATS,
    }
    for name, cost in zip(versions, costs, strict=True):
        mean = sum(cost.all) / len(cost.all)
        own = sum(cost.own) / len(cost.own)
        result[f"{name}: processor time per move"] = f"{mean:.3f} ms"
        result[f"{name}: without the kernel's"] = f"{own:.3f} ms"
        result[f"{name}: moves a second per core"] = round(1000 / mean)
        result[f"{name}: refused"] = cost.refused
    if args.against:
        this, other = costs
        result["moves per core, ratio"] = ratio(other.all, this.all)
        result["without the kernel's time, ratio"] = ratio(other.own, this.own)
    print(table_of(result))


if __name__ == "__main__":
    asyncio.run(main())
