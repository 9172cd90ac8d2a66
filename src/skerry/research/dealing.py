"""What all environments share: which game is played, by whom, and from which deals."""

from typing import Any

from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.errors import BadSetup
from skerry.kernel.events import Json
from skerry.kernel.protocol import Game
from skerry.kernel.rng import Rng
from skerry.research.observations import observation_spec
from skerry.research.rewards import check_reward


class Dealer:
    """Deals games of one kind, one after another, from a seed."""

    def __init__(self, game: str, players: int, reward: str, options: Json) -> None:
        check_reward(reward)
        self.spec = observation_spec(game, players)
        self.game: Game = GAMES[game]
        self.reward = reward
        self.setup: Json = {"players": players, "options": options}
        self.zeros = bytes(self.spec.moves)
        self._rng = Rng(0)
        try:  # now rather than in the middle of work
            self.game.deal(self.setup, Rng(0))
        except BadSetup as error:
            raise BadSetup(f"{error}; `skerry options {game}` lists the options") from None

    def seed(self, seed: int) -> None:
        """Begin a new row of deals."""
        self._rng = Rng(seed)

    def deal(self) -> State:
        """Deal the next game."""
        state: State = self.game.deal(self.setup, self._rng)
        return state


def drawn_seed(np_random: Any) -> int:
    """Return a seed for deals from the generator of a Gymnasium environment."""
    return int(np_random.integers(1 << 62))
