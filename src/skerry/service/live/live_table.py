"""A table in memory: its state, who watches it, and what was computed for them."""

import asyncio
from typing import Any, Protocol

from skerry.kernel.agenda import State
from skerry.kernel.protocol import Game
from skerry.service.live.server_time import ServerTime
from skerry.service.table.standing import StandingMoves
from skerry.service.table.state import TableState
from skerry.store.protocol import Entry, Line, Table


class Subscriber(Protocol):
    """Somebody who watches a table and is passed every change of it."""

    user: str
    seat: int | None

    def enqueue(self, entry: Entry) -> None:
        """Take an entry of the log; `flush` follows."""

    def flush(self) -> None:
        """Write what waits, at once if possible."""

    def enqueue_line(self, line: Line) -> None:
        """Take a line of chat."""

    def remove_lines(self, numbers: list[int]) -> None:
        """Note that the operator removed lines of chat."""

    def pass_on(self, frame: Any) -> None:
        """Take a message that is no part of the log; the next one of its kind replaces it."""

    def table_changed(self) -> None:
        """Note that seats, clock, requests or presence have changed."""

    def seats_changed(self) -> None:
        """Note a change apart from the moves; the viewer may have lost the seat."""

    def close(self) -> None:
        """End: the table has to be read again."""


class LiveTable:
    """A table as the server holds it. `current` is replaced as a whole, after the store has it."""

    def __init__(self, current: TableState, time: ServerTime | None = None) -> None:
        self.current = current
        self.time = time or ServerTime()
        self.lock = asyncio.Lock()
        self.viewers: set[Subscriber] = set()
        self.elsewhere: set[str] = set()  # users who are connected to it at other servers
        self.lines_to = 0  # the last line of chat that its viewers were passed
        self.chat_lock = asyncio.Lock()
        self.frame_cache: dict[Any, Any] = {}  # parts of frames, valid for this state only
        self.views_before: Any = None  # what viewers were shown of the state before this one
        self.heard_version = 0  # the newest that another server has told of
        self.used = 0.0  # last use, by the monotonic clock
        self.thinking = False  # a bot is thinking

    @property
    def table(self) -> Table:
        return self.current.table

    @property
    def game(self) -> Game:
        return self.current.game

    @property
    def state(self) -> State | None:
        return self.current.state

    @property
    def history(self) -> StandingMoves:
        return self.current.history

    @property
    def online(self) -> set[str]:
        """Who is connected to it, at any server."""
        return {viewer.user for viewer in self.viewers} | self.elsewhere

    @property
    def behind(self) -> bool:
        """Whether another server has stored a newer version, as far as this one has heard."""
        return self.table.version < self.heard_version

    def advance(self, after: TableState) -> None:
        """Take over a state that the store has."""
        self.current = after
        self.views_before = self.frame_cache.get("views")
        self.frame_cache.clear()

    def publish(self, before: Table, entries: list[Entry]) -> None:
        """Pass a change on to the viewers; a plain move does not repeat what is around it.

        *before* is the table before it.
        """
        now = self.table
        around = now.version - before.version != len(entries)
        beside = before.undo is not None or before.status != now.status
        for entry in entries:
            if entry.kind == "takeback":
                beside = True
        for viewer in self.viewers:
            for entry in entries:
                viewer.enqueue(entry)
            if around:
                viewer.seats_changed()
            elif beside:
                viewer.table_changed()
            viewer.flush()

    def seat_users(self, seat: int) -> list[str]:
        """List the devices on a seat; none if there is no such seat."""
        return self.table.seats[seat].users if seat < len(self.table.seats) else []
