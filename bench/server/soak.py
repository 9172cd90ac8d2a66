"""Playing on and on: memory and open files of the server stay as they are.

    python bench/server/soak.py [--minutes 15] [--tables 24]

Tables of both games are played over sockets that come and go, game after game. The server keeps
few tables in memory, so that soon it holds as much as it ever will. Ends with an error if the last
third of the time needs clearly more memory or files than the middle third.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import kill
from running import OwnServer, table_of

from skerry.web.client import Client

CACHED_TABLES = 500


async def run(minutes: float, tables: int, folder: Path) -> dict[str, Any]:
    """Play for some minutes and watch the server."""
    server = OwnServer(folder, "--cached-tables", str(CACHED_TABLES))
    server.start()
    notes = kill.Notes()
    people = [Client(server.url) for _ in range(3)]
    for number, person in enumerate(people):
        await person.sign_in(f"Player {number}")
    kinds = [("vanuatu", 2), ("nusfjord", 1), ("vanuatu", 3), ("nusfjord", 2)]
    players = [
        kill.Player(server, notes, people[: kinds[i % 4][1]], kinds[i % 4][0])
        for i in range(tables)
    ]
    tasks = [asyncio.create_task(player.run()) for player in players]
    began = time.perf_counter()
    memory: list[float] = []
    files: list[int] = []
    while time.perf_counter() - began < minutes * 60 and not notes.wrong:
        await asyncio.sleep(minutes * 60 / 90)
        memory.append(server.memory())
        files.append(server.descriptors())
    notes.stop = True
    await asyncio.wait(tasks, timeout=15)
    await asyncio.to_thread(server.kill)
    third = len(memory) // 3
    middle, last = memory[third : 2 * third], memory[2 * third :]
    grown = sum(last) / len(last) / (sum(middle) / len(middle))
    quiet, late = max(files[third : 2 * third]), max(files[2 * third :])
    return {
        "moves": len(notes.acked),
        "tables": len({table for table, _ in notes.acked}),
        "MB, middle and last third": f"{sum(middle) / len(middle):.1f} {sum(last) / len(last):.1f}",
        "files, middle and last third": f"{quiet} {late}",
        "wrong": notes.wrong,
        "flat": grown < 1.1 and late - quiet < 20,
        "minutes": round((time.perf_counter() - began) / 60, 1),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--tables", type=int, default=24)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        result = asyncio.run(run(args.minutes, args.tables, Path(place)))
    print(table_of(result))
    sys.exit(0 if result["flat"] and not result["wrong"] else 1)
