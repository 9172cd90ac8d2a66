"""`skerry options`: the rule options of a game, their values, and a sentence for each."""

from typing import Annotated, Any

import msgspec
import typer
from msgspec import inspect

from skerry.cli.screen import Screen
from skerry.cli.settings import game_named
from skerry.games.vanuatu import rules

_EXPLAINED: dict[str, tuple[type[msgspec.Struct], dict[str, str]]] = {
    "vanuatu": (rules.OptionSet, rules.EXPLAINED),
}


def options(
    game: Annotated[str, typer.Argument(help="vanuatu or nusfjord")],
) -> None:
    """List the rule options of a game, the default first."""
    shape, explained = _EXPLAINED[game_named(game).name]
    screen = Screen(plain=True)
    for entry in msgspec.structs.fields(shape):
        default = entry.default if entry.default is not msgspec.NODEFAULT else {}
        if entry.default_factory is not msgspec.NODEFAULT:
            default = entry.default_factory()
        screen.say(f"{entry.name} = {_values(entry.type, default)}", "bold")
        screen.say(f"    {explained[entry.name]}")


def _values(shape: Any, default: Any) -> str:
    """Write the values an option takes, the default first."""
    told = msgspec.json.encode(default).decode().strip('"')
    kind = inspect.type_info(shape)
    if isinstance(kind, inspect.BoolType):
        return f"{told} | {'false' if default else 'true'}"
    if isinstance(kind, inspect.LiteralType):
        others = [str(value) for value in kind.values if value != default]
        return " | ".join([told, *others])
    if isinstance(kind, inspect.IntType):
        return f"{told} (from {kind.ge} to {kind.le})"
    return told
