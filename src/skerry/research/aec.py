"""Both games as PettingZoo AEC environments.

Agents are `player_0`, `player_1`, ... by seat. An observation is a dictionary of `observation`
(bytes, from the agent's own seat) and `action_mask`. Moves are numbered as in `state.options()`.

Moves out of turn: only the seat that is asked acts. Its own any-time moves (treasure, begging,
trades) are among its actions; what others could do at any time they can do when they are asked.
Every game asks often enough for that, and no agent has to be polled for a move it rarely makes.
"""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from skerry.kernel.agenda import State
from skerry.kernel.errors import IllegalMove
from skerry.research.dealing import Dealer
from skerry.research.engine.encoding import move_mask, observation
from skerry.research.rewards import rewards


class SkerryAEC(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """A game for several agents. See `skerry.research.aec_env`."""

    def __init__(
        self,
        game: str,
        players: int = 4,
        *,
        reward: str = "place",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.metadata = {
            "name": f"skerry_{game}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self._dealer = Dealer(game, players, reward, options)
        spec = self._dealer.spec
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        high = np.array(spec.highs(), np.uint8)
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(np.zeros(spec.size, np.uint8), high, dtype=np.uint8),
                    "action_mask": Box(0, 1, (spec.moves,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(spec.moves) for agent in self.possible_agents}
        self._nothing = np.zeros(spec.moves, np.int8)
        self.agents: list[str] = []
        self._state: State | None = None
        self._legal: list[int] = []

    @property
    def engine_state(self) -> State:
        """The game itself, hidden things included."""
        assert self._state is not None, "call reset() first"
        return self._state

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; without a seed, the next one of the row."""
        if seed is not None or self._state is None:
            self._dealer.seed(int(np.random.SeedSequence(seed).generate_state(2, np.uint64)[0]))
        self._state = self._dealer.deal()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._state.turn()]
        self._legal = self._state.options()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees; its mask is empty unless it is asked."""
        state = self._state
        assert state is not None, "call reset() first"
        seat = self._seats[agent]
        seen = np.frombuffer(bytearray(observation(state, seat)), np.uint8)
        if state.turn() != seat:
            return {"observation": seen, "action_mask": self._nothing.copy()}
        allowed = bytearray(move_mask(self._legal, self._dealer.zeros))
        return {"observation": seen, "action_mask": np.frombuffer(allowed, np.int8)}

    def step(self, action: Any) -> None:
        """Make a move for the agent that is asked; an illegal one raises and changes nothing."""
        state = self.engine_state
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        move = int(action)
        if move not in self._legal:
            raise IllegalMove(f"{agent}: action {move} is not in the action mask")
        state.play(move)
        if state.agenda:
            self._cumulative_rewards[agent] = 0.0
            self.agent_selection = self.possible_agents[state.agenda[-1].seat]
            self._legal = state.options()
            return
        won = rewards(self._dealer.game, state, self._dealer.reward)
        self.rewards = dict(zip(self.possible_agents, won, strict=True))
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.agents, True)

    def render(self) -> str | None:
        """Return the board as text, as the agent on turn sees it."""
        if self.render_mode != "ansi" or self._state is None:
            return None
        from skerry.research.rendering import as_text

        return as_text(self._dealer.game, self._state)

    def close(self) -> None:
        """Nothing to close."""
