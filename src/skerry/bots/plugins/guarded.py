"""What guards the game from a plug-in: it sees an imagined game, and its move is checked."""

import hashlib
import operator
import traceback
from typing import Any

from skerry.kernel.agenda import State
from skerry.kernel.errors import SkerryError
from skerry.kernel.protocol import Game
from skerry.kernel.rng import Rng


class BotFailed(SkerryError):
    """A plug-in gave no move, or none that can be made."""


def private_rng(rng: Rng) -> Rng:
    """Return a generator whose numbers tell nothing about *rng*.

    The generators of an arena follow from the seed of the deal, and both steps from seed to numbers
    can be reversed: whoever holds such a generator could find the deal.
    """
    drawn = f"{rng.below(1 << 30)} {rng.below(1 << 30)}"
    return Rng(int.from_bytes(hashlib.sha256(drawn.encode()).digest()[:8], "big"))


def where_it_failed(error: BaseException) -> str:
    """Return an error in one line, with the place it comes from."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {' '.join(str(error).split())[:300]}{place}"


class GuardedBot:
    """A Python class as a bot. It is never given the real game."""

    def __init__(self, name: str, bot: Any) -> None:
        self.name = name
        self.bot = bot

    def choose(self, game: Game, state: State, seat: int, rng: Rng) -> int:
        own = private_rng(rng)
        known = state.imagine(seat, own)
        try:
            chosen = self.bot.choose(game, known, seat, own)
        except (Exception, SystemExit) as error:
            raise BotFailed(f"bot {self.name!r}, seat {seat}: {where_it_failed(error)}") from error
        try:
            move = operator.index(chosen)
        except TypeError:
            raise BotFailed(
                f"bot {self.name!r}, seat {seat}: choose() returned {str(chosen)[:60]!r}; "
                "return one of state.options(), a number"
            ) from None
        if move not in state.options():
            raise BotFailed(
                f"bot {self.name!r}, seat {seat}: choose() returned {move}, "
                "which is not one of state.options()"
            )
        return move

    def observe(self, state: State, move: int) -> None:
        pass  # the real state shows what is hidden; whoever needs the moves compares two views
