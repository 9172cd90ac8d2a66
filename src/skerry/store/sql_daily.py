"""Daily challenges in a database."""

import msgspec

from skerry.store.daily import Attempt
from skerry.store.sql import Connection, Run

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Attempt).decode
_ONE = '"user" = ? AND kind = ? AND day = ?'


class SqlDaily:
    """The daily challenges of a store."""

    def __init__(self, read: Run, write: Run) -> None:
        self._read = read
        self._write = write

    async def day(self, kind: str, day: str) -> bytes | None:
        return await self._read(lambda db: _day(db, kind, day))

    async def save_day(self, kind: str, day: str, body: bytes) -> bytes:
        async def work(db: Connection) -> bytes:
            await db.execute(
                "INSERT INTO daily_days VALUES (?, ?, ?) ON CONFLICT DO NOTHING", kind, day, body
            )
            stored = await _day(db, kind, day)
            assert stored is not None
            return stored

        return await self._write(work)

    async def begin(self, attempt: Attempt) -> bool:
        async def work(db: Connection) -> bool:
            inserted = await db.execute(
                'INSERT INTO daily_attempts ("user", kind, day, points, body)'
                " VALUES (?, ?, ?, NULL, ?) ON CONFLICT DO NOTHING",
                *(attempt.user, attempt.kind, attempt.day, _encode(attempt)),
            )
            return inserted == 1

        return await self._write(work)

    async def finish(self, attempt: Attempt) -> bool:
        async def work(db: Connection) -> bool:
            one = (attempt.user, attempt.kind, attempt.day)
            row = await db.fetch_one(f"SELECT body FROM daily_attempts WHERE {_ONE}", *one)
            if row is None or _decode(row[0]).finished:
                return False
            await db.execute(
                f"UPDATE daily_attempts SET points = ?, body = ? WHERE {_ONE}",
                *(attempt.points, _encode(attempt), *one),
            )
            return True

        return await self._write(work)

    async def attempt(self, user: str, kind: str, day: str) -> Attempt | None:
        async def work(db: Connection) -> Attempt | None:
            row = await db.fetch_one(
                f"SELECT body FROM daily_attempts WHERE {_ONE}", user, kind, day
            )
            return _decode(row[0]) if row else None

        return await self._read(work)

    async def finished(self, kind: str, day: str) -> list[Attempt]:
        async def work(db: Connection) -> list[Attempt]:
            rows = await db.fetch(
                "SELECT body FROM daily_attempts WHERE kind = ? AND day = ?"
                " AND points IS NOT NULL ORDER BY points DESC",
                *(kind, day),
            )
            return [_decode(row[0]) for row in rows]

        return await self._read(work)

    async def attempts(self, user: str) -> list[Attempt]:
        async def work(db: Connection) -> list[Attempt]:
            rows = await db.fetch(
                'SELECT body FROM daily_attempts WHERE "user" = ? ORDER BY day DESC, kind', user
            )
            return [_decode(row[0]) for row in rows]

        return await self._read(work)


async def _day(db: Connection, kind: str, day: str) -> bytes | None:
    row = await db.fetch_one("SELECT body FROM daily_days WHERE kind = ? AND day = ?", kind, day)
    return bytes(row[0]) if row else None
