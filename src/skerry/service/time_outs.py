"""When a seat's time is up: a timer for each running clock, and what happens at zero."""

import asyncio
import time
from typing import TYPE_CHECKING

from skerry.service import clock as clocks
from skerry.service import seats
from skerry.service.live import LiveTable
from skerry.store.protocol import StoreUnavailable

if TYPE_CHECKING:
    from skerry.service.tables import Tables


AGAIN_SECONDS = 2.0  # until the next try of what a full disk did not take


class TimeOuts:
    """Watches the clocks of all tables."""

    def __init__(self, tables: "Tables") -> None:
        self.tables = tables
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def drop(self, id: str) -> None:
        """Forget the timer of a table."""
        timer = self._timers.pop(id, None)
        if timer is not None:
            timer.cancel()

    def runs(self, id: str) -> bool:
        """Return whether a table's clock will run out by itself."""
        return id in self._timers

    def close(self) -> None:
        """Forget all timers."""
        for id in list(self._timers):
            self.drop(id)

    def set(self, live: LiveTable) -> None:
        """Set the timer of a table by its clock."""
        self.drop(live.table.id)
        table = live.table
        end = clocks.runs_out(table.clock, table.turn if table.status == "running" else None)
        if end is None or self.tables.closing:
            return
        wait = max(0.0, end - time.time()) + 0.05
        loop = asyncio.get_running_loop()
        number = table.number
        # Timers far away are set again before they are due; event loops dislike long waits.
        again = min(wait, 3600.0)
        self._timers[table.id] = loop.call_later(
            again, lambda: self.tables.spawn(self._time_out(live, number))
        )

    async def _time_out(self, live: LiveTable, number: int) -> None:
        async def work() -> None:
            table = live.table
            end = clocks.runs_out(table.clock, table.turn)
            if table.number != number or table.status != "running" or end is None:
                return
            if time.time() < end or table.turn is None or table.clock is None:
                self.set(live)
                return
            seat = table.turn
            if seats.played_by_bot(table.seats[seat]):
                return
            if table.clock.at_zero == "resign":
                await self.tables.seating.give_up(live, seat)
            else:
                taken = table.seats[seat]
                await self.tables.change(live, seats.handed_to_bot(table, seat, taken.level))
                await self.tables.chat.notice(live, f"Time is up: a bot plays for {taken.name}")

        try:
            await self.tables.exclusively(live, work)
        except StoreUnavailable:  # the disk is full, or the like
            await asyncio.sleep(AGAIN_SECONDS)
            self.set(live)
