"""A room of tables without a network: people, a store in a temporary file, bots that answer."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec

from skerry.service.live import LiveTable
from skerry.service.messages import NewTable
from skerry.service.people import Links, User
from skerry.service.pool import BotTask, Pool
from skerry.service.tables import Tables
from skerry.store.sqlite import SqliteStore

ANN, BEN, EVE = User("ann", "Ann"), User("ben", "Ben"), User("eve", "Eve")


class SimplePool(Pool):
    """Bots that give up at once, so that the simple rule answers for them."""

    def __init__(self) -> None:
        super().__init__(1)

    async def ask(self, task: BotTask) -> str | None:
        return None


class NoBots(Pool):
    """Bots that never answer."""

    def __init__(self) -> None:
        super().__init__(1)

    async def ask(self, task: BotTask) -> str | None:
        await asyncio.Event().wait()
        return None


class Room:
    """Tables and what tests do with them."""

    def __init__(self, folder: Path, pool: Pool | None = None) -> None:
        self.store = SqliteStore(folder / "skerry.db")
        self.tables = Tables(self.store, pool or SimplePool(), Links(b"secret"))

    async def make(self, user: User, game: str, *seats: str, **more: Any) -> LiveTable:
        """Make a table; seats are written `me`, `friend`, `open` or `bot`."""
        wish = {"game": game, "seats": [{"kind": kind} for kind in seats], **more}
        return await self.tables.create(user, msgspec.convert(wish, NewTable))

    async def two_humans(self, game: str = "vanuatu", **more: Any) -> LiveTable:
        """Seat Ann and Ben at a running table."""
        live = await self.make(ANN, game, "me", "open", **more)
        await self.tables.seating.join(BEN, live.table.id, None)
        return live

    async def step(self, live: LiveTable, pick: int = 0) -> str:
        """Let whoever is asked make one of the moves on offer."""
        assert live.state is not None and live.table.turn is not None
        seat = live.table.turn
        text = live.game.write(live.state, live.state.agenda[-1].options(live.state)[pick])
        user = {"ann": ANN, "ben": BEN}[live.table.seats[seat].users[0]]
        await self.tables.play(user, live.table.id, text, live.table.number, seat)
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
