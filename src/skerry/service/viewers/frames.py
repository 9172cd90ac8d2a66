"""What a viewer is shown: the whole table, an update, the details of a decision."""

from collections.abc import Iterator
from typing import Any, cast

import msgspec

from skerry import __version__
from skerry.service.live.live_table import LiveTable
from skerry.service.messages import (
    AbsenceInfo,
    Changed,
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
from skerry.service.table import absence
from skerry.service.table.clock import left_now
from skerry.service.table.records import result
from skerry.service.table.seats import has_seat, is_host, seats_of
from skerry.service.table.undo import can_undo, likely_undo, must_agree
from skerry.service.viewers import decision
from skerry.service.viewers.difference import Views
from skerry.store.protocol import Entry, Line, Table

encode = msgspec.json.Encoder().encode
NO_DECISION = b'"decision":null'


def may_read(table: Table, user: str, line: Line) -> bool:
    """Return whether a user may read a line: not a player what spectators say during play."""
    return line.room != "watchers" or table.status != "running" or not has_seat(table, user)


def table_info(live: LiveTable, user: str) -> TableInfo:
    """Describe a table to a user."""
    table = live.table
    online = live.online
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
                held=seat.kind == "bot" or bool(seat.users),
                former=seat.former,
            )
            for number, seat in enumerate(table.seats)
        ],
        options=table.options,
        number=table.number,
        turn=table.turn,
        round=table.round,
        created=table.created,
        updated=table.updated,
        public=table.public,
        watchable=table.watchable,
        coach=table.coach,
        forecast=table.forecast,
        what_if=table.what_if,
        hints=table.coach != "off",
        host=is_host(table, user),
        watchers=len(online - seated),
        clock=clock_info(live),
        undo=undo_info(live),
        scores=table.scores,
        winners=table.winners,
        previous=table.previous,
        following=table.following,
        campaign=table.campaign,
        absences=absence_infos(live, user),
        rated=table.rated,
        unrated=table.unrated,
        commitment=table.commitment,
        salt=table.salt if table.status in ("finished", "abandoned") else "",
        daily=table.daily,
    )


def absence_infos(live: LiveTable, user: str) -> list[AbsenceInfo]:
    """Describe what was asked for in somebody's absence."""
    table = live.table
    return [
        AbsenceInfo(
            what=request.what,
            seat=request.seat,
            by=request.by,
            waiting=absence.waiting(table, request),
            due_in=max(0.0, request.due - live.time.now()) if request.due else None,
            about_you=absence.is_about(table, request, user),
            by_you=request.user == user,
        )
        for request in table.absences
    ]


def clock_info(live: LiveTable) -> ClockInfo | None:
    """Return the clock as it stands now."""
    clock = live.table.clock
    if clock is None:
        return None
    turn = live.table.turn if live.table.status == "running" else None
    left = left_now(live.table, live.time.now())
    return ClockInfo(clock.kind, clock.seconds, clock.increment, clock.at_zero, left, turn)


def undo_info(live: LiveTable) -> UndoInfo | None:
    """Return the undo that was asked for."""
    undo = live.table.undo
    if undo is None:
        return None
    asked = must_agree(live.current, undo.seat, undo.keep)
    waiting = [seat for seat in asked if seat not in undo.agreed]
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


def current_decision(live: LiveTable, seat: int | None) -> Decision | None:
    """Return what the viewer may do now."""
    if seat is None or live.state is None or live.table.status != "running":
        return None
    taken = live.table.seats[seat]
    if taken.substitute or taken.resigned or taken.kind != "human":
        return None
    if live.state.turn() != seat and not live.state.anytime(seat):
        return None  # most viewers after most moves
    undo = likely_undo(live.current, seat)  # the details are exact
    return decision.decision(live.game, live.state, seat, live.table.number, live.table.id, undo)


def details(live: LiveTable, seat: int) -> Iterator[Details | None]:
    """Compute previews, reasons and the exact undo for the seat's open decision.

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
    """Return the scores of a game that is over; views show what each viewer may know before."""
    over = live.table.status in ("finished", "abandoned")
    if live.state is None or not over:
        return []
    return [
        ScoreInfo(score.seat, score.total, score.items, score.place)
        for score in result(live.table, live.game, live.state)
    ]


def snapshot(
    live: LiveTable,
    user: str,
    seat: int | None,
    entries: list[LogEntry],
    lines: list[Line],
    seen: int | None,
    whole: bool = False,
) -> Snapshot:
    """Show the whole table to one viewer."""
    return Snapshot(
        table=table_info(live, user),
        seat=seat,
        seats=seats_of(live.table, user),
        number=live.table.number,
        moves=len(live.history),
        view=_view(live, seat),
        decision=current_decision(live, seat),
        scores=scores(live),
        entries=entries,
        chat=lines,
        seen=seen,
        version=__version__,
        whole=whole,
    )


def _views(live: LiveTable) -> Views | None:
    """Return the position as all see it; it is kept until the next one has been published."""
    views: Views | None = live.frame_cache.get("views")
    if views is None and live.state is not None:
        number, before = live.table.number, live.views_before
        views = live.frame_cache["views"] = Views(live.game, live.state, number, before)
    return views


def _view(live: LiveTable, seat: int | None) -> Any:
    """Return a viewer's view, ready to be written."""
    views = _views(live)
    return None if views is None else views.whole(seat)


def update(live: LiveTable, seat: int | None, entries: list[Entry]) -> bytes:
    """Write the frame for new entries; viewers of one seat share the costly parts."""
    key = ("now", seat)
    if key not in live.frame_cache:
        now = Update(
            number=live.table.number,
            moves=len(live.history),
            entries=[],
            view=_view(live, seat),
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


def changed(live: LiveTable, seat: int | None, entry: Entry) -> bytes | None:
    """Write the frame for the newest entry to a viewer who has the view before it.

    None if that view is not known any more. All who are shown the same share one frame, apart
    from the decision.
    """
    key = ("changed", seat)
    cached: bytes | None = live.frame_cache.get(key)
    if cached is not None:
        return cached
    before, now = live.views_before, _views(live)
    if before is None or now is None or before.number != entry.number - 1:
        return None
    difference = now.since(before, seat)
    if seat is not None and difference is now.since(before, None) and not _has_secret(entry):
        frame = changed(live, None, entry)
    else:
        frame = encode(
            Changed(
                number=live.table.number,
                moves=len(live.history),
                decision=None,
                entries=cast(Any, [msgspec.Raw(_log_bytes(live, entry, seat))]),
                fields=difference.fields,
                items=difference.items,
                scores=scores(live),
                turn=live.table.turn,
                status=live.table.status,
                clock=clock_info(live),
            )
        )
    decision = current_decision(live, seat)
    if frame is not None and decision is not None:
        head, _, rest = frame.partition(NO_DECISION)  # the first there is: before anything named
        frame = b"".join((head, b'"decision":', encode(decision), rest))
    live.frame_cache[key] = frame
    return frame
