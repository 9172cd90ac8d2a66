"""One socket at one table: what waits to be sent, in order, nothing twice.

Frames are made when the socket is ready for them. A slow reader therefore gets fewer and larger
frames, and costs no memory: what waits is a list of entries, bounded.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable

from skerry.service.live.live_table import LiveTable
from skerry.service.messages import Beat, ChatFrame, Frame, InfoFrame, JobFrame
from skerry.service.table.seats import may_watch, seats_of
from skerry.service.viewers.frames import changed, encode, may_read, snapshot, table_info, update
from skerry.store.protocol import Entry, Line

log = logging.getLogger("skerry.viewers")

MAX_WAITING = 400  # entries; a slower reader gets the whole table again
MAX_REPLIES = 64  # answers a client may leave unread before it is cut off


class Viewer:
    """One socket at one table, watching from a seat or from outside."""

    def __init__(self, live: LiveTable, user: str, seat: int | None, changes: bool = False) -> None:
        self.live = live
        self.user = user
        self.seat = seat
        self.changes = changes  # the client applies differences between views
        self.shown: tuple[int, int | None] | None = None  # the view it has: number and seat
        # Writes what the function it is given returns, unless the socket takes nothing now: then
        # it returns False. There is none before its first frame was sent.
        self.write: Callable[[Callable[[], list[bytes]]], bool] | None = None
        self.on_decision: Callable[[Viewer], None] | None = None  # called when it is shown one
        self.wake = asyncio.Event()
        self.entries: list[Entry] = []
        self.lines: list[Line] = []
        self.removed: list[int] = []
        self.replies: deque[bytes] = deque()
        self.jobs: dict[str, bytes] = {}  # by kind, the newest message about work of the coach
        self.fell_behind = False  # too many entries wait: send the whole table instead
        self.info = False  # seats, clock, requests or presence have changed
        self.refresh = False  # send the position again
        self.closed = False
        self.beat = False  # say that the server is here, if nothing else is sent
        self.reading = False  # one of its messages is being worked on
        self.busy = 0.0  # since when its socket takes nothing, or 0
        self.sent = 0  # the number of the last frame

    def enqueue(self, entry: Entry) -> None:
        """Pass on an entry of the log."""
        if len(self.entries) >= MAX_WAITING:
            self.entries.clear()
            self.fell_behind = True
        elif not self.fell_behind:
            self.entries.append(entry)

    def flush(self) -> None:
        """Write what waits: at once if the socket takes it, else when it does again."""
        try:
            if self.busy or self.write is None or not self.write(self.take):
                self.wake.set()
        except Exception:  # an error in one viewer's frames must not keep them from the others
            log.exception("frames failed", extra={"table": self.live.table.id})
            self.close()

    def reply(self, frame: Frame) -> None:
        """Answer a message of this client, before anything else that waits."""
        self.acknowledge(frame)
        self.wake.set()

    def acknowledge(self, frame: Frame) -> None:
        """Answer a message like `reply`, just before a `flush`."""
        self.replies.append(encode(frame))
        if len(self.replies) > MAX_REPLIES:
            self.close()

    def close(self) -> None:
        """Let its socket be closed; the client comes back by number."""
        self.closed = True
        self.wake.set()

    def enqueue_line(self, line: Line) -> None:
        """Pass on a line of chat, if it is for this viewer."""
        if may_read(self.live.table, self.user, line) and len(self.lines) < MAX_WAITING:
            self.lines.append(line)
            self.wake.set()

    def remove_lines(self, numbers: list[int]) -> None:
        """Pass on that lines of chat were removed."""
        self.lines = [line for line in self.lines if line.number not in numbers]
        self.removed += numbers
        self.wake.set()

    def pass_on(self, frame: JobFrame) -> None:
        """Send how far work of the coach is; a slow reader gets the newest of each kind only."""
        self.jobs[frame.job.kind] = encode(frame)
        self.wake.set()

    def table_changed(self) -> None:
        """Pass on that something around the game has changed."""
        self.info = True
        self.wake.set()

    def seats_changed(self) -> None:
        """Show the table again; whoever lost the seat sees no more than a spectator from now on.

        Where spectators are not allowed, those who came while the table was open have to go.
        """
        table = self.live.table
        if self.seat is not None and self.user not in table.seats[self.seat].users:
            self.seat = None
        if self.seat is None and not may_watch(table, self.user):
            self.close()
        self.refresh = True
        self.table_changed()

    def has_seen(self, number: int) -> None:
        """Note that the client has the view of this number."""
        self.sent = number
        self.shown = number, self.seat

    def _update(self) -> bytes:
        """Take the entries that wait, with the view: how it has changed, if the client knows it."""
        entries, self.entries = self.entries, []
        whole, self.refresh = self.refresh or not self.changes, False
        frame = None
        if not whole and len(entries) == 1 and self.shown == (entries[0].number - 1, self.seat):
            frame = changed(self.live, self.seat, entries[0])
        return frame or update(self.live, self.seat, entries)

    @property
    def asked(self) -> bool:
        """Whether its seat has something to decide."""
        live, seat = self.live, self.seat
        if seat is None or live.state is None or live.table.status != "running":
            return False
        return live.table.turn == seat or bool(live.state.anytime(seat))

    def take(self) -> list[bytes]:
        """Take everything that waits, as frames, for the socket that writes them."""
        number = self.sent
        frames = self.frames()
        if self.sent != number and self.on_decision is not None and self.asked:
            self.on_decision(self)
        return frames

    def frames(self) -> list[bytes]:
        """Take everything that waits, as frames."""
        frames = list(self.replies)
        self.replies.clear()
        if self.closed:  # it may see nothing more
            return frames
        frames += self.jobs.values()
        self.jobs.clear()
        if self.fell_behind:
            self.fell_behind = self.info = self.refresh = False
            self.entries.clear()
            frames.append(encode(snapshot(self.live, self.user, self.seat, [], [], None)))
            self.has_seen(self.live.table.number)
        if self.entries or self.refresh:
            frames.append(self._update())
            self.has_seen(self.live.table.number)
        if self.info:
            self.info = False
            info = table_info(self.live, self.user)
            seats = seats_of(self.live.table, self.user)
            frames.append(encode(InfoFrame(info, self.seat, seats)))
        if self.lines or self.removed:
            lines, self.lines = self.lines, []
            removed, self.removed = self.removed, []
            frames.append(encode(ChatFrame(lines, removed)))
        if self.beat:
            self.beat = False
            if not frames:
                frames.append(encode(Beat(self.live.table.number, time.time())))
        return frames
