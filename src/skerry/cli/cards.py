"""`skerry cards`: check corrected card files, write them out, see how cards do in bot games."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from skerry.bots.card_games import CardJob, play_card_job
from skerry.cli.settings import games_with
from skerry.cli.work import Dask, Jobs, Resume, Work
from skerry.games.packed_cards import pack
from skerry.kernel.cards import CardFiles, Report, Sample
from skerry.kernel.protocol import Game

app = typer.Typer(
    help="The card files of a game: check them, write them out, look a card up, measure them"
)
CardsDir = Annotated[
    Path | None, typer.Option("--cards", help="A directory of corrected card files")
]
Deck = Annotated[str, typer.Option(help="A deck, or all in turn")]
Seed = Annotated[int, typer.Option(min=0, help="The first deal")]
Players = Annotated[int, typer.Option(min=1, max=5, help="Players in each game")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object")]


def _game_with_cards(directory: Path | None = None) -> tuple[Game, CardFiles]:
    """Return the game that is played with card files, and those."""
    for game in games_with(directory).values():
        if game.cards is not None:
            return game, game.cards
    raise AssertionError("one of the games has cards")


@app.command()
def check(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE|DIR...", help="TOML files of cards, elders or boards, or directories"
        ),
    ],
) -> None:
    """Read card files as the game would; name file, card and field of the first mistake."""
    for line in _game_with_cards()[1].check(paths):
        typer.echo(line)


@app.command()
def export(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="Where to write the files")],
) -> None:
    """Write the card files of the package into a directory, to be corrected there."""
    game, files = _game_with_cards()
    for path in files.export(directory):
        typer.echo(path)
    typer.echo(f"Check corrections with: skerry cards check {directory}")
    typer.echo(f"Play with them: skerry play {game.name} --cards {directory}")


@app.command()
def show(
    card: Annotated[str, typer.Argument(help="A building (A112) or an elder (7)")],
    cards_dir: CardsDir = None,
) -> None:
    """Print what a card says and how certain that is."""
    for line in _game_with_cards(cards_dir)[1].describe(card):
        typer.echo(line)


@app.command()
def stats(
    games: Annotated[int, typer.Option(min=1, max=100_000, help="Games for each deck")] = 200,
    players: Players = 4,
    deck: Deck = "all",
    seed: Seed = 0,
    cards_dir: CardsDir = None,
    every: Annotated[bool, typer.Option("--every", help="All cards, not only outliers")] = False,
    as_json: AsJson = False,
    jobs: Jobs = 1,
    dask: Dask = "",
    resume: Resume = None,
) -> None:
    """Play bot games and report how often each card is built, by whom, and what it brings."""
    sample = Sample(games, players, deck, seed)
    _print(_measure("stats", sample, cards_dir, Work(jobs, dask, resume), every), as_json)


@app.command()
def worth(
    games: Annotated[int, typer.Option(min=1, max=10_000, help="Games for each card")] = 40,
    players: Players = 3,
    deck: Deck = "all",
    seed: Seed = 0,
    cards_dir: CardsDir = None,
    as_json: AsJson = False,
    jobs: Jobs = 1,
    dask: Dask = "",
    resume: Resume = None,
) -> None:
    """Play each game with and without a building as a gift; report the points it makes."""
    sample = Sample(games, players, deck, seed)
    _print(_measure("worth", sample, cards_dir, Work(jobs, dask, resume)), as_json)


def _measure(
    name: str, sample: Sample, cards_dir: Path | None, work: Work, every: bool = False
) -> Report:
    """Play the games of a measurement, here or elsewhere, and report."""
    game, files = _game_with_cards(cards_dir)
    measurement = files.measurements[name]
    packed = pack(cards_dir)
    jobs = [CardJob(game.name, packed, name, piece) for piece in measurement.pieces(sample)]
    found = work.results(play_card_job, jobs, dict[str, Any], "playing")
    return measurement.report(sample, found, every)


def _print(report: Report, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(report.json))
        return
    console = Console()
    if report.heading:
        console.print(report.heading)
    table = Table(box=None)
    for heading, side in report.columns.items():
        table.add_column(heading, justify="left" if side == "left" else "right")
    for row in report.rows:
        table.add_row(*row)
    console.print(table)
    if report.note:
        console.print(report.note)
