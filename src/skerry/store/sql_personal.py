"""All tables of a person at once, in a database: merging, downloading, deleting."""

import base64
from typing import Any

import msgspec

from skerry.store.identity import KeptSeats, Merge
from skerry.store.personal import PERSONAL, Personal
from skerry.store.schema import TABLES
from skerry.store.sql import Connection, Run
from skerry.store.sql_accounts import lock_devices
from skerry.store.sql_moderation import grow_revision

_decode_keep = msgspec.json.Decoder(dict[str, KeptSeats]).decode
_MERGE = 'gone, "user", at, keep'


class SqlPersonal:
    """What a store has of people, all tables together."""

    def __init__(self, read: Run, write: Run) -> None:
        self._read = read
        self._write = write

    # -- two people become one

    async def merge(self, merge: Merge) -> bool:
        gone, user = merge.gone, merge.user

        async def work(db: Connection) -> bool:
            if gone == user:
                return False
            for one in sorted((gone, user)):
                await lock_devices(db, one)
            if await db.fetch_one("SELECT 1 FROM people WHERE id = ?", user) is None:
                return False
            await db.execute(
                f"INSERT INTO merges ({_MERGE}, done) VALUES (?, ?, ?, ?, 0)"
                " ON CONFLICT (gone) DO NOTHING",
                *(gone, user, merge.at, msgspec.json.encode(merge.keep).decode()),
            )
            await _move_measures(db, gone, user)
            await _end_devices(db, gone, merge.at)
            await _revoke(db, gone, merge.at)
            await db.execute(
                "UPDATE people SET made = (SELECT MIN(made) FROM people WHERE id IN (?, ?))"
                " WHERE id = ?",
                *(gone, user, user),
            )
            for personal in PERSONAL:
                if personal.merged == "drop":
                    column = f'"{personal.column}"'
                    await db.execute(f"DELETE FROM {personal.table} WHERE {column} = ?", gone)
                elif personal.merged == "move":
                    await _move(db, personal, gone, user)
            return True

        return await self._write(work)

    async def unfinished_merges(self, before: float) -> list[Merge]:
        async def work(db: Connection) -> list[Merge]:
            rows = await db.fetch(
                f"SELECT {_MERGE} FROM merges WHERE done = 0 AND at < ? ORDER BY at", before
            )
            return [Merge(gone, user, at, _decode_keep(keep)) for gone, user, at, keep in rows]

        return await self._read(work)

    async def finish_merge(self, gone: str) -> None:
        await self._write(lambda db: db.execute("UPDATE merges SET done = 1 WHERE gone = ?", gone))

    # -- a person is deleted

    async def delete(self, user: str, former: str, now: float) -> None:
        async def work(db: Connection) -> None:
            await lock_devices(db, user)
            await _end_devices(db, user, now)
            await _revoke(db, user, now)
            for personal in PERSONAL:
                column = f'"{personal.column}"'
                if personal.deleted == "remove":
                    await db.execute(f"DELETE FROM {personal.table} WHERE {column} = ?", user)
                elif personal.deleted == "former":
                    blanks = "".join(f", {each} = ''" for each in personal.blanked)
                    await db.execute(
                        f"UPDATE {personal.table} SET {column} = ?{blanks} WHERE {column} = ?",
                        *(former, user),
                    )
                    await _rename_in_body(db, personal, former, "")

        await self._write(work)

    # -- what is stored of a person

    async def rows(self, user: str) -> dict[str, list[dict[str, Any]]]:
        async def work(db: Connection) -> dict[str, list[dict[str, Any]]]:
            found = {}
            for personal in PERSONAL:
                if personal.downloaded:
                    found[personal.table] = await _rows(db, personal, user)
            return found

        return await self._read(work)


async def _move_measures(db: Connection, gone: str, user: str) -> None:
    """Let a mute or a ban follow the person; nobody gets rid of it by another identity."""
    before, after = f"user:{gone}", f"user:{user}"
    moved = await db.execute(
        "UPDATE measures SET target = ? WHERE target = ? AND NOT EXISTS"
        " (SELECT 1 FROM measures AS o WHERE o.kind = measures.kind AND o.target = ?)",
        *(after, before, after),
    )
    if moved:
        await grow_revision(db)


async def _end_devices(db: Connection, user: str, now: float) -> None:
    await db.execute('UPDATE devices SET ended = ? WHERE "user" = ? AND ended = 0', now, user)


async def _revoke(db: Connection, user: str, now: float) -> None:
    """Make the cookies and tokens of the first version void."""
    await db.execute(
        'INSERT INTO revoked VALUES (?, ?) ON CONFLICT ("user") DO UPDATE'
        " SET before = excluded.before",
        *(user, now),
    )


def _others(personal: Personal) -> list[str] | None:
    """Return the columns of a key beside the person; None if the person is no part of it."""
    key = [part.strip().strip('"') for part in TABLES.get(personal.table, "").split(",")]
    if personal.column not in key:
        return None
    return [part for part in key if part != personal.column]


async def _move(db: Connection, personal: Personal, gone: str, user: str) -> None:
    table, column = personal.table, f'"{personal.column}"'
    others = _others(personal)
    if others is not None:
        same = "".join(f" AND o.{each} = {table}.{each}" for each in others)
        both = f"SELECT 1 FROM {table} AS o WHERE o.{column} = ?{same}"
        if personal.more:
            more = f" AND o.{personal.more} > {table}.{personal.more}"
            await db.execute(
                f"DELETE FROM {table} WHERE {column} = ? AND EXISTS ({both}{more})", user, gone
            )
        await db.execute(f"DELETE FROM {table} WHERE {column} = ? AND EXISTS ({both})", gone, user)
    await db.execute(f"UPDATE {table} SET {column} = ? WHERE {column} = ?", user, gone)
    await _rename_in_body(db, personal, user, None)


async def _rename_in_body(db: Connection, personal: Personal, user: str, name: str | None) -> None:
    """Let the JSON of a person's rows say the same as the column."""
    if not personal.body:
        return
    table, column, body = personal.table, f'"{personal.column}"', personal.body
    others = _others(personal)
    assert others is not None, f"{table} needs a key with its people"
    named = ", ".join([body, *others])
    where = "".join(f" AND {each} = ?" for each in others)
    for stored, *key in await db.fetch(f"SELECT {named} FROM {table} WHERE {column} = ?", user):
        value = msgspec.json.decode(stored)
        value["user"] = user
        if name is not None:
            value["name"] = name
        await db.execute(
            f"UPDATE {table} SET {body} = ? WHERE {column} = ?{where}",
            *(msgspec.json.encode(value), user, *key),
        )


async def _rows(db: Connection, personal: Personal, user: str) -> list[dict[str, Any]]:
    rows = await db.fetch_named(
        f'SELECT * FROM {personal.table} WHERE "{personal.column}" = ?', user
    )
    hidden = {personal.column, *personal.secret}
    return [
        {name: _readable(value) for name, value in row.items() if name not in hidden}
        for row in rows
    ]


def _readable(value: Any) -> Any:
    """Return a stored value as JSON has it: stored JSON itself, other bytes in base64."""
    if not isinstance(value, bytes | memoryview):
        return value
    try:
        return msgspec.json.decode(bytes(value))
    except msgspec.DecodeError:
        return base64.b64encode(bytes(value)).decode()
