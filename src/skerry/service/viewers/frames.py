"""What a viewer is shown: the whole table, an update, the details of a decision."""

import time
from collections.abc import Iterator

import msgspec

from skerry import __version__
from skerry.kernel.agenda import NOBODY
from skerry.service.live.live_table import LiveTable
from skerry.service.messages import (
    CanUndo,
    ClockInfo,
    Decision,
    Details,
    Happened,
    LogEntry,
    ScoreInfo,
    SeatInfo,
    Snapshot,
    TableInfo,
    UndoInfo,
    Update,
)
from skerry.service.table.seats import asked_for_consent, seats_of
from skerry.service.table.undo import can_undo, last_own
from skerry.service.viewers import decision
from skerry.store.protocol import Entry, Line, Table

encode = msgspec.json.Encoder().encode


def may_read(table: Table, seat: int | None, line: Line) -> bool:
    """Return whether a viewer may read a line: not a player what spectators say during play."""
    return line.room != "watchers" or seat is None or table.status != "running"


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
    """Return the undo that was asked for."""
    undo = live.table.undo
    if undo is None:
        return None
    waiting = [seat for seat in asked_for_consent(live.table) if seat not in undo.agreed]
    return UndoInfo(undo.seat, len(live.history) - undo.keep, waiting)


def log_entry(live: LiveTable, entry: Entry, viewer: int | None) -> LogEntry:
    """Write an entry of the log as one viewer may see it."""
    taken_back = entry.kind == "takeback"
    events = []
    for event in entry.events:
        seen = event.seen_by(viewer)
        events.append(Happened(seen, live.game.describe(seen)))
    hidden = _has_secret(entry) and viewer != entry.seat
    return LogEntry(
        number=entry.number,
        kind=entry.kind,
        seat=entry.seat,
        # The text of a move with a secret side would reveal it.
        move="" if taken_back or (hidden and live.table.status == "running") else entry.text,
        keep=int(entry.text) if taken_back else None,
        at=entry.at,
        events=events,
    )


def _log_bytes(live: LiveTable, entry: Entry, viewer: int | None) -> bytes:
    """Write an entry, once for all viewers if it holds no secret."""
    secret = _has_secret(entry)
    key = ("entry", entry.number, viewer if secret else None)
    if key not in live.frame_cache:
        live.frame_cache[key] = encode(log_entry(live, entry, viewer if secret else None))
    cached: bytes = live.frame_cache[key]
    return cached


def _has_secret(entry: Entry) -> bool:
    return any(event.secret is not None for event in entry.events)


def can_undo_quickly(live: LiveTable, seat: int) -> CanUndo:
    """Return how to undo without checking for reveals; the details are exact."""
    if live.table.status != "running" or last_own(live.current, seat) is None:
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

    In small steps, each of which yields None; the last yields the details, if there are any.
    """
    state, number = live.state, live.table.number
    if state is None or current_decision(live, seat) is None:
        return
    previews = {}
    for move, preview in decision.previews(live.game, state, seat):
        previews[move] = preview
        yield None
    closed = decision.closed(live.game, state, seat)
    yield None
    if live.table.number == number:
        yield Details(number, seat, previews, closed, can_undo(live.current, seat))


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
        seats=seats_of(live.table, user),
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
