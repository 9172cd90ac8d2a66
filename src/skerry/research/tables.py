"""The rows as Arrow tables: the same columns in data frames and in Parquet files."""

from typing import Any

import pyarrow as pa

from skerry.research.records import Row, Rows

GAMES = pa.schema(
    [
        ("game_id", pa.string()),
        ("game", pa.string()),
        ("rules", pa.int16()),
        ("players", pa.int8()),
        ("options", pa.string()),
        ("seed", pa.int64()),
        ("finished", pa.bool_()),
        ("lost_by_everybody", pa.bool_()),
        ("moves", pa.int32()),
        ("rounds", pa.int8()),
        ("bots", pa.list_(pa.string())),
        ("totals", pa.list_(pa.int32())),
        ("places", pa.list_(pa.int8())),
    ]
)
MOVES = pa.schema(
    [
        ("game_id", pa.string()),
        ("number", pa.int32()),
        ("round", pa.int8()),
        ("seat", pa.int8()),
        ("question", pa.string()),
        ("move", pa.int32()),
        ("text", pa.string()),
        ("options", pa.int16()),
        ("acquired", pa.string()),
    ]
)
SCORES = pa.schema(
    [
        ("game_id", pa.string()),
        ("game", pa.string()),
        ("seat", pa.int8()),
        ("bot", pa.string()),
        ("total", pa.int32()),
        ("place", pa.int8()),
        ("win", pa.float32()),
        ("acquired", pa.list_(pa.string())),
    ]
)
ITEMS = pa.schema(
    [
        ("game_id", pa.string()),
        ("game", pa.string()),
        ("seat", pa.int8()),
        ("item", pa.string()),
        ("points", pa.int32()),
    ]
)
OBSERVATIONS = pa.schema(
    [
        ("game_id", pa.string()),
        ("number", pa.int32()),
        ("seat", pa.int8()),
        ("version", pa.int16()),
        ("observation", pa.list_(pa.uint8())),
        ("options", pa.list_(pa.int32())),
        ("move", pa.int32()),
    ]
)
SEARCHES = pa.schema(
    [
        ("game_id", pa.string()),
        ("number", pa.int32()),
        ("seat", pa.int8()),
        ("bot", pa.string()),
        ("moves", pa.list_(pa.int32())),
        ("visits", pa.list_(pa.int32())),
        ("leads", pa.list_(pa.float32())),
    ]
)
SCHEMAS = {
    "games": GAMES,
    "moves": MOVES,
    "scores": SCORES,
    "items": ITEMS,
    "observations": OBSERVATIONS,
    "searches": SEARCHES,
}


def table(name: str, rows: list[Row]) -> Any:
    """Return rows as an Arrow table."""
    schema = SCHEMAS[name]
    columns = {column: [row[column] for row in rows] for column in schema.names}
    return pa.table(columns, schema=schema)


def tables(rows: Rows) -> dict[str, Any]:
    """Return the rows of games as Arrow tables by name."""
    return {
        "games": table("games", rows.games),
        "moves": table("moves", rows.moves),
        "scores": table("scores", rows.scores),
        "items": table("items", rows.items),
    }
