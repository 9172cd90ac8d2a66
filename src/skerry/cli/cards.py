"""`skerry cards`: check corrected card files, look at a card, see how cards fare in bot games."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from skerry.games.nusfjord import catalogue as cards
from skerry.games.nusfjord.balance import Balance
from skerry.games.nusfjord.catalogue import Catalogue
from skerry.games.nusfjord.engine.values import choose
from skerry.games.nusfjord.setup import MIXED
from skerry.kernel.errors import BadSetup

app = typer.Typer(help="Nusfjord's cards: check files, look one up, see how they fare.")
CardsDir = Annotated[
    str | None, typer.Option("--cards", help="A directory of corrected card files.")
]


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(help="TOML files of cards, elders or boards.")],
) -> None:
    """Read card files as the game would; name file, card and field of the first mistake."""
    for path in files:
        if not path.is_file():
            raise BadSetup(f"{path}: is not a file")
    found = cards.read_files({path.name: path for path in files})
    for path in files:
        typer.echo(f"{path}: {_contents(found, path.name)}")


def _contents(found: Catalogue, name: str) -> str:
    if name == "board.toml":
        return "the boards are fine"
    if name == "elders.toml":
        return f"{sum(key.startswith('elder') for key in found.entries)} elders, all fine"
    deck = cards.parse(name, found.files[name])["deck"]
    counts = [len(slots) for slots in found.decks[deck]]
    letters = ", ".join(f"{count} {letter}" for count, letter in zip(counts, "ABC", strict=True))
    return f"deck {deck} with {letters}, all fine"


@app.command()
def show(
    card: Annotated[str, typer.Argument(help="A building (A112) or an elder (7).")],
    cards_dir: CardsDir = None,
) -> None:
    """Tell what a card says and how sure that is."""
    found = cards.load(cards_dir)
    key = f"elder {card}" if card.isdigit() else card.upper()
    if key not in found.entries:
        raise BadSetup(f"there is no card {card!r}; try A112 for a building or 7 for an elder")
    entry = found.entries[key]
    typer.echo(f"{key}  {entry['name']}")
    if "cost" in entry:
        cost = ", ".join(f"{amount} {good}" for good, amount in entry["cost"].items())
        points = "*" if entry["vp_star"] else entry["vp"]
        typer.echo(f"cost {cost or 'nothing'}; points {points}; {entry['timing']}")
    typer.echo(entry["text"])
    documented = ", ".join(entry["documented"]) or "nothing"
    invented = ", ".join(entry["reconstructed"]) or "nothing"
    typer.echo(f"documented: {documented}; reconstructed: {invented}")


@app.command()
def stats(
    games: Annotated[int, typer.Option(min=1, max=100_000, help="Games for each deck.")] = 200,
    players: Annotated[int, typer.Option(min=1, max=5)] = 4,
    deck: Annotated[str, typer.Option(help="A deck, mixed, or all three in turn.")] = "all",
    seed: Annotated[int, typer.Option(min=0)] = 0,
    cards_dir: CardsDir = None,
    every: Annotated[bool, typer.Option("--every", help="All cards, not only outliers.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object for machines.")] = False,
) -> None:
    """Play bot games and report how often each card is built, by whom, and what it brings."""
    found = cards.load(cards_dir)
    decks = list(MIXED) if deck == "all" else [deck]
    if deck not in ("all", "mixed", *found.decks):
        raise BadSetup(f"there is no deck {deck!r}; choose all, mixed, {', '.join(found.decks)}")
    balance = Balance(found)
    plan = [(name, seed + number) for name in decks for number in range(games)]
    quiet = as_json or not Console(stderr=True).is_terminal
    for name, number in track(plan, "playing", console=Console(stderr=True), disable=quiet):
        balance.play(players, name, number, choose)
    if as_json:
        typer.echo(json.dumps(_report(balance, players)))
    else:
        _print(balance, players, every)


def _report(balance: Balance, players: int) -> dict[str, object]:
    return {
        "games": balance.games,
        "players": players,
        "mean_total": round(sum(balance.totals) / len(balance.totals), 2),
        "mean_winner": round(sum(balance.winners) / len(balance.winners), 2),
        "cards": [tally.json() for tally in balance.cards()],
        "elders": {
            number: round(seated / in_play, 3)
            for number, (in_play, seated) in balance.elders.items()
            if in_play
        },
    }


def _print(balance: Balance, players: int, every: bool) -> None:
    report = _report(balance, players)
    console = Console()
    console.print(
        f"{balance.games} games with {players} players: "
        f"mean {report['mean_total']}, winners {report['mean_winner']} points"
    )
    table = Table(box=None)
    for heading in ("card", "name", "offered", "built", "rate", "wins", "edge", "points", ""):
        table.add_column(heading, justify="left" if heading in ("card", "name", "") else "right")
    for tally in balance.cards() if every else balance.outliers():
        table.add_row(
            tally.name,
            tally.title,
            str(tally.offered),
            str(tally.built),
            f"{tally.rate:.0%}",
            f"{tally.win_ratio:.2f}",
            f"{tally.edge:+.1f}",
            f"{tally.mean_points:.1f}",
            tally.remark,
        )
    console.print(table)
    console.print(
        "wins: of builders, against what chance gives; "
        "edge: points above builders of the same letter"
    )
