"""`skerry options`: the rule options of a game, their values, and a sentence for each."""

from textwrap import wrap
from typing import Annotated, Any

import msgspec
import typer
from msgspec import inspect

from skerry.cli.screen import WIDTH, Screen
from skerry.cli.settings import game_named
from skerry.games.vanuatu import rules

# Name, values with the default first, and what it is about.
_NUSFJORD = [
    ("deck", "herring | mackerel | codfish | mixed", "Which buildings are in the game."),
    (
        "mixed_deck",
        "herring | mackerel | codfish",
        "With deck mixed: where later buildings come from.",
    ),
    ("solo", "normal | advanced", "One player: two worker colours, or three."),
    (
        "double_spaces",
        "adjacent | halves",
        "Where a Forest fits: any two neighbours, or fixed pairs.",
    ),
    ("exclude", "[]", 'Buildings left in the box, as a list: ["A101", "B124"].'),
]


def options(
    game: Annotated[str, typer.Argument(help="vanuatu or nusfjord")],
) -> None:
    """List the rule options of a game, the default first."""
    rows = _vanuatu() if game_named(game).name == "vanuatu" else _NUSFJORD
    screen = Screen(plain=True)
    for name, values, sentence in rows:
        screen.say(f"{name} = {values}")
        for line in wrap(sentence, WIDTH - 4):
            screen.say(f"    {line}")


def _vanuatu() -> list[tuple[str, str, str]]:
    fields = msgspec.structs.fields(rules.OptionSet)
    return [(f.name, _values(f), rules.EXPLAINED[f.name]) for f in fields]


def _values(field: msgspec.structs.FieldInfo) -> str:
    """Write the values an option takes, the default first."""
    default: Any = field.default
    if field.default_factory is not msgspec.NODEFAULT:
        default = field.default_factory()
    told = msgspec.json.encode(default).decode().strip('"')
    kind = inspect.type_info(field.type)
    if isinstance(kind, inspect.BoolType):
        return f"{told} | {'false' if default else 'true'}"
    if isinstance(kind, inspect.LiteralType):
        return " | ".join([told, *(str(value) for value in kind.values if value != default)])
    if isinstance(kind, inspect.IntType):
        return f"{told} (from {kind.ge} to {kind.le})"
    return told
