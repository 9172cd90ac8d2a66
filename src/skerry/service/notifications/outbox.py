"""The outbox: filled from what happens at the tables, and emptied by one of the servers.

Filling is derived from stored tables and can be repeated; sending is claimed for a while, done,
and then marked. A server that dies in between has sent something that is sent again by the next:
at least once, and under the same id.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable
from datetime import UTC, datetime

from skerry.service.live.live_table import LiveTable
from skerry.service.live.tables import Tables
from skerry.service.notifications.channels import Channels
from skerry.service.notifications.due import Due, daily_item, people_of, wants
from skerry.service.notifications.errors import DeliveryFailed
from skerry.service.notifications.push import new_private_key
from skerry.service.notifications.timing import is_past, next_time, quiet_until
from skerry.service.notifications.words import message
from skerry.store.notifications import Channel, Failure, OutboxItem, Preferences
from skerry.store.protocol import StoreUnavailable, Table

log = logging.getLogger("skerry.notifications")

POLL_SECONDS = 2.0
SWEEP_SECONDS = 30.0  # between two looks for what was missed
OVERLAP_SECONDS = 120.0  # how far a look goes back behind the last one
MISSED_SECONDS = 3 * 86400.0  # how far the first look of a server goes back
LEASE_SECONDS = 180.0  # longer than sending to one person can take
RETRY_SECONDS = (30.0, 120.0, 600.0, 3600.0, 10800.0)  # after each failed try
KEPT_SECONDS = 30 * 86400.0  # longer than MISSED_SECONDS: what was sent is not found again
USERS_AT_ONCE = 20
DELIVERIES_AT_ONCE = 10
DAILY_AT = "18:00"

Group = list[tuple[OutboxItem, Table | None]]


class Outbox:
    """Fills and empties the outbox of the store."""

    def __init__(
        self, tables: Tables, channels: Channels, now: Callable[[], float] = time.time
    ) -> None:
        self.tables = tables
        self.store = tables.store.notifications
        self.channels = channels
        self.now = now
        self.sent = 0
        self.failed = 0
        self._due = Due(tables)
        self._wanting: set[str] = set()
        self._swept = 0.0
        self._delivering = 0
        tables.on_change(self._table_changed)

    # -- filling

    def _table_changed(self, live: LiveTable) -> None:
        if self._wanting and people_of(live.table) & self._wanting:
            self.tables.spawn(self._fill(live.table))

    async def _fill(self, table: Table) -> None:
        with contextlib.suppress(StoreUnavailable):  # the next sweep finds it again
            await self.store.add(await self._due.items(table, self._wanting, self.now()))

    async def sweep(self) -> None:
        """Look for what was missed: by a stop of the server, or at another one."""
        now = self.now()
        last = min(self._swept, now)  # the clock may have been set back
        since = last - OVERLAP_SECONDS if last else now - MISSED_SECONDS
        self._wanting = await self.store.subscribers()
        if not self._wanting:
            self._swept = now
            return
        for id in await self.store.tables_since(since):
            table = await self.tables.store.load(id)
            if table is not None:
                await self.store.add(await self._due.items(table, self._wanting, now))
        day = datetime.fromtimestamp(now, UTC).date().isoformat()
        await self.store.add(
            [
                daily_item(wanted, day, now)
                for wanted in await self.store.daily_subscribers()
                if is_past(wanted, DAILY_AT, now)
            ]
        )
        self._swept = now

    async def refresh(self) -> None:
        """Take note that somebody's preferences have changed."""
        self._wanting = await self.store.subscribers()

    # -- emptying

    async def deliver(self) -> int:
        """Send what is due; return how many items were dealt with."""
        now, owner = self.now(), secrets.token_hex(8)
        items = await self.store.claim(owner, now, now + LEASE_SECONDS, USERS_AT_ONCE)
        by_user: dict[str, list[OutboxItem]] = {}
        for item in items:
            by_user.setdefault(item.user, []).append(item)
        await asyncio.gather(
            *(self._deliver_to(user, owner, some) for user, some in by_user.items())
        )
        return len(items)

    async def _deliver_to(self, user: str, owner: str, items: list[OutboxItem]) -> None:
        try:
            for channel, group in (await self._sorted(user, items)).items():
                await self._send(user, channel, group)
            await self.store.settle(owner, items)
        except StoreUnavailable:
            pass  # the lease ends, and they are sent again
        except Exception:
            log.exception("notifications not sent", extra={"count": len(items)})

    async def _sorted(self, user: str, items: list[OutboxItem]) -> dict[Channel, Group]:
        """Decide for each item whether it is sent now, and how; the others wait or are dropped."""
        groups: dict[Channel, Group] = {}
        wanted = await self.store.preferences(user)
        now = self.now()
        turns = {item.table for item in items if item.event == "turn"}
        for item in items:
            table = await self.tables.store.load(item.table) if item.table else None
            told_anyway = item.event == "invited" and item.table in turns
            if wanted is None or not wants(wanted, item.event) or told_anyway:
                item.state = "dropped"
            elif not await self._due.holds(item, table):
                item.state = "sent" if item.sent_on else "dropped"
            elif wanted.digest.on and not item.in_digest and not item.sent_on:
                item.due, item.in_digest = next_time(wanted, wanted.digest.at, now), True
            elif (quiet := quiet_until(wanted, now)) is not None:
                item.due = quiet
            else:
                channel, due = await self.channels.next_for(item, wanted, now)
                if channel is None:
                    item.state = "sent" if item.sent_on else "failed"
                elif due > now:
                    item.due = due
                else:
                    groups.setdefault(channel, []).append((item, table))
        return groups

    async def _send(self, user: str, channel: Channel, group: Group) -> None:
        wanted = await self.store.preferences(user)
        assert wanted is not None, "it was there a moment ago"
        now = self.now()
        said = message(group, wanted.language, self.channels.outside.address)
        try:
            await self.channels.send(channel, wanted, said, now)
        except DeliveryFailed as error:
            await self._not_sent(wanted, channel, group, error)
            return
        self.sent += 1
        for item, _ in group:
            item.sent_on = [*item.sent_on, channel]
            item.sent_at, item.tries, item.failure = now, 0, None
            following, due = await self.channels.next_for(item, wanted, now)
            item.state = "sent" if following is None else "waiting"
            item.due = due

    async def _not_sent(
        self, wanted: Preferences, channel: Channel, group: Group, error: DeliveryFailed
    ) -> None:
        now = self.now()
        if error.code.startswith("smtp_"):  # the operator's own mail server
            log.warning("mail not sent", extra={"why": str(error)})
        for item, _ in group:
            item.failure = Failure(error.code, now, error.detail)
            item.tries += 1
            if not error.lasting and item.tries <= len(RETRY_SECONDS):
                item.due = now + max(RETRY_SECONDS[item.tries - 1], error.retry_after)
                continue
            item.failed_on = [*item.failed_on, channel]
            item.tries = 0
            following, item.due = await self.channels.next_for(item, wanted, now)
            if following is None:
                item.state = "sent" if item.sent_on else "failed"
                self.failed += item.state == "failed"

    async def _deliver_all(self) -> None:
        self._delivering += 1
        try:
            while await self.deliver():
                pass
        except StoreUnavailable as error:
            log.warning("outbox not read", extra={"why": str(error)})
        finally:
            self._delivering -= 1

    # -- for ever

    async def run(self) -> None:
        """Fill and empty the outbox until the server stops."""
        swept = tidied = -1e9
        while True:
            try:
                if self.channels.push is None:
                    key = await self.tables.store.keep_setting("push_key", new_private_key())
                    self.channels.use_key(key)
                at = time.monotonic()
                if at - swept >= SWEEP_SECONDS:
                    await self.sweep()
                    swept = at
                if at - tidied >= 86400:
                    await self.store.tidy(self.now() - KEPT_SECONDS)
                    tidied = at
                # Receivers that take long do not hold up the others.
                if self._delivering < DELIVERIES_AT_ONCE:
                    self.tables.spawn(self._deliver_all())
            except StoreUnavailable as error:
                log.warning("outbox not read", extra={"why": str(error)})
            await asyncio.sleep(POLL_SECONDS)
