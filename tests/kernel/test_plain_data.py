"""States, tasks and generators are plain data: compared, copied and pickled by their attributes."""

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import pytest

from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.events import Event
from skerry.kernel.rng import Rng

Again = Callable[[Any], Any]
games = pytest.mark.parametrize("name", GAMES)
COPIES = [
    pytest.param(copy.copy, id="copy"),
    pytest.param(copy.deepcopy, id="deepcopy"),
    pytest.param(lambda thing: pickle.loads(pickle.dumps(thing)), id="pickle"),
]
copies = pytest.mark.parametrize("again", COPIES)


def advanced(name: str, moves: int, seed: int = 5) -> State:
    """Play some random moves of a new game."""
    chance = random.Random(seed)
    state: State = GAMES[name].deal({"players": 3}, Rng(seed))
    for _ in range(moves):
        state.play(chance.choice(state.options()))
    return state


@games
@copies
def test_a_copied_state_is_equal_and_plays_on_alike(name: str, again: Again) -> None:
    game = GAMES[name]
    state = advanced(name, 60)
    state.options()  # Vanuatu remembers what planning found out; that is no part of the value
    twin = again(state)
    assert twin == state
    assert twin is not state
    before = game.position(state)
    chance = random.Random(1)
    while twin.turn() >= 0:
        twin.play(chance.choice(twin.options()))
    assert twin != state
    assert game.position(state) == before, "the copy is independent"
    chance = random.Random(1)
    while state.turn() >= 0:
        state.play(chance.choice(state.options()))
    assert twin == state


@games
def test_states_are_equal_if_all_that_matters_is(name: str) -> None:
    state, same, later = advanced(name, 20), advanced(name, 20), advanced(name, 21)
    assert state == same
    assert state != later
    assert state != advanced(name, 20, seed=6)
    assert state != "a state"
    same.journal = []
    assert state == same, "who listens does not matter"


@games
def test_a_state_read_from_its_position_is_equal(name: str) -> None:
    game = GAMES[name]
    state = advanced(name, 40)
    assert game.from_position(game.position(state)) == state


@games
def test_states_have_no_hash(name: str) -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(advanced(name, 0))


@games
@copies
def test_a_copied_task_is_equal(name: str, again: Again) -> None:
    chance = random.Random(3)
    state = GAMES[name].deal({"players": 3}, Rng(3))
    seen = set()
    while state.turn() >= 0:
        for task in state.agenda:
            seen.add(type(task))
            assert again(task) == task
            assert type(task)(*task.args()) == task
        state.play(chance.choice(state.options()))
    assert len(seen) > 5


def test_tasks_differ_by_kind_and_by_numbers() -> None:
    tasks = advanced("vanuatu", 0).agenda
    assert tasks[-1] != tasks[-2]
    assert tasks[-1] != tasks[0]
    assert tasks[-1] != 3


@copies
def test_a_copied_generator_draws_the_same_numbers(again: Again) -> None:
    rng = Rng(77)
    rng.below(10)
    twin = again(rng)
    assert twin == rng
    assert [twin.below(1000) for _ in range(20)] == [rng.below(1000) for _ in range(20)]
    rng.below(2)
    assert twin != rng


@copies
def test_a_copied_event_is_equal(again: Again) -> None:
    event = Event("rest_taken", 1, {}, owner=1, secret={"token": "first"})
    assert again(event) == event
    assert event != Event("rest_taken", 1, {})
