"""`skerry arena`: many games between bots, with a live table, kept as records."""

import csv
import json
import signal
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from skerry.bots.arena import Folder, Plan, Result, play_job, seat_shares, standings
from skerry.bots.levels import make
from skerry.cli.settings import GAME_NAMES, game_named, read_option
from skerry.kernel.errors import BadSetup
from skerry.kernel.rng import Rng

AHEAD = 4  # jobs handed out per worker; few, so that Ctrl-C loses little


def arena(
    game: Annotated[str, typer.Argument(help=GAME_NAMES)],
    bots: Annotated[str, typer.Option(help="one bot per seat, for example expert,steady,steady")],
    games: Annotated[int, typer.Option(min=1, help="how many games")] = 100,
    jobs: Annotated[int, typer.Option(min=1, max=64, help="processes")] = 2,
    seed: Annotated[int, typer.Option(min=0, help="of the first deal")] = 1,
    option: Annotated[list[str] | None, typer.Option(help="NAME=VALUE, any number")] = None,
    out: Annotated[Path | None, typer.Option(help="folder for records and results")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print the results as JSON")] = False,
) -> None:
    """Play many games between bots and say who is better, with intervals.

    Every game is kept in the folder; the same command goes on where it stopped.
    """
    names = [name.strip() for name in bots.split(",")]
    for name in names:
        make(name)
    plan = Plan(game, names, games, seed, dict(map(read_option, option or [])))
    try:  # refuse a bad line-up at once
        game_named(game).deal(plan.jobs()[0].setup, Rng(seed))
    except BadSetup as error:
        many = f"{len(names)} bot{'s' if len(names) > 1 else ''}"
        hint = f"give one bot per seat with --bots; `skerry options {game}` lists the options"
        raise BadSetup(f"no {game} for {many}: {error}; {hint}") from None
    folder = Folder(out or Path(f"arena-{game}-{'-'.join(names).replace(':', '')}-{seed}"), plan)
    results = {result.number: result for result in folder.finished()}
    console = Console(stderr=True)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a kill stops its workers too
    try:
        _run(plan, folder, results, jobs, console)
    except KeyboardInterrupt:
        told = f"stopped after {len(results)} of {games} games; the same command goes on"
        console.print(told)
    done = [results[number] for number in sorted(results)]
    if not done:
        raise BadSetup("no game was finished, so there is nothing to tell")
    write_results(folder.path, done)
    if as_json:
        typer.echo(json.dumps(summary(plan, done)))
    else:
        Console().print(_table(done))
        typer.echo(f"records and results: {folder.path}")


def _run(
    plan: Plan, folder: Folder, results: dict[int, Result], jobs: int, console: Console
) -> None:
    todo = [job for job in plan.jobs() if job.number not in results]
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    progress = Progress(*columns, console=console)
    task = progress.add_task("games", total=plan.games, completed=len(results))
    with (
        Live(console=console, refresh_per_second=2, transient=True) as live,
        ProcessPoolExecutor(jobs, get_context("spawn")) as pool,
    ):
        waiting: set[Future[tuple[str, Result]]] = set()
        try:
            while todo or waiting:
                while todo and len(waiting) < jobs * AHEAD:
                    waiting.add(pool.submit(play_job, todo.pop(0)))
                finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in finished:
                    text, result = future.result()
                    folder.keep(result.number, text)
                    results[result.number] = result
                    progress.advance(task)
                live.update(Group(progress, _table(list(results.values()))))
        except BaseException:
            workers = list((pool._processes or {}).values())  # forgotten once it shuts down
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.kill()
            raise


def _table(results: list[Result]) -> Table:
    table = Table(title=f"{len(results)} games")
    for heading in ("bot", "seats", "wins", "95 %", "points", "rating"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    rated = _ratings(results)
    for row in standings(results):
        mean, doubt = rated.get(row.bot, (0.0, 0.0))
        table.add_row(
            row.bot,
            str(row.seats),
            f"{row.share:.1%}",
            f"{row.share_low:.1%} to {row.share_high:.1%}",
            f"{row.points:.1f} ± {row.points_margin:.1f}",
            f"{mean:.1f} ± {doubt:.1f}" if rated else "-",
        )
    seats = ", ".join(f"{share:.0%}" for share in seat_shares(results))
    table.caption = f"wins by seat: {seats}"
    lost = sum(not any(result.places) for result in results)
    if lost:
        table.caption += f"; lost by everybody: {lost}"
    return table


def _ratings(results: list[Result]) -> dict[str, tuple[float, float]]:
    try:
        from skerry.bots.ratings import ratings
    except ImportError:
        return {}  # the extra [research] brings the rating library
    return ratings(results)


def summary(plan: Plan, results: list[Result]) -> dict[str, object]:
    """Give everything an arena found, for machines."""
    return {
        "plan": asdict(plan),
        "games": len(results),
        "bots": [asdict(row) for row in standings(results)],
        "ratings": {bot: list(rating) for bot, rating in _ratings(results).items()},
        "wins_by_seat": seat_shares(results),
        "lost_by_everybody": sum(not any(result.places) for result in results),
    }


def write_results(folder: Path, results: list[Result]) -> None:
    """Write one row per seat and game as CSV, and with [research] as Parquet and a picture."""
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
        from skerry.bots.pictures import write_parquet, write_picture
    except ImportError:
        return
    write_parquet(folder / "results.parquet", rows)
    write_picture(folder / "results.png", results)
