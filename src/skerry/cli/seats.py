"""Who plays which seat: people and bots, named on the command line as `me,random,random`."""

from skerry.bots.levels import LEVELS, make_bot
from skerry.bots.plugins import is_plugin
from skerry.bots.protocol import Bot
from skerry.bots.search_bot import SearchHelper
from skerry.cli.files import Refused
from skerry.kernel.errors import BadSetup
from skerry.kernel.terminal import NAMES

ME = "me"


def bot_named(name: str, helper: SearchHelper | None = None) -> Bot:
    """Return a bot of a name; raises Refused for an unknown one."""
    try:
        return make_bot(name, helper)
    except BadSetup as error:
        if is_plugin(name):
            raise Refused(str(error)) from None
        known = ", ".join([ME, *LEVELS])
        raise Refused(
            f"no player is called {name[:40]!r}; seats are {known}, and bots of your own "
            "(docs/own-bots.md)"
        ) from None


def read_seats(text: str) -> list[str]:
    """Read seats from the command line.

    >>> read_seats("me, random,random")
    ['me', 'random', 'random']
    """
    seats = [_tidy(seat.strip()) for seat in text.split(",")]
    if len(seats) > len(NAMES):
        raise Refused(f"--seats: {len(seats)} seats are too many; at most {len(NAMES)} can play")
    for seat in seats:
        if not seat:
            raise Refused(f"--seats: {text[:60]!r} has an empty seat; write them like me,random")
        if seat != ME:
            bot_named(seat)
    return seats


def _tidy(name: str) -> str:
    """Return a name as it is looked up; only plug-ins tell capitals apart."""
    return name if is_plugin(name) else name.lower()
