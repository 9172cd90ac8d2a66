"""Passkeys, codes, sign-ins under way, settings and deletions in a database."""

from skerry.store.identity import (
    ClaimCode,
    Deletion,
    Passkey,
    Preferences,
    Recovery,
    Ticket,
    TicketKind,
)
from skerry.store.protocol import WriteConflict
from skerry.store.sql import Connection, Run
from skerry.store.sql_accounts import lock_devices

_PASSKEY = 'id, "user", public, signs, label, site, made, used'
# A code dies with the device that showed it.
_CLAIM = (
    'SELECT c."user", c.device, c.expires FROM claim_codes c JOIN devices d ON d.id = c.device'
    " WHERE c.hash = ? AND c.expires > ? AND d.ended = 0"
)


class SqlIdentity:
    """The identities of a store."""

    def __init__(self, read: Run, write: Run) -> None:
        self._read = read
        self._write = write

    # -- passkeys

    async def add_passkey(self, passkey: Passkey, device: str) -> None:
        p = passkey

        async def work(db: Connection) -> None:
            await _check_device(db, p.user, device)
            done = await db.execute(
                f"INSERT INTO passkeys ({_PASSKEY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT DO NOTHING",
                *(p.id, p.user, p.public, p.signs, p.label, p.site, p.made, p.used),
            )
            if not done:
                raise WriteConflict("this passkey is known already")

        await self._write(work)

    async def passkey(self, id: str) -> Passkey | None:
        async def work(db: Connection) -> Passkey | None:
            row = await db.fetch_one(f"SELECT {_PASSKEY} FROM passkeys WHERE id = ?", id)
            return None if row is None else Passkey(*row)

        return await self._read(work)

    async def passkeys(self, user: str) -> list[Passkey]:
        async def work(db: Connection) -> list[Passkey]:
            rows = await db.fetch(
                f'SELECT {_PASSKEY} FROM passkeys WHERE "user" = ? ORDER BY made', user
            )
            return [Passkey(*row) for row in rows]

        return await self._read(work)

    async def use_passkey(self, id: str, signs: int, now: float) -> None:
        await self._write(
            lambda db: db.execute(
                "UPDATE passkeys SET signs = ?, used = ? WHERE id = ?", signs, now, id
            )
        )

    async def remove_passkey(self, user: str, id: str) -> bool:
        async def work(db: Connection) -> bool:
            return bool(
                await db.execute('DELETE FROM passkeys WHERE "user" = ? AND id = ?', user, id)
            )

        return await self._write(work)

    # -- the recovery code

    async def set_recovery(self, user: str, hash: str, device: str, now: float) -> None:
        async def work(db: Connection) -> None:
            await _check_device(db, user, device)
            await db.execute(
                "INSERT INTO recovery_codes VALUES (?, ?, ?, 0) ON CONFLICT"
                ' ("user") DO UPDATE SET hash = excluded.hash, made = excluded.made, used = 0',
                *(user, hash, now),
            )

        await self._write(work)

    async def recovery(self, user: str) -> Recovery | None:
        async def work(db: Connection) -> Recovery | None:
            row = await db.fetch_one('SELECT made, used FROM recovery_codes WHERE "user" = ?', user)
            return None if row is None else Recovery(*row)

        return await self._read(work)

    async def recovery_user(self, hash: str) -> str:
        async def work(db: Connection) -> str:
            row = await db.fetch_one('SELECT "user" FROM recovery_codes WHERE hash = ?', hash)
            return "" if row is None else str(row[0])

        return await self._read(work)

    async def use_recovery(self, hash: str, now: float) -> bool:
        async def work(db: Connection) -> bool:
            return bool(
                await db.execute("UPDATE recovery_codes SET used = ? WHERE hash = ?", now, hash)
            )

        return await self._write(work)

    # -- claim codes

    async def set_claim(self, hash: str, code: ClaimCode) -> None:
        async def work(db: Connection) -> None:
            await _check_device(db, code.user, code.device)
            await db.execute('DELETE FROM claim_codes WHERE "user" = ?', code.user)
            done = await db.execute(
                'INSERT INTO claim_codes (hash, "user", device, expires) VALUES (?, ?, ?, ?)'
                " ON CONFLICT DO NOTHING",
                *(hash, code.user, code.device, code.expires),
            )
            if not done:
                raise WriteConflict("somebody else has this code at present; ask for another")

        await self._write(work)

    async def claim(self, hash: str, now: float) -> ClaimCode | None:
        async def work(db: Connection) -> ClaimCode | None:
            row = await db.fetch_one(_CLAIM, hash, now)
            return None if row is None else ClaimCode(*row)

        return await self._read(work)

    async def claim_until(self, user: str, now: float) -> float:
        async def work(db: Connection) -> float:
            row = await db.fetch_one(
                'SELECT expires FROM claim_codes WHERE "user" = ? AND expires > ?', user, now
            )
            return 0.0 if row is None else float(row[0])

        return await self._read(work)

    async def take_claim(self, hash: str, now: float) -> bool:
        async def work(db: Connection) -> bool:
            # One statement: of two devices that take it at once only one deletes the row.
            deleted = await db.execute(
                "DELETE FROM claim_codes WHERE hash = ? AND expires > ? AND EXISTS"
                " (SELECT 1 FROM devices d WHERE d.id = claim_codes.device AND d.ended = 0)",
                *(hash, now),
            )
            return deleted == 1

        return await self._write(work)

    async def end_claim(self, user: str) -> None:
        await self._write(lambda db: db.execute('DELETE FROM claim_codes WHERE "user" = ?', user))

    # -- signing in, step by step

    async def add_ticket(self, hash: str, ticket: Ticket) -> None:
        t = ticket
        await self._write(
            lambda db: db.execute(
                'INSERT INTO tickets (hash, kind, "user", device, detail, expires)'
                " VALUES (?, ?, ?, ?, ?, ?)",
                *(hash, t.kind, t.user, t.device, t.detail, t.expires),
            )
        )

    async def take_ticket(self, hash: str, kind: TicketKind, now: float) -> Ticket | None:
        async def work(db: Connection) -> Ticket | None:
            row = await db.fetch_one(
                'DELETE FROM tickets WHERE hash = ? AND kind = ? RETURNING kind, "user", device,'
                " detail, expires",
                *(hash, kind),
            )
            return None if row is None or row[4] < now else Ticket(*row)

        return await self._write(work)

    # -- settings

    async def preferences(self, user: str) -> Preferences | None:
        async def work(db: Connection) -> Preferences | None:
            row = await db.fetch_one('SELECT body, changed FROM preferences WHERE "user" = ?', user)
            return None if row is None else Preferences(*row)

        return await self._read(work)

    async def set_preferences(self, user: str, preferences: Preferences) -> None:
        await self._write(
            lambda db: db.execute(
                'INSERT INTO preferences VALUES (?, ?, ?) ON CONFLICT ("user") DO UPDATE'
                " SET body = excluded.body, changed = excluded.changed",
                *(user, preferences.body, preferences.changed),
            )
        )

    # -- deletion

    async def ask_deletion(self, deletion: Deletion) -> None:
        await self._write(
            lambda db: db.execute(
                "INSERT INTO deletions VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                *(deletion.user, deletion.asked, deletion.due),
            )
        )

    async def deletion(self, user: str) -> Deletion | None:
        async def work(db: Connection) -> Deletion | None:
            row = await db.fetch_one(
                'SELECT "user", asked, due FROM deletions WHERE "user" = ?', user
            )
            return None if row is None else Deletion(*row)

        return await self._read(work)

    async def call_back(self, user: str) -> bool:
        async def work(db: Connection) -> bool:
            return bool(await db.execute('DELETE FROM deletions WHERE "user" = ?', user))

        return await self._write(work)

    async def due_deletions(self, now: float) -> list[str]:
        async def work(db: Connection) -> list[str]:
            rows = await db.fetch('SELECT "user" FROM deletions WHERE due <= ? LIMIT 50', now)
            return [row[0] for row in rows]

        return await self._read(work)

    async def tidy(self, now: float) -> None:
        async def work(db: Connection) -> None:
            await db.execute("DELETE FROM tickets WHERE expires < ?", now)
            await db.execute("DELETE FROM claim_codes WHERE expires < ?", now)

        await self._write(work)


async def _check_device(db: Connection, user: str, device: str) -> None:
    """Raise WriteConflict if a device does not act for a person any more."""
    await lock_devices(db, user)
    row = await db.fetch_one('SELECT "user", ended FROM devices WHERE id = ?', device)
    if row is None or row[1] or row[0] != user:
        raise WriteConflict("this device was signed out meanwhile")
