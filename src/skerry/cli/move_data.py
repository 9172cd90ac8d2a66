"""`skerry move-data`: everything from a directory into a PostgreSQL database, or back.

All tables are copied, then every game is replayed from the copy and compared with the original.
"""

import asyncio
import os
import secrets
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from skerry.cli.trouble import in_one_line
from skerry.kernel.errors import BadSetup
from skerry.service.table.state import TableState, rebuild
from skerry.store.open_store import SCHEMES, open_store
from skerry.store.schema import COUNTED, TABLES
from skerry.store.sql import Connection, Row
from skerry.store.sql_store import SqlStore
from skerry.web.settings import Settings

ROWS_AT_ONCE = 500
KEYS = {"secret": "secret", "admin_key": "admin-key"}  # settings and the files they are without
# The measured moment of `alive` is PostgreSQL's own affair.
_COLUMNS = {"alive": ["one", "at"]}


def move_data(
    source: Annotated[str, typer.Option("--from", help="Directory, or postgresql://...")],
    target: Annotated[str, typer.Option("--to", help="Directory, or postgresql://...; empty")],
) -> None:
    """Copy everything from one store into another, empty one; stop the servers first."""
    if _is_database(source) == _is_database(target):
        raise BadSetup("one of --from and --to is a directory, the other a database")
    tables, moves = in_one_line(
        lambda: asyncio.run(_move(source, target)),
        "check that this user can read --from and write --to",
    )
    print(f"copied and replayed: {tables} tables, {moves} entries of their logs")
    print(f"start the server with {_flag(target)}; the old data are still in {_named(source)}")


def _is_database(place: str) -> bool:
    return place.startswith(SCHEMES)


def _flag(place: str) -> str:
    return "--database" if _is_database(place) else f"--data {place}"


def _named(place: str) -> str:
    return "the database" if _is_database(place) else place


async def _move(source: str, target: str) -> tuple[int, int]:
    if not _is_database(source) and not (Path(source) / "skerry.db").exists():
        raise BadSetup(f"there are no tables in {source}; name the old directory with --from")
    from skerry.web.server import lock_directory  # uvicorn is slow to import

    directory = Path(target if _is_database(source) else source)
    settings = Settings(data=directory)
    settings.make_data_directory()
    with lock_directory(directory):  # no server may write to it meanwhile
        before, after = _open(source), _open(target)
        try:
            await _check_empty(after, target)
            await _check_unused(before, after)
            for table, key in TABLES.items():
                await _copy(before, after, table, key)
            await _count_on(after)
            await _copy_keys(before, after, source, target)
            return await _compare(before, after)
        finally:
            await before.close()
            await after.close()


def _open(place: str) -> SqlStore:
    if _is_database(place):
        return open_store(Path(), place)
    return open_store(Path(place) / "skerry.db")


async def _rows(store: SqlStore, sql: str, *args: Any) -> list[Row]:
    async def work(db: Connection) -> list[Row]:
        return [tuple(row) for row in await db.fetch(sql, *args)]

    return await store._read(work)


async def _check_empty(store: SqlStore, place: str) -> None:
    for table in ("tables", "people", "log"):
        if await _rows(store, f"SELECT 1 FROM {table} LIMIT 1"):
            raise BadSetup(f"{_named(place)} is not empty; choose a new one")


async def _check_unused(*stores: SqlStore) -> None:
    for store in stores:
        if store.peers is not None and await _rows(
            store, "SELECT 1 FROM servers WHERE expires > clock_timestamp()"
        ):
            raise BadSetup("a server uses the database; stop it first")


async def _copy(before: SqlStore, after: SqlStore, table: str, key: str) -> None:
    """Copy the rows of a table, some at a time, in the order of its key."""
    columns = _COLUMNS.get(table) or await _columns(before, table)
    named = ", ".join(f'"{column}"' for column in columns)
    marks = ", ".join("?" * len(columns))
    insert = f"INSERT INTO {table} ({named}) VALUES ({marks})"
    if table == "settings":  # those of a new store are replaced
        insert += " ON CONFLICT (name) DO UPDATE SET value = excluded.value"
    if table == "alive":
        insert += " ON CONFLICT (one) DO UPDATE SET at = excluded.at"
    places = [columns.index(part.strip().strip('"')) for part in key.split(",")]
    later = f"WHERE ({key}) > ({', '.join('?' * len(places))})"
    where = ""
    last: tuple[Any, ...] = ()
    while True:
        select = f"SELECT {named} FROM {table} {where} ORDER BY {key} LIMIT {ROWS_AT_ONCE}"
        rows = await _rows(before, select, *last)
        if not rows:
            return
        where, last = later, tuple(rows[-1][place] for place in places)

        async def write(db: Connection, rows: list[Row] = rows) -> None:
            await db.execute_many(insert, rows)

        await after._write(write)


async def _columns(store: SqlStore, table: str) -> list[str]:
    if store.peers is None:
        return [row[1] for row in await _rows(store, f"PRAGMA table_info({table})")]
    sql = "SELECT column_name FROM information_schema.columns WHERE table_name = ?"
    found = await _rows(store, f"{sql} AND table_schema = current_schema()", table)
    return [row[0] for row in found]


async def _count_on(store: SqlStore) -> None:
    """Let PostgreSQL go on counting after the numbers that were copied."""
    if store.peers is None:
        return

    async def work(db: Connection) -> None:
        for table in COUNTED:
            await db.fetch_one(
                f"SELECT setval(pg_get_serial_sequence('{table}', 'number'),"
                f" GREATEST((SELECT MAX(number) FROM {table}), 1),"
                f" EXISTS (SELECT 1 FROM {table}))"
            )

    await store._write(work)


async def _copy_keys(before: SqlStore, after: SqlStore, source: str, target: str) -> None:
    """Keep the secret and the operator's key, so that links and cookies go on working."""
    for setting, file in KEYS.items():
        if _is_database(target):
            path = Path(source) / file
            if path.exists():
                await after.keep_setting(setting, path.read_text(encoding="ascii").strip())
            continue
        value = await before.keep_setting(setting, secrets.token_hex(32))
        with os.fdopen(
            os.open(Path(target) / file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w"
        ) as opened:
            opened.write(value)

    async def remove(db: Connection) -> None:
        for setting in KEYS:
            await db.execute("DELETE FROM settings WHERE name = ?", setting)

    if not _is_database(target):  # the files hold them now
        await after._write(remove)


async def _compare(before: SqlStore, after: SqlStore) -> tuple[int, int]:
    """Replay every game from both stores; raises BadSetup at the first difference."""
    for table in TABLES:
        if table != "settings":
            counts = [await _rows(s, f"SELECT COUNT(*) FROM {table}") for s in (before, after)]
            if counts[0] != counts[1]:
                raise BadSetup(f"{table}: {counts[0][0][0]} rows have become {counts[1][0][0]}")
    entries = 0
    ids = [row[0] for row in await _rows(before, "SELECT id FROM tables ORDER BY id")]
    for id in ids:
        one, other = await _replayed(before, id), await _replayed(after, id)
        if one != other:
            raise BadSetup(f"table {id} is not the same in the copy; nothing was removed")
        entries += len(one[1])
    return len(ids), entries


async def _replayed(store: SqlStore, id: str) -> tuple[Any, ...]:
    table, log = await store.load(id), await store.log(id)
    if table is None:
        return (None, [])
    state: TableState = rebuild(table, log)
    view = None if state.state is None else state.game.view(state.state, None)
    facts = [(e.number, e.kind, e.seat, e.text, e.at) for e in log]
    events = [[(v.kind, v.seat, v.data, v.owner, v.secret) for v in e.events] for e in log]
    chat = await store.chat(id, 0, 10**9)
    return msgspec.to_builtins(table), facts, events, chat, state.trouble, state.history, view


def add_to(app: typer.Typer) -> None:
    """Add this command to an application."""
    app.command("move-data")(move_data)
