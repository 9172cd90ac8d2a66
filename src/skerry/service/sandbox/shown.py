"""A position that is not that of the table, shown as a table."""

import time
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import structs

from skerry.kernel.agenda import State
from skerry.kernel.events import Event
from skerry.service.live.live_table import LiveTable
from skerry.service.messages import CanUndo, Decision, Details, LogEntry, Snapshot, Update
from skerry.service.table.state import TableState, turn_of
from skerry.service.viewers import decision
from skerry.service.viewers.frames import log_entry, snapshot
from skerry.store.protocol import Entry, Table

NO_UNDO = CanUndo("no", "nothing")  # stepping back is a matter of the client


class ShownPosition:
    """A position with the people of a table, as one seat sees it.

    A `sandbox` is a game that is not played: its views say so.
    """

    def __init__(
        self, table: Table, state: State, user: str, seat: int, number: int, sandbox: bool
    ) -> None:
        self.seat = seat
        self.user = user
        self.number = number
        self.sandbox = sandbox
        turn = turn_of(state)
        beside = structs.replace(
            table,
            number=number,
            turn=turn,
            round=list(table.round),
            status="finished" if turn is None else "running",
            clock=None,
            undo=None,
            absences=[],
            scores=[],
            winners=[],
            salt="",
        )
        self.live = LiveTable(TableState(beside, state))

    @property
    def state(self) -> State:
        state = self.live.state
        assert state is not None
        return state

    def view(self) -> Any:
        """Return what the seat sees."""
        view = self.live.game.view(self.state, self.seat)
        return {**msgspec.to_builtins(view), "sandbox": True} if self.sandbox else view

    def decision(self) -> Decision | None:
        """Return what the seat may do; moves that need no question only if it is asked."""
        if self.state.turn() != self.seat:
            return None
        return decision.decision(
            self.live.game, self.state, self.seat, self.number, self.live.table.id, NO_UNDO
        )

    def snapshot(self, entries: list[LogEntry]) -> Snapshot:
        """Show the whole position."""
        shown = snapshot(self.live, self.user, self.seat, entries, [], None, whole=True)
        shown.seats = [self.seat]
        shown.moves = self.number
        shown.view = self.view()
        shown.decision = self.decision()
        shown.scores = []
        return shown

    def update(self, entries: list[LogEntry], asked: bool) -> Update:
        """Show the position after some more entries, with the question if it is asked now."""
        return Update(
            number=self.number,
            moves=self.number,
            entries=entries,
            view=self.view(),
            decision=self.decision() if asked else None,
            scores=[],
            turn=self.live.table.turn,
            status=self.live.table.status,
            clock=None,
        )

    def entry(self, seat: int, move: str, events: list[Event]) -> LogEntry:
        """Write a move that led here as an entry of the log."""
        made = Entry(self.number, "move", seat, move, time.time(), events)
        return log_entry(self.live, made, self.seat)

    def details(self) -> Iterator[Details | None]:
        """Work out what each move would change, in small steps; the last yields the details."""
        if self.state.turn() != self.seat:
            return
        previews = {}
        for move, preview in decision.previews(self.live.game, self.state, self.seat):
            previews[move] = preview
            yield None
        closed = decision.closed(self.live.game, self.state, self.seat)
        yield Details(self.number, self.seat, previews, closed, NO_UNDO)
