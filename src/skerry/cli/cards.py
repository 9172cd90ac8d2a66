"""`skerry cards`: check corrected card files, write them out, see how cards do in bot games."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from skerry.bots.levels import QUICK_CHOICE
from skerry.cli.settings import games_with
from skerry.kernel.cards import CardFiles, Report
from skerry.kernel.protocol import Game

app = typer.Typer(
    help="The card files of a game: check them, write them out, look a card up, measure cards."
)
CardsDir = Annotated[
    Path | None, typer.Option("--cards", help="A directory of corrected card files.")
]
Deck = Annotated[str, typer.Option(help="A deck, or all in turn.")]
Seed = Annotated[int, typer.Option(min=0, help="The first deal.")]
Players = Annotated[int, typer.Option(min=1, max=5, help="Players in each game.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object for machines.")]


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
            metavar="FILE|DIR...", help="TOML files of cards, elders or boards, or directories."
        ),
    ],
) -> None:
    """Read card files as the game would; name file, card and field of the first mistake."""
    for line in _game_with_cards()[1].check(paths):
        typer.echo(line)


@app.command()
def export(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="Where to write the files.")],
) -> None:
    """Write the card files of the package into a directory, to be corrected there."""
    for path in _game_with_cards()[1].export(directory):
        typer.echo(path)
    typer.echo(f"Check corrections with: skerry cards check {directory}")
    typer.echo(f"Play with them: skerry play --cards {directory}")


@app.command()
def show(
    card: Annotated[str, typer.Argument(help="A building (A112) or an elder (7).")],
    cards_dir: CardsDir = None,
) -> None:
    """Print what a card says and how certain that is."""
    for line in _game_with_cards(cards_dir)[1].describe(card):
        typer.echo(line)


@app.command()
def stats(
    games: Annotated[int, typer.Option(min=1, max=100_000, help="Games for each deck.")] = 200,
    players: Players = 4,
    deck: Deck = "all",
    seed: Seed = 0,
    cards_dir: CardsDir = None,
    every: Annotated[bool, typer.Option("--every", help="All cards, not only outliers.")] = False,
    as_json: AsJson = False,
) -> None:
    """Play bot games and report how often each card is built, by whom, and what it brings."""
    game, files = _game_with_cards(cards_dir)
    choose = QUICK_CHOICE[game.name]
    _print(files.stats(games, players, deck, seed, choose, _progress, every), as_json)


@app.command()
def worth(
    games: Annotated[int, typer.Option(min=1, max=10_000, help="Games for each card.")] = 40,
    players: Players = 3,
    deck: Deck = "all",
    seed: Seed = 0,
    cards_dir: CardsDir = None,
    as_json: AsJson = False,
) -> None:
    """Play each game with and without a building as a gift; report the points it makes."""
    game, files = _game_with_cards(cards_dir)
    choose = QUICK_CHOICE[game.name]
    _print(files.worth(games, players, deck, seed, choose, _progress), as_json)


def _progress(plan: list[Any]) -> Iterable[Any]:
    console = Console(stderr=True)
    return track(plan, "playing", console=console, disable=not console.is_terminal)


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
