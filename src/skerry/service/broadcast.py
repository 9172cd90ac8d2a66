"""What each viewer is told: the table, then every change, in order, nothing twice.

A viewer's frames are made when its socket is ready for them. A slow reader therefore gets fewer
and larger frames, and costs no memory: what waits is a list of entries, bounded.
"""

import asyncio
import time
from collections import deque
from collections.abc import Iterator

import msgspec

from skerry import __version__
from skerry.kernel.agenda import NOBODY
from skerry.service import decision
from skerry.service.live import LiveTable, unpack
from skerry.service.messages import (
    Beat,
    CanUndo,
    ChatFrame,
    ClockInfo,
    Decision,
    Details,
    Frame,
    Happened,
    InfoFrame,
    LogEntry,
    ScoreInfo,
    SeatInfo,
    Snapshot,
    TableInfo,
    UndoInfo,
    Update,
)
from skerry.store.protocol import Entry, Line

MOST_WAITING = 400  # entries; a slower reader gets the whole table again
MOST_DIRECT = 64  # answers a client may leave unread before it is cut off

encode = msgspec.json.Encoder().encode


class Viewer:
    """One socket at one table, watching from a seat or from outside."""

    def __init__(self, live: LiveTable, user: str, seat: int | None) -> None:
        self.live = live
        self.user = user
        self.seat = seat
        self.wake = asyncio.Event()
        self.entries: list[Entry] = []
        self.lines: list[Line] = []
        self.direct: deque[bytes] = deque()
        self.whole = False  # the reader fell behind
        self.info = False
        self.refresh = False  # the same position from another seat
        self.closed = False
        self.beat = False
        self.busy = 0.0  # since when its socket takes nothing, or 0
        self.sent = 0  # the number of the last frame

    def enqueue(self, entry: Entry) -> None:
        """Pass on an entry of the log."""
        if len(self.entries) >= MOST_WAITING:
            self.entries.clear()
            self.whole = True
        elif not self.whole:
            self.entries.append(entry)
        self.wake.set()

    def answer(self, frame: Frame) -> None:
        """Answer a message of this client, before anything else it is told."""
        self.direct.append(encode(frame))
        if len(self.direct) > MOST_DIRECT:
            self.close()
        self.wake.set()

    def close(self) -> None:
        """Let its socket be closed; the client comes back by number."""
        self.closed = True
        self.wake.set()

    def say(self, line: Line) -> None:
        """Pass on a line of chat, if it is for this viewer."""
        if hears(self.live, self.seat, line) and len(self.lines) < MOST_WAITING:
            self.lines.append(line)
            self.wake.set()

    def note(self) -> None:
        """Pass on that something around the table has changed."""
        self.info = True
        self.wake.set()

    def frames(self) -> list[bytes]:
        """Take everything that waits, as frames."""
        frames = list(self.direct)
        self.direct.clear()
        if self.whole:
            self.whole = self.info = self.refresh = False
            self.entries.clear()
            frames.append(encode(snapshot(self.live, self.user, self.seat, [], [], None)))
            self.sent = self.live.table.number
        if self.entries or self.refresh:
            entries, self.entries = self.entries, []
            self.refresh = False
            frames.append(update(self.live, self.seat, entries))
            self.sent = self.live.table.number
        if self.info:
            self.info = False
            info = table_info(self.live, self.user)
            seats = seats_of(self.live, self.user)
            frames.append(encode(InfoFrame(info, self.seat, seats)))
        if self.lines:
            lines, self.lines = self.lines, []
            frames.append(encode(ChatFrame(lines)))
        if self.beat:
            self.beat = False
            if not frames:
                frames.append(encode(Beat(self.live.table.number, time.time())))
        return frames


def hears(live: LiveTable, seat: int | None, line: Line) -> bool:
    """Return whether a viewer may read a line: players do not hear the watchers during the game."""
    return line.room != "watchers" or seat is None or live.table.status != "running"


def seats_of(live: LiveTable, user: str) -> list[int]:
    """List the seats a user may act for."""
    return [number for number, seat in enumerate(live.table.seats) if user in seat.users]


def table_info(live: LiveTable, user: str) -> TableInfo:
    """Describe a table to a user."""
    table = live.table
    online = {viewer.user for viewer in live.viewers}
    seated = {u for seat in table.seats for u in seat.users}
    return TableInfo(
        id=table.id,
        game=table.game,
        name=table.name,
        status=table.status,
        seats=[
            SeatInfo(
                seat=number,
                kind=seat.kind,
                name=seat.name,
                level=seat.level,
                online=seat.kind == "bot" or any(u in online for u in seat.users),
                host=table.host in seat.users,
                yours=user in seat.users,
                substitute=seat.substitute,
                resigned=seat.resigned,
            )
            for number, seat in enumerate(table.seats)
        ],
        options=table.options,
        number=table.number,
        turn=table.turn,
        created=table.created,
        updated=table.updated,
        public=table.public,
        watchable=table.watchable,
        hints=table.hints,
        host=user == table.host,
        watchers=len(online - seated),
        clock=clock_info(live),
        undo=undo_info(live),
        scores=table.scores,
        winners=table.winners,
        previous=table.previous,
        following=table.following,
        campaign=table.campaign,
    )


def clock_info(live: LiveTable) -> ClockInfo | None:
    """Return the clock as it stands now."""
    clock = live.table.clock
    if clock is None:
        return None
    left = list(clock.left)
    turn = live.table.turn if live.table.status == "running" else None
    if turn is not None and left:
        left[turn] = max(0.0, left[turn] - (time.time() - clock.since))
    return ClockInfo(clock.kind, clock.seconds, clock.increment, clock.at_zero, left, turn)


def undo_info(live: LiveTable) -> UndoInfo | None:
    """Return the open wish to take back."""
    undo = live.table.undo
    if undo is None:
        return None
    waiting = [seat for seat in live.present() if seat not in undo.agreed]
    return UndoInfo(undo.seat, len(live.history) - undo.keep, waiting)


def log_entry(live: LiveTable, entry: Entry, viewer: int | None) -> LogEntry:
    """Write an entry of the log as one viewer may see it."""
    taken_back = entry.kind == "takeback"
    events = []
    for packed in entry.events:
        seen = unpack(packed).seen_by(viewer)
        events.append(Happened(seen, live.game.describe(seen)))
    hidden = any("x" in packed for packed in entry.events) and viewer != entry.seat
    return LogEntry(
        number=entry.number,
        kind=entry.kind,
        seat=entry.seat,
        # The text of a move with a secret side would tell the secret.
        move="" if taken_back or (hidden and live.table.status == "running") else entry.text,
        keep=int(entry.text) if taken_back else None,
        at=entry.at,
        events=events,
    )


def _log_bytes(live: LiveTable, entry: Entry, viewer: int | None) -> bytes:
    """Write an entry, once for all viewers if it holds no secret."""
    secret = any("x" in packed for packed in entry.events)
    key = ("entry", entry.number, viewer if secret else None)
    if key not in live.frame_cache:
        live.frame_cache[key] = encode(log_entry(live, entry, viewer if secret else None))
    cached: bytes = live.frame_cache[key]
    return cached


def can_undo_quickly(live: LiveTable, seat: int) -> CanUndo:
    """Return how to undo without checking for reveals; the details are exact."""
    if live.table.status != "running" or live.own_last(seat) is None:
        return CanUndo("no", "nothing")
    return CanUndo("consent", "")


def current_decision(live: LiveTable, seat: int | None) -> Decision | None:
    """Return what the viewer may do now."""
    if seat is None or live.state is None or live.table.status != "running":
        return None
    taken = live.table.seats[seat]
    if taken.substitute or taken.resigned or taken.kind != "human":
        return None
    undo = can_undo_quickly(live, seat)
    return decision.decision(live.game, live.state, seat, live.table.number, live.table.id, undo)


def details(live: LiveTable, seat: int) -> Iterator[Details | None]:
    """Work out previews, reasons and the surer word on undo for the seat's open decision.

    In small steps, each of which gives None; the last gives the details, if there are any.
    """
    state, number = live.state, live.table.number
    if state is None or current_decision(live, seat) is None:
        return
    told = {}
    for move, preview in decision.previews(live.game, state, seat):
        told[move] = preview
        yield None
    closed = decision.closed(live.game, state, seat)
    yield None
    if live.table.number == number:
        yield Details(number, seat, told, closed, live.can_undo(seat))


def scores(live: LiveTable) -> list[ScoreInfo]:
    """Return the final scores; during play each view shows what its viewer may know."""
    if live.state is None or live.state.turn() != NOBODY:
        return []
    return [
        ScoreInfo(score.seat, score.total, score.items, score.place)
        for score in live.game.scores(live.state)
    ]


def snapshot(
    live: LiveTable,
    user: str,
    seat: int | None,
    entries: list[LogEntry],
    lines: list[Line],
    seen: int | None,
) -> Snapshot:
    """Show the whole table to one viewer."""
    return Snapshot(
        table=table_info(live, user),
        seat=seat,
        seats=seats_of(live, user),
        number=live.table.number,
        moves=len(live.history),
        view=None if live.state is None else live.game.view(live.state, seat),
        decision=current_decision(live, seat),
        scores=scores(live),
        entries=entries,
        chat=lines,
        seen=seen,
        version=__version__,
    )


def update(live: LiveTable, seat: int | None, entries: list[Entry]) -> bytes:
    """Write the frame for new entries; viewers of one seat share the costly parts."""
    key = ("now", seat)
    if key not in live.frame_cache:
        now = Update(
            number=live.table.number,
            moves=len(live.history),
            entries=[],
            view=None if live.state is None else live.game.view(live.state, seat),
            decision=current_decision(live, seat),
            scores=scores(live),
            turn=live.table.turn,
            status=live.table.status,
            clock=clock_info(live),
        )
        live.frame_cache[key] = encode(now)
    cached: bytes = live.frame_cache[key]
    if not entries:
        return cached
    lines = b",".join(_log_bytes(live, entry, seat) for entry in entries)
    return cached.replace(b'"entries":[]', b'"entries":[' + lines + b"]", 1)
