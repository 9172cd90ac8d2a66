"""What was said at tables, how far everybody has read, and who was there, in a database."""

from skerry.store.protocol import Line, Presence
from skerry.store.sql import Connection, T, Work
from skerry.store.sql_codec import decode_names, encode

PRESENT_SECONDS = 150.0  # somebody seen less long ago is still connected


class SqlChat:
    """The part of a store for people at tables, beside the game."""

    async def _read(self, work: Work[T]) -> T:
        """Run a piece of work that only reads."""
        raise NotImplementedError

    async def _write(self, work: Work[T]) -> T:
        """Run a piece of work in one transaction; it has reached the disk when this returns."""
        raise NotImplementedError

    async def append_line(self, id: str, line: Line, user: str = "") -> int:
        args = encode(line.args).decode()
        said = (line.room, line.name, line.text, line.at, line.seat, line.code, args)

        async def work(db: Connection) -> int:
            await db.lock(f"chat of {id}")
            number = await _last_line(db, id) + 1
            if not await _is_deleted(db, id):
                await db.execute(
                    'INSERT INTO chat (id, number, room, name, text, at, seat, code, args, "user")'
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    *(id, number, *said, user),
                )
            return number

        return await self._write(work)

    async def rewrite_line(self, id: str, line: Line) -> None:
        changed = (line.text, line.name, encode(line.args).decode())

        async def work(db: Connection) -> None:
            await db.execute(
                "UPDATE chat SET text = ?, name = ?, args = ? WHERE id = ? AND number = ?",
                *(*changed, id, line.number),
            )

        await self._write(work)

    async def chat(self, id: str, after: int = 0, limit: int = 200) -> list[Line]:
        async def work(db: Connection) -> list[Line]:
            rows = await db.fetch(
                "SELECT number, room, name, text, at, seat, code, args FROM chat"
                " WHERE id = ? AND number > ? AND text != '' ORDER BY number DESC LIMIT ?",
                *(id, after, limit),
            )
            lines = [
                Line(number, room, name, text, at, seat, code, decode_names(args))
                for number, room, name, text, at, seat, code, args in rows
            ]
            return lines[::-1]

        return await self._read(work)

    async def last_line(self, id: str) -> int:
        return await self._read(lambda db: _last_line(db, id))

    async def set_seen(self, id: str, user: str, number: int) -> None:
        async def work(db: Connection) -> None:
            if not await _is_deleted(db, id):
                await db.execute(
                    "INSERT INTO seen VALUES (?, ?, ?) ON CONFLICT"
                    ' (id, "user") DO UPDATE SET number = excluded.number',
                    *(id, user, number),
                )

        await self._write(work)

    async def seen(self, id: str, user: str) -> int | None:
        async def work(db: Connection) -> int | None:
            row = await db.fetch_one(
                'SELECT number FROM seen WHERE id = ? AND "user" = ?', id, user
            )
            return row[0] if row else None

        return await self._read(work)

    async def touch(self, who: list[tuple[str, str]], at: float, acted: bool) -> None:
        by_request = at if acted else 0.0

        async def work(db: Connection) -> None:
            for id, user in sorted(who):
                if await _is_deleted(db, id):
                    continue
                await db.execute(
                    "INSERT INTO presence VALUES (?, ?, ?, ?, ?)"
                    ' ON CONFLICT (id, "user") DO UPDATE SET'
                    " since = CASE WHEN presence.seen < excluded.seen - ?"
                    " THEN excluded.since ELSE presence.since END,"
                    " seen = CASE WHEN excluded.seen > presence.seen"
                    " THEN excluded.seen ELSE presence.seen END,"
                    " acted = CASE WHEN excluded.acted > presence.acted"
                    " THEN excluded.acted ELSE presence.acted END",
                    *(id, user, at, at, by_request, PRESENT_SECONDS),
                )

        await self._write(work)

    async def presence(self, id: str) -> dict[str, Presence]:
        async def work(db: Connection) -> dict[str, Presence]:
            rows = await db.fetch(
                'SELECT "user", since, seen, acted FROM presence WHERE id = ?', id
            )
            return {user: Presence(*times) for user, *times in rows}

        return await self._read(work)


async def _is_deleted(db: Connection, id: str) -> bool:
    return await db.fetch_one("SELECT 1 FROM deleted WHERE id = ?", id) is not None


async def _last_line(db: Connection, id: str) -> int:
    row = await db.fetch_one("SELECT MAX(number) FROM chat WHERE id = ?", id)
    return (row[0] or 0) if row else 0
