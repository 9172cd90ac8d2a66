"""Talking at a table: players to all, spectators among themselves, and the server's notices."""

import contextlib
import time
from collections import OrderedDict

from skerry.service.errors import BadRequest, NotAllowed
from skerry.service.live.live_table import LiveTable
from skerry.service.live.peers import Peers
from skerry.service.people import User, tidy
from skerry.service.table import seats
from skerry.service.table.notices import Notice, notice
from skerry.store.protocol import Line, Store, StoreUnavailable

MOST_TOLD = 2000  # tables remembered; of others the stored lines are read
LINES_OF_A_TURN = 50  # looked through for an announcement of the same turn


class Chat:
    """Stores each line and passes it on."""

    def __init__(self, store: Store, peers: Peers) -> None:
        self.store = store
        self.peers = peers
        # The last turn in which something was announced, by table and code.
        self._told: OrderedDict[tuple[str, str], str] = OrderedDict()

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
        await self._pass_on(live, line, user.id)

    async def notice(self, live: LiveTable, said: Notice) -> None:
        """Announce what has been done at a table."""
        with contextlib.suppress(StoreUnavailable):  # what it announces was stored before
            line = Line(0, "notice", "", str(said), time.time(), code=said.code, args=said.args)
            await self._pass_on(live, line)

    async def notice_once_a_turn(self, live: LiveTable, seat: int, code: str) -> None:
        """Announce what a seat does, unless it did the same before in its turn, at any server."""
        turn = f"{seat} {_turn_began(live, seat)}"
        before = self._told.pop((live.table.id, code), None)
        self._told[live.table.id, code] = turn
        if len(self._told) > MOST_TOLD:
            self._told.popitem(last=False)
        if before == turn or await self._was_announced(live.table.id, code, turn):
            return
        name = live.table.seats[seat].name
        await self.notice(live, notice(code, name=name, turn=turn))

    async def _was_announced(self, id: str, code: str, turn: str) -> bool:
        """Return whether another server has announced it, or this one before it was started."""
        with contextlib.suppress(StoreUnavailable):  # rather twice than not at all
            lines = await self.store.chat(id, limit=LINES_OF_A_TURN)
            return any(line.code == code and line.args.get("turn") == turn for line in lines)
        return False

    async def _pass_on(self, live: LiveTable, line: Line, user: str = "") -> None:
        line.number = await self.store.append_line(live.table.id, line, user)
        self.peers.publish("chat", live.table.id)
        await self.read_on(live)

    async def read_on(self, live: LiveTable) -> None:
        """Pass on the lines that were stored since the last time, here or by another server."""
        async with live.chat_lock:
            lines = await self.store.chat(live.table.id, live.lines_to)
            for line in lines:
                live.lines_to = line.number
                for viewer in live.viewers:
                    viewer.enqueue_line(line)


def _turn_began(live: LiveTable, seat: int) -> int:
    """Return how many moves stood before a seat began to move without anybody in between."""
    began = len(live.history)
    while began > 0 and live.history[began - 1].seat == seat:
        began -= 1
    return began
