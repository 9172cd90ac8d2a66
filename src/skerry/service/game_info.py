"""The games that can be played, with their options and components, as clients see them."""

from functools import cache

import msgspec

from skerry.bots.offer import bots_on_offer
from skerry.games import GAMES
from skerry.kernel.protocol import Game, Option
from skerry.service.errors import NotFound
from skerry.service.messages import Components, GameInfo, Games, Level, OptionInfo


def games() -> Games:
    """Describe every game."""
    levels = bots_on_offer()
    return Games([_game(name, game, levels) for name, game in GAMES.items()])


@cache
def components(name: str) -> Components:
    """Return what the cards and boards of a game say, for clients that draw them."""
    if name not in GAMES:
        raise NotFound(f"there is no game {name[:40]!r}", "unknown_game")
    return msgspec.convert(GAMES[name].components(), Components)


def _game(name: str, game: Game, levels: list[Level]) -> GameInfo:
    least, most = game.players
    options = [_option(option) for option in game.options()]
    return GameInfo(name, game.rules, least, most, game.campaign is not None, options, levels)


def _option(option: Option) -> OptionInfo:
    fields = {
        "name": option.name,
        "kind": option.kind,
        "default": option.default,
        "choices": option.choices,
        "text": option.explanation,
    }
    return msgspec.convert(fields, OptionInfo)
