"""Everything that is stored of a person, as one JSON file, written piece by piece."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import msgspec

from skerry.service.identity.own_tables import OVER, tables_of
from skerry.service.live.tables import Tables
from skerry.service.people import User
from skerry.service.table.records import record_of
from skerry.service.table.standing import standing
from skerry.service.table.state import TableState
from skerry.store.protocol import Table

_encode = msgspec.json.Encoder().encode


async def everything_of(tables: Tables, user: User, now: float) -> AsyncIterator[bytes]:
    """Write a person's data: what is stored by table, then the games with their records."""
    stored = await tables.store.personal.rows(user.id)
    yield b'{"written":' + _encode(datetime.fromtimestamp(now, UTC).isoformat())
    yield b',"name":' + _encode(user.name)
    for name, rows in stored.items():
        yield b"," + _encode(name) + b":" + _encode(rows)
    yield b',"games":['
    comma = b""
    async for table in tables_of(tables, user.id):
        yield comma + _encode(await _game(tables, table, user))
        comma = b",\n"
    yield b"]}\n"


async def _game(tables: Tables, table: Table, user: User) -> dict[str, Any]:
    """Describe a table as its player knows it; the record only when the game is over."""
    game = {
        "table": table.id,
        "game": table.game,
        "name": table.name,
        "status": table.status,
        "created": table.created,
        "updated": table.updated,
        "options": table.options,
        "seats": [
            {
                "name": seat.name,
                "kind": seat.kind,
                "level": seat.level,
                "you": user.id in seat.users,
            }
            for seat in table.seats
        ],
        "scores": table.scores,
        "winners": table.winners,
    }
    if table.status in OVER:
        stored = await tables.store.load(table.id)
        if stored is not None and stored.setup is not None:
            history = standing(await tables.store.log(table.id))
            game["record"] = record_of(TableState(stored, history=history)).text()
    return game
