"""`skerry info`: what is installed here."""

import platform

from skerry import __version__
from skerry.cli.screen import Screen
from skerry.games import GAMES
from skerry.kernel import agenda


def info() -> None:
    """Print the version, whether the engine is compiled, and the games."""
    screen = Screen(plain=True)
    interpreted = (agenda.__file__ or "").endswith(".py")
    screen.say(f"skerry {__version__}")
    screen.say(f"engine {'interpreted' if interpreted else 'compiled'}")
    screen.say(f"python {platform.python_version()} on {platform.system()}")
    for game in GAMES.values():
        screen.say(f"{game.name} rules {game.rules}")
