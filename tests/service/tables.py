"""A room of tables without a network: people, a store in a temporary file, bots that answer."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec

from skerry.service.bots.bot_turns import BotTurns
from skerry.service.bots.hints import Hints
from skerry.service.bots.pool import BotTask, Pool
from skerry.service.live.invitations import Invitations
from skerry.service.live.live_table import LiveTable
from skerry.service.live.other_servers import OtherServers
from skerry.service.live.tables import Tables
from skerry.service.messages import NewTable
from skerry.service.people import Links, User
from skerry.service.table.commands import AnswerUndo, Join, MakeMove, Undo
from skerry.service.viewers.table_views import TableViews
from skerry.store.sql_store import SqlStore
from skerry.store.sqlite import SqliteStore

ANN, BEN, EVE = User("ann", "Ann"), User("ben", "Ben"), User("eve", "Eve")


class SimplePool(Pool):
    """Bots that give up at once, so that the simple rule answers for them."""

    def __init__(self) -> None:
        super().__init__(1)

    async def ask(self, task: BotTask, *_: object) -> str | None:
        return None


class NoBots(Pool):
    """Bots that never answer."""

    def __init__(self) -> None:
        super().__init__(1)

    async def ask(self, task: BotTask, *_: object) -> str | None:
        await asyncio.Event().wait()
        return None


class Room:
    """Tables and what tests do with them."""

    def __init__(
        self, folder: Path, pool: Pool | None = None, store: SqlStore | None = None
    ) -> None:
        self.store = store or SqliteStore(folder / "skerry.db")
        self.pool = pool or SimplePool()
        self.tables = Tables(self.store)
        self.bots = BotTurns(self.tables, self.pool)
        self.hints = Hints(self.tables, self.pool)
        self.others = OtherServers(self.tables)
        self.views = TableViews(self.tables, self.others)
        self.invitations = Invitations(self.tables, Links(b"secret"))

    async def make(self, user: User, game: str, *seats: str, **more: Any) -> LiveTable:
        """Make a table; seats are written `me`, `friend`, `open` or `bot`."""
        new_table = {"game": game, "seats": [{"kind": kind} for kind in seats], **more}
        return await self.tables.create(user, msgspec.convert(new_table, NewTable))

    async def two_humans(self, game: str = "vanuatu", **more: Any) -> LiveTable:
        """Seat Ann and Ben at a running table."""
        live = await self.make(ANN, game, "me", "open", **more)
        await self.tables.execute(live.table.id, Join(BEN, None))
        return live

    async def play(self, user: User, id: str, text: str, after: int, seat: int | None) -> int:
        """Make a move for a person and return its number."""
        _, outcome = await self.tables.execute(id, MakeMove(user, text, after, seat))
        return outcome.after.table.number

    async def undo(self, user: User, id: str, after: int, seat: int | None) -> bool:
        """Ask for an undo and return whether it was done."""
        _, outcome = await self.tables.execute(id, Undo(user, after, seat))
        return outcome.done

    async def answer_undo(self, user: User, id: str, agree: bool, seat: int | None) -> bool:
        """Answer to an undo and return whether it was done."""
        _, outcome = await self.tables.execute(id, AnswerUndo(user, agree, seat))
        return outcome.done

    async def step(self, live: LiveTable, pick: int = 0) -> str:
        """Let whoever is asked make one of the moves on offer."""
        assert live.state is not None and live.table.turn is not None
        seat = live.table.turn
        text = live.game.write(live.state, live.state.agenda[-1].options(live.state)[pick])
        user = {"ann": ANN, "ben": BEN}[live.table.seats[seat].users[0]]
        await self.play(user, live.table.id, text, live.table.number, seat)
        return text

    async def step_until(self, live: LiveTable, asked: str) -> None:
        """Play first options until a kind of question is asked."""
        for _ in range(500):
            assert live.state is not None
            question = live.game.question(live.state)
            assert question is not None
            if question.kind == asked:
                return
            await self.step(live)

    async def settle(self, live: LiveTable) -> None:
        """Wait until no bot is to move."""
        for _ in range(40_000):
            if not live.thinking:
                return
            await asyncio.sleep(0.005)
        raise AssertionError("the bots do not stop")

    async def close(self) -> None:
        await self.tables.close()
        await self.store.close()


def in_room(
    folder: Path, story: Callable[[Room], Awaitable[None]], pool: Pool | None = None
) -> None:
    """Run a story in a room of its own."""

    async def work() -> None:
        room = Room(folder, pool)
        try:
            async with asyncio.timeout(240):
                await story(room)
        finally:
            await room.close()

    asyncio.run(work())
