"""One table of four seats: how long from a move to its answer, the new board, and the previews?

    python bench/server/move.py [--moves 300]

Four players at their own sockets play each game with random moves. Times are taken by the player
who moves, so they hold the way through the network of this machine and the fsync.
"""

import argparse
import asyncio
import random
import tempfile
import time
from pathlib import Path

from running import OwnServer, table_of_times

from skerry.web.client import Client, TableSocket

SEATS = 4


class Times:
    """What the players of one game have measured, in seconds."""

    def __init__(self) -> None:
        self.ack: list[float] = []
        self.board: list[float] = []
        self.others: list[float] = []
        self.details: list[float] = []


async def one_move(sockets: list[TableSocket], times: Times, rng: random.Random) -> bool:
    """Let whoever is asked move, and everybody hear of it; False when the game is over."""
    asked = [s for s in sockets if s.decision is not None and s.decision["moves"]]
    if not asked:
        return False
    mover = asked[0]
    assert mover.decision is not None
    number = mover.number
    await details_of(mover, time.perf_counter(), times)
    text = rng.choice(mover.decision["moves"])["id"]
    began = time.perf_counter()
    id = await mover.send("move", move=text, after=number)
    while id not in mover.answers:
        await mover.receive()
    times.ack.append(time.perf_counter() - began)
    while mover.number == number:
        await mover.receive()
    times.board.append(time.perf_counter() - began)
    for socket in sockets:
        while socket.number == number:
            await socket.receive()
    times.others.append(time.perf_counter() - began)
    return mover.status == "running"


async def details_of(socket: TableSocket, began: float, times: Times) -> None:
    """Wait for the previews of an open decision, as a player does who thinks."""
    while socket.details is None or socket.details["number"] != socket.number:
        await socket.receive()
    times.details.append(time.perf_counter() - began)


async def game_of(server: OwnServer, game: str, moves: int) -> Times:
    """Play one game with four people until it is over, again until enough moves are made."""
    rng = random.Random(7)
    times = Times()
    people = [Client(server.url) for _ in range(SEATS)]
    for number, person in enumerate(people):
        await person.sign_in(f"Player {number}")
    while len(times.board) < moves:
        host, *friends = people
        seats = [{"kind": "me"}] + [{"kind": "open"}] * (SEATS - 1)
        snapshot = await host.post("/api/tables", {"game": game, "seats": seats})
        id = snapshot["table"]["id"]
        for friend in friends:
            await friend.post(f"/api/tables/{id}/join")
        sockets = [person.table(id) for person in people]
        for socket in sockets:
            await socket.__aenter__()
        while len(times.board) < moves and await one_move(sockets, times, rng):
            pass
        for socket in sockets:
            await socket.__aexit__()
    return times


async def main() -> None:
    """Measure both games, and print the results."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--moves", type=int, default=300)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = OwnServer(Path(folder))
        server.start()
        try:
            rows = {}
            for game in ("vanuatu", "nusfjord"):
                times = await game_of(server, game, args.moves)
                rows[f"{game}: acknowledged"] = times.ack
                rows[f"{game}: the mover's new board"] = times.board
                rows[f"{game}: all four boards"] = times.others
                rows[f"{game}: previews after the board"] = times.details
            print(table_of_times(rows))
        finally:
            server.kill()


if __name__ == "__main__":
    asyncio.run(main())
