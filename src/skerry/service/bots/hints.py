"""Hints: what an expert would do in a person's place, from what that person can see."""

import asyncio
import contextlib

from msgspec.structs import replace

from skerry.bots.shared_search import MoveStatistics
from skerry.service.bots.bot_turns import bot_task
from skerry.service.bots.pool import Pool
from skerry.service.errors import NotAllowed, Refused
from skerry.service.live.tables import Tables
from skerry.service.messages import Hint, HintMove
from skerry.service.people import User
from skerry.service.table import seats

HINT_SECONDS = 20  # a hint that comes later helps nobody
HINT_MOVES = 3


class Hints:
    """Asks bots on behalf of people."""

    def __init__(self, tables: Tables, pool: Pool) -> None:
        self.tables = tables
        self.pool = pool

    async def hint(self, user: User, id: str, seat: int | None) -> Hint:
        """Return what a bot would do in the user's place; the table is told that it was asked."""
        live = await self.tables.get(id)
        table = live.table
        number = seats.acting(table, user, seat)
        if not table.hints:
            raise NotAllowed("hints are off at this table", "no_hints")
        if table.status != "running" or table.turn != number:
            raise Refused("it is not your turn; ask for a hint when it is", "no_decision")
        found: list[MoveStatistics] = []
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(HINT_SECONDS):
                task = replace(bot_task(live, number, "expert"), with_statistics=True)
                found = await self.pool.search(task)
        if not found:
            raise Refused("the bot has no answer now; try again", "no_hint")
        if len(seats.humans(table)) > 1:
            await self.tables.chat.notice(live, f"{table.seats[number].name} took a hint")
        best = found[0]
        moves = [
            HintMove(one.move, one.visits, round(max(0.0, best.lead - one.lead), 1))
            for one in found[:HINT_MOVES]
        ]
        return Hint(best.move, table.number, moves)
