"""Servers on one database, and players who go to any of them at random.

What a player was told is written down, so that it can be compared with the log afterwards.
"""

import asyncio
import contextlib
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from skerry.service.table.state import rebuild
from skerry.store.postgres import PostgresStore
from skerry.store.protocol import Entry, Table
from skerry.web.client import Client, Refusal
from tests.service.benches import running

PEOPLE = 2  # at each table, on its first seats
Acknowledged = dict[
    str, dict[int, tuple[str, str]]
]  # table, number: who made the move, and its text


@contextlib.contextmanager
def servers(url: str, folder: Path, count: int = 2) -> Iterator[list[running.OwnServer]]:
    """Start servers on a database; those that still run are stopped at the end."""
    own = []
    try:
        for number in range(count):
            server = running.OwnServer(folder / str(number), "--database", url, "--workers", "1")
            server.log = (folder / f"server-{number}.log").open("ab")
            own.append(server)
            server.start()
        yield own
    finally:
        for server in own:
            if server.process is not None and server.process.poll() is None:
                server.stop()
            if server.log is not None:
                server.log.close()


class Player:
    """A guest who sends each request to a server chosen at random, as a proxy would."""

    def __init__(
        self, own: list[running.OwnServer], name: str, seed: int, acked: dict[str, int]
    ) -> None:
        self.acked = acked  # the highest number that any player was told of each table
        self.servers = own
        self.name = name
        self.random = random.Random(f"{name} {seed}")
        self.token = ""
        self.seen: dict[str, int] = {}  # the highest number shown of each table
        self.acknowledged: Acknowledged = {}  # moves that were acknowledged
        self.perhaps: Acknowledged = {}  # moves without an answer, or with a 503
        self.older: list[str] = []  # answers that showed less than an earlier one
        self.refusals: dict[int, int] = {}

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Ask any server; raises OSError if it is gone, Refusal if it refuses."""
        client = Client(self.random.choice(self.servers).url, self.token)
        call = client.get(path) if method == "GET" else client.post(path, body)
        async with asyncio.timeout(20):
            return await call

    async def surely(self, method: str, path: str, body: Any = None) -> Any:
        """Ask until a server answers."""
        while True:
            try:
                return await self.ask(method, path, body)
            except Refusal as refusal:
                if refusal.status not in (429, 503):
                    raise
            except (OSError, EOFError, TimeoutError):
                pass
            await asyncio.sleep(0.05)

    async def sign_in(self) -> None:
        """Become a guest."""
        client = Client(self.servers[0].url)
        await client.sign_in(self.name)
        self.token = client.token

    async def show(self, id: str) -> dict[str, Any]:
        """Read a table; note if it is older than what was shown before."""
        # Also what others were told before this request began: there is one order for all.
        before = max(self.seen.get(id, 0), self.acked.get(id, 0))
        shown: dict[str, Any] = await self.surely("GET", f"/api/tables/{id}")
        if shown["number"] < before:
            self.older.append(f"{id}: {shown['number']} after {before}")
        self.seen[id] = max(self.seen.get(id, 0), shown["number"])
        return shown

    async def move(self, id: str) -> bool:
        """Make a move, if it is one's turn; return whether it was acknowledged."""
        shown = await self.show(id)
        decision = shown["decision"]
        offers = decision and (decision["moves"] or decision["anytime"])
        if not offers:
            return False
        text = self.random.choice(offers)["id"]
        number = shown["number"] + 1
        made = (self.name, text)
        try:
            await self.ask("POST", f"/api/tables/{id}/moves", {"move": text, "after": number - 1})
        except Refusal as refusal:
            self.refusals[refusal.status] = self.refusals.get(refusal.status, 0) + 1
            if refusal.status == 503:  # the connection to the database may have broken after it
                self.perhaps.setdefault(id, {})[number] = made
            return False
        except (OSError, EOFError, TimeoutError):
            self.perhaps.setdefault(id, {})[number] = made
            return False
        self.acknowledged.setdefault(id, {})[number] = made
        self.seen[id] = max(self.seen.get(id, 0), number)
        self.acked[id] = max(self.acked.get(id, 0), number)
        return True


async def stored_tables(
    url: str, ids: list[str]
) -> tuple[dict[str, list[Entry]], dict[str, Table]]:
    """Read tables and their logs from the database itself."""
    store = PostgresStore(url)
    try:
        loaded = {id: await store.load(id) for id in ids}
        log = {id: await store.log(id) for id in ids}
        return log, {id: table for id, table in loaded.items() if table is not None}
    finally:
        await store.close()


def differences(players: list[Player], stored: dict[str, list[Entry]]) -> list[str]:
    """Compare what players were told with the log: nothing lost, doubled or from nowhere."""
    found: list[str] = []
    for player in players:
        found += [f"shown something older: {one}" for one in player.older]
    for id, entries in stored.items():
        if [entry.number for entry in entries] != list(range(1, len(entries) + 1)):
            found.append(f"{id}: numbers are missing or doubled")
        acknowledged: dict[int, tuple[str, str]] = {}
        perhaps: set[tuple[int, str]] = set()
        for player in players:
            for number, made in player.acknowledged.get(id, {}).items():
                if number in acknowledged:
                    found.append(f"{id}: move {number} was acknowledged twice")
                acknowledged[number] = made
            perhaps |= {(n, text) for n, (_, text) in player.perhaps.get(id, {}).items()}
        by_number = {entry.number: entry for entry in entries}
        for number, (_, text) in acknowledged.items():
            if number not in by_number:
                found.append(f"{id}: acknowledged move {number} is lost")
            elif by_number[number].text != text:
                found.append(f"{id}: move {number} is another one than was acknowledged")
        for entry in entries:
            known = entry.number in acknowledged or (entry.number, entry.text) in perhaps
            if entry.kind == "move" and not known and entry.seat < PEOPLE:
                found.append(f"{id}: nobody made move {entry.number}")
    return found


async def tables(people: list["Player"], count: int, bot: bool = False) -> list[str]:
    """Let each pair of players open a table, with a bot beside them if wished."""
    ids = []
    for number in range(count):
        host, guest = people[number % len(people)], people[(number + 1) % len(people)]
        seats = [{"kind": "me"}, {"kind": "open"}]
        if bot:
            seats.append({"kind": "bot", "level": "random"})
        game = ("vanuatu", "nusfjord")[number % 2]
        made = await host.surely("POST", "/api/tables", {"game": game, "seats": seats})
        id = made["table"]["id"]
        await guest.surely("POST", f"/api/tables/{id}/join", {})
        ids.append(id)
    return ids


def replayed(stored: dict[str, list[Entry]], loaded: dict[str, Table]) -> list[str]:
    """Replay every table; a move made twice or out of turn does not fit."""
    found = []
    for id, entries in stored.items():
        state = rebuild(loaded[id], entries)
        if state.trouble or state.table.number != len(entries) or state.turn != state.table.turn:
            found.append(f"{id}: {state.trouble or 'the table is not what its log says'}")
    return found
