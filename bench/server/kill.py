"""`kill -9` at random points under load: nothing acknowledged is lost, doubled or out of order.

    python bench/server/kill.py [--kills 200] [--moves 100000] [--seconds 0]

Tables of both games are played over sockets while the server is killed and started again. Each
player notes what was acknowledged; at the end the notes are compared with the file on the disk.
"""

import argparse
import asyncio
import contextlib
import random
import sqlite3
import sys
import tempfile
import time
from http.client import HTTPException
from pathlib import Path
from typing import Any

from running import OwnServer, table_of
from websockets.exceptions import WebSocketException

from skerry.web.client import Client, Refusal, TableSocket

GONE = (OSError, WebSocketException, HTTPException, TimeoutError, EOFError)


class Notes:
    """What the players know."""

    def __init__(self) -> None:
        self.acked: dict[tuple[str, int], tuple[int, str]] = {}
        self.sent: dict[tuple[str, int], set[tuple[int, str]]] = {}
        self.wrong: list[str] = []
        self.stop = False
        self.last_ack = 0.0

    def heard(self, table: str, last: int, entries: list[dict[str, object]]) -> int:
        """Check that entries follow one another; returns the last number."""
        for entry in entries:
            if entry["number"] != last + 1:
                self.wrong.append(f"{table}: heard {entry['number']} after {last}")
            last = int(str(entry["number"]))
        return last


class Player:
    """Plays all human seats of one table, one after another's table when a game is over."""

    def __init__(self, server: OwnServer, notes: Notes, people: list[Client], game: str) -> None:
        self.server = server
        self.notes = notes
        self.people = people
        self.game = game
        self.table = ""
        self.last: list[int] = []

    async def run(self) -> None:
        """Play until told to stop, through every loss of the server."""
        while not self.notes.stop:
            try:
                if not self.table:
                    await self.sit_down()
                await self.play()
            except GONE:
                await asyncio.sleep(0.05)
            except Refusal as refusal:
                self.notes.wrong.append(f"{self.table}: {refusal}")
                return

    async def sit_down(self) -> None:
        """Make a table and take its seats."""
        seats = [{"kind": "me"}] + [{"kind": "open"}] * (len(self.people) - 1)
        host, *friends = self.people
        snapshot = await host.post("/api/tables", {"game": self.game, "seats": seats})
        for friend in friends:
            await friend.post(f"/api/tables/{snapshot['table']['id']}/join")
        self.table = snapshot["table"]["id"]
        self.last = [0] * len(self.people)

    async def play(self) -> None:
        """Play over fresh sockets until the game or the server ends."""
        sockets: list[TableSocket] = []
        try:
            for seat, person in enumerate(self.people):
                socket = person.table(self.table, after=self.last[seat])
                await socket.__aenter__()
                sockets.append(socket)
                self.note(seat, socket)
            while not self.notes.stop:
                mover = await self.turn(sockets)
                if mover is None:
                    self.table = ""
                    return
                await self.move(mover, sockets[mover])
        finally:
            for socket in sockets:
                with contextlib.suppress(*GONE):
                    await socket.__aexit__()

    def note(self, seat: int, socket: TableSocket) -> None:
        """Check what a socket has heard so far."""
        self.last[seat] = self.notes.heard(self.table, self.last[seat], socket.entries)
        socket.entries.clear()

    async def turn(self, sockets: list[TableSocket]) -> int | None:
        """Wait for a seat with a question."""
        number = max(socket.number for socket in sockets)
        for seat, socket in enumerate(sockets):
            while socket.number < number:
                await socket.receive(10)
            self.note(seat, socket)
            if socket.status != "running":
                return None
        for seat, socket in enumerate(sockets):
            if socket.decision is not None and socket.decision["moves"]:
                return seat
        raise EOFError("nobody is asked")

    async def move(self, seat: int, socket: TableSocket) -> None:
        """Make a random move and note its acknowledgement."""
        assert socket.decision is not None
        text = random.choice(socket.decision["moves"])["id"]
        key = (self.table, socket.number + 1)
        self.notes.sent.setdefault(key, set()).add((seat, text))
        answer = await socket.ask("move", move=text, after=socket.number)
        number = answer["number"]
        if (self.table, number) in self.notes.acked or number != key[1]:
            self.notes.wrong.append(f"{self.table}: {number} acknowledged twice or out of turn")
        self.notes.acked[key] = (seat, text)
        self.notes.last_ack = time.perf_counter()
        while socket.number < number:
            await socket.receive(10)


def compare(notes: Notes, database: Path) -> list[str]:
    """Compare the players' notes with the file."""
    wrong = list(notes.wrong)
    with sqlite3.connect(database) as db:
        rows = db.execute("SELECT id, number, seat, text FROM log ORDER BY id, number").fetchall()
    db.close()
    kept = {(id, number): (seat, text) for id, number, seat, text in rows}
    lost = [key for key, move in notes.acked.items() if kept.get(key) != move]
    wrong += [f"lost: {key} {notes.acked[key]}" for key in lost]
    for (id, number), move in kept.items():
        if number > 1 and (id, number - 1) not in kept:
            wrong.append(f"gap before {id} {number}")
        if move not in notes.sent.get((id, number), set()):
            wrong.append(f"nobody sent {id} {number} {move}")
    return wrong


async def run(
    kills: int,
    moves: int,
    seconds: float,
    tables: int,
    folder: Path,
    server: OwnServer | None = None,
) -> dict[str, Any]:
    """Play and kill until both counts are reached, or the time (0: any) is over."""
    server = server or OwnServer(folder)
    server.start()
    notes = Notes()
    people = [Client(server.url) for _ in range(3)]
    for number, person in enumerate(people):
        await person.sign_in(f"Player {number}")
    kinds = [("vanuatu", 2), ("nusfjord", 1), ("vanuatu", 3), ("nusfjord", 2)]
    players = [
        Player(server, notes, people[: kinds[i % 4][1]], kinds[i % 4][0]) for i in range(tables)
    ]
    tasks = [asyncio.create_task(player.run()) for player in players]
    began = time.perf_counter()
    killed = 0
    back: list[float] = []
    while True:
        await asyncio.sleep(random.uniform(0.2, 2.0))
        over = seconds and time.perf_counter() - began > seconds
        if over or notes.wrong or (killed >= kills and len(notes.acked) >= moves):
            break
        await asyncio.to_thread(server.kill)
        fell = time.perf_counter()
        killed += 1
        await asyncio.to_thread(server.start)
        while notes.last_ack < fell and time.perf_counter() - fell < 60:
            await asyncio.sleep(0.01)
        back.append(time.perf_counter() - fell)
    notes.stop = True
    await asyncio.wait(tasks, timeout=15)
    await asyncio.to_thread(server.kill)
    return {
        "kills": killed,
        "acknowledged": len(notes.acked),
        "lost, doubled, missing": compare(notes, server.data / "skerry.db"),
        "back after a kill, median s": round(sorted(back)[len(back) // 2], 2) if back else 0,
        "back after a kill, longest s": round(max(back), 2) if back else 0,
        "seconds": round(time.perf_counter() - began),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--moves", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--tables", type=int, default=24)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        result = asyncio.run(run(args.kills, args.moves, args.seconds, args.tables, Path(place)))
    print(table_of(result))
    sys.exit(1 if result["lost, doubled, missing"] else 0)
