"""The environments pass the tests of the libraries they are made for, and keep their promises."""

import random
import warnings
from typing import Any

import pytest

pytest.importorskip("numpy")
pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # where pygame is installed too, its import warns
    from pettingzoo.test import api_test, seed_test

from skerry.games import GAMES
from skerry.kernel.errors import BadSetup, IllegalMove
from skerry.kernel.protocol import Score
from skerry.research import aec_env, rewards, vector_env
from skerry.research.rewards import REWARDS

# Their warnings are about habits of other environments.
pytestmark = pytest.mark.filterwarnings("ignore")
SETTINGS: list[tuple[str, int, dict[str, Any]]] = [
    ("vanuatu", 3, {"rising_waters": True}),
    ("nusfjord", 4, {}),
    ("nusfjord", 1, {}),
]


@pytest.mark.parametrize(("game", "players", "options"), SETTINGS)
def test_pettingzoo_accepts_the_environment(game: str, players: int, options: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(aec_env(game, players, **options), num_cycles=60)
        seed_test(lambda: aec_env(game, players, **options), num_cycles=20)


@pytest.mark.parametrize(("game", "players", "options"), SETTINGS)
def test_a_whole_game_is_rewarded_once(game: str, players: int, options: Any) -> None:
    env = aec_env(game, players, **options)
    env.reset(seed=5)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        earned[agent] += reward
        assert not cut
        assert env.observation_space(agent).contains(seen)
        env.step(None if over else int(np.flatnonzero(seen["action_mask"])[-1]))
    assert env.agents == []
    assert list(earned.values()) == rewards(GAMES[game], env.engine_state)


def test_an_agent_that_is_not_asked_has_an_empty_mask_and_an_illegal_move_changes_nothing() -> None:
    env = aec_env("nusfjord", 3)
    env.reset(seed=1)
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)
    before = env.observe(env.agent_selection)["observation"].tobytes()
    with pytest.raises(IllegalMove, match="action 1470 is not in the action mask"):
        env.step(1470)
    assert env.observe(env.agent_selection)["observation"].tobytes() == before


@pytest.mark.parametrize("name", ["skerry/Vanuatu-v0", "skerry/Nusfjord-v0"])
def test_gymnasium_accepts_the_environment(name: str) -> None:
    env = gymnasium.make(name, players=2, disable_env_checker=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env.unwrapped, skip_render_check=True)


def test_a_seat_plays_against_named_bots() -> None:
    env = gymnasium.make("skerry/Nusfjord-v0", players=3, opponents=["random", "random"], seat=2)
    chance = random.Random(1)
    seen, info = env.reset(seed=3)
    over = False
    while not over:
        assert env.observation_space.contains(seen)
        allowed = np.flatnonzero(env.unwrapped.action_masks())  # type: ignore[attr-defined]
        seen, reward, over, _, info = env.step(chance.choice(allowed.tolist()))
    assert info["seat"] == 2
    assert reward == info["rewards"][2]
    assert not env.unwrapped.action_masks().any()  # type: ignore[attr-defined]


def test_an_illegal_action_loses() -> None:
    env = gymnasium.make("skerry/Vanuatu-v0", players=2, reward="margin")
    env.reset(seed=3)
    _, reward, over, _, info = env.step(0)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)


def test_the_same_seed_gives_the_same_games() -> None:
    def run(seed: int) -> list[bytes]:
        env = vector_env("nusfjord", 4, 2)
        seen, _ = env.reset(seed=seed)
        observations = [seen.tobytes()]
        for _ in range(30):
            seen, *_ = env.step(env.action_masks().argmax(1))
            observations.append(seen.tobytes())
        return observations

    assert run(7) == run(7)
    assert run(7) != run(8)


@pytest.mark.parametrize(("game", "players", "options"), SETTINGS)
def test_a_vector_of_games_is_played_and_dealt_again(game: str, players: int, options: Any) -> None:
    env = vector_env(game, 8, players, **options)
    chance = np.random.default_rng(1)
    seen, info = env.reset(seed=2)
    finished = 0
    while finished < 10:
        assert seen.shape == (8, env.single_observation_space.shape[0])
        masks = env.action_masks()
        for i, state in enumerate(env.engine_states):
            assert sorted(np.flatnonzero(masks[i]).tolist()) == sorted(state.options())
            assert info["seat"][i] == state.turn()
        actions = np.array([chance.choice(np.flatnonzero(row)) for row in masks])
        movers = info["seat"]
        seen, reward, over, cut, info = env.step(actions)
        assert not cut.any()
        for i in np.flatnonzero(over).tolist():
            finished += 1
            assert reward[i] == info["rewards"][i][movers[i]]
            assert info["final_obs"][i].shape == seen[i].shape
        assert not reward[~over].any()
    with pytest.raises(IllegalMove, match="game 3: action -1"):
        env.step(_with_illegal(env))


def _with_illegal(env: Any) -> Any:
    actions = env.action_masks().argmax(1)
    actions[3] = -1
    return actions


def test_gymnasium_makes_the_vector_environment_by_its_name() -> None:
    env = gymnasium.make_vec(
        "skerry/Nusfjord-v0", num_envs=3, players=2, vectorization_mode="vector_entry_point"
    )
    seen, _ = env.reset(seed=1)
    assert seen.shape[0] == 3


def scored(totals: list[int], places: list[int]) -> list[Score]:
    return [Score(s, t, {}, p) for s, (t, p) in enumerate(zip(totals, places, strict=True))]


@pytest.mark.parametrize(
    ("name", "totals", "places", "expected"),
    [
        ("place", [50, 40, 30], [1, 2, 3], [1, 0, -1]),
        ("place", [50, 50, 30], [1, 1, 3], [0.5, 0.5, -1]),
        ("place", [9, 9, 9], [0, 0, 0], [-1, -1, -1]),
        ("win", [50, 40, 30], [1, 2, 3], [1, 0, 0]),
        ("win", [50, 50, 30], [1, 1, 3], [0.5, 0.5, 0]),
        ("win", [9, 9, 9], [0, 0, 0], [0, 0, 0]),
        ("margin", [50, 40, 30], [1, 2, 3], [0.2, -0.2, -0.4]),
        ("margin", [90, 10], [1, 2], [1, -1]),
        ("margin", [9, 9], [0, 0], [-1, -1]),
    ],
)
def test_rewards(name: str, totals: list[int], places: list[int], expected: list[float]) -> None:
    assert REWARDS[name](scored(totals, places)) == pytest.approx(expected)


def test_rule_options_go_by_name_in_every_environment() -> None:
    one: Any = gymnasium.make("skerry/Vanuatu-v0", players=3, rising_waters=True).unwrapped
    many: Any = gymnasium.make_vec("skerry/Vanuatu-v0", num_envs=2, rising_waters=True)
    agents = aec_env("vanuatu", rising_waters=True)
    for env in (one, many, agents):
        env.reset(seed=1)
    states: list[Any] = [one.engine_state, *many.engine_states, agents.engine_state]
    assert all(state.rules.rising_waters for state in states)


def test_a_step_before_the_deal_asks_for_one() -> None:
    for env in (aec_env("nusfjord"), vector_env("nusfjord", 2)):
        with pytest.raises(AssertionError, match=r"call reset\(\) first"):
            env.step([0, 0])


def test_what_does_not_exist_is_named() -> None:
    with pytest.raises(BadSetup, match="no game is called 'chess'"):
        aec_env("chess")
    with pytest.raises(BadSetup, match="players, not 7"):
        aec_env("vanuatu", 7)
    with pytest.raises(BadSetup, match="no reward 'fame'"):
        aec_env("vanuatu", reward="fame")
    with pytest.raises(BadSetup, match=r"weather.*`skerry options vanuatu` lists the options"):
        aec_env("vanuatu", weather="fair")
    with pytest.raises(BadSetup, match="need 3 opponents, not 1"):
        gymnasium.make("skerry/Vanuatu-v0", opponents=["random"])
