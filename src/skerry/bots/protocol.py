"""What a bot is: it is shown a game through its own seat's eyes and names one of its moves."""

from dataclasses import dataclass
from typing import Protocol

from skerry.kernel.agenda import State
from skerry.kernel.protocol import Game
from skerry.kernel.rng import Rng


@dataclass(frozen=True)
class Budget:
    """How long a bot may think about one move, in seconds, iterations or both, and in which way."""

    seconds: float | None = None
    iterations: int | None = None
    expert: bool = False  # as an expert searches (`levels.EXPERT_STYLE`), else as skilled does


class Bot(Protocol):
    """A bot plays one seat of one game; make a new one for each game."""

    name: str

    def choose(self, game: Game, state: State, seat: int, rng: Rng) -> int:
        """Choose one of `state.options()`, looking only at what *seat* may see."""

    def played(self, state: State, move: int) -> None:
        """Hear of every move the seat on turn is about to make, so that thoughts can be kept."""
