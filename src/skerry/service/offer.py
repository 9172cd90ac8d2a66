"""The games on offer with their options, read from each game's own description."""

import tomllib
from functools import cache
from typing import Any

import msgspec

from skerry.bots.levels import LEVELS
from skerry.games import GAMES
from skerry.games.nusfjord.board import DOUBLES
from skerry.games.nusfjord.game import Nusfjord
from skerry.games.vanuatu import rules as vanuatu_rules
from skerry.service.errors import NotFound
from skerry.service.messages import Components, GameInfo, Games, Level, OptionInfo

PLAYERS = {"vanuatu": (2, 5), "nusfjord": (1, 5)}


def games() -> Games:
    """Describe every game on offer."""
    options = {"vanuatu": _vanuatu(), "nusfjord": _nusfjord()}
    levels = msgspec.convert(LEVELS, list[Level])
    return Games(
        [
            GameInfo(name, game.rules, *PLAYERS[name], options[name], levels)
            for name, game in GAMES.items()
        ]
    )


@cache
def components(name: str) -> Components:
    """Give what the cards and boards of a game say, for clients that draw them."""
    if name not in GAMES:
        raise NotFound(f"there is no game {name[:40]!r}", "unknown_game")
    game = GAMES[name]
    if not isinstance(game, Nusfjord):
        return Components(str(game.rules), {}, {}, {})
    cards = game.catalogue
    elders = {k.removeprefix("elder "): v for k, v in cards.entries.items() if k[:5] == "elder"}
    buildings = {k: v for k, v in cards.entries.items() if k[:5] != "elder"}
    board = cards.files["board.toml"].read_text("utf-8")
    return Components(cards.fingerprint, buildings, elders, tomllib.loads(board))


def _vanuatu() -> list[OptionInfo]:
    info = msgspec.inspect.type_info(vanuatu_rules.OptionSet)
    assert isinstance(info, msgspec.inspect.StructType)
    return [_option(field) for field in info.fields]


def _option(field: msgspec.inspect.Field) -> OptionInfo:
    text = vanuatu_rules.EXPLAINED[field.name]
    default = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    match field.type:
        case msgspec.inspect.BoolType():
            return OptionInfo(field.name, "switch", default, [True, False], text)
        case msgspec.inspect.LiteralType(values=values):
            return OptionInfo(field.name, "choice", default, list(values), text)
        case msgspec.inspect.IntType(ge=low, le=high):
            return OptionInfo(field.name, "number", default, [low, high], text)
    return OptionInfo(field.name, "other", default, [], text)


def _nusfjord() -> list[OptionInfo]:
    game = GAMES["nusfjord"]
    assert isinstance(game, Nusfjord)
    cards = game.catalogue
    decks = [*cards.decks, "mixed"]
    choices: list[tuple[str, Any, list[Any], str]] = [
        ("deck", "herring", decks, "Which deck of buildings is used, or a mix of three."),
        (
            "mixed_deck",
            "herring",
            ["herring", "mackerel", "codfish"],
            "With the mixed deck: the deck the C buildings come from.",
        ),
        (
            "solo",
            "normal",
            ["normal", "advanced"],
            "Alone: two colours of workers, or three for the advanced game.",
        ),
        (
            "double_spaces",
            cards.board.double_spaces,
            list(DOUBLES),
            "Which pairs of spaces a forest may cover.",
        ),
    ]
    told = [OptionInfo(name, "choice", *rest) for name, *rest in choices]
    return [*told, OptionInfo("exclude", "other", [], [], "Cards left in the box, by id.")]
