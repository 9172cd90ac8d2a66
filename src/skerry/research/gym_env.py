"""Both games as Gymnasium environments: one seat learns, named bots play the others.

    env = gymnasium.make("skerry/Nusfjord-v0", players=4, opponents="relaxed")

`action_masks()` gives the legal moves as sb3-contrib's MaskablePPO expects them. An illegal action
ends the game with the lowest reward; who looks at the mask never meets that.
"""

from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete

from skerry.bots.levels import make_bot
from skerry.bots.protocol import Bot
from skerry.kernel.agenda import NOBODY, State
from skerry.kernel.errors import BadSetup
from skerry.kernel.rng import Rng
from skerry.research.dealing import Dealer, drawn_seed
from skerry.research.engine.encoding import move_mask, observation
from skerry.research.rewards import LOWEST, rewards


class SkerryEnv(gymnasium.Env[Any, Any]):
    """One learning seat against bots.

    *opponents* is the name of a bot, or a list with one for each other seat; *seat* is the learning
    seat, or None for another one in each game. Rule options go by name.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str,
        players: int = 4,
        opponents: str | list[str] = "random",
        seat: int | None = None,
        reward: str = "place",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self._dealer = Dealer(game, players, reward, options)
        spec = self._dealer.spec
        if isinstance(opponents, str):
            opponents = [opponents] * (players - 1)
        if len(opponents) != players - 1:
            raise BadSetup(f"{players} players need {players - 1} opponents, not {len(opponents)}")
        if seat is not None and not 0 <= seat < players:
            raise BadSetup(f"there is no seat {seat}; seats are 0 to {players - 1}")
        self._bots: list[Bot] = [make_bot(name) for name in opponents]
        self._fixed_seat = seat
        self.render_mode = render_mode
        self.observation_space = Box(
            np.zeros(spec.size, np.uint8), np.array(spec.highs(), np.uint8), dtype=np.uint8
        )
        self.action_space = Discrete(spec.moves)
        self._state: State | None = None
        self._seat = 0
        self._rng = Rng(0)
        self._names = opponents

    @property
    def engine_state(self) -> State:
        """The game itself, hidden things included."""
        assert self._state is not None, "call reset() first"
        return self._state

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal a game, and let the bots play until the learning seat is asked."""
        super().reset(seed=seed)
        self._dealer.seed(drawn_seed(self.np_random))
        self._rng = Rng(drawn_seed(self.np_random))
        players = self._dealer.spec.players
        if self._fixed_seat is None:
            self._seat = int(self.np_random.integers(players))
        else:
            self._seat = self._fixed_seat
        self._bots = [make_bot(name) for name in self._names]  # a search keeps a tree for each game
        while True:
            self._state = self._dealer.deal()
            self._let_bots_play()
            if self._state.turn() != NOBODY:
                return self._observation(), {"seat": self._seat}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Make a move, then let the bots play until the learning seat is asked again."""
        state = self.engine_state
        info: dict[str, Any] = {"seat": self._seat}
        move = int(action)
        if move not in state.options():
            info["illegal"] = True
            return self._observation(), LOWEST[self._dealer.reward], True, False, info
        self._play(state, move)
        self._let_bots_play()
        if state.turn() != NOBODY:
            return self._observation(), 0.0, False, False, info
        won = rewards(self._dealer.game, state, self._dealer.reward)
        info["points"] = state.results()
        info["rewards"] = won
        return self._observation(), won[self._seat], True, False, info

    def action_masks(self) -> Any:
        """Return the legal moves as an array of truth values."""
        spec = self._dealer.spec
        state = self.engine_state
        if state.turn() != self._seat:
            return np.zeros(spec.moves, np.bool_)
        allowed = bytearray(move_mask(state.options(), self._dealer.zeros))
        return np.frombuffer(allowed, np.bool_)

    def _observation(self) -> Any:
        return np.frombuffer(bytearray(observation(self.engine_state, self._seat)), np.uint8)

    def _play(self, state: State, move: int) -> None:
        for bot in self._bots:
            bot.observe(state, move)
        state.play(move)

    def _let_bots_play(self) -> None:
        state = self.engine_state
        while (turn := state.turn()) not in (self._seat, NOBODY):
            away = (turn - self._seat) % state.n
            bot = self._bots[away - 1]
            self._play(state, bot.choose(self._dealer.game, state, turn, self._rng))

    def render(self) -> Any:
        """Return the board as text, as the learning seat sees it."""
        if self.render_mode != "ansi":
            return None
        from skerry.research.rendering import as_text

        return as_text(self._dealer.game, self.engine_state, self._seat)
