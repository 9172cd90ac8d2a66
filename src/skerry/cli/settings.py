"""Games and rule options as they are named on the command line."""

import json
import os
from pathlib import Path
from typing import Annotated, Any

import typer

from skerry.bots.plugins.command import SECONDS
from skerry.cli.files import Refused
from skerry.games import GAMES
from skerry.kernel.protocol import Game

GAME_NAMES = " or ".join(GAMES)  # for the help of commands
BotSeconds = Annotated[
    float | None,
    typer.Option(min=0.01, max=3600, envvar=SECONDS, help="Seconds a cmd: bot has for a move (5)"),
]


def use_bot_seconds(seconds: float | None) -> None:
    """Give programs that play as bots this time for a move, in this process and its children."""
    if seconds is not None:
        os.environ[SECONDS] = str(seconds)


def games_with(cards: Path | None) -> dict[str, Game]:
    """Return the games, with corrected card files if a directory is given."""
    if cards is None:
        return GAMES
    return {name: game.with_cards(str(cards)) for name, game in GAMES.items()}


def game_named(name: str, games: dict[str, Game] = GAMES) -> Game:
    """Return the game of a name; raises Refused for an unknown one."""
    game = games.get(name.lower())
    if game is None:
        raise Refused(f"no game is called {name[:40]!r}; there are {', '.join(games)}")
    return game


def read_option(text: str) -> tuple[str, Any]:
    """Read `name=value`; the value is JSON, or else a word.

    >>> read_option("rising_waters=true"), read_option("tile_set=scan16_8")
    (('rising_waters', True), ('tile_set', 'scan16_8'))
    """
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise Refused(f"--option: {text[:60]!r} is not name=value, such as rising_waters=true")
    try:
        return name.strip(), json.loads(value)
    except (ValueError, RecursionError):
        return name.strip(), value
