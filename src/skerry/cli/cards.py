"""`skerry cards`: check corrected card files, look at a card, see how cards fare in bot games."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from skerry.bots.engine.nusfjord_values import choose
from skerry.games.nusfjord import balance
from skerry.games.nusfjord import catalogue as cards
from skerry.games.nusfjord.balance import Balance
from skerry.games.nusfjord.catalogue import Catalogue
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
    tally = Balance(found)
    plan = [(name, seed + number) for name in decks for number in range(games)]
    quiet = as_json or not Console(stderr=True).is_terminal
    for name, number in track(plan, "playing", console=Console(stderr=True), disable=quiet):
        tally.play(players, name, number, choose)
    if as_json:
        typer.echo(json.dumps(_report(tally, players)))
    else:
        _print(tally, players, every)


@app.command()
def worth(
    games: Annotated[int, typer.Option(min=1, max=10_000, help="Games for each card.")] = 40,
    players: Annotated[int, typer.Option(min=1, max=5)] = 3,
    deck: Annotated[str, typer.Option(help="A deck, or all three.")] = "all",
    seed: Annotated[int, typer.Option(min=0)] = 0,
    cards_dir: CardsDir = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object for machines.")] = False,
) -> None:
    """Play each game with and without a building as a gift; tell the points it makes."""
    found = cards.load(cards_dir)
    if deck not in ("all", *found.decks):
        raise BadSetup(f"there is no deck {deck!r}; choose all, {', '.join(found.decks)}")
    decks = list(found.decks) if deck == "all" else [deck]
    slots = sorted(slot for name in decks for letter in found.decks[name] for slot in letter)
    quiet = as_json or not Console(stderr=True).is_terminal
    seeds = range(seed, seed + games)
    rows = [
        balance.worth(found, slot, players, seeds, choose)
        for slot in track(slots, "playing", console=Console(stderr=True), disable=quiet)
    ]
    if as_json:
        typer.echo(json.dumps({"games": games, "cards": [row.json() for row in rows]}))
        return
    table = Table(box=None)
    for heading in ("card", "name", "gain", "error", "price", "net"):
        table.add_column(heading, justify="left" if heading in ("card", "name") else "right")
    for row in rows:
        gain, error, price, net = row.gain, row.error, row.price, row.net
        table.add_row(
            row.name, row.title, f"{gain:+.1f}", f"{error:.1f}", f"{price:.1f}", f"{net:+.1f}"
        )
    Console().print(table)


def _report(counted: Balance, players: int) -> dict[str, object]:
    return {
        "games": counted.games,
        "players": players,
        "mean_total": round(sum(counted.totals) / len(counted.totals), 2),
        "mean_winner": round(sum(counted.winners) / len(counted.winners), 2),
        "cards": [tally.json() for tally in counted.cards()],
        "elders": {
            number: round(seated / in_play, 3)
            for number, (in_play, seated) in counted.elders.items()
            if in_play
        },
    }


def _print(counted: Balance, players: int, every: bool) -> None:
    report = _report(counted, players)
    console = Console()
    console.print(
        f"{counted.games} games with {players} players: "
        f"mean {report['mean_total']}, winners {report['mean_winner']} points"
    )
    table = Table(box=None)
    for heading in ("card", "name", "offered", "built", "rate", "wins", "edge", "points", ""):
        table.add_column(heading, justify="left" if heading in ("card", "name", "") else "right")
    for tally in counted.cards() if every else counted.outliers():
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
