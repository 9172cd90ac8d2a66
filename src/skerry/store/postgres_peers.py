"""What several servers share while they run, in PostgreSQL.

Times are those of the database, so the clocks of the servers do not matter. Notifications are sent
after the commit, many in one message: NOTIFY inside a transaction makes all commits wait for each
other.
"""

import asyncio
import contextlib
import logging
import secrets
from typing import Any
from weakref import WeakValueDictionary

from skerry.store.peers import Notification, NotificationKind, OnNotification, OnRenewed
from skerry.store.postgres_connection import connect_to_listen, translated
from skerry.store.protocol import StoreUnavailable
from skerry.store.sql import Connection, Run

log = logging.getLogger("skerry.store")

CHANNEL = "skerry"
MAX_PAYLOAD = 7900  # bytes; PostgreSQL takes 8000
RENEW_SECONDS = 0.2  # until the next try to connect, doubled up to the next number
RENEW_AT_MOST = 3.0
PING_SECONDS = 5.0  # between two checks that the listening connection still answers
BUCKET_SECONDS = 3600  # after which an unused bucket is full again

_ALIVE = "SELECT 1 FROM servers WHERE servers.id = {} AND expires > clock_timestamp()"


class PostgresPeers:
    """The other servers on the same database."""

    def __init__(self, url: str, run: Run, write: Run) -> None:
        self.id = secrets.token_hex(6)
        self._url = url
        self._run = run  # each statement is a transaction of its own
        self._write = write  # all statements are one transaction
        self._outgoing: dict[tuple[NotificationKind, str, str], str] = {}
        self._ready = asyncio.Event()
        self._told_to_listen = False
        self.listening = False
        # Of clients that open sockets just now.
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    # -- who is alive

    async def beat(self, seconds: float) -> set[str]:
        async def work(db: Connection) -> set[str]:
            await db.execute(
                "INSERT INTO servers VALUES (?, '', clock_timestamp() + make_interval(secs => ?))"
                " ON CONFLICT (id) DO UPDATE SET expires = excluded.expires",
                *(self.id, seconds),
            )
            rows = await db.fetch("SELECT id FROM servers WHERE expires > clock_timestamp()")
            return {row[0] for row in rows}

        return await self._run(work)

    async def leave(self) -> None:
        async def work(db: Connection) -> None:
            # The epochs stay, so that they only ever grow.
            await db.execute("UPDATE leases SET owner = '' WHERE owner = ?", self.id)
            await db.execute("DELETE FROM sockets WHERE server = ?", self.id)
            await db.execute("DELETE FROM servers WHERE id = ?", self.id)

        await self._write(work)

    async def tidy(self) -> None:
        async def work(db: Connection) -> None:
            await db.execute(
                "DELETE FROM servers WHERE expires < clock_timestamp() - interval '1 minute'"
            )
            await db.execute(
                "DELETE FROM sockets WHERE NOT EXISTS"
                " (SELECT 1 FROM servers WHERE servers.id = sockets.server)"
            )
            await db.execute(
                "DELETE FROM buckets WHERE at < clock_timestamp() - make_interval(secs => ?)",
                BUCKET_SECONDS,
            )
            await db.execute(
                "DELETE FROM leases WHERE NOT EXISTS"
                " (SELECT 1 FROM servers WHERE servers.id = leases.owner) AND NOT EXISTS"
                " (SELECT 1 FROM tables WHERE tables.id = leases.id AND status != 'finished')"
            )

        await self._write(work)

    # -- leases

    async def acquire(self, id: str) -> int | None:
        async def work(db: Connection) -> int | None:
            row = await db.fetch_one(
                "INSERT INTO leases VALUES (?, ?, 1) ON CONFLICT (id) DO UPDATE SET"
                " epoch = leases.epoch + CASE WHEN leases.owner = excluded.owner THEN 0 ELSE 1 END,"
                " owner = excluded.owner"
                f" WHERE leases.owner = excluded.owner OR NOT EXISTS"
                f" ({_ALIVE.format('leases.owner')}) RETURNING epoch",
                *(id, self.id),
            )
            return None if row is None else int(row[0])

        return await self._run(work)

    async def held(self, id: str) -> bool:
        async def work(db: Connection) -> bool:
            sql = f"SELECT 1 FROM leases WHERE id = ? AND EXISTS ({_ALIVE.format('leases.owner')})"
            return await db.fetch_one(sql, id) is not None

        return await self._run(work)

    async def release(self, id: str) -> None:
        async def work(db: Connection) -> None:
            await db.execute("UPDATE leases SET owner = '' WHERE id = ? AND owner = ?", id, self.id)

        await self._run(work)

    async def release_all(self) -> None:
        async def work(db: Connection) -> None:
            await db.execute("UPDATE leases SET owner = '' WHERE owner = ?", self.id)

        await self._run(work)

    async def unattended(self, limit: int) -> list[str]:
        async def work(db: Connection) -> list[str]:
            rows = await db.fetch(
                "SELECT id FROM tables WHERE waits = 1 AND NOT EXISTS (SELECT 1 FROM leases"
                f" WHERE leases.id = tables.id AND EXISTS ({_ALIVE.format('leases.owner')}))"
                " LIMIT ?",
                limit,
            )
            return [row[0] for row in rows]

        return await self._run(work)

    # -- notifications

    def publish(self, notification: Notification) -> None:
        if (
            self._told_to_listen
        ):  # a program that only writes a table leaves it to the servers' checks
            kind, id, detail = notification.kind, notification.id, notification.detail
            # The newest version of a table is enough; removed lines are all told, in any order.
            part = detail if kind == "removed" else ""
            self._outgoing[kind, id, part] = detail
            self._ready.set()

    async def listen(self, on_notification: OnNotification, on_renewed: OnRenewed) -> None:
        pause = RENEW_SECONDS
        self._told_to_listen = True
        while True:
            try:
                async with self._connection(on_notification) as db:
                    await on_renewed()
                    pause = RENEW_SECONDS
                    await self._send(db)
            except StoreUnavailable as error:
                log.warning("not connected to the other servers", extra={"why": str(error)})
            await asyncio.sleep(pause)
            pause = min(2 * pause, RENEW_AT_MOST)

    @contextlib.asynccontextmanager
    async def _connection(self, on_notification: OnNotification) -> Any:
        """Open a connection of its own that listens; raises StoreUnavailable when it is lost."""

        def heard(_: object, __: int, ___: str, payload: str) -> None:
            sender, *lines = payload.split("\n")
            for line in lines if sender != self.id else []:
                kind, id, detail = line.split(" ")
                on_notification(Notification(kind, id, detail))  # type: ignore[arg-type]  # as it was sent

        with translated():
            db = await connect_to_listen(self._url)
            try:
                await db.add_listener(CHANNEL, heard)
                db.add_termination_listener(lambda _: self._ready.set())  # then sending fails
                self.listening = True
                yield db
            finally:
                self.listening = False
                db.terminate()

    async def _send(self, db: Any) -> None:
        """Send what waits, and check now and then that the connection still answers."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PING_SECONDS):
                    await self._ready.wait()
            self._ready.clear()
            lines, size = [self.id], len(self.id)
            for (kind, id, _), detail in list(self._outgoing.items()):
                line = f"{kind} {id} {detail}"
                if size + len(line) + 1 > MAX_PAYLOAD:
                    self._ready.set()
                    break
                size += len(line) + 1
                lines.append(line)
            if len(lines) == 1:
                await db.execute("SELECT 1")
                continue
            sent = list(self._outgoing.items())[: len(lines) - 1]
            await db.execute("SELECT pg_notify($1, $2)", CHANNEL, "\n".join(lines))
            for key, detail in sent:  # unless it has changed again meanwhile
                if self._outgoing.get(key) == detail:
                    del self._outgoing[key]

    # -- sockets

    async def open_socket(self, number: int, client: str, id: str, user: str, limit: int) -> bool:
        row = (self.id, number, client, id, user)

        async def note(db: Connection) -> bool:
            return await db.execute("INSERT INTO sockets VALUES (?, ?, ?, ?, ?)", *row) == 1

        async def note_if_room(db: Connection) -> bool:
            await db.lock(f"sockets of {client}")
            # A statement of its own: it counts what was noted while this one waited for the lock.
            done = await db.execute(
                "INSERT INTO sockets SELECT ?::text, ?::bigint, ?::text, ?::text, ?::text"
                " WHERE (SELECT COUNT(*) FROM sockets WHERE client = ?"
                f" AND (server = ? OR EXISTS ({_ALIVE.format('sockets.server')}))) < ?::bigint",
                *(*row, client, self.id, limit),
            )
            return done == 1

        if not limit:
            return await self._run(note)
        # One at a time here: those that wait for the lock shall not take all connections.
        async with self._opening.setdefault(client, asyncio.Lock()):
            return await self._write(note_if_room)

    async def close_sockets(self, numbers: list[int]) -> None:
        async def work(db: Connection) -> None:
            await db.execute(
                "DELETE FROM sockets WHERE server = ? AND number = ANY (?::bigint[])",
                *(self.id, numbers),
            )

        await self._run(work)

    async def connected(self, ids: list[str]) -> dict[str, set[str]]:
        async def work(db: Connection) -> dict[str, set[str]]:
            marks = ", ".join("?" * len(ids))
            rows = await db.fetch(
                f'SELECT DISTINCT id, "user" FROM sockets WHERE id IN ({marks}) AND server != ?'
                f" AND EXISTS ({_ALIVE.format('sockets.server')})",
                *(*ids, self.id),
            )
            found: dict[str, set[str]] = {id: set() for id in ids}
            for id, user in rows:
                found[id].add(user)
            return found

        return await self._run(work) if ids else {}

    # -- limits

    async def take_tokens(self, key: str, rate: float, burst: float, count: float) -> bool:
        async def work(db: Connection) -> bool:
            # Whether the database's clock was set forward or back, the bucket fills again.
            full = "LEAST(?, buckets.tokens + ? * ABS(extract(epoch FROM"
            full += " clock_timestamp() - buckets.at)))"
            row = await db.fetch_one(
                "INSERT INTO buckets VALUES (?, ?, clock_timestamp())"
                f" ON CONFLICT (key) DO UPDATE SET tokens = {full} - ?, at = clock_timestamp()"
                f" WHERE {full} >= ? RETURNING 1",
                *(key, burst - count, burst, rate, count, burst, rate, count),
            )
            return row is not None

        return await self._run(work)
