"""A table in memory: its state, who watches it, and what was computed for them."""

import asyncio
from typing import Any, Protocol

from skerry.kernel.agenda import State
from skerry.kernel.protocol import Game
from skerry.service.table.state import Move, TableState
from skerry.store.protocol import Entry, Line, Table


class Subscriber(Protocol):
    """Somebody who watches a table and is passed every change of it."""

    user: str

    def enqueue(self, entry: Entry) -> None:
        """Take an entry of the log."""

    def enqueue_line(self, line: Line) -> None:
        """Take a line of chat."""

    def table_changed(self) -> None:
        """Note that seats, clock, requests or presence have changed."""

    def seats_changed(self) -> None:
        """Note that the table has changed beside its moves; the own seat may be lost."""

    def close(self) -> None:
        """End: the table has to be read again."""


class LiveTable:
    """A table as the server holds it. `current` is replaced as a whole, after the store has it."""

    def __init__(self, current: TableState) -> None:
        self.current = current
        self.lock = asyncio.Lock()
        self.viewers: set[Subscriber] = set()
        self.frame_cache: dict[Any, Any] = {}  # parts of frames, valid for this state only
        self.used = 0.0  # when it was last asked for, by the monotonic clock
        self.thinking = False  # a bot is at work

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
    def history(self) -> list[Move]:
        return self.current.history

    def advance(self, after: TableState) -> None:
        """Take over a state that the store has."""
        self.current = after
        self.frame_cache.clear()

    def present(self, seat: int) -> bool:
        """Return whether a person of a seat is connected."""
        users = self.table.seats[seat].users
        return any(viewer.user in users for viewer in self.viewers)
