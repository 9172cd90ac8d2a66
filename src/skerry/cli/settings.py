"""Games and rule options as they are named on the command line."""

import json
from pathlib import Path
from typing import Any

from skerry.cli.files import Refused
from skerry.games import GAMES
from skerry.games.nusfjord.game import Nusfjord
from skerry.kernel.protocol import Game


def games_with(cards: Path | None) -> dict[str, Game]:
    """Give the games, Nusfjord with corrected card files if a directory is given."""
    return GAMES if cards is None else {**GAMES, "nusfjord": Nusfjord(str(cards))}


def game_named(name: str, games: dict[str, Game] = GAMES) -> Game:
    """Give the game of a name; raises Refused for an unknown one."""
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
