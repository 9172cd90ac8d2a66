"""Bots that do not come with Skerry: a Python class, an installed package, or any program.

`make` finds them by name (docs/own-bots.md). Each gets an imagined game, in which everything that
its seat cannot see was dealt again, and its move is checked before it is made.
"""

import re
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from skerry.bots.plugins.command import CommandBot
from skerry.bots.plugins.guarded import BotFailed, GuardedBot, where_it_failed
from skerry.bots.protocol import Bot
from skerry.kernel.errors import BadSetup

GROUP = "skerry.bots"  # the entry points of installed packages
COMMAND = "cmd:"
_CLASS = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*")

__all__ = ["BotFailed", "is_plugin", "make", "plugin_names"]


def is_plugin(name: str) -> bool:
    """Return whether a name has the form of a plug-in or is that of an installed one.

    >>> is_plugin("cmd:./mybot"), is_plugin("mymodule:MyBot"), is_plugin("steady")
    (True, True, False)
    """
    return bool(name.startswith(COMMAND) or _CLASS.fullmatch(name) or name in _installed())


def plugin_names() -> list[str]:
    """Return the names of the bots that installed packages bring."""
    return sorted(_installed())


def make(name: str) -> Bot:
    """Return a new bot by its plug-in name. Raises BadSetup if it cannot be found or started."""
    if name.startswith(COMMAND):
        return CommandBot(name, name.removeprefix(COMMAND))
    installed = _installed().get(name)
    if installed is not None:
        return GuardedBot(name, _called(name, _loaded(name, installed.load)))
    module, _, attribute = name.partition(":")
    return GuardedBot(name, _called(name, _loaded(name, lambda: _found(name, module, attribute))))


def _installed() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def _found(name: str, module: str, attribute: str) -> Any:
    # A script's own directory is on the path, the directory it is called in is not.
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))
    try:
        found: Any = import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise
        raise BadSetup(
            f"bot {name!r}: there is no module {module!r} here or among the installed packages; "
            "run the command in the directory of the file"
        ) from None
    for part in attribute.split("."):
        if not hasattr(found, part):
            raise BadSetup(f"bot {name!r}: the module {module!r} has no {attribute!r}")
        found = getattr(found, part)
    return found


def _loaded(name: str, load: Callable[[], Any]) -> Any:
    try:
        return load()
    except BadSetup:
        raise
    except (Exception, SystemExit) as error:  # a script may end itself when it is imported
        raise BadSetup(f"bot {name!r} cannot be imported: {where_it_failed(error)}") from error


def _called(name: str, make_one: Any) -> Any:
    if not callable(make_one):
        raise BadSetup(f"bot {name!r} is not a class; name a class with a method choose")
    try:
        bot = make_one()
    except (Exception, SystemExit) as error:
        raise BadSetup(
            f"bot {name!r} cannot be made without arguments: {where_it_failed(error)}"
        ) from error
    if not callable(getattr(bot, "choose", None)):
        raise BadSetup(f"bot {name!r} has no method choose(game, state, seat, rng)")
    return bot
