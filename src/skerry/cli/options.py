"""`skerry options`: the rule options of a game, their values, and a sentence for each."""

import json
from textwrap import wrap
from typing import Annotated, Any

import typer

from skerry.cli.screen import WIDTH, Screen
from skerry.cli.settings import GAME_NAMES, game_named
from skerry.kernel.protocol import Option


def options(
    game: Annotated[str, typer.Argument(help=GAME_NAMES)],
) -> None:
    """List the rule options of a game, the default first."""
    screen = Screen(plain=True)
    for option in game_named(game).options():
        screen.say(f"{option.name} = {_values(option)}")
        for line in wrap(option.explanation, WIDTH - 4):
            screen.say(f"    {line}")


def _values(option: Option) -> str:
    """Return the values an option takes, the default first."""
    default = _value(option.default)
    if option.kind == "number":
        lowest, highest = option.choices
        return f"{default} (from {lowest} to {highest})"
    others = [_value(value) for value in option.choices if value != option.default]
    return " | ".join([default, *others])


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
