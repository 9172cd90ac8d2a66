"""What happened lately at tables, for their players' home pages."""

from skerry.store.protocol import Entry, News
from skerry.store.sql import Connection
from skerry.store.sql_codec import decode_events

MOST_COUNTED = 200  # moves since a seat's last one


async def news(db: Connection, places: list[tuple[str, int]]) -> dict[str, News]:
    """Return what happened lately at tables, each given with a seat."""
    return {id: await _news(db, id, seat) for id, seat in places}


async def _news(db: Connection, id: str, seat: int) -> News:
    rows = await db.fetch(
        "SELECT number, seat FROM log WHERE id = ? AND kind = 'move' ORDER BY number DESC LIMIT ?",
        *(id, MOST_COUNTED),
    )
    moves = 0
    for _, mover in rows:
        if mover == seat:
            break
        moves += 1
    if not rows:
        return News(0, None)
    row = await db.fetch_one(
        "SELECT number, seat, text, at, events FROM log WHERE id = ? AND number = ?",
        *(id, rows[0][0]),
    )
    assert row is not None
    number, mover, text, at, events = row
    return News(moves, Entry(number, "move", mover, text, at, decode_events(events)))
