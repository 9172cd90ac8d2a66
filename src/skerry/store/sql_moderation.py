"""What the operator does, in a database."""

from collections.abc import Callable
from typing import Any

import msgspec

from skerry.store.moderation import (
    Act,
    Announcement,
    AuditEntry,
    FoundPerson,
    Measure,
    Retention,
)
from skerry.store.protocol import Status, Table
from skerry.store.sql import Connection, Run

# What belongs to a table, the log first: its guard looks at the list of deleted tables.
_OF_A_TABLE = (
    "log",
    "chat",
    "reviews",
    "seen",
    "members",
    "setups",
    "presence",
    "announced",
)

_decode_table = msgspec.json.Decoder(Table).decode
AsText = Callable[[str], str]


class SqlModeration:
    """The operator's part of a store."""

    def __init__(self, read: Run, write: Run, as_text: AsText) -> None:
        self._read = read
        self._write = write
        self._as_text = as_text  # how the database reads a stored JSON as text

    async def revision(self) -> int:
        async def work(db: Connection) -> int:
            row = await db.fetch_one("SELECT value FROM settings WHERE name = 'revision'")
            return int(row[0]) if row else 0

        return await self._read(work)

    # -- measures and announcements

    async def measures(self, now: float) -> list[Measure]:
        async def work(db: Connection) -> list[Measure]:
            rows = await db.fetch(
                "SELECT number, kind, target, reason, at, until FROM measures"
                " WHERE until = 0 OR until > ? ORDER BY number DESC",
                now,
            )
            return [Measure(*row) for row in rows]

        return await self._read(work)

    async def add_measure(self, measure: Measure, act: Act) -> int:
        m = measure

        async def work(db: Connection) -> int:
            await db.execute("DELETE FROM measures WHERE kind = ? AND target = ?", m.kind, m.target)
            number = await db.fetch_one(
                "INSERT INTO measures (kind, target, reason, at, until) VALUES (?, ?, ?, ?, ?)"
                " RETURNING number",
                *(m.kind, m.target, m.reason, m.at, m.until),
            )
            await _note(db, act)
            return int(number[0]) if number else 0

        return await self._write(work)

    async def end_measure(self, kind: str, target: str, act: Act) -> bool:
        async def work(db: Connection) -> bool:
            done = await db.execute(
                "DELETE FROM measures WHERE kind = ? AND target = ?", kind, target
            )
            if done:
                await _note(db, act)
            return done > 0

        return await self._write(work)

    async def announcements(self, now: float) -> list[Announcement]:
        async def work(db: Connection) -> list[Announcement]:
            rows = await db.fetch(
                "SELECT number, text, at, until FROM announcements WHERE until > ?"
                " ORDER BY number DESC LIMIT 20",
                now,
            )
            return [Announcement(*row) for row in rows]

        return await self._read(work)

    async def announce(self, announcement: Announcement, act: Act) -> int:
        one = announcement

        async def work(db: Connection) -> int:
            number = await db.fetch_one(
                "INSERT INTO announcements (text, at, until) VALUES (?, ?, ?) RETURNING number",
                *(one.text, one.at, one.until),
            )
            await _note(db, act)
            return int(number[0]) if number else 0

        return await self._write(work)

    async def end_announcement(self, number: int, now: float, act: Act) -> bool:
        async def work(db: Connection) -> bool:
            done = await db.execute(
                "UPDATE announcements SET until = ? WHERE number = ? AND until > ?",
                *(now, number, now),
            )
            if done:
                await _note(db, act)
            return done > 0

        return await self._write(work)

    # -- finding

    async def find_tables(
        self, words: str, status: Status | None, limit: int, before: float
    ) -> list[Table]:
        wheres: list[str] = ["updated < ?"]
        args: list[Any] = [before]
        if status is not None:
            wheres.append("status = ?")
            args.append(status)
        if words:
            wheres.append(f"LOWER({self._as_text('body')}) LIKE LOWER(?) ESCAPE '\\'")
            args.append(_like(words))

        async def work(db: Connection) -> list[Table]:
            rows = await db.fetch(
                f"SELECT body FROM tables WHERE {' AND '.join(wheres)}"
                " ORDER BY updated DESC LIMIT ?",
                *(*args, limit),
            )
            return [_decode_table(row[0]) for row in rows]

        return await self._read(work)

    async def find_people(self, words: str, limit: int, before: float) -> list[FoundPerson]:
        where = "seen < ?"
        args: list[Any] = [before]
        if words:
            where += " AND (id = ? OR LOWER(name) LIKE LOWER(?) ESCAPE '\\')"
            args += [words, _like(words)]

        async def work(db: Connection) -> list[FoundPerson]:
            rows = await db.fetch(
                "SELECT id, name, made, seen,"
                ' (SELECT COUNT(*) FROM members WHERE "user" = people.id) FROM people'
                f" WHERE {where} ORDER BY seen DESC LIMIT ?",
                *(*args, limit),
            )
            return [
                FoundPerson(id, name, made, seen, count, await _addresses(db, id))
                for id, name, made, seen, count in rows
            ]

        return await self._read(work)

    async def count_people(self) -> int:
        async def work(db: Connection) -> int:
            row = await db.fetch_one("SELECT COUNT(*) FROM people")
            return int(row[0]) if row else 0

        return await self._read(work)

    # -- removing

    async def delete_table(self, id: str, act: Act) -> bool:
        async def work(db: Connection) -> bool:
            # The row first: a move that is being written waits, and finds no table.
            if not await db.execute("DELETE FROM tables WHERE id = ?", id):
                return False
            await db.execute("INSERT INTO deleted VALUES (?, ?)", id, act.at)
            # Its result stays, for the players' history and their ratings.
            await db.execute("UPDATE results SET name = '' WHERE id = ?", id)
            for each in _OF_A_TABLE:
                await db.execute(f"DELETE FROM {each} WHERE id = ?", id)
            await _note(db, act)
            return True

        return await self._write(work)

    async def delete_chat(self, id: str, numbers: list[int], act: Act) -> list[int]:
        async def work(db: Connection) -> list[int]:
            rows = await db.fetch(
                "SELECT number FROM chat WHERE id = ? AND text != '' AND room != 'notice'", id
            )
            chosen = [row[0] for row in rows if not numbers or row[0] in numbers]
            # The words go; the numbers stay, so that whoever reads on misses nothing.
            sql = "UPDATE chat SET text = '', name = '' WHERE id = ? AND number = ?"
            await db.execute_many(sql, [(id, number) for number in chosen])
            if chosen:
                await _note(db, act)
            return chosen

        return await self._write(work)

    async def retention(self) -> Retention:
        async def work(db: Connection) -> Retention:
            row = await db.fetch_one("SELECT value FROM settings WHERE name = 'retention'")
            return msgspec.json.decode(row[0], type=Retention) if row else Retention()

        return await self._read(work)

    async def set_retention(self, retention: Retention, act: Act) -> None:
        text = msgspec.json.encode(retention).decode()

        async def work(db: Connection) -> None:
            await set_setting(db, "retention", text)
            await _note(db, act)

        await self._write(work)

    async def overdue(self, status: list[Status], before: float, limit: int) -> list[str]:
        async def work(db: Connection) -> list[str]:
            marks = ", ".join("?" * len(status))
            rows = await db.fetch(
                f"SELECT id FROM tables WHERE status IN ({marks}) AND updated < ?"
                " ORDER BY updated LIMIT ?",
                *(*status, before, limit),
            )
            return [row[0] for row in rows]

        return await self._read(work)

    async def remove_chat(self, before: float, limit: int) -> int:
        async def work(db: Connection) -> int:
            return await db.execute(
                "UPDATE chat SET text = '', name = '' WHERE (id, number) IN"
                " (SELECT id, number FROM chat WHERE at < ? AND text != '' AND room != 'notice'"
                " LIMIT ?)",
                *(before, limit),
            )

        return await self._write(work)

    async def remove_audit(self, before: float) -> int:
        async def work(db: Connection) -> int:
            await set_setting(db, "audit_before", str(before))
            return await db.execute("DELETE FROM audit WHERE at < ?", before)

        return await self._write(work)

    # -- the audit log

    async def note(self, act: Act) -> None:
        await self._write(lambda db: _note(db, act))

    async def audit(self, before: int, limit: int) -> list[AuditEntry]:
        async def work(db: Connection) -> list[AuditEntry]:
            rows = await db.fetch(
                "SELECT number, at, who, action, target, reason FROM audit WHERE number < ?"
                " ORDER BY number DESC LIMIT ?",
                *(before, limit),
            )
            return [AuditEntry(*row) for row in rows]

        return await self._read(work)


async def set_setting(db: Connection, name: str, value: str) -> None:
    """Store a setting, in place of an earlier one."""
    await db.execute(
        "INSERT INTO settings VALUES (?, ?) ON CONFLICT (name) DO UPDATE"
        " SET value = excluded.value",
        *(name, value),
    )


async def _note(db: Connection, act: Act) -> None:
    await db.execute(
        "INSERT INTO audit (at, who, action, target, reason) VALUES (?, ?, ?, ?, ?)",
        *(act.at, act.who, act.action, act.target, act.reason),
    )
    await grow_revision(db)


async def grow_revision(db: Connection) -> None:
    """Let every server read measures and announcements again."""
    await db.execute(
        "UPDATE settings SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT)"
        " WHERE name = 'revision'"
    )


def _like(words: str) -> str:
    for special in "\\%_":
        words = words.replace(special, "\\" + special)
    return f"%{words}%"


async def _addresses(db: Connection, user: str) -> list[str]:
    rows = await db.fetch(
        "SELECT DISTINCT address FROM devices WHERE \"user\" = ? AND address != '' LIMIT 5", user
    )
    return [row[0] for row in rows]
