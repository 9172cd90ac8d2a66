"""How fast the environments are, beside those of other projects in the same run.

Every figure is steps per second of CPU time with random legal moves, one process, one core. What is
not installed is left out, and the table says so.
"""

import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from skerry.games import GAMES
from skerry.kernel.rng import Rng
from skerry.research import mask, observation_spec, observe

PLAYERS = 4
VECTOR = 64


class Figure(NamedTuple):
    """One row: what was measured, steps a second (or microseconds), or why it was not."""

    name: str
    unit: str
    value: float | None
    note: str = ""


class Picker:
    """Quick random choices among legal moves, the same for every environment."""

    def __init__(self) -> None:
        self.rng = Rng(5)

    def of(self, allowed: Any) -> int:
        """Choose a move of a mask."""
        legal = np.flatnonzero(allowed)
        return int(legal[self.rng.below(len(legal))])


def figures(seconds: float) -> Iterator[Figure]:
    """Measure everything, one after another."""
    for name in GAMES:
        yield from _calls(name, seconds)
        yield Figure(f"skerry {name}: AEC", "steps/s", _aec(name, seconds), "observation and mask")
        yield Figure(
            f"skerry {name}: Gymnasium", "steps/s", _gym(name, seconds), "own moves, 3 random bots"
        )
        for seen, note in ((True, "observation and mask"), (False, "mask only")):
            value = _vector(name, seconds, seen)
            yield Figure(f"skerry {name}: vector of {VECTOR}", "steps/s", value, note)
        own = f"skerry_{name}(players={PLAYERS})"
        yield _tried(
            f"skerry {name}: OpenSpiel", partial(_openspiel, own, seconds, True), "no tensors"
        )
    yield _tried("PettingZoo chess_v6", lambda: _chess(seconds), "observation and mask")
    yield _tried("catanatron gymnasium", lambda: _catanatron(seconds), "observation, legal moves")
    yield _tried(
        "OpenSpiel hearts (C++)", lambda: _openspiel("hearts", seconds, False), "no tensors"
    )


def _tried(name: str, measure: Callable[[], float], note: str) -> Figure:
    try:
        return Figure(name, "steps/s", measure(), note)
    except ImportError as error:
        return Figure(name, "steps/s", None, f"not installed ({error.name or error})")


def _per_second(seconds: float, work: Callable[[], int]) -> float:
    """Return the steps that *work* counts per second of CPU time."""
    steps = 0
    work()  # warm up
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        steps += work()
    return steps / spent


def _calls(name: str, seconds: float) -> Iterator[Figure]:
    spec = observation_spec(name, PLAYERS)
    seen = np.zeros(spec.size, np.uint8)
    allowed = np.zeros(spec.moves, np.bool_)
    states = []
    for seed in range(6):
        state: Any = GAMES[name].deal({"players": PLAYERS}, Rng(seed))
        rng = Rng(seed)
        while state.turn() >= 0:
            options = state.options()
            states.append(state.copy())
            state.play(options[rng.below(len(options))])
    states = states[::11]

    def observations() -> int:
        for state in states:
            observe(state, 0, seen)
        return len(states)

    def masks() -> int:
        for state in states:
            mask(state, allowed)
        return len(states)

    for label, work in (("observe", observations), ("mask (with options)", masks)):
        rate = _per_second(seconds / 2, work)
        yield Figure(f"skerry {name}: {label}", "us", 1e6 / rate, f"{PLAYERS} players")


def _aec(name: str, seconds: float) -> float:
    from skerry.research import aec_env

    env = aec_env(name, PLAYERS)
    return _per_second(seconds, lambda: _aec_game(env))


def _aec_game(env: Any) -> int:
    pick = Picker()
    env.reset()
    steps = 0
    for _ in env.agent_iter():
        seen, _, over, cut, _ = env.last()
        if over or cut:
            break
        env.step(pick.of(seen["action_mask"]))
        steps += 1
    return steps


def _gym(name: str, seconds: float) -> float:
    import gymnasium

    env: Any = gymnasium.make(f"skerry/{name.title()}-v0", players=PLAYERS).unwrapped
    pick = Picker()

    def game() -> int:
        env.reset()
        steps, over = 0, False
        while not over:
            _, _, over, _, _ = env.step(pick.of(env.action_masks()))
            steps += 1
        return steps

    return _per_second(seconds, game)


def _vector(name: str, seconds: float, observations: bool) -> float:
    from skerry.research.vector import SelfPlayVectorEnv

    env = SelfPlayVectorEnv(name, VECTOR, PLAYERS, observations=observations)
    env.reset(seed=1)
    chance = np.random.default_rng(1)

    steps, spent = 0, 0.0
    while spent < seconds:
        actions = random_actions(env.action_masks(), chance)  # a policy's work, not counted
        start = time.process_time()
        env.step(actions)
        spent += time.process_time() - start
        steps += VECTOR
    return steps / spent


def random_actions(masks: Any, chance: Any) -> Any:
    """Choose a legal move in each row of a table of masks."""
    games, moves = np.nonzero(masks)
    first = np.searchsorted(games, np.arange(len(masks)))
    count = np.diff(np.append(first, len(games)))
    return moves[first + (chance.random(len(masks)) * count).astype(np.int64)]


def _openspiel(name: str, seconds: float, own: bool) -> float:
    import pyspiel

    if own:
        import_module("skerry.research.openspiel")  # registers the games
    game = pyspiel.load_game(name)
    rng = Rng(5)

    def play() -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                if own:
                    state.apply_action(rng.below(1000))
                    continue
                legal = [action for action, _ in state.chance_outcomes()]
            else:
                legal = state.legal_actions()
            state.apply_action(legal[rng.below(len(legal))])
            steps += 1
        return steps

    return _per_second(seconds, play)


def _chess(seconds: float) -> float:
    from pettingzoo.classic import chess_v6

    env = chess_v6.env()
    return _per_second(seconds, lambda: _aec_game(env))


def _catanatron(seconds: float) -> float:
    try:
        module = import_module("catanatron.gym.envs.catanatron_env")  # newer versions
    except ImportError:
        module = import_module("catanatron_gym.envs.catanatron_env")
    env: Any = module.CatanatronEnv()
    rng = Rng(5)

    def game() -> int:
        _, info = env.reset()
        steps, over, cut = 0, False, False
        while not (over or cut):
            legal = info["valid_actions"]
            _, _, over, cut, info = env.step(legal[rng.below(len(legal))])
            steps += 1
        return steps

    return _per_second(seconds, game)
