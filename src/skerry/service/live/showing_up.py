"""Anything players do calls off what was asked in their absence, at all their tables.

A move must stay cheap, so somebody's tables are read once a minute at most. What they do within
that minute counts at its end. This is early enough: whatever is asked for happens two minutes later
at the earliest (`absence.GRACE`), and what was asked before the last reading was found by it.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from skerry.service.errors import Stale
from skerry.service.live.server_time import ServerTime
from skerry.service.people import User
from skerry.service.table import absence
from skerry.store.protocol import StoreUnavailable, Table

READ_SECONDS = 60.0  # between two readings of somebody's tables; less than `absence.GRACE`
AGAIN_SECONDS = 2.0  # between two readings that requests wait for: somebody may have many tables
RETRY_SECONDS = 2.0  # before a reading that has failed is tried again


@dataclass(slots=True)
class _Recent:
    """Somebody whose tables were read less than a minute ago."""

    user: User
    end: asyncio.TimerHandle  # of the minute
    read: float  # when that was, by the monotonic clock
    acted: float | None = None  # when they did something after the reading, in server time
    missed: bool = False  # something was asked in their absence after it


class ShowingUp:
    """Calls *call_off* with somebody who has done something, and when that was in server time."""

    def __init__(
        self,
        call_off: Callable[[User, float], Awaitable[None]],
        spawn: Callable[[Coroutine[Any, Any, None]], None],
        time: ServerTime,
    ) -> None:
        self._call_off = call_off
        self._spawn = spawn
        self._time = time
        self._recent: dict[str, _Recent] = {}
        self._closed = False

    def acted(self, user: User) -> None:
        """Note a request of a user; their tables are read in the background, unless they were."""
        recent = self._recent.get(user.id)
        if recent is not None and not recent.missed:
            recent.acted = self._time.now()
        elif user.id:
            self._spawn(self._read(self._begin(user), self._time.now()))

    async def acted_now(self, user: User) -> None:
        """Do the same for a request that can wait for a reading, unless there was one just now."""
        recent = self._recent.get(user.id)
        if recent is None or recent.missed or time.monotonic() > recent.read + AGAIN_SECONDS:
            await self._read(self._begin(user), self._time.now())
        else:
            recent.acted = self._time.now()

    def note_missed(self, table: Table) -> None:
        """Let the next request of those who are missed at a table count at once."""
        for request in table.absences:
            for user in absence.who_is_away(table, request):
                if user in self._recent:
                    self._recent[user].missed = True

    def close(self) -> None:
        """Read no more tables."""
        self._closed = True
        for recent in self._recent.values():
            recent.end.cancel()
        self._recent.clear()

    def _begin(self, user: User) -> _Recent:
        """Begin a minute: what was done before is covered by the reading that follows."""
        before = self._recent.get(user.id)
        if before is not None:
            before.end.cancel()
        return self._wait(user, READ_SECONDS)

    def _wait(self, user: User, seconds: float) -> _Recent:
        end = asyncio.get_running_loop().call_later(seconds, self._end, user.id)
        self._recent[user.id] = _Recent(user, end, time.monotonic())
        return self._recent[user.id]

    def _end(self, id: str) -> None:
        recent = self._recent.pop(id)
        if recent.acted is not None and not self._closed:
            self._spawn(self._read(self._begin(recent.user), recent.acted))

    async def _read(self, recent: _Recent, acted: float) -> None:
        try:
            await self._call_off(recent.user, acted)
        except (Stale, StoreUnavailable):
            latest = self._recent.get(recent.user.id, recent)
            if latest is recent and not self._closed:  # else they were read again meanwhile
                recent.end.cancel()
                self._wait(recent.user, RETRY_SECONDS).acted = max(acted, recent.acted or acted)
