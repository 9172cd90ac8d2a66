"""Bots at the tables: when it is a bot's turn, ask one in another process, then play its move
by the same path as everybody else's.
"""

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING

from msgspec.structs import replace

from skerry.bots.shared_search import MoveStatistics
from skerry.service import seats
from skerry.service.errors import Refused, Stale
from skerry.service.live import LiveTable
from skerry.service.pool import BotTask, Pool
from skerry.store.protocol import StoreUnavailable

if TYPE_CHECKING:
    from skerry.service.tables import Tables

log = logging.getLogger("skerry.bots")

# When each level must have moved, in seconds: half as much again as it means to think. The pool
# adds its grace before it replaces a bot.
SECONDS = {"random": 0.3, "relaxed": 0.3, "steady": 0.3, "skilled": 0.3, "expert": 2.25}
LONGEST_PAUSE = 10.0  # seconds between two tries of a move that the disk does not take


class BotTurns:
    """Sees to it that no table waits for a bot in vain."""

    def __init__(self, tables: "Tables", pool: Pool) -> None:
        self.tables = tables
        self.pool = pool

    def wake(self, live: LiveTable) -> None:
        """Let the bots of a table play, if it is their turn."""
        if not live.thinking and live.state is not None and self._asked(live):
            live.thinking = True
            self.tables.spawn(self._play(live))

    def _asked(self, live: LiveTable) -> bool:
        """Return whether a bot is to move, at a table that is still the one in memory."""
        known = self.tables.live.get(live.table.id) is live
        return known and not self.tables.closing and seats.bot_to_move(live.table)

    async def _play(self, live: LiveTable) -> None:
        pause = 0.0
        try:
            while self._asked(live):
                try:
                    await self._one_move(live)
                    pause = 0.0
                except (
                    StoreUnavailable
                ):  # the disk is full, or the like: try again, less and less often
                    pause = min(LONGEST_PAUSE, 2 * pause + 0.2)
                    await asyncio.sleep(pause)
        finally:
            live.thinking = False
        self.wake(live)

    async def advise(self, live: LiveTable, seat: int) -> list[MoveStatistics]:
        """Return what an expert would do on a seat, and what it thinks of the other moves."""
        return await self.pool.search(replace(_task(live, seat, "expert"), with_statistics=True))

    async def _one_move(self, live: LiveTable) -> None:
        table = live.table
        assert table.turn is not None
        seat = table.turn
        text = await self.pool.ask(_task(live, seat, table.seats[seat].level or "steady"))
        if self.tables.closing:
            return

        async def work() -> None:
            now = live.table
            if now.number != table.number or now.turn != seat or not seats.bot_to_move(now):
                return  # taken back, or the human returned
            try:
                if text is None:
                    raise Refused("the bot gave no move")
                await self.tables.move(live, seat, text, now.number)
            except (Stale, StoreUnavailable):
                raise
            except Exception as error:  # whatever a bot says, the table goes on
                if text is not None:
                    log.warning("bot move refused", extra={"table": now.id, "why": str(error)})
                await self._any_move(live, seat)

        try:
            await self.tables.exclusively(live, work)
        except Stale:
            await asyncio.sleep(0.05)

    async def _any_move(self, live: LiveTable, seat: int) -> None:
        from skerry.service.tables import any_option

        assert live.state is not None
        text = live.game.write(live.state, any_option(live.state))
        await self.tables.move(live, seat, text, live.table.number)


def _task(live: LiveTable, seat: int, level: str) -> BotTask:
    table = live.table
    assert table.setup is not None
    return BotTask(
        table=table.id,
        game=table.game,
        setup=live.game.adapt(table.setup, table.rules),
        moves=[text for _, _, text in live.history],
        seat=seat,
        level=level,
        seed=secrets.randbits(62),
        seconds=SECONDS.get(level, 2.0),
    )
