"""`skerry serve`, `backup`, `export` and `import`: running the table server."""

import asyncio
import contextlib
import os
import secrets
import sys
import time
from pathlib import Path
from typing import Annotated, Literal

import typer

from skerry.cli.files import read_text
from skerry.cli.settings import BotSeconds, use_bot_seconds
from skerry.cli.trouble import in_one_line
from skerry.executors.cluster import check_cluster_address
from skerry.games import GAMES
from skerry.kernel.agenda import NOBODY
from skerry.kernel.commitment import SALT_BYTES, commitment
from skerry.kernel.errors import BadSetup
from skerry.service.people import Links, tidy
from skerry.service.table.records import finished, record_of, replayed
from skerry.service.table.results import new_result
from skerry.service.table.state import rebuild
from skerry.store.open_store import open_store
from skerry.store.protocol import Entry, Seat, Table
from skerry.store.sqlite import copy_file
from skerry.web.settings import Settings

Data = Annotated[Path, typer.Option("--data", envvar="SKERRY_DATA", help="Data directory")]
BaseUrl = Annotated[
    str, typer.Option("--base-url", envvar="SKERRY_BASE_URL", help="The address players use")
]
Database = Annotated[
    str,
    typer.Option(
        "--database",
        envvar="SKERRY_DATABASE",
        help="A PostgreSQL database instead of the directory: postgresql://USER:PASSWORD@HOST/NAME",
    ),
]
DATA = Path("skerry-data")
LOG_LEVELS = ("debug", "info", "warning", "error", "critical")


def serve(
    host: Annotated[
        str, typer.Option(envvar="SKERRY_HOST", help="Address to listen on")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(envvar="SKERRY_PORT", min=1, max=65535, help="Port")] = 8017,
    data: Data = DATA,
    database: Database = "",
    base_url: BaseUrl = "",
    cards: Annotated[
        str, typer.Option(envvar="SKERRY_CARDS", help="A directory of corrected card files")
    ] = "",
    daily: Annotated[
        str,
        typer.Option(
            envvar="SKERRY_DAILY",
            help="The daily challenges: common to all servers, or this server's own",
        ),
    ] = "common",
    bots: Annotated[
        str,
        typer.Option(
            envvar="SKERRY_BOTS",
            help="Your own bots: module:Class,NAME=cmd:PROGRAM; see docs/own-bots.md",
        ),
    ] = "",
    bot_seconds: BotSeconds = None,
    servers: Annotated[
        int,
        typer.Option(envvar="SKERRY_SERVERS", min=1, max=64, help="Server processes on one port"),
    ] = 1,
    workers: Annotated[
        int,
        typer.Option(
            envvar="SKERRY_WORKERS", min=0, help="Processes for bots; 0: as many as cores"
        ),
    ] = 0,
    dask: Annotated[
        str,
        typer.Option(
            envvar="SKERRY_DASK",
            metavar="ADDRESS",
            help="Let bots run on a Dask cluster, such as tcp://192.0.2.7:8786",
        ),
    ] = "",
    smtp: Annotated[
        str,
        typer.Option(
            envvar="SKERRY_SMTP",
            metavar="ADDRESS",
            help="Send mails through smtp://USER:PASSWORD@HOST:587, or smtps://",
        ),
    ] = "",
    mail_from: Annotated[
        str, typer.Option(envvar="SKERRY_MAIL_FROM", help="The address mails come from.")
    ] = "",
    allow_private_webhooks: Annotated[
        bool,
        typer.Option(
            "--allow-private-webhooks",
            envvar="SKERRY_ALLOW_PRIVATE_WEBHOOKS",
            help="Let players' webhooks reach this machine and its network: only among friends.",
        ),
    ] = False,
    rate: Annotated[
        float,
        typer.Option(envvar="SKERRY_RATE", min=0, help="Requests a second per client; 0: no limit"),
    ] = 20.0,
    sockets: Annotated[
        int, typer.Option(envvar="SKERRY_SOCKETS", min=0, help="Sockets per client; 0: no limit")
    ] = 50,
    cached_tables: Annotated[
        int,
        typer.Option(envvar="SKERRY_CACHED_TABLES", min=1, help="Tables kept in memory"),
    ] = 4000,
    trusted_proxies: Annotated[
        str,
        typer.Option(envvar="SKERRY_TRUSTED_PROXIES", help="Proxies whose X-Forwarded-For counts"),
    ] = "",
    log_level: Annotated[
        str, typer.Option(envvar="SKERRY_LOG_LEVEL", help=f"One of {', '.join(LOG_LEVELS)}")
    ] = "warning",
) -> None:
    """Serve tables to browsers and bots until stopped with Ctrl-C."""
    from skerry.web.server import config, lock_directory, set_up_logs
    from skerry.web.server import serve as run
    from skerry.web.several import listen

    use_bot_seconds(bot_seconds)
    settings = Settings(
        host=host,
        port=port,
        data=data,
        database=database,
        base_url=base_url.rstrip("/"),
        cards=cards,
        daily=daily,
        bots=bots,
        dask=dask,
        smtp=smtp,
        mail_from=mail_from,
        allow_private_webhooks=allow_private_webhooks,
        rate=rate,
        sockets_per_client=sockets,
        cached_tables=cached_tables,
        trusted_proxies=trusted_proxies,
    )
    settings.check()
    if log_level.lower() not in LOG_LEVELS:
        raise BadSetup(f"--log-level {log_level!r} is none; choose one of {', '.join(LOG_LEVELS)}")
    if dask:
        check_cluster_address(dask)
    if workers > 0:
        settings.workers = workers
    set_up_logs(log_level)
    if servers > 1:
        _serve_several(settings, servers, log_level)
        return
    listen(settings).close()  # before anything is written
    with contextlib.ExitStack() as held:
        remedy = f"let this user write to {data}, or choose another directory with --data"
        if not database:
            in_one_line(settings.make_data_directory, remedy)
            held.enter_context(in_one_line(lambda: lock_directory(data), remedy))
        ready = in_one_line(lambda: config(settings), remedy)
        where = "the database" if database else f"{data}/"
        print(f"Skerry is at {settings.address} (stop with Ctrl-C; games are stored in {where})")
        sys.stdout.flush()
        run(ready)


def _serve_several(settings: Settings, servers: int, log_level: str) -> None:
    """Run several server processes on one port and one database."""
    if not settings.database:
        raise BadSetup(
            "--servers needs --database postgresql://...: SQLite is for a single server process"
        )
    from skerry.web.several import listen, serve_several

    settings.workers = max(1, settings.workers // servers)  # of each
    settings.secret()  # the database is brought up to date, once
    settings.admin_key()
    with listen(settings) as shared:
        print(f"Skerry is at {settings.address} ({servers} servers; stop with Ctrl-C)", flush=True)
        serve_several(settings, servers, log_level, shared)


def backup(target: Path, data: Data = DATA, database: Database = "") -> None:
    """Copy all tables into a new file, and the secret beside it; the server may keep running."""
    if database:
        raise BadSetup(
            f"a database is copied with: pg_dump --format=custom --file={target} DATABASE"
            " (the secret is in it; docs/hosting.md)"
        )
    _existing(data)
    kept = target.with_name(target.name + ".secret")
    for path in (target, kept):
        if path.exists():
            raise BadSetup(f"{path} exists already; choose a new file")
    remedy = "nothing was kept; choose a directory with enough room that you can write to"
    try:
        in_one_line(lambda: copy_file(str(data / "skerry.db"), str(target)), remedy)
        if (data / "secret").exists():
            in_one_line(lambda: _copy_private(data / "secret", kept), remedy)
    except BaseException:
        for path in (target, kept):  # half a copy must not be taken for a backup
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)
        raise
    if kept.exists():
        print(f"written: {target} and {kept}; keep both where only you can read them")
    else:
        print(f"written: {target}; there is no secret in {data} yet")


def export(table: str, data: Data = DATA, database: Database = "") -> None:
    """Print a table's game as a record, even an unfinished one (hidden things included)."""
    if not database:
        _existing(data)
    where = "the database" if database else str(data)

    async def work() -> str:
        store = open_store(data / "skerry.db", database)
        try:
            stored = await store.load(table)
            if stored is None or stored.setup is None:
                raise BadSetup(f"there is no started table {table!r} in {where}")
            return record_of(rebuild(stored, await store.log(table))).text()
        finally:
            await store.close()

    sys.stdout.write(in_one_line(lambda: asyncio.run(work())))


def import_(
    file: Path,
    data: Data = DATA,
    database: Database = "",
    bots: Annotated[
        bool, typer.Option("--bots", help="Let bots play an unfinished game to its end")
    ] = False,
    base_url: BaseUrl = "",
) -> None:
    """Store a record as a table: finished games can be viewed, others continued by their links."""
    table, entries = table_of(read_text(file), bots)
    settings = Settings(data=data, database=database)
    secret = in_one_line(settings.secret)

    async def work() -> None:
        store = open_store(settings.file, database)
        await store.create(table, entries, new_result(None, rebuild(table, entries)))
        await store.announce(table.id)  # a running server goes on with it at once
        await store.close()

    in_one_line(lambda: asyncio.run(work()))
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
        begun=len(entries),
        unrated=True,
        commitment=record.commitment,
        salt=record.salt,
    )
    if not table.commitment:
        table.salt = secrets.token_hex(SALT_BYTES)
        table.commitment = commitment(table.salt, record.setup)
    if state.turn() != NOBODY:
        table.status, table.turn = "running", state.turn()
    else:
        table = finished(table, game, state)
    return table, entries


def _copy_private(source: Path, target: Path) -> None:
    """Copy a small file so that only its owner can read it."""
    with os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(source.read_bytes())
        file.flush()
        os.fsync(file.fileno())


def _existing(data: Path) -> None:
    if not (data / "skerry.db").exists():
        raise BadSetup(f"there are no tables in {data}; name the directory with --data")


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
