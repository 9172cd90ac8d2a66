"""`skerry replay`: print a saved game in sentences, check it, or print one of its positions."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from skerry.cli.files import Refused, read_game
from skerry.cli.screen import Screen
from skerry.cli.settings import games_with
from skerry.cli.table import Table
from skerry.cli.turn import print_events, show_scores
from skerry.kernel.errors import SkerryError
from skerry.kernel.protocol import Game
from skerry.kernel.record import GameRecord, check_commitment
from skerry.kernel.record import replay as replayed


def replay(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Saved games")],
    check: Annotated[
        bool,
        typer.Option(
            "--check", help="Only check that they replay, and that the deal fits its commitment"
        ),
    ] = False,
    position: Annotated[
        int | None, typer.Option(min=0, help="Print the position after this many moves, as JSON")
    ] = None,
    cards: Annotated[
        Path | None, typer.Option(help="The directory of card files the game was dealt from")
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="No colours, only ASCII")] = False,
) -> None:
    """Print a saved game in sentences, round by round."""
    screen = Screen(plain)
    games = games_with(cards)
    if check and position is not None:
        raise Refused("--check and --position exclude each other; give one of them")
    if check:
        failed = [path for path in files if not _check(screen, path, games)]
        if failed:
            raise typer.Exit(2)
    elif len(files) > 1:
        raise Refused("give one FILE, or several with --check")
    elif position is not None:
        _position(screen, files[0], position, games)
    else:
        _print_game(screen, files[0], games)


def _table(path: Path, games: dict[str, Game]) -> Table:
    record = read_game(path)
    record.meta.pop("seats", None)
    try:
        return Table.resume(record, None, games)
    except SkerryError as error:
        raise Refused(f"{path}: {error}") from None


def _print_game(screen: Screen, path: Path, games: dict[str, Game]) -> None:
    table = _table(path, games)
    screen.say(f"{table.game.name.title()}, {table.state.n} seats", "bold")
    screen.say("\n-- Round 1 begins --", "bold")
    for events in table.events:
        print_events(screen, table, events, everything=True)
    screen.say("\nFinal scores" if table.over else "\nScores so far; the game is not over", "bold")
    show_scores(screen, table)


def _check(screen: Screen, path: Path, games: dict[str, Game]) -> bool:
    """Return whether a record replays; if not, print the reason on the error output."""
    try:
        record = read_game(path)
        scores = record.scores
        _check_deal(path, record)
        table = _table(path, games)
        if scores is not None and not table.over:
            raise Refused(f"{path}: the record has scores, but the game is not over")
    except SkerryError as error:
        print(f"skerry: {' '.join(str(error).split())}", file=sys.stderr)
        return False
    ended = "to the end" if table.over else "not to the end"
    line = f"{path}: {table.game.name}, {len(table.record.moves)} moves, replays {ended}"
    if record.commitment:
        line += f"; the deal fits the commitment {record.commitment}"
    else:
        line += "; nothing commits to the deal"
    screen.out(line, highlight=False)
    return True


def _check_deal(path: Path, record: GameRecord) -> None:
    try:
        check_commitment(record)
    except SkerryError as error:
        raise Refused(f"{path}: {error}") from None


def _position(screen: Screen, path: Path, moves: int, games: dict[str, Game]) -> None:
    record = read_game(path)
    if moves > len(record.moves):
        raise Refused(f"--position: the game in {path} has only {len(record.moves)} moves")
    try:
        state = replayed(games, record, upto=moves)
    except SkerryError as error:
        raise Refused(f"{path}: {error}") from None
    fields = games[record.game].position(state).items()
    lines = [f" {json.dumps(name)}: {json.dumps(value)}" for name, value in fields]
    screen.out("{\n" + ",\n".join(lines) + "\n}", highlight=False)
