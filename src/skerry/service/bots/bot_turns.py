"""Bots at the tables: when it is a bot's turn, ask one in another process, then play its move
by the same path as everybody else's.
"""

import asyncio
import logging
import random
import secrets

from skerry.bots.offer import bot_behind
from skerry.bots.plugins.command import START_SECONDS, bot_seconds
from skerry.daily import answer_seed
from skerry.kernel.agenda import State
from skerry.service.bots.fair_queue import Waiting
from skerry.service.bots.pool import BotTask, Pool
from skerry.service.errors import Refused, Stale
from skerry.service.live.live_table import LiveTable
from skerry.service.live.tables import Tables
from skerry.service.table.commands import MakeBotMove
from skerry.service.table.seats import bot_to_move
from skerry.store.protocol import StoreUnavailable

log = logging.getLogger("skerry.bots")

# When each level must have moved, in seconds: half as much again as it means to think. The pool
# adds its grace before it replaces a bot.
SECONDS = {"random": 0.3, "relaxed": 0.3, "steady": 0.3, "skilled": 0.3, "expert": 2.25}
MAX_PAUSE = 10.0  # seconds between two tries of a move that the store does not take


class BotTurns:
    """Plays for the bots of all tables, as soon as it is their turn."""

    def __init__(self, tables: Tables, pool: Pool) -> None:
        self.tables = tables
        self.pool = pool
        tables.on_change(self.wake)

    def wake(self, live: LiveTable) -> None:
        """Let the bots of a table play, if it is their turn."""
        if not live.thinking and live.state is not None and self._waited_for(live):
            live.thinking = True
            self.tables.spawn(self._play(live))

    def _waited_for(self, live: LiveTable) -> bool:
        """Return whether a bot is to move, at a table in memory that this server looks after."""
        if not bot_to_move(live.table):  # most often
            return False
        known = self.tables.live.get(live.table.id) is live
        return known and not self.tables.closing and self.tables.attends(live)

    async def _play(self, live: LiveTable) -> None:
        pause = 0.0
        try:
            while self._waited_for(live):
                try:
                    await self._one_move(live)
                    pause = 0.0
                except StoreUnavailable:  # for example a full disk: try again, less and less often
                    pause = min(MAX_PAUSE, 2 * pause + 0.2)
                    await asyncio.sleep(pause)
        finally:
            live.thinking = False
        self.wake(live)

    async def _one_move(self, live: LiveTable) -> None:
        table, state = live.table, live.state
        assert table.turn is not None and state is not None
        seat, number = table.turn, table.number
        task = bot_task(live, seat, table.seats[seat].level or "steady")
        task.keeps_search = True
        text = await self.pool.ask(task, table.host, lambda: who_waits(live))
        if self.tables.closing:
            return
        try:
            await self._make(live, seat, text, number)
        except Stale:
            await asyncio.sleep(0.05)
        except StoreUnavailable:
            raise
        except Exception as error:  # whatever a bot answers, the table goes on
            if text is not None:
                log.warning("bot move refused", extra={"table": table.id, "why": str(error)})
            await self._make(live, seat, live.game.write(state, any_option(state)), number)

    async def _make(self, live: LiveTable, seat: int, text: str | None, number: int) -> None:
        if text is None:
            raise Refused("the bot gave no move")
        await self.tables.execute(live.table.id, MakeBotMove(seat, text, number))


def who_waits(live: LiveTable) -> Waiting:
    """Return how urgent the next bot move of a table is."""
    people = [
        user
        for seat in live.table.seats
        if seat.kind != "bot" and not seat.substitute and not seat.resigned
        for user in seat.users
    ]
    if any(user in people for user in live.online):
        return Waiting.PERSON_HERE
    return Waiting.PERSON_AWAY if people or live.online else Waiting.NOBODY


def any_option(state: State) -> int:
    """Return one answer to the open question, for a bot that failed."""
    return random.choice(state.agenda[-1].options(state))


def bot_task(live: LiveTable, seat: int, level: str) -> BotTask:
    """Return the question for a bot of a level: what to do on a seat now."""
    table = live.table
    assert table.setup is not None
    return BotTask(
        table=table.id,
        game=table.game,
        setup=live.game.adapt(table.setup, table.rules),
        moves=[move.text for move in live.history],
        seat=seat,
        level=bot_behind(level),
        seed=_seed(live, seat),
        seconds=SECONDS[level] if level in SECONDS else START_SECONDS + bot_seconds(),
    )


def _seed(live: LiveTable, seat: int) -> int:
    """Return where a bot's chance begins: a secret, or at a daily challenge the same for all."""
    table = live.table
    if not table.bot_seed:
        return secrets.randbits(62)
    return answer_seed(table.bot_seed, len(live.history) - table.begun, seat)
