"""Who sits where: seats given as `me,random,random`, their names, colours and bots."""

from typing import Protocol

from skerry.cli.files import Refused
from skerry.kernel.agenda import State
from skerry.kernel.protocol import Game
from skerry.kernel.rng import Rng

ME = "me"
NAMES = ["Coral", "Indigo", "Amber", "Plum", "Basalt"]
LETTERS = [name[0] for name in NAMES]
STYLES = ["bold #f0653a", "bold #7f93ff", "bold #f2b134", "bold #d673c4", "bold #b4c0cc"]


class Bot(Protocol):
    """A player that is not a person."""

    def choose(self, game: Game, state: State, seat: int, rng: Rng, /) -> int:
        """Give one of the state's options."""


class RandomBot:
    """Takes any option."""

    def choose(self, game: Game, state: State, seat: int, rng: Rng) -> int:
        options = state.options()
        return options[rng.below(len(options))]


_BOTS: dict[str, type[Bot]] = {"random": RandomBot}


def bot_named(name: str) -> Bot:
    """Give the bot of a name; raises Refused for an unknown one."""
    if name not in _BOTS:
        raise Refused(f"no player is called {name[:40]!r}; seats are {ME}, {', '.join(_BOTS)}")
    return _BOTS[name]()


def read_seats(text: str) -> list[str]:
    """Read seats from the command line.

    >>> read_seats("me, random,random")
    ['me', 'random', 'random']
    """
    seats = [seat.strip().lower() for seat in text.split(",")]
    if len(seats) > len(NAMES):
        raise Refused(f"--seats: {len(seats)} seats are too many; at most {len(NAMES)} can play")
    for seat in seats:
        if not seat:
            raise Refused(f"--seats: {text[:60]!r} has an empty seat; write them like me,random")
        if seat != ME:
            bot_named(seat)
    return seats
