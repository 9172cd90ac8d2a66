"""A server with many unfinished tables, ended by `kill -9`: how soon does it play again?

    python bench/server/restart.py [--tables 1000] [--rounds 5]

Every second table waits for a bot. A round ends with a move of a person acknowledged.
"""

import argparse
import asyncio
import random
import secrets
import tempfile
import time
from pathlib import Path

from running import OwnServer, table_of_times

from skerry.games import GAMES
from skerry.kernel.agenda import NOBODY
from skerry.kernel.protocol import play
from skerry.kernel.rng import Rng
from skerry.store.protocol import Entry, Seat, Table
from skerry.store.sqlite import SqliteStore
from skerry.web.client import Client


def half_played(name: str, user: str, bots: bool, rng: random.Random) -> tuple[Table, list[Entry]]:
    """Return a table in the middle of its game."""
    game = GAMES[name]
    state = game.deal({"players": 4}, Rng(rng.getrandbits(60)))
    setup = game.setup(state)
    entries: list[Entry] = []
    for number in range(1, 100):
        seat = state.turn()
        move = rng.choice(state.options())
        text = game.write(state, move)
        events = play(game, state, move)
        entries.append(Entry(number, "move", seat, text, 1.0, events))
        if state.turn() == NOBODY:
            raise AssertionError("games are longer than this")
    seats = [Seat("human", f"Player {i}", [user]) for i in range(4)]
    if bots:
        seats[state.turn()] = Seat("bot", "Tern", level="steady")
    now = time.time()
    table = Table(secrets.token_hex(5), name, game.rules, user, seats, now, updated=now)
    table.setup, table.status = setup, "running"
    table.number, table.turn = len(entries), state.turn()
    return table, entries


async def fill(folder: Path, user: str, tables: int) -> list[str]:
    """Write the tables; returns those that wait for a person."""
    rng = random.Random(5)
    store = SqliteStore(folder / "skerry.db")
    waiting = []
    for number in range(tables):
        name = ("vanuatu", "nusfjord")[number // 2 % 2]
        table, entries = half_played(name, user, number % 2 == 0, rng)
        await store.create(table, entries)
        if number % 2:
            waiting.append(table.id)
    await store.close()
    return waiting


async def one_move(client: Client, id: str) -> None:
    """Make a move at a table."""
    snapshot = await client.get(f"/api/tables/{id}")
    seat = snapshot["table"]["turn"]
    snapshot = await client.get(f"/api/tables/{id}?seat={seat}")
    move = {
        "move": snapshot["decision"]["moves"][0]["id"],
        "after": snapshot["number"],
        "seat": seat,
    }
    await client.post(f"/api/tables/{id}/moves", move)


async def main() -> None:
    """Measure, and print the results."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        server = OwnServer(folder)
        server.start()
        client = Client(server.url)
        await client.sign_in("Ada")
        user = (await client.get("/api/me"))["id"]
        server.kill()
        waiting = await fill(folder, user, args.tables)
        answers, moves = [], []
        try:
            for number in range(args.rounds):
                began = time.perf_counter()
                await asyncio.to_thread(server.start)
                answers.append(time.perf_counter() - began)
                await one_move(client, waiting[number])
                moves.append(time.perf_counter() - began)
                await asyncio.sleep(2)
                server.kill()
        finally:
            server.kill()
        rows = {"from start to the first answer": answers, "from start to a stored move": moves}
        print(f"{args.tables} unfinished tables, half of them waiting for a bot")
        print(table_of_times(rows))


if __name__ == "__main__":
    asyncio.run(main())
