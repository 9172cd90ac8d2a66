"""A timer for each table whose clock runs."""

import asyncio
import time
from collections.abc import Callable

from skerry.service.live.live_table import LiveTable
from skerry.service.table.clock import runs_out

MAX_WAIT = 3600.0  # a timer further away is set again then: event loops dislike long waits


class Timers:
    """Calls *due* with a table and the number its timer was set at, when its clock is at zero."""

    def __init__(self, due: Callable[[LiveTable, int], None]) -> None:
        self._due = due
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._closed = False

    def set(self, live: LiveTable) -> None:
        """Set the timer of a table by its clock, or drop it if the clock stands still."""
        table = live.table
        self.drop(table.id)
        end = runs_out(table)
        if end is None or self._closed:
            return
        wait = max(0.0, end - time.time()) + 0.05
        loop = asyncio.get_running_loop()
        self._timers[table.id] = loop.call_later(min(wait, MAX_WAIT), self._due, live, table.number)

    def drop(self, id: str) -> None:
        """Drop the timer of a table."""
        timer = self._timers.pop(id, None)
        if timer is not None:
            timer.cancel()

    def runs(self, id: str) -> bool:
        """Return whether a timer is set for a table."""
        return id in self._timers

    def close(self) -> None:
        """Drop all timers and set no more."""
        self._closed = True
        for id in list(self._timers):
            self.drop(id)
