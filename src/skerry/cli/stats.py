"""`skerry stats`: statistics of a folder of recorded games."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from skerry.cli.files import Refused

if TYPE_CHECKING:
    from skerry.research.statistics import Share, Spread, Statistics

MOST_ROWS = 60


def stats(
    folder: Annotated[list[Path], typer.Argument(help="Folders or files of records (*.game)")],
    plot_to: Annotated[
        Path | None,
        typer.Option("--plot", help="Also draw it: FILE.png, one for each kind of game"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the statistics as JSON")] = False,
) -> None:
    """Print wins by seat, character and card, game length, and points by source."""
    # Imported here: the package brings large libraries along where they are installed.
    from skerry.research.records import read_rows
    from skerry.research.statistics import statistics

    found = statistics(read_rows(folder, with_moves=False))
    if not found:
        raise Refused(f"{', '.join(map(str, folder))}: no finished game here")
    if as_json:
        typer.echo(json.dumps([asdict(one) for one in found]))
    for one in found:
        if not as_json:
            _print(one)
        if plot_to is not None:
            path = plot_to
            if len(found) > 1:
                path = plot_to.with_stem(f"{plot_to.stem}-{one.game}-{one.players}")
            _draw(one, path)
            if not as_json:
                typer.echo(f"written: {path}")


def _draw(found: "Statistics", path: Path) -> None:
    from skerry.research.statistics import plot

    try:
        plot(found, path)
    except ImportError as error:
        raise Refused(
            f"--plot needs the extra [research] ({error}): pip install 'skerry[research]'"
        ) from None
    except (OSError, ValueError) as error:
        raise Refused(f"--plot: {path} cannot be written: {error}") from None


def _print(found: "Statistics") -> None:
    console = Console()
    title = (
        f"{found.game.title()}, {_count(found.players, 'player')}, {_count(found.games, 'game')}"
    )
    if found.lost_by_everybody:
        title += f", {found.lost_by_everybody} lost by everybody"
    console.print(f"\n[bold]{title}[/bold]")
    console.print(_shares("seat", found.seats))
    if len(found.bots) > 1:
        console.print(_shares("bot", found.bots))
    for kind, shares in found.acquired.items():
        console.print(_shares(kind, shares[:MOST_ROWS]))
    winners = {spread.name: spread.mean for spread in found.winners_sources}
    table = Table(box=None)
    for heading in ("points by source", "mean", "winners", "deviation", "lowest", "highest"):
        table.add_column(heading, justify="left" if heading.startswith("points") else "right")
    for spread in found.sources:
        _row(table, spread, f"{winners.get(spread.name, 0.0):.1f}")
    for spread in found.length:
        _row(table, spread, "")
    console.print(table)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _row(table: Table, spread: "Spread", winners: str) -> None:
    table.add_row(
        spread.name.replace("_", " "),
        f"{spread.mean:.1f}",
        winners,
        f"{spread.deviation:.1f}",
        f"{spread.lowest:g}",
        f"{spread.highest:g}",
    )


def _shares(what: str, shares: list["Share"]) -> Table:
    table = Table(box=None)
    for heading in (what, "seats", "wins", "95 %", "points"):
        table.add_column(heading, justify="left" if heading == what else "right")
    for share in shares:
        table.add_row(
            share.name,
            str(share.seats),
            f"{share.share:.1%}",
            f"{share.low:.0%} to {share.high:.0%}",
            f"{share.points:.1f}",
        )
    return table
