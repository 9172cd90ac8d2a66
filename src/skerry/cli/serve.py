"""`skerry serve`, `backup`, `export` and `import`: running the table server."""

import asyncio
import secrets
import socket
import sqlite3
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import typer

from skerry.games import GAMES
from skerry.kernel.agenda import NOBODY
from skerry.kernel.errors import BadSetup
from skerry.service.people import Links, tidy
from skerry.service.table.records import finished, record_of, replayed
from skerry.service.table.state import rebuild
from skerry.store.protocol import Entry, Seat, Table
from skerry.store.sqlite import SqliteStore, copy_file
from skerry.web.settings import Settings

T = TypeVar("T")
Data = Annotated[
    Path, typer.Option("--data", envvar="SKERRY_DATA", help="Directory of the tables.")
]
BaseUrl = Annotated[
    str, typer.Option("--base-url", envvar="SKERRY_BASE_URL", help="The address players use.")
]
DATA = Path("skerry-data")


def serve(
    host: Annotated[str, typer.Option(envvar="SKERRY_HOST", help="Address.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(envvar="SKERRY_PORT", min=1, max=65535, help="Port.")] = 8017,
    data: Data = DATA,
    base_url: BaseUrl = "",
    cards: Annotated[
        str, typer.Option(envvar="SKERRY_CARDS", help="A directory of corrected card files.")
    ] = "",
    workers: Annotated[
        int,
        typer.Option(envvar="SKERRY_WORKERS", help="Processes for bots; 0: as many as cores"),
    ] = 0,
    rate: Annotated[
        float, typer.Option(envvar="SKERRY_RATE", help="Requests a second per client; 0: no limit")
    ] = 20.0,
    sockets: Annotated[
        int, typer.Option(envvar="SKERRY_SOCKETS", help="Sockets per client; 0: no limit")
    ] = 50,
    trusted_proxies: Annotated[
        str, typer.Option(envvar="SKERRY_TRUSTED_PROXIES", help="Proxies to believe.")
    ] = "",
    log_level: Annotated[str, typer.Option(envvar="SKERRY_LOG_LEVEL")] = "warning",
) -> None:
    """Serve tables to browsers and bots until stopped with Ctrl-C."""
    from skerry.web.server import config, lock_directory, set_up_logs
    from skerry.web.server import serve as run

    settings = Settings(
        host=host,
        port=port,
        data=data,
        base_url=base_url.rstrip("/"),
        cards=cards,
        rate=rate,
        sockets_per_client=sockets,
        trusted_proxies=trusted_proxies,
    )
    if workers > 0:
        settings.workers = workers
    set_up_logs(log_level)
    _in_one_line(lambda: data.mkdir(parents=True, exist_ok=True))
    _in_one_line(lambda: _try_address(host, port))
    held = _in_one_line(lambda: lock_directory(data))
    ready = _in_one_line(lambda: config(settings))
    address = settings.base_url or f"http://{'localhost' if host == '127.0.0.1' else host}:{port}"
    print(f"Skerry is at {address} (stop with Ctrl-C; games are stored in {data}/)", flush=True)
    with held:
        run(ready)


def backup(target: Path, data: Data = DATA) -> None:
    """Copy all tables into a new file, also while the server runs."""
    _existing(data)
    _in_one_line(lambda: copy_file(str(data / "skerry.db"), str(target)))
    print(f"written: {target}")


def export(table: str, data: Data = DATA) -> None:
    """Print a table's game as a record, also an unfinished one (it shows what is hidden)."""
    _existing(data)

    async def work() -> str:
        store = SqliteStore(data / "skerry.db")
        try:
            stored = await store.load(table)
            if stored is None or stored.setup is None:
                raise BadSetup(f"there is no started table {table!r} in {data}")
            return record_of(rebuild(stored, await store.log(table))).text()
        finally:
            await store.close()

    sys.stdout.write(_in_one_line(lambda: asyncio.run(work())))


def import_(
    file: Path,
    data: Data = DATA,
    bots: Annotated[
        bool, typer.Option("--bots", help="Let bots play an unfinished game to its end.")
    ] = False,
    base_url: BaseUrl = "",
) -> None:
    """Store a record as a table: a finished game to view, another to continue by its links."""
    text = _in_one_line(lambda: file.read_text(encoding="utf-8"))
    table, entries = _in_one_line(lambda: table_of(text, bots))
    settings = Settings(data=data)
    secret = _in_one_line(settings.secret)

    async def work() -> None:
        store = SqliteStore(settings.database)
        await store.create(table, entries)
        await store.close()

    _in_one_line(lambda: asyncio.run(work()))
    print(f"table {table.id} ({table.status}, {len(entries)} moves)")
    if table.status == "running" and not bots:
        address = base_url.rstrip("/") or f"http://localhost:{settings.port}"
        for number, seat in enumerate(table.seats):
            token = Links(secret).token(table.id, number, seat.link)
            print(f"{seat.name}: {address}/t/{table.id}#seat={token}")


def table_of(text: str, bots: bool = False) -> tuple[Table, list[Entry]]:
    """Make a table from a record; an unfinished game waits for people, or for nobody but bots."""
    now = time.time()
    record, entries, state = replayed(text, now)
    game = GAMES[record.game]
    names = record.meta.get("seats")
    if not (isinstance(names, list) and len(names) == state.n):
        names = [f"Seat {seat + 1}" for seat in range(state.n)]
    kind: Literal["bot", "human"] = "bot" if bots or state.turn() == NOBODY else "human"
    table = Table(
        id=secrets.token_hex(5),
        game=record.game,
        rules=record.rules,
        host="",
        seats=[Seat(kind, tidy(str(name), 40), level="steady") for name in names],
        created=now,
        updated=now,
        name="Imported game",
        options=record.setup.get("options", {}),
        setup=record.setup,
        number=len(entries),
        public=kind == "bot",
    )
    if state.turn() != NOBODY:
        table.status, table.turn = "running", state.turn()
    else:
        table = finished(table, game, state)
    return table, entries


def _existing(data: Path) -> None:
    if not (data / "skerry.db").exists():
        raise BadSetup(f"there are no tables in {data}; name the directory with --data")


def _try_address(host: str, port: int) -> None:
    """Raise BadSetup if the server could not listen there."""
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
        except OSError as error:
            raise BadSetup(
                f"cannot listen on {host}:{port} ({error.strerror}); try --port"
            ) from None


def _in_one_line(work: Callable[[], T]) -> T:
    """Do something; turn errors of the system into BadSetup, which is printed in one line."""
    try:
        return work()
    except (OSError, UnicodeError, sqlite3.Error) as error:
        raise BadSetup(str(error)) from None


def add_to(app: typer.Typer) -> None:
    """Add these commands to an application."""
    app.command()(serve)
    app.command()(backup)
    app.command()(export)
    app.command("import")(import_)


app = typer.Typer(no_args_is_help=True, add_completion=False)
add_to(app)

if __name__ == "__main__":
    app()
