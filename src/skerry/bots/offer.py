"""The bots that may be seated at the tables of a server: the levels, and the operator's own.

Players see the name of a bot, never its command, which would reveal paths of the machine.
"""

import re
from pathlib import PurePath

from skerry.bots.levels import LEVELS, make_bot
from skerry.bots.plugins import COMMAND
from skerry.kernel.errors import BadSetup

DEFAULT = "steady"
_NAME = re.compile(r"[^\W_][\w .-]{0,39}")
_own: dict[str, str] = {}  # name to plug-in


def offer_bots(text: str) -> None:
    """Offer the bots of a list such as `Gull=cmd:./gull,mymodule:MyBot`. Raises BadSetup."""
    found: dict[str, str] = {}
    for given in filter(None, map(str.strip, text.split(","))):
        name, plugin = read_offer(given)
        if plugin in LEVELS and name == plugin:
            continue  # the levels are always on offer
        if name in LEVELS or name in found:
            raise BadSetup(f"--bots: two bots are called {name!r}; write NAME={plugin}")
        make_bot(plugin)
        found[name] = plugin
    _own.clear()
    _own.update(found)


def read_offer(text: str) -> tuple[str, str]:
    """Return the name that players see and the bot it stands for. Raises BadSetup.

    >>> read_offer("Gull=cmd:./gull --fast"), read_offer("mymodule:MyBot"), read_offer("cmd:./a.py")
    (('Gull', 'cmd:./gull --fast'), ('MyBot', 'mymodule:MyBot'), ('a', 'cmd:./a.py'))
    """
    name, equals, plugin = text.partition("=")
    if not equals or not _NAME.fullmatch(name):
        plugin = text
        if text.startswith(COMMAND):
            name = PurePath(text.removeprefix(COMMAND).split(" ")[0]).stem
        else:
            name = text.rpartition(":")[2]
    if not _NAME.fullmatch(name):
        raise BadSetup(f"--bots: give {text[:60]!r} a name that players see, as NAME={text[:40]}")
    return name, plugin


def bots_on_offer() -> list[str]:
    """Return the names of the bots that may be seated."""
    return [*LEVELS, *_own]


def bot_behind(name: str) -> str:
    """Return what `make_bot` knows a bot by; a bot that is not offered any more plays steady."""
    return name if name in LEVELS else _own.get(name, DEFAULT)
