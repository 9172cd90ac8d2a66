"""What a bot is: it sees a game as its seat does and chooses one of its moves."""

from dataclasses import dataclass
from typing import Protocol

from skerry.kernel.agenda import State
from skerry.kernel.protocol import Game
from skerry.kernel.rng import Rng


@dataclass(frozen=True)
class Budget:
    """How long a bot may search for one move, in seconds, iterations or both, and in which way."""

    seconds: float | None = None
    iterations: int | None = None
    expert: bool = False  # search as an expert does (`search_bot.EXPERT`), else as skilled does
    least_iterations: int = 0  # also where a busy machine does fewer in the seconds


class Bot(Protocol):
    """A bot plays one seat of one game; make a new one for each game."""

    name: str

    def choose(self, game: Game, state: State, seat: int, rng: Rng) -> int:
        """Return one of `state.options()`, using only what *seat* may see."""

    def observe(self, state: State, move: int) -> None:
        """Take note of a move that the seat on turn is about to make, to keep a search's tree."""
