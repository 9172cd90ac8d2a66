"""Both games for OpenSpiel: `pyspiel.load_game("skerry_vanuatu", {"players": 3})`.

Importing this module registers `skerry_vanuatu` and `skerry_nusfjord`. All chance is settled at the
deal, so a game begins with one chance node that chooses among `deals` equally likely deals; after
that nothing is left to chance. Parameters: players, deals, seed, reward, and options as JSON text.

The information state as a string is everything a seat has seen since the deal (perfect recall);
it replays the game, so it is slow. The tensor, of the information state as of the observation, is
the present observation of `skerry.research.observe`.
"""

import json
from typing import Any

import msgspec
import numpy as np
import pyspiel

from skerry.games import GAMES
from skerry.kernel.agenda import State as EngineState
from skerry.kernel.errors import BadSetup
from skerry.kernel.events import Event
from skerry.kernel.protocol import play
from skerry.kernel.rng import Rng
from skerry.research.engine.encoding import observation
from skerry.research.observations import observation_spec
from skerry.research.rewards import LOWEST, check_reward, rewards

CHANCE = int(pyspiel.PlayerId.CHANCE)
TERMINAL = int(pyspiel.PlayerId.TERMINAL)
DEALS = 1000
MOST_DECISIONS = 4000
_PARAMETERS = {"players": 4, "deals": DEALS, "seed": 1, "reward": "place", "options": "{}"}


def _game_type(name: str) -> Any:
    fewest, most = GAMES[name].players
    return pyspiel.GameType(
        short_name=f"skerry_{name}",
        long_name=f"{name.title()} (Skerry)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=_PARAMETERS,
    )


class _Held:
    """An engine state that OpenSpiel's clone copies as the engine does."""

    __slots__ = ("state",)

    def __init__(self, state: EngineState | None) -> None:
        self.state = state

    def __deepcopy__(self, memo: Any) -> "_Held":
        return _Held(None if self.state is None else self.state.copy())


class SkerryGame(pyspiel.Game):  # type: ignore[misc]
    """One of the games, with its parameters."""

    engine_name = ""
    game_type: Any = None

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**_PARAMETERS, **(params or {})}
        self.players = int(chosen["players"])
        self.deals = int(chosen["deals"])
        self.first_seed = int(chosen["seed"])
        self.reward = str(chosen["reward"])
        check_reward(self.reward)
        self.engine = GAMES[self.engine_name]
        self.spec = observation_spec(self.engine_name, self.players)
        try:
            options = json.loads(chosen["options"] or "{}")
        except ValueError:
            raise BadSetup('options: write them as JSON, such as {"rising_waters": true}') from None
        self.setup = {"players": self.players, "options": options}
        self.engine.deal(self.setup, Rng(0))  # raises BadSetup now rather than later
        info = pyspiel.GameInfo(
            num_distinct_actions=self.engine.moves,
            max_chance_outcomes=self.deals,
            num_players=self.players,
            min_utility=min(0.0, LOWEST[self.reward]),
            max_utility=2.0 if self.players == 1 else 1.0,
            utility_sum=None,
            max_game_length=MOST_DECISIONS,
        )
        super().__init__(self.game_type, info, params or {})

    def deal(self, number: int) -> EngineState:
        """Return one of the deals."""
        state: EngineState = self.engine.deal(self.setup, Rng(self.first_seed + number))
        return state

    def new_initial_state(self) -> "SkerryState":
        return SkerryState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SkerryObserver":
        return SkerryObserver(self, iig_obs_type)


class SkerryState(pyspiel.State):  # type: ignore[misc]
    """A position of a game."""

    def __init__(self, game: SkerryGame) -> None:
        super().__init__(game)
        self._held = _Held(None)
        self._turn = CHANCE  # OpenSpiel asks for it several times a step

    @property
    def engine_state(self) -> EngineState | None:
        """The game itself, hidden things included; None before the deal."""
        return self._held.state

    def current_player(self) -> int:
        return self._turn

    # OpenSpiel's own is_chance_node() and legal_actions() would ask the methods here through C++.

    def is_chance_node(self) -> bool:
        return self._turn == CHANCE

    def legal_actions(self, *player: int) -> list[int]:
        if self._turn < 0 or (player and player[0] != self._turn):
            return super().legal_actions(*player)  # type: ignore[no-any-return]
        return self._legal_actions(self._turn)

    def _legal_actions(self, player: int) -> list[int]:
        state = self._held.state
        assert state is not None
        moves = state.options()
        moves.sort()
        return moves

    def chance_outcomes(self) -> list[tuple[int, float]]:
        deals = self.get_game().deals
        return [(number, 1.0 / deals) for number in range(deals)]

    def _apply_action(self, action: int) -> None:
        state = self._held.state
        if state is None:
            state = self._held.state = self.get_game().deal(action)
        else:
            state.play(action)
        agenda = state.agenda
        self._turn = agenda[-1].seat if agenda else TERMINAL

    def _action_to_string(self, player: int, action: int) -> str:
        if self._held.state is None:
            return f"deal {action}"
        return str(self.get_game().engine.write(self._held.state, action))

    def is_terminal(self) -> bool:
        return self._turn == TERMINAL

    def returns(self) -> list[float]:
        game = self.get_game()
        if not self.is_terminal():
            return [0.0] * game.players
        return rewards(game.engine, self._held.state, game.reward)  # type: ignore[arg-type]

    def __str__(self) -> str:
        if self._held.state is None:
            return "to be dealt"
        return json.dumps(self.get_game().engine.position(self._held.state), sort_keys=True)


class SkerryObserver:
    """Observations as OpenSpiel's tools ask for them."""

    def __init__(self, game: SkerryGame, iig_obs_type: Any) -> None:
        self.game = game
        self.perfect_recall = iig_obs_type is None or bool(iig_obs_type.perfect_recall)
        self.tensor = np.zeros(game.spec.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SkerryState, player: int) -> None:
        """Write what a player sees into `tensor`."""
        engine_state = state.engine_state
        if engine_state is None:
            self.tensor.fill(0.0)
        else:
            self.tensor[:] = np.frombuffer(observation(engine_state, player), np.uint8)

    def string_from(self, state: SkerryState, player: int) -> str:
        """Return what a player sees, or with perfect recall everything it has seen."""
        if state.engine_state is None:
            return "to be dealt"
        engine = self.game.engine
        seen = msgspec.to_builtins(engine.view(state.engine_state, player))
        if not self.perfect_recall:
            return json.dumps(seen, sort_keys=True)
        history = state.history()
        reached = self.game.deal(history[0])
        shown: list[Any] = [msgspec.to_builtins(engine.view(reached, player))]
        for move in history[1:]:
            events: list[Event] = play(engine, reached, move)
            shown += [event.seen_by(player) for event in events]
        return json.dumps([shown, seen], sort_keys=True)


def _register(name: str) -> type[SkerryGame]:
    made = type(
        f"{name.title()}Game",
        (SkerryGame,),
        {"engine_name": name, "game_type": _game_type(name), "__doc__": f"{name.title()}."},
    )
    pyspiel.register_game(made.game_type, made)  # type: ignore[attr-defined]
    return made


VanuatuGame = _register("vanuatu")
NusfjordGame = _register("nusfjord")
__all__ = ["NusfjordGame", "SkerryGame", "SkerryObserver", "SkerryState", "VanuatuGame"]
