"""A timer for each table where something is due: the clock, or a request in somebody's absence."""

import asyncio
from collections.abc import Callable

from skerry.service.live.live_table import LiveTable
from skerry.service.live.server_time import ServerTime
from skerry.service.table.absence import next_due
from skerry.service.table.clock import runs_out

MAX_WAIT = 3600.0  # the longest sleep; a later timer is set again when it ends


class Timers:
    """Calls *due* with a table and the number its timer was set at, when something is due."""

    def __init__(self, due: Callable[[LiveTable, int], None], time: ServerTime) -> None:
        self._due = due
        self._time = time
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._closed = False

    def set(self, live: LiveTable) -> None:
        """Set the timer of a table, or drop it if nothing is due."""
        table = live.table
        self.drop(table.id)
        if self._closed or (table.clock is None and not table.absences):
            return  # most tables, at every move
        ends = [end for end in (runs_out(table), next_due(table)) if end is not None]
        if not ends:
            return
        wait = max(0.0, min(ends) - self._time.now()) + 0.05
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
