"""Who was last at a table, and when: connected to it, or doing something there.

Whatever somebody does also calls off what was asked in their absence (`showing_up.py`).
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from skerry.service.errors import NotFound, Stale
from skerry.service.live.live_table import LiveTable
from skerry.service.live.server_time import AHEAD_SECONDS, ServerTime
from skerry.service.live.showing_up import ShowingUp
from skerry.service.people import User
from skerry.service.table import absence, seats
from skerry.service.table.commands import Command, ShowUp
from skerry.store.protocol import Presence, Store, StoreUnavailable, Table

log = logging.getLogger("skerry.tables")

TABLES_AT_ONCE = 200  # tables in one query
TOUCH_SECONDS = 60.0  # between two writes of somebody's presence


class PresenceLog:
    """Notes who is at a server's tables, each person once a minute."""

    def __init__(
        self,
        store: Store,
        time: ServerTime,
        know_time: Callable[[], Awaitable[None]],
        execute: Callable[[str, Command], Awaitable[object]],
        spawn: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        self._store = store
        self._time = time
        self._know_time = know_time
        self._execute = execute
        self._touched: dict[tuple[str, str], float] = {}  # when presence was last stored
        self._showing_up = ShowingUp(self._call_off, spawn, time)

    def acted(self, live: LiveTable, user: User) -> bool:
        """Note a request of a user at a table; return whether `store_acted` is to follow.

        It calls off what was asked in their absence at other tables, soon after.
        """
        self._showing_up.acted(user)
        table = live.table
        if not seats.is_host(table, user.id) and not seats.has_seat(table, user.id):
            return False
        stored = self._touched.get((table.id, user.id), -1e9)
        return time.monotonic() - stored >= TOUCH_SECONDS or absence.concerns(table, user.id)

    async def store_acted(self, live: LiveTable, user: User) -> None:
        """Store that a user does something at a table; it calls off what was asked there."""
        id = live.table.id
        if absence.concerns(live.table, user.id):
            self._touched.pop((id, user.id), None)
            with contextlib.suppress(Stale, StoreUnavailable):  # the presence is noted later
                await self._execute(id, ShowUp(user))
        await self._touch([(id, user.id)], acted=True)

    async def note(self, live: LiveTable, user: User) -> None:
        """Note a request of a user at a table."""
        if self.acted(live, user):
            await self.store_acted(live, user)

    async def note_anywhere(self, user: User) -> None:
        """Note a request of a user that is about no table, at those that wait for them."""
        await self._showing_up.acted_now(user)

    def note_missed(self, table: Table) -> None:
        """Let the next request of those who are missed at a table count at once."""
        self._showing_up.note_missed(table)

    async def of(self, live: LiveTable) -> dict[str, Presence]:
        """Return who was last at a table when; who was never noted is noted now."""
        known = await self._store.presence(live.table.id)
        users = {user for seat in live.table.seats for user in seat.users} | {live.table.host}
        missing = [(live.table.id, user) for user in sorted(users - known.keys()) if user]
        if missing:
            await self._know_time()
            await self._store.touch(missing, self._time.now(), False)
            known = await self._store.presence(live.table.id)
        return known

    async def keep(self, tables: dict[str, LiveTable]) -> None:
        """Record every minute which players and hosts are connected."""
        while True:
            await asyncio.sleep(TOUCH_SECONDS)
            here = {
                (live.table.id, viewer.user)
                for live in tables.values()
                for viewer in live.viewers
                if viewer.user == live.table.host or seats.has_seat(live.table, viewer.user)
            }
            now = time.monotonic()
            self._touched = {
                one: at for one, at in self._touched.items() if now - at < TOUCH_SECONDS
            }
            await self._touch(sorted(here), acted=False)

    def close(self) -> None:
        """Read no more tables."""
        self._showing_up.close()

    async def _touch(self, who: list[tuple[str, str]], acted: bool) -> None:
        """Store the presence of users at tables, each once a minute."""
        now = time.monotonic()
        # Connected users are recorded every time, however old their last request is.
        gap = TOUCH_SECONDS if acted else TOUCH_SECONDS / 2
        due = [one for one in who if now - self._touched.get(one, -1e9) >= gap]
        if not due:
            return
        with contextlib.suppress(StoreUnavailable):
            await self._know_time()
            await self._store.touch(due, self._time.now(), acted)
            self._touched.update(dict.fromkeys(due, now))

    async def _call_off(self, user: User, acted: float) -> None:
        """Call off what was asked in somebody's absence until they did something.

        One table that cannot be changed keeps no other waiting.
        """
        # The server where it was asked may be ahead of this one.
        until = acted + AHEAD_SECONDS
        stale: Stale | None = None
        before: tuple[float, str] | None = (1e18, "")
        while before is not None:
            some = await self._store.tables_of(user.id, TABLES_AT_ONCE, before, running=True)
            for table in some:
                if not absence.concerns(table, user.id, until):
                    continue
                try:
                    await self._execute(table.id, ShowUp(user, until))
                    await self._store.touch([(table.id, user.id)], acted, True)
                except StoreUnavailable:
                    raise
                except NotFound:
                    pass
                except Stale as error:
                    stale = error
                except Exception:
                    log.exception("absence not called off", extra={"table": table.id})
            before = (some[-1].updated, some[-1].id) if len(some) == TABLES_AT_ONCE else None
        if stale is not None:
            raise stale
