"""Talking at a table: players to all, spectators among themselves, and what the server notes."""

import contextlib
import time
from typing import TYPE_CHECKING

from skerry.service.broadcast import seats_of
from skerry.service.errors import BadRequest, NotAllowed
from skerry.service.live import LiveTable
from skerry.service.people import User, tidy
from skerry.store.protocol import Line, StoreUnavailable

if TYPE_CHECKING:
    from skerry.service.tables import Tables


class Chat:
    """Keeps each line and passes it on."""

    def __init__(self, tables: "Tables") -> None:
        self.tables = tables

    async def say(self, user: User, id: str, text: str, room: str) -> None:
        """Say something at a table: players to all, spectators among themselves."""
        live = await self.tables.get(id)
        own = seats_of(live, user.id)
        said = tidy(text, 300)
        if not said:
            raise BadRequest("there is nothing to say", "empty")
        if room == "table" and not own:
            raise NotAllowed("only players talk at the table", "not_seated")
        if room == "watchers" and own and live.table.status == "running":
            raise NotAllowed("players do not talk with the spectators", "not_watching")
        self.tables.views.viewing_seat(live, user, None, outside=not own)
        line = Line(0, "table" if room == "table" else "watchers", user.name, said, time.time())
        if own:
            line.seat = own[0]
            line.name = live.table.seats[own[0]].name
        await self._pass_on(live, line)

    async def notice(self, live: LiveTable, text: str) -> None:
        """Write a line of chat about what has been done at a table."""
        with contextlib.suppress(StoreUnavailable):  # what it tells of has happened and was kept
            await self._pass_on(live, Line(0, "notice", "", text, time.time()))

    async def _pass_on(self, live: LiveTable, line: Line) -> None:
        line.number = await self.tables.store.say(live.table.id, line)
        for viewer in live.viewers:
            viewer.say(line)
