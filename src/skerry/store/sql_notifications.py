"""Notifications in a database."""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from skerry.store.notifications import Failure, OutboxItem, Preferences, PushDevice
from skerry.store.sql import Connection, Row, Run

_encode = msgspec.json.Encoder().encode
_preferences = msgspec.json.Decoder(Preferences).decode
_device = msgspec.json.Decoder(PushDevice).decode
_item = msgspec.json.Decoder(OutboxItem).decode
_SELECT_PREFERENCES = 'SELECT "user", secret, body FROM notification_preferences'
_DUE = "state = 'waiting' AND due <= ? AND lease < ?"


class SqlNotifications:
    """The notifications of a store."""

    def __init__(self, read: Run, write: Run) -> None:
        self._read = read
        self._write = write

    # -- preferences

    async def preferences(self, user: str) -> Preferences | None:
        return await self._read(lambda db: _wanted(db, user))

    async def change(
        self, user: str, change: Callable[[Preferences], Preferences | None]
    ) -> Preferences:
        async def work(db: Connection) -> Preferences:
            await db.lock(f"notifications of {user}")
            before = await _wanted(db, user) or Preferences(user)
            after = change(before)
            if after is None:
                return before
            secret = after.webhook.secret
            shown = replace(after, webhook=replace(after.webhook, secret=""))
            active, daily = int(after.active), int(after.active and after.daily)
            row = (user, active, daily, secret, _encode(shown))
            await db.execute(
                'INSERT INTO notification_preferences ("user", active, daily, secret, body)'
                ' VALUES (?, ?, ?, ?, ?) ON CONFLICT ("user") DO UPDATE SET'
                " active = excluded.active, daily = excluded.daily,"
                " secret = excluded.secret, body = excluded.body",
                *row,
            )
            return after

        return await self._write(work)

    async def subscribers(self) -> set[str]:
        async def work(db: Connection) -> set[str]:
            rows = await db.fetch('SELECT "user" FROM notification_preferences WHERE active = 1')
            return {row[0] for row in rows}

        return await self._read(work)

    async def daily_subscribers(self) -> list[Preferences]:
        async def work(db: Connection) -> list[Preferences]:
            rows = await db.fetch(f"{_SELECT_PREFERENCES} WHERE daily = 1")
            return [_read_preferences(row) for row in rows]

        return await self._read(work)

    # -- push devices

    async def add_device(self, device: PushDevice, most: int) -> None:
        async def work(db: Connection) -> None:
            await db.execute("DELETE FROM push_devices WHERE endpoint = ?", device.endpoint)
            if device.device:  # a browser has one subscription; this one replaces the last
                await db.execute("DELETE FROM push_devices WHERE device = ?", device.device)
            known = await _devices(db, device.user)
            for oldest in known[: max(0, len(known) + 1 - most)]:
                await db.execute("DELETE FROM push_devices WHERE endpoint = ?", oldest.endpoint)
            await db.execute(
                'INSERT INTO push_devices (endpoint, "user", device, body) VALUES (?, ?, ?, ?)',
                *(device.endpoint, device.user, device.device, _encode(device)),
            )

        await self._write(work)

    async def devices(self, user: str) -> list[PushDevice]:
        return await self._read(lambda db: _devices(db, user))

    async def remove_device(self, endpoint: str) -> None:
        async def work(db: Connection) -> None:
            await db.execute("DELETE FROM push_devices WHERE endpoint = ?", endpoint)

        await self._write(work)

    async def remove_signed_out(self, devices: set[str]) -> None:
        async def work(db: Connection) -> None:
            for device in sorted(devices):
                await db.execute("DELETE FROM push_devices WHERE device = ?", device)

        if devices:
            await self._write(work)

    async def fail_device(self, endpoint: str, failure: Failure | None) -> None:
        async def work(db: Connection) -> None:
            row = await db.fetch_one("SELECT body FROM push_devices WHERE endpoint = ?", endpoint)
            if row is None:
                return
            device = _device(row[0])
            device.failure = failure
            sql = "UPDATE push_devices SET body = ? WHERE endpoint = ?"
            await db.execute(sql, _encode(device), endpoint)

        await self._write(work)

    # -- the outbox

    async def add(self, items: list[OutboxItem]) -> int:
        async def work(db: Connection) -> int:
            added = 0
            for item in items:
                added += await db.execute(
                    'INSERT INTO outbox (id, "user", state, due, lease, owner, made, body)'
                    " VALUES (?, ?, ?, ?, 0, '', ?, ?) ON CONFLICT DO NOTHING",
                    *(item.id, item.user, item.state, item.due, item.made, _encode(item)),
                )
            return added

        async def missing(db: Connection) -> bool:
            marks = ", ".join("?" * len(items))
            ids = {item.id for item in items}
            rows = await db.fetch(f"SELECT id FROM outbox WHERE id IN ({marks})", *ids)
            return len(rows) < len(ids)

        # Most are there already: a read costs less than a write.
        if not items or not await self._read(missing):
            return 0
        return await self._write(work)

    async def claim(self, owner: str, now: float, until: float, users: int) -> list[OutboxItem]:
        async def work(db: Connection) -> list[OutboxItem]:
            found = []
            for user in sorted(due):
                sql = f'UPDATE outbox SET lease = ?, owner = ? WHERE "user" = ? AND {_DUE}'
                if await db.execute(sql, until, owner, user, now, now):
                    rows = await db.fetch(
                        'SELECT body FROM outbox WHERE "user" = ? AND owner = ? ORDER BY made, id',
                        *(user, owner),
                    )
                    found += [replace(_item(row[0]), user=user) for row in rows]
            return found

        due = await self._read(lambda db: _users_due(db, now, users))
        return await self._write(work) if due else []

    async def settle(self, owner: str, items: list[OutboxItem]) -> None:
        async def work(db: Connection) -> None:
            for item in items:
                await db.execute(
                    "UPDATE outbox SET state = ?, due = ?, lease = 0, owner = '', body = ?"
                    " WHERE id = ? AND owner = ?",
                    *(item.state, item.due, _encode(item), item.id, owner),
                )

        if items:
            await self._write(work)

    async def failures(self, user: str, limit: int) -> list[OutboxItem]:
        async def work(db: Connection) -> list[OutboxItem]:
            rows = await db.fetch(
                "SELECT body FROM outbox WHERE \"user\" = ? AND state = 'failed'"
                " ORDER BY made DESC LIMIT ?",
                *(user, limit),
            )
            return [replace(_item(row[0]), user=user) for row in rows]

        return await self._read(work)

    async def tidy(self, before: float) -> None:
        async def work(db: Connection) -> None:
            await db.execute("DELETE FROM outbox WHERE state != 'waiting' AND made < ?", before)

        await self._write(work)

    # -- what there is to send

    async def last_of_others(self, table: str, seat: int) -> tuple[int, int]:
        async def work(db: Connection) -> tuple[int, int]:
            row = await db.fetch_one(
                "SELECT number, seat FROM log WHERE id = ? AND seat != ?"
                " ORDER BY number DESC LIMIT 1",
                *(table, seat),
            )
            return (row[0], row[1]) if row else (0, -1)

        return await self._read(work)

    async def tables_since(self, updated: float) -> list[str]:
        async def work(db: Connection) -> list[str]:
            rows = await db.fetch(
                "SELECT DISTINCT tables.id, tables.updated FROM notification_preferences AS wanted"
                ' JOIN members ON members."user" = wanted."user"'
                " JOIN tables ON tables.id = members.id"
                " WHERE wanted.active = 1 AND tables.updated >= ?"
                " ORDER BY tables.updated",
                updated,
            )
            return [row[0] for row in rows]

        return await self._read(work)

    # -- addresses

    async def may_confirm(self, address: str, day: str, most: int) -> bool:
        async def work(db: Connection) -> bool:
            await db.lock(f"mail to {address}")
            row = await db.fetch_one(
                "SELECT refused, day, count FROM mail_addresses WHERE address = ?", address
            )
            refused, last, count = row or (0, "", 0)
            count = count + 1 if last == day else 1
            if refused or count > most:
                return False
            await db.execute(
                "INSERT INTO mail_addresses VALUES (?, 0, ?, ?) ON CONFLICT (address)"
                " DO UPDATE SET day = excluded.day, count = excluded.count",
                *(address, day, count),
            )
            return True

        return await self._write(work)

    async def refuse_mail(self, address: str) -> None:
        async def work(db: Connection) -> None:
            await db.execute(
                "INSERT INTO mail_addresses VALUES (?, 1, '', 0) ON CONFLICT (address)"
                " DO UPDATE SET refused = 1",
                address,
            )

        await self._write(work)


async def _wanted(db: Connection, user: str) -> Preferences | None:
    row = await db.fetch_one(f'{_SELECT_PREFERENCES} WHERE "user" = ?', user)
    return _read_preferences(row) if row else None


def _read_preferences(row: Row) -> Preferences:
    """Return preferences; the column says whose, since people can become one."""
    user, secret, body = row
    found = _preferences(body)
    found.user, found.webhook.secret = user, secret
    return found


async def _users_due(db: Connection, now: float, limit: int) -> list[str]:
    rows = await db.fetch(
        f'SELECT DISTINCT "user" FROM outbox WHERE {_DUE} LIMIT ?', now, now, limit
    )
    return [row[0] for row in rows]


async def _devices(db: Connection, user: str) -> list[PushDevice]:
    rows = await db.fetch('SELECT body FROM push_devices WHERE "user" = ?', user)
    found = [replace(_device(row[0]), user=user) for row in rows]
    return sorted(found, key=lambda one: one.added)
