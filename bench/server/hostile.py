"""Malformed and hostile messages: each gets a reason, none changes a table, none hurts the server.

    python bench/server/hostile.py [--wire 200000] [--inside 2000000] [--seed 1]

First over the wire, then inside one process, which is quicker.

Requests are made from the table of endpoints and broken in many ways; frames likewise. The
attackers are nobody, a guest without a seat, and a player who sits at the table but is not asked.
"""

import argparse
import asyncio
import contextlib
import hashlib
import json
import random
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import msgspec
from inside import Inside
from running import OwnServer, table_of
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from skerry.web.client import Client, Refusal, TableSocket
from skerry.web.endpoints import ENDPOINTS

ODD: list[Any] = [
    None,
    True,
    -1,
    0,
    1.5,
    2**63,
    -(2**63) - 1,
    10**400,
    "",
    "x" * 5000,
    "\x00",
    "\u202e",
    "'; DROP TABLE log; --",
    "../../etc/passwd",
    "<script>alert(1)</script>",
    [],
    {},
    [[[[[]]]]],
    {"$ref": "#"},
    [1] * 1000,
]
GOOD: dict[str, Any] = {
    "name": "Eve",
    "token": "abcdefgh-0-0-AAAA",
    "seat": 0,
    "move": "plan sail",
    "after": 0,
    "agree": True,
    "text": "hello",
    "room": "table",
    "kind": "bot",
    "level": "random",
    "game": "vanuatu",
    "seats": [{"kind": "me"}, {"kind": "me"}],
    "options": {"rising_waters": True},
    "clock": {"kind": "move", "seconds": 60},
    "play_on": {"table": "abcdefgh", "moves": 3},
    "public": True,
    "days": 5,
    "record": "skerry record 1\ngame: vanuatu\nrules: 1\nsetup players: 2\n\n0 take artist\n",
}
# Whoever signs itself out is harmless from then on.
SIGNING_OUT = ("revoke_tokens", "end_device", "sign_out")
TARGETS = [endpoint for endpoint in ENDPOINTS if endpoint.name not in SIGNING_OUT]


class Attack:
    """A source of broken requests and a tally of what came back."""

    def __init__(self, seed: int, tables: list[str], tokens: list[str]) -> None:
        self.random = random.Random(seed)
        self.tables = tables
        self.tokens = tokens
        self.statuses: Counter[int] = Counter()
        self.bad: list[str] = []
        self.unanswered: list[str] = []
        self.count = 0

    def odd(self) -> Any:
        """Return some value nobody expects."""
        return self.random.choice(ODD)

    def body(self, takes: type | None) -> bytes:
        """Return a body: nearly right, wrong, or no JSON at all."""
        pick = self.random
        fields = {k: v for k, v in GOOD.items() if pick.random() < 0.4}
        if takes is not None and pick.random() < 0.7:  # of the right shape, to come further
            known = {field.name for field in msgspec.structs.fields(takes)}
            fields = {k: v for k, v in GOOD.items() if k in known and pick.random() < 0.9}
        for key in list(fields):
            if pick.random() < 0.2:
                fields[key] = self.odd()
        if pick.random() < 0.1:
            fields[pick.choice(["extra", "__proto__", "id", ""])] = self.odd()
        fields.pop("options", None) if pick.random() < 0.5 else None
        # Random tables would be allowed; at least one field of each is wrong.
        if "game" in fields and "seats" in fields:
            fields[pick.choice(["game", "seats"])] = self.odd()
        try:
            text = json.dumps(fields).encode()
        except ValueError:
            text = b"{}"
        kind = pick.random()
        if kind < 0.1:
            return bytes(pick.randrange(256) for _ in range(pick.randrange(60)))
        if kind < 0.15:
            return text[: pick.randrange(len(text) + 1)]
        if kind < 0.17:
            return b"[" * pick.choice([10, 2000, 50_000])
        if kind < 0.175:
            return b'{"name":"' + b"a" * 70_000 + b'"}'
        if kind < 0.2:
            return b"null"
        return text

    def request(self) -> tuple[bytes, str]:
        """Return a whole request, and a line that names it."""
        pick = self.random
        endpoint = pick.choice(TARGETS)
        path = endpoint.path
        seat = pick.choice(["0", "1", "2", "9", "10", "-1", "x", "%00", "1e9"])
        path = path.replace("{seat}", seat)
        id = pick.choice([*self.tables, "abcdefgh", "..", "%2e%2e", "x" * 300, "%ff%fe", "'"])
        path = path.replace("{id}", id)
        if pick.random() < 0.4:
            name = pick.choice(["seat", "after", "chat", "first", "count", "status", "ref", "z"])
            value = pick.choice(["", "-1", "0", "1", "9" * 30, "x", "%00", "hex:0,0", "1.5", "٣"])
            path += f"?{name}={value}"
        method = endpoint.method
        if pick.random() < 0.1:
            method = pick.choice(["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"])
        body = self.body(endpoint.request) if method in ("POST", "PUT", "PATCH", "DELETE") else b""
        kind = "application/json" if pick.random() < 0.95 else pick.choice(["", "text/plain"])
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Content-Type: {kind}"]
        lines.append(f"Content-Length: {len(body)}")
        who = pick.random()
        if who < 0.7:
            lines.append(f"Authorization: Bearer {pick.choice(self.tokens)}")
        elif who < 0.8:
            lines.append(f"Authorization: {pick.choice(['Bearer', 'Basic eA==', 'Bearer a.b.c'])}")
        elif who < 0.9:
            lines.append(f"Cookie: skerry_guest={pick.choice(['', 'x', 'W10.AAAA', '=;=;'])}")
        if pick.random() < 0.1:
            lines.append(f"Origin: {pick.choice(['https://evil.example', 'null', 'x'])}")
        head = "\r\n".join(lines).encode("utf-8", "replace")
        return head + b"\r\n\r\n" + body, f"{method} {path} {body[:200]!r}"

    async def storm(self, port: int, count: int) -> None:
        """Send requests over connections that are used again."""
        reader = writer = None
        for _ in range(count):
            if writer is None or writer.is_closing():
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
            assert reader is not None
            request, name = self.request()
            self.count += 1
            try:
                writer.write(request)
                async with asyncio.timeout(30):
                    await writer.drain()
                    status = await self.answer(reader, name.startswith("HEAD"))
            except (OSError, asyncio.IncompleteReadError, ValueError, IndexError):
                status = 0
                self.unanswered.append(name)
                writer.close()
                writer = None
            self.statuses[status] += 1
            if status >= 500:
                self.bad.append(f"{status} {name}")
            if status in (400, 408, 413, 415) and writer is not None:
                writer.close()  # the rest of the body was not read
        if writer is not None:
            writer.close()

    async def inside(self, server: Inside) -> None:
        """Send one request into the application."""
        raw, name = self.request()
        head, _, body = raw.partition(b"\r\n\r\n")
        first, *lines = head.decode("utf-8", "replace").split("\r\n")
        method, _, rest = first.partition(" ")
        path = rest.rpartition(" ")[0]
        headers = dict(line.partition(": ")[::2] for line in lines)
        self.count += 1
        answer = await server.ask(method, unquote(path, "latin-1"), body, headers=headers)
        self.statuses[answer.status] += 1
        if answer.status >= 500:
            self.bad.append(f"{answer.status} {name}")

    async def frames_inside(self, server: Inside, cookie: str) -> None:
        """Send frames over one socket into the application."""
        table = self.random.choice(self.tables)
        socket = server.socket(f"/api/tables/{table}/socket?watch=1", cookie=cookie)
        if await socket.opened() != 101:
            return
        for _ in range(100):
            frame = self.frame()
            if isinstance(frame, str):
                await socket.send(frame)
            else:
                await socket.incoming.put({"type": "websocket.receive", "bytes": frame})
            self.count += 1
            if socket.task.done():
                break
        await asyncio.sleep(0)
        await socket.leave()
        while not socket.outgoing.empty():
            message = socket.outgoing.get_nowait()
            heard = json.loads(message.get("text") or "{}")
            if heard.get("type") == "error":
                self.statuses[heard["status"]] += 1
                if heard["status"] >= 500:
                    self.bad.append(f"frame {heard}")

    async def answer(self, reader: asyncio.StreamReader, head: bool) -> int:
        """Read one answer and return its status."""
        lines = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
        length = next(
            (int(line[15:]) for line in lines if line.lower().startswith(b"content-length:")), 0
        )
        if not head:
            await reader.readexactly(length)
        return int(lines[0].split()[1])

    def frame(self) -> str | bytes:
        """Return a frame that is nearly right, or wrong."""
        pick = self.random
        fields: dict[str, Any] = {
            "type": pick.choice(["move", "chat", "look", "takeback", "answer", "ping", "x", 1]),
            "id": pick.choice([1, 2, -1, None, 2**70, "1"]),
            "move": pick.choice(["plan sail", "take artist", "x", "", "sell 9", self.odd()]),
            "after": pick.choice([0, 1, 10, 10**7, -1, self.odd()]),
            "seat": pick.choice([0, 1, 2, 7, None, self.odd()]),
            "text": pick.choice(["", self.odd()]),
            "agree": pick.choice([True, False, self.odd()]),
        }
        for key in list(fields):
            if key not in ("type", "id") and pick.random() < 0.5:
                del fields[key]
        try:
            text = json.dumps(fields)
        except ValueError:
            text = "{}"
        kind = pick.random()
        if kind < 0.1:
            return bytes(pick.randrange(256) for _ in range(pick.randrange(80)))
        if kind < 0.15:
            return text[: pick.randrange(len(text) + 1)]
        if kind < 0.16:
            return "[" * 9000
        if kind < 0.161:
            return "a" * 40_000
        return text

    async def talk(self, server: OwnServer, count: int) -> None:
        """Send frames over sockets; whatever comes back is read."""
        sent = 0
        while sent < count:
            url = server.url.replace("http", "ws")
            url += f"/api/tables/{self.random.choice(self.tables)}/socket?after=0"
            headers = {"authorization": f"Bearer {self.random.choice(self.tokens)}"}
            try:
                async with connect(
                    url, additional_headers=headers, compression=None, proxy=None, max_size=None
                ) as socket:
                    listener = asyncio.create_task(self.listen(socket))
                    for _ in range(min(500, count - sent)):
                        await socket.send(self.frame())
                        sent += 1
                        self.count += 1
                    await asyncio.sleep(0.3)
                    listener.cancel()
            except (OSError, WebSocketException):
                sent += 1

    async def listen(self, socket: Any) -> None:
        """Count the answers."""
        with contextlib.suppress(WebSocketException):
            async for text in socket:
                frame = json.loads(text)
                if frame["type"] == "error":
                    self.statuses[frame["status"]] += 1
                    if frame["status"] >= 500:
                        self.bad.append(f"frame {frame}")


def fingerprint(database: Path, tables: list[str]) -> str:
    """Return a digest of the tables watched and their logs."""
    db = sqlite3.connect(database)
    digest = hashlib.sha256()
    for id in tables:
        for query in ("SELECT * FROM tables WHERE id = ?", "SELECT * FROM log WHERE id = ?"):
            for row in db.execute(query, (id,)):
                digest.update(repr(row).encode())
    db.close()
    return digest.hexdigest()


async def victims(server: OwnServer) -> tuple[list[str], list[str]]:
    """Set up tables to attack, and the tokens the attackers hold."""
    ann, ben, eve = (Client(server.url) for _ in range(3))
    for name, person in (("Ann", ann), ("Ben", ben), ("Eve", eve)):
        await person.sign_in(name)
    tables = []
    for game in ("vanuatu", "nusfjord"):
        seats = [{"kind": "me"}, {"kind": "friend"}]
        snapshot = await ann.post("/api/tables", {"game": game, "seats": seats, "public": True})
        id = snapshot["table"]["id"]
        link = await ann.get(f"/api/tables/{id}/seats/1/link")
        await ben.post("/api/claim", {"token": link["token"]})
        tables.append(id)
        async with ann.table(id) as one, ben.table(id) as two:
            for _ in range(12):
                await advance([one, two])
    # A table that waits for a friend: nobody else may sit down.
    snapshot = await ann.post(
        "/api/tables", {"game": "vanuatu", "seats": [{"kind": "me"}, {"kind": "friend"}]}
    )
    tables.append(snapshot["table"]["id"])
    return tables, [eve.token]


async def advance(sockets: list[TableSocket]) -> None:
    """Let whoever is asked make a move."""
    number = max(socket.number for socket in sockets)
    for socket in sockets:
        while socket.number < number:
            await socket.receive()
    for socket in sockets:
        if socket.decision is not None and socket.decision["moves"]:
            await socket.play(socket.decision["moves"][0]["id"])
            return


async def run(messages: int, seed: int, folder: Path) -> dict[str, Any]:
    """Attack with that many messages."""
    server = OwnServer(folder)
    server.start()
    began = time.perf_counter()
    try:
        tables, tokens = await victims(server)
        await asyncio.sleep(0.5)
        before = fingerprint(folder / "skerry.db", tables)
        attack = Attack(seed, tables, tokens)
        await asyncio.gather(
            *(attack.storm(server.port, messages * 6 // 80 + 1) for _ in range(8)),
            *(attack.talk(server, messages * 4 // 40 + 40) for _ in range(4)),
        )
        after = fingerprint(folder / "skerry.db", tables)
        huge = await huge_body(server)
        try:
            alive = (await Client(server.url).get("/healthz"))["status"]
        except (OSError, Refusal) as error:
            alive = repr(error)
        return {
            "messages": attack.count,
            "answers": dict(sorted(attack.statuses.items())),
            "server errors": attack.bad[:10],
            "unanswered": attack.unanswered[:5],
            "changed": before != after,
            "memory after a 200 MB body": huge,
            "alive": alive,
            "seconds": round(time.perf_counter() - began),
        }
    finally:
        server.kill()


async def huge_body(server: OwnServer) -> str:
    """Send 200 MB in chunks without announcing the size; return the memory that took."""
    before = server.memory()
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(
        b"POST /api/guests HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n"
    )
    part = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    status = b""
    try:
        for _ in range(200 * 16):
            writer.write(part)
            await asyncio.wait_for(writer.drain(), 5)
        status = await asyncio.wait_for(reader.readline(), 5)
    except (OSError, TimeoutError):
        with contextlib.suppress(OSError, TimeoutError):
            status = await asyncio.wait_for(reader.readline(), 2)
    writer.close()
    return f"+{server.memory() - before:.1f} MB ({status.decode(errors='replace').strip()})"


async def run_inside(messages: int, seed: int, folder: Path) -> dict[str, Any]:
    """Send requests and frames straight into the application."""
    began = time.perf_counter()
    async with Inside(folder) as server:
        host = await server.guest("Ann")
        eve = await server.guest("Eve")
        token = (await server.post("/api/tokens", cookie=eve)).json["token"]
        tables = []
        for game in ("vanuatu", "nusfjord"):
            new_table = {"game": game, "seats": [{"kind": "me"}, {"kind": "me"}], "public": True}
            made = (await server.post("/api/tables", new_table, cookie=host)).json
            tables.append(made["table"]["id"])
        before = fingerprint(folder / "skerry.db", tables)
        attack = Attack(seed, tables, [token])
        while attack.count < messages:
            for _ in range(400):
                await attack.inside(server)
            await attack.frames_inside(server, eve)
            await asyncio.sleep(0)
        after = fingerprint(folder / "skerry.db", tables)
        alive = (await server.get("/healthz")).json["status"]
    return {
        "messages in process": attack.count,
        "answers": dict(sorted(attack.statuses.items())),
        "server errors": attack.bad[:10],
        "changed": before != after,
        "alive": alive,
        "seconds": round(time.perf_counter() - began),
    }


def fine(result: dict[str, Any]) -> bool:
    """Return whether an attack did no harm."""
    return not result["server errors"] and not result["changed"] and result["alive"] == "ok"


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--wire", type=int, default=200_000)
    parser.add_argument("--inside", type=int, default=2_000_000)
    parser.add_argument("--seed", type=int, default=1)
    new_table = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        wire = asyncio.run(run(new_table.wire, new_table.seed, Path(place)))
    print(table_of(wire))
    with tempfile.TemporaryDirectory() as place:
        within = asyncio.run(run_inside(new_table.inside, new_table.seed, Path(place)))
    print(table_of(within))
    sys.exit(0 if fine(wire) and fine(within) else 1)
