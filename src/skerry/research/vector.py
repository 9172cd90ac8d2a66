"""Many games of self-play, stepped together in compiled code.

The seat that is asked acts, whichever it is; its observation is relative to itself, so one policy
plays all seats. `reward` is what the move just made brought its own seat: 0 until the game is over.
A finished game is dealt again in the same step (Gymnasium's SAME_STEP); what it was worth to every
seat is in `info["rewards"]`, a row for each game, valid where `info["_rewards"]` is true.
"""

from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv

from skerry.kernel.agenda import State
from skerry.kernel.errors import BadSetup, IllegalMove
from skerry.research.dealing import Dealer, drawn_seed
from skerry.research.engine import encoding
from skerry.research.rewards import rewards


class SelfPlayVectorEnv(VectorEnv[Any, Any, Any]):
    """*num_envs* games side by side; `action_masks()` has a row of legal moves for each."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str,
        num_envs: int = 64,
        players: int = 4,
        reward: str = "place",
        observations: bool = True,
        **options: Any,
    ) -> None:
        if num_envs < 1:
            raise BadSetup("a vector environment needs at least one game")
        self._dealer = Dealer(game, players, reward, options)
        spec = self._dealer.spec
        self.num_envs = num_envs
        self._with_observations = observations
        size = spec.size if observations else 0
        highs = np.array(spec.highs()[:size], np.uint8)
        self.single_observation_space = Box(np.zeros(size, np.uint8), highs, dtype=np.uint8)
        self.single_action_space = Discrete(spec.moves)
        self.observation_space = gymnasium.vector.utils.batch_space(
            self.single_observation_space, num_envs
        )
        self.action_space = MultiDiscrete([spec.moves] * num_envs)
        self._states: list[State] = []
        self._masks = b""
        self._turns: list[int] = []

    @property
    def engine_states(self) -> list[State]:
        """The games themselves, hidden things included."""
        return self._states

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal all games."""
        super().reset(seed=seed)
        self._dealer.seed(drawn_seed(self.np_random))
        self._states = [self._dealer.deal() for _ in range(self.num_envs)]
        return self._seen(), {"seat": np.array(self._turns)}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Make one move in every game."""
        made: list[int] = actions.tolist() if hasattr(actions, "tolist") else list(actions)
        moves = self._dealer.spec.moves
        assert self._states, "call reset() first"
        if len(made) != self.num_envs:
            raise BadSetup(f"{self.num_envs} games need as many actions, not {len(made)}")
        wrong = encoding.first_illegal(made, self._masks, moves)
        if wrong >= 0:
            raise IllegalMove(f"game {wrong}: action {made[wrong]} is not in its action mask")
        over = encoding.step(self._states, made)
        reward = np.zeros(self.num_envs)
        terminated = np.zeros(self.num_envs, np.bool_)
        info: dict[str, Any] = {}
        if over:
            won = np.zeros((self.num_envs, self._dealer.spec.players))
            final = np.empty(self.num_envs, object)
            for i in over:
                state = self._states[i]
                won[i] = rewards(self._dealer.game, state, self._dealer.reward)
                reward[i] = won[i, self._turns[i]]
                terminated[i] = True
                if self._with_observations:
                    seen = encoding.observation(state, self._turns[i])
                    final[i] = np.frombuffer(bytearray(seen), np.uint8)
                self._states[i] = self._dealer.deal()
            info = {"rewards": won, "_rewards": terminated.copy()}
            if self._with_observations:
                info |= {"final_obs": final, "_final_obs": terminated.copy()}
        seen = self._seen()
        info["seat"] = np.array(self._turns)
        return seen, reward, terminated, np.zeros(self.num_envs, np.bool_), info

    def action_masks(self) -> Any:
        """Return the legal moves of each game, a row of truth values each."""
        rows = np.frombuffer(self._masks, np.bool_)
        return rows.reshape(self.num_envs, self._dealer.spec.moves)

    def _seen(self) -> Any:
        spec = self._dealer.spec
        self._turns = encoding.turns(self._states)
        self._masks = encoding.move_masks(self._states, self._dealer.zeros)
        if not self._with_observations:
            return np.zeros((self.num_envs, 0), np.uint8)
        seen = bytearray(encoding.observations(self._states))
        return np.frombuffer(seen, np.uint8).reshape(self.num_envs, spec.size)
