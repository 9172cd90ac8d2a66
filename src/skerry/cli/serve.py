"""`skerry serve`, `backup`, `export` and `import`: running the table server."""

import asyncio
import secrets
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.errors import BadSetup
from skerry.kernel.events import Event
from skerry.kernel.record import read_record, replay
from skerry.service.live import Live, pack
from skerry.service.tables import record_of
from skerry.store.protocol import Entry, Seat, Table
from skerry.store.sqlite import SqliteStore, copy_file
from skerry.web.settings import Settings

T = TypeVar("T")
Data = Annotated[
    Path, typer.Option("--data", envvar="SKERRY_DATA", help="Directory of the tables.")
]
DATA = Path("skerry-data")


def serve(
    host: Annotated[str, typer.Option(envvar="SKERRY_HOST", help="Address.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(envvar="SKERRY_PORT", min=1, max=65535, help="Port.")] = 8017,
    data: Data = DATA,
    base_url: Annotated[
        str, typer.Option(envvar="SKERRY_BASE_URL", help="The address players use.")
    ] = "",
    workers: Annotated[
        int,
        typer.Option(envvar="SKERRY_WORKERS", help="Processes for bots; 0: one less than cores"),
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
    from skerry.web.server import serve as run
    from skerry.web.server import set_up_logs

    settings = Settings(
        host=host,
        port=port,
        data=data,
        base_url=base_url.rstrip("/"),
        rate=rate,
        sockets_per_client=sockets,
        trusted_proxies=trusted_proxies,
    )
    if workers > 0:
        settings.workers = workers
    set_up_logs(log_level)
    _told(lambda: data.mkdir(parents=True, exist_ok=True))
    _told(lambda: _try_address(host, port))
    address = settings.base_url or f"http://{'localhost' if host == '127.0.0.1' else host}:{port}"
    print(f"Skerry is at {address} (stop with Ctrl-C; games are kept in {data}/)", flush=True)
    run(settings)


def backup(target: Path, data: Data = DATA) -> None:
    """Copy all tables into a new file, also while the server runs."""
    _existing(data)
    _told(lambda: copy_file(str(data / "skerry.db"), str(target)))
    print(f"written: {target}")


def export(table: str, data: Data = DATA) -> None:
    """Print a table's game as a record, also an unfinished one (it shows what is hidden)."""
    _existing(data)

    async def work() -> str:
        store = SqliteStore(data / "skerry.db")
        try:
            kept = await store.load(table)
            if kept is None or kept.setup is None:
                raise BadSetup(f"there is no started table {table!r} in {data}")
            return record_of(Live.of(kept, await store.log(table))).text()
        finally:
            await store.close()

    sys.stdout.write(_told(lambda: asyncio.run(work())))


def import_(file: Path, data: Data = DATA) -> None:
    """Keep a record as a table: a finished game to look at, another to be played on by bots."""
    text = _told(lambda: file.read_text(encoding="utf-8"))
    table, entries = _told(lambda: table_of(text))

    async def work() -> None:
        data.mkdir(parents=True, exist_ok=True)
        store = SqliteStore(data / "skerry.db")
        await store.create(table, entries)
        await store.close()

    asyncio.run(work())
    print(f"table {table.id} ({table.status}, {len(entries)} moves)")


def table_of(text: str) -> tuple[Table, list[Entry]]:
    """Make a table from a record; every move is checked."""
    record = read_record(text)
    entries: list[Entry] = []
    now = time.time()

    def watch(state: State, seat: int, move: int, events: list[Event]) -> None:
        number = len(entries) + 1
        told = record.moves[number - 1][1]
        entries.append(Entry(number, "move", seat, told, now, [pack(event) for event in events]))

    state = replay(GAMES, record, watch=watch)
    game = GAMES[record.game]
    names = record.meta.get("seats")
    if not (isinstance(names, list) and len(names) == state.n):
        names = [f"Seat {seat + 1}" for seat in range(state.n)]
    table = Table(
        id=secrets.token_hex(5),
        game=record.game,
        rules=game.rules,
        host="",
        seats=[Seat("bot", str(name)[:40], level="steady") for name in names],
        created=now,
        updated=now,
        name="Imported game",
        options=record.setup.get("options", {}),
        setup=record.setup,
        number=len(entries),
        public=True,
    )
    if state.turn() >= 0:
        table.status, table.turn = "running", state.turn()
    else:
        scores = game.scores(state)
        table.status = "finished"
        table.scores = [score.total for score in scores]
        table.winners = [score.seat for score in scores if score.place == 1]
    return table, entries


def _existing(data: Path) -> None:
    if not (data / "skerry.db").exists():
        raise BadSetup(f"there are no tables in {data}; name the directory with --data")


def _try_address(host: str, port: int) -> None:
    """Fail where the server could not listen, before it says that it does."""
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
        except OSError as error:
            raise BadSetup(
                f"cannot listen on {host}:{port} ({error.strerror}); try --port"
            ) from None


def _told(work: Callable[[], T]) -> T:
    """Do something; say in one line what is wrong with what was given."""
    try:
        return work()
    except (OSError, UnicodeError) as error:
        raise BadSetup(str(error)) from None


def add_to(app: typer.Typer) -> None:
    """Give an application these commands."""
    app.command()(serve)
    app.command()(backup)
    app.command()(export)
    app.command("import")(import_)


app = typer.Typer(no_args_is_help=True, add_completion=False)
add_to(app)

if __name__ == "__main__":
    app()
