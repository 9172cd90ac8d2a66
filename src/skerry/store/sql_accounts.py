"""People and devices in a database."""

from skerry.store.accounts import Device, Person
from skerry.store.protocol import WriteConflict
from skerry.store.sql import Connection, Run

KEEP_ENDED_SECONDS = 30 * 86400.0
KEEP_ADDRESS_SECONDS = 30 * 86400.0

_FIELDS = 'id, "user", kind, label, made, seen, expires, parent, address, ended'


class SqlAccounts:
    """The accounts of a store."""

    def __init__(self, read: Run, write: Run) -> None:
        self._read = read
        self._write = write

    async def sign_in(self, person: Person, device: Device, revoked: float | None = None) -> None:
        async def work(db: Connection) -> None:
            if revoked is not None:
                await lock_devices(db, person.id)  # as whoever signs out or deletes the person
                if await _revoked_at(db, person.id) != revoked:
                    raise WriteConflict("you were signed out meanwhile")
            await db.execute(
                "INSERT INTO people VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                *(person.id, person.name, person.made, person.seen),
            )
            await _insert(db, device)

        await self._write(work)

    async def join(self, device: Device) -> bool:
        async def work(db: Connection) -> bool:
            await lock_devices(db, device.user)  # as whoever deletes the person
            if await db.fetch_one("SELECT 1 FROM people WHERE id = ?", device.user) is None:
                return False
            await _insert(db, device)
            return True

        return await self._write(work)

    async def add(self, device: Device) -> None:
        await self._write(lambda db: _insert(db, device))

    async def rename(self, user: str, name: str) -> None:
        await self._write(
            lambda db: db.execute("UPDATE people SET name = ? WHERE id = ?", name, user)
        )

    async def person(self, user: str) -> Person | None:
        async def work(db: Connection) -> Person | None:
            row = await db.fetch_one("SELECT id, name, made, seen FROM people WHERE id = ?", user)
            return None if row is None else Person(*row)

        return await self._read(work)

    async def device(self, id: str) -> Device | None:
        async def work(db: Connection) -> Device | None:
            row = await db.fetch_one(
                f"SELECT {_fields('d')}, COALESCE(p.name, '') FROM devices d"
                ' LEFT JOIN people p ON p.id = d."user" WHERE d.id = ?',
                id,
            )
            return None if row is None else Device(*row)

        return await self._read(work)

    async def devices(self, user: str, now: float) -> list[Device]:
        async def work(db: Connection) -> list[Device]:
            rows = await db.fetch(
                f'SELECT {_FIELDS} FROM devices WHERE "user" = ? AND ended = 0 AND expires > ?'
                " ORDER BY seen DESC LIMIT 200",
                *(user, now),
            )
            return [Device(*row) for row in rows]

        return await self._read(work)

    async def touch(self, device: str, now: float, address: str, expires: float) -> None:
        async def work(db: Connection) -> None:
            await db.execute(
                "UPDATE devices SET seen = ?, address = ?, expires = ? WHERE id = ?",
                *(now, address, expires, device),
            )
            await db.execute(
                'UPDATE people SET seen = ? WHERE id = (SELECT "user" FROM devices WHERE id = ?)',
                *(now, device),
            )

        await self._write(work)

    async def end(self, device: str, now: float) -> list[str]:
        async def work(db: Connection) -> list[str]:
            row = await db.fetch_one('SELECT "user" FROM devices WHERE id = ?', device)
            if row is not None:
                await lock_devices(db, row[0])
            return await _end(db, [device], now)

        return await self._write(work)

    async def end_all(self, user: str, now: float, but: str, programs_only: bool) -> list[str]:
        async def work(db: Connection) -> list[str]:
            await lock_devices(db, user)
            rows = await db.fetch(
                'SELECT id, kind, parent FROM devices WHERE "user" = ? AND ended = 0', user
            )
            parents = {id: parent for id, _, parent in rows}
            kept: set[str] = set()
            spared = but
            while spared and spared not in kept:  # with what it was derived from, or it ends too
                kept.add(spared)
                spared = parents.get(spared, "")
            ids = [
                id
                for id, kind, _ in rows
                if id not in kept and (kind == "program" or not programs_only)
            ]
            await db.execute(
                'INSERT INTO revoked VALUES (?, ?) ON CONFLICT ("user") DO UPDATE'
                " SET before = excluded.before",
                *(user, now),
            )
            return await _end(db, ids, now)

        return await self._write(work)

    async def ended_since(self, time: float) -> list[str]:
        async def work(db: Connection) -> list[str]:
            rows = await db.fetch("SELECT id FROM devices WHERE ended >= ? AND ended > 0", time)
            return [row[0] for row in rows]

        return await self._read(work)

    async def revoked_at(self, user: str) -> float:
        return await self._read(lambda db: _revoked_at(db, user))

    async def first_cookies_until(self) -> float:
        async def work(db: Connection) -> float:
            row = await db.fetch_one(
                "SELECT value FROM settings WHERE name = 'first_cookies_until'"
            )
            return float(row[0]) if row else 0.0

        return await self._read(work)

    async def tidy(self, now: float) -> None:
        async def work(db: Connection) -> None:
            old = now - KEEP_ENDED_SECONDS
            await db.execute(
                "DELETE FROM devices WHERE (ended > 0 AND ended < ?) OR expires < ?", old, old
            )
            await db.execute(
                "UPDATE devices SET address = '' WHERE address != '' AND seen < ?",
                now - KEEP_ADDRESS_SECONDS,
            )

        await self._write(work)


def _fields(table: str) -> str:
    return ", ".join(f"{table}.{field.strip()}" for field in _FIELDS.split(","))


async def _revoked_at(db: Connection, user: str) -> float:
    row = await db.fetch_one('SELECT before FROM revoked WHERE "user" = ?', user)
    return float(row[0]) if row else 0.0


async def lock_devices(db: Connection, user: str) -> None:
    """Let nobody derive a device from one that is being signed out."""
    await db.lock(f"devices of {user}")


async def _insert(db: Connection, device: Device) -> None:
    d = device
    if d.parent:
        await lock_devices(db, d.user)
        found = await db.fetch_one("SELECT ended FROM devices WHERE id = ?", d.parent)
        if found is None or found[0]:
            raise WriteConflict("the device that asks was signed out meanwhile")
    await db.execute(
        f"INSERT INTO devices ({_FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        *(d.id, d.user, d.kind, d.label, d.made, d.seen, d.expires, d.parent, d.address, d.ended),
    )


async def _end(db: Connection, ids: list[str], now: float) -> list[str]:
    """End devices and, generation by generation, all that were derived from them."""
    ended: list[str] = []
    while ids:
        children: list[str] = []
        for id in ids:
            await db.execute("UPDATE devices SET ended = ? WHERE id = ? AND ended = 0", now, id)
            ended.append(id)
            rows = await db.fetch("SELECT id FROM devices WHERE parent = ? AND ended = 0", id)
            children += [row[0] for row in rows]
        ids = children
    return ended
