"""One guest with many tables of experts: how long do the others wait for a relaxed bot?

    python bench/server/fairness.py [--tables 30] [--people 4] [--seconds 60]

The guest sits at all of these tables with an open socket and answers at once. The others play
alone against relaxed bots. Measured is the time from a move to the next question, divided by the
bots' moves in between. Ends with an error if 95 of 100 are not below a second.
"""

import argparse
import asyncio
import contextlib
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from running import OwnServer, table_of_times

from skerry.web.client import Client, Refusal


async def play(server: OwnServer, name: str, level: str, until: float, took: list[float]) -> None:
    """Play games against three bots of a level until a time; note how long a bot's move took."""
    client = Client(server.url)
    await client.sign_in(name)
    await play_as(client, level, until, took)


async def play_as(client: Client, level: str, until: float, took: list[float]) -> None:
    """Play one game after another."""
    bots: list[Any] = [{"kind": "bot", "level": level}] * 3
    while time.monotonic() < until:
        new_table = {"game": "vanuatu", "seats": [{"kind": "me"}, *bots]}
        made = await client.post("/api/tables", new_table)
        with contextlib.suppress(TimeoutError):
            async with client.table(made["table"]["id"]) as table:
                await game(table, until, took)


async def game(table: Any, until: float, took: list[float]) -> None:
    """Play one game with the first option of each question."""
    number, began = 0, 0.0
    while (decision := await table.my_turn(max(1.0, until - time.monotonic()))) is not None:
        moves = table.number - number
        if began and moves > 0:
            took += [(time.perf_counter() - began) / moves] * moves
        if time.monotonic() > until:
            return
        with contextlib.suppress(Refusal):
            await table.play(decision["moves"][0]["id"])
        number, began = table.number, time.perf_counter()


async def run(tables: int, people: int, seconds: float, folder: Path) -> dict[str, list[float]]:
    """Measure without the guest, then beside it."""
    server = OwnServer(folder)
    server.start()
    rows: dict[str, list[float]] = {}
    try:
        await asyncio.sleep(4)  # the workers start
        for title, count in (("alone", 0), (f"beside {tables} tables of experts", tables)):
            until = time.monotonic() + seconds
            took: list[float] = []
            experts: list[float] = []
            guest = Client(server.url)
            await guest.sign_in("Guest")
            await asyncio.gather(
                *(play_as(guest, "expert", until, experts) for _ in range(count)),
                *(play(server, f"Friend {n}", "relaxed", until, took) for n in range(people)),
            )
            rows[f"a relaxed move, {title}"] = took
            if experts:
                rows["an expert's move at these tables"] = experts
    finally:
        server.stop()
    return rows


def main() -> int:
    """Measure and print; return 1 if the others wait too long."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--people", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=60)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = asyncio.run(run(args.tables, args.people, args.seconds, Path(folder)))
    print(table_of_times(rows))
    slow = sorted(rows[f"a relaxed move, beside {args.tables} tables of experts"])
    p95 = slow[int(len(slow) * 0.95)] if slow else 99.0
    return 0 if p95 < 1.0 else 1


if __name__ == "__main__":
    sys.exit(main())
