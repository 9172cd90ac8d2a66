"""`skerry arena`: many games between bots, with a live table of results."""

import csv
import json
import re
import signal
from dataclasses import asdict
from pathlib import Path
from time import monotonic
from typing import Annotated

import typer
from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from skerry.bots.arena import ArenaFolder, Plan, Result, play_job, seat_shares, standings
from skerry.bots.levels import LEVELS, make_bot
from skerry.bots.ratings import ratings
from skerry.cli.settings import (
    GAME_NAMES,
    BotSeconds,
    game_named,
    read_option,
    use_bot_seconds,
)
from skerry.cli.work import Dask
from skerry.executors.batches import executor, in_batches
from skerry.executors.protocol import Executor
from skerry.kernel.errors import BadSetup
from skerry.kernel.rng import Rng

SHOW_SECONDS = 0.5  # between two tables of results

BOTS = (
    f"one bot per seat, separated by commas: {', '.join(LEVELS)}; "
    "search:N and deep:N search N iterations a move, look:N looks ahead N times; "
    "your own: module:Class or cmd:PROGRAM, see docs/own-bots.md"
)


def arena(
    game: Annotated[str, typer.Argument(help=GAME_NAMES)],
    bots: Annotated[str, typer.Option(help=BOTS)],
    games: Annotated[int, typer.Option(min=1, help="Number of games")] = 100,
    jobs: Annotated[
        int, typer.Option(min=1, max=64, help="Games played at the same time, each in a process")
    ] = 2,
    seed: Annotated[
        int, typer.Option(min=0, help="Seed of the first deal; the others follow it")
    ] = 1,
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the game as NAME=VALUE; may be repeated")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Folder for records and results")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON")] = False,
    bot_seconds: BotSeconds = None,
    dask: Dask = "",
) -> None:
    """Play many games between bots and compare them, with 95 % intervals.

    Each deal is played once for every rotation of the bots around the table, and every game is
    saved in the folder. Ctrl-C stops; the same command continues.
    """
    use_bot_seconds(bot_seconds)
    plan = plan_of(game, bots, games, seed, option)
    folder = ArenaFolder(out or Path(f"arena-{plan.game}-{_in_a_path(plan.bots)}-{seed}"), plan)
    results = {result.number: result for result in folder.finished()}
    console = Console(stderr=True)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a kill stops the processes too
    try:
        with executor(dask, jobs) as where:
            _run(plan, folder, results, console, where)
    except KeyboardInterrupt:
        done_part = f"stopped after {len(results)} of {games} games"
        console.print(f"{done_part}; the same command continues")
    done = [results[number] for number in sorted(results)]
    if not done:
        raise BadSetup("no game was finished, so there are no results")
    write_results(folder.path, done)
    if as_json:
        typer.echo(json.dumps(summary(plan, done)))
    else:
        Console().print(_table(done))
        typer.echo(f"records and results: {folder.path}")


def plan_of(game: str, bots: str, games: int, seed: int, option: list[str] | None) -> Plan:
    """Return the games to play as they are named on the command line; raises what is wrong."""
    played = game_named(game)
    names = [name.strip() for name in bots.split(",")]
    for name in names:
        if not name:
            raise BadSetup(f"--bots {bots[:60]!r} has an empty name; write them like steady,random")
        make_bot(name)
    fewest, most = played.players
    if not fewest <= len(names) <= most:
        seats = f"{len(names)} bot{'s' if len(names) > 1 else ''}"
        raise BadSetup(
            f"no {played.name} for {seats}: give one bot per seat, {fewest} to {most} of them"
        )
    plan = Plan(played.name, names, games, seed, dict(map(read_option, option or [])))
    try:  # refuse a set-up that cannot be dealt before a folder is made
        played.deal(plan.jobs()[0].setup, Rng(seed))
    except BadSetup as error:
        raise BadSetup(f"{error}; `skerry options {played.name}` lists the options") from None
    return plan


def _in_a_path(names: list[str]) -> str:
    """Return the names of bots as part of a file name.

    >>> _in_a_path(["deep:500", "cmd:./my bot"])
    'deep500-cmd.mybot'
    """
    return "-".join(re.sub(r"[^\w.-]+", "", name) for name in names)[:120]


def _run(
    plan: Plan,
    folder: ArenaFolder,
    results: dict[int, Result],
    console: Console,
    where: Executor,
) -> None:
    todo = [job for job in plan.jobs() if job.number not in results]
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    progress = Progress(*columns, console=console)
    task = progress.add_task("games", total=plan.games, completed=len(results))
    shown = 0.0
    with Live(console=console, refresh_per_second=2, transient=True) as live:
        for _, (text, result) in in_batches(where, play_job, todo):
            folder.store(result.number, text)
            results[result.number] = result
            progress.advance(task)
            if monotonic() - shown > SHOW_SECONDS:
                live.update(Group(progress, _table(list(results.values()))))
                shown = monotonic()


def _table(results: list[Result]) -> Table:
    table = Table(title=f"{len(results)} games")
    for heading in ("bot", "seats", "wins", "95 %", "points", "rating"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    rated = ratings(results)
    for row in standings(results):
        mean, uncertainty = rated[row.bot]
        table.add_row(
            row.bot,
            str(row.seats),
            f"{row.share:.1%}",
            f"{row.share_low:.1%} to {row.share_high:.1%}",
            f"{row.points:.1f} ± {row.points_margin:.1f}",
            f"{mean:.1f} ± {uncertainty:.1f}",
        )
    seats = ", ".join(f"{share:.0%}" for share in seat_shares(results))
    table.caption = f"wins by seat: {seats}"
    lost = sum(not any(result.places) for result in results)
    if lost:
        table.caption += f"; lost by everybody: {lost}"
    return table


def summary(plan: Plan, results: list[Result]) -> dict[str, object]:
    """Return all results of an arena, for other programs."""
    return {
        "plan": asdict(plan),
        "games": len(results),
        "bots": [asdict(row) for row in standings(results)],
        "ratings": {bot: list(rating) for bot, rating in ratings(results).items()},
        "wins_by_seat": seat_shares(results),
        "lost_by_everybody": sum(not any(result.places) for result in results),
    }


def write_results(folder: Path, results: list[Result]) -> None:
    """Write one row per seat and game as CSV, and with [research] as Parquet and a plot."""
    rows = [
        {
            "game": result.number,
            "seat": seat,
            "bot": bot,
            "total": result.totals[seat],
            "place": result.places[seat],
            "moves": result.moves,
        }
        for result in results
        for seat, bot in enumerate(result.bots)
    ]
    with (folder / "results.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    try:
        from skerry.bots.plots import write_parquet, write_plot
    except ImportError:
        return
    write_parquet(folder / "results.parquet", rows)
    write_plot(folder / "results.png", results)
