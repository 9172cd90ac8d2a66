"""The bots that do not search: random moves, and one move of look-ahead."""

from typing import NamedTuple

from skerry.bots.engine.one_ply import look_ahead
from skerry.bots.search_bot import VALUES
from skerry.kernel.agenda import State
from skerry.kernel.protocol import Game
from skerry.kernel.rng import Rng


class RandomBot:
    """Plays a random option, and never trades when it is not asked to."""

    name = "random"

    def choose(self, game: Game, state: State, seat: int, rng: Rng) -> int:
        options = state.agenda[-1].options(state)
        return options[rng.below(len(options))]

    def observe(self, state: State, move: int) -> None:
        pass


class OnePlySettings(NamedTuple):
    """How far a bot looks one move ahead."""

    playouts: int  # rounds played out for each move
    noise: float = 0.0  # the largest random number added to a move's value


class OnePlyBot:
    """Plays the move with the best value after a few random playouts to the end of the round."""

    def __init__(
        self, name: str, settings: OnePlySettings, if_all_may_lose: OnePlySettings | None = None
    ) -> None:
        self.name = name
        self.settings = settings
        self.if_all_may_lose = if_all_may_lose or settings

    def choose(self, game: Game, state: State, seat: int, rng: Rng) -> int:
        options = state.options()
        if len(options) == 1:
            return options[0]
        values = VALUES[game.name]
        all_may_lose = values.all_may_lose(state)
        playouts, noise = self.if_all_may_lose if all_may_lose else self.settings
        found = look_ahead(state, seat, values, options, playouts, rng)
        if noise:
            found = [value + noise * rng.below(1000) / 1000 for value in found]
        return options[found.index(max(found))]

    def observe(self, state: State, move: int) -> None:
        pass
