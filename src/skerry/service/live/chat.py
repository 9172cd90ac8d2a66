"""Talking at a table: players to all, spectators among themselves, and the server's notices."""

import contextlib
import time

from skerry.service.errors import BadRequest, NotAllowed
from skerry.service.live.live_table import LiveTable
from skerry.service.people import User, tidy
from skerry.service.table import seats
from skerry.store.protocol import Line, Store, StoreUnavailable


class Chat:
    """Stores each line and passes it on."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def say(self, user: User, live: LiveTable, text: str, room: str) -> None:
        """Say something at a table: players to all, spectators among themselves."""
        table = live.table
        own = seats.seats_of(table, user.id)
        said = tidy(text, 300)
        if not said:
            raise BadRequest("the message is empty", "empty")
        if room == "table" and not own:
            raise NotAllowed(
                "only players write to the table; choose the room of the spectators", "not_seated"
            )
        if room == "watchers" and own and table.status == "running":
            raise NotAllowed(
                "players cannot write to the spectators before the game is over", "not_watching"
            )
        seats.viewing(table, user, None, outside=not own)
        line = Line(0, "table" if room == "table" else "watchers", user.name, said, time.time())
        if own:
            line.seat = own[0]
            line.name = table.seats[own[0]].name
        await self._pass_on(live, line)

    async def notice(self, live: LiveTable, text: str) -> None:
        """Announce what has been done at a table."""
        with contextlib.suppress(StoreUnavailable):  # what it announces was stored before
            await self._pass_on(live, Line(0, "notice", "", text, time.time()))

    async def _pass_on(self, live: LiveTable, line: Line) -> None:
        line.number = await self.store.append_line(live.table.id, line)
        for viewer in live.viewers:
            viewer.enqueue_line(line)
