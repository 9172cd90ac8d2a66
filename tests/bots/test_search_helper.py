"""Several processes search a position, and their visits are added up."""

import os
import signal
from concurrent.futures import Future

import pytest

from skerry.bots import operating_system
from skerry.bots.protocol import Budget
from skerry.bots.search_bot import SearchBot
from skerry.bots.search_helper import HelperProcess, search_position
from skerry.bots.shared_search import MoveStatistics, merge, split_seed
from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.protocol import Game
from skerry.kernel.rng import Rng

FEW = Budget(iterations=40)


@pytest.mark.parametrize("name", GAMES)
def test_a_helper_searches_the_same_position_in_another_process(name: str) -> None:
    game = GAMES[name]
    state = game.deal({"players": 3}, Rng(4))
    helper = HelperProcess()
    try:
        found = helper.search(game, state, state.turn(), FEW, 9).result(timeout=60)
    finally:
        helper.close()
    assert found == search_position(name, state, state.turn(), FEW, 9)
    assert {one.move for one in found} <= {game.write(state, move) for move in state.options()}
    assert sum(one.visits for one in found) > 0


class FixedHelper:
    """Always finds the last option best, or never answers."""

    def __init__(self, silent: bool) -> None:
        self.silent = silent

    def search(
        self, game: Game, state: State, seat: int, budget: Budget, seed: int
    ) -> "Future[list[MoveStatistics]]":
        answer: Future[list[MoveStatistics]] = Future()
        if not self.silent:
            last = game.write(state, state.options()[-1])
            answer.set_result([MoveStatistics(last, 10**6)])
        return answer


def test_the_helpers_visits_are_added() -> None:
    state = GAMES["vanuatu"].deal({"players": 3}, Rng(4))
    bot = SearchBot("expert", FEW, FixedHelper(silent=False))
    assert bot.choose(GAMES["vanuatu"], state, state.turn(), Rng(1)) == state.options()[-1]
    assert bot.helper is not None


def test_a_helper_that_does_not_answer_is_not_asked_again() -> None:
    state = GAMES["vanuatu"].deal({"players": 3}, Rng(4))
    bot = SearchBot("expert", Budget(seconds=0.02), FixedHelper(silent=True))
    assert bot.choose(GAMES["vanuatu"], state, state.turn(), Rng(1)) in state.options()
    assert bot.helper is None


def test_merged_statistics_are_weighted_by_visits_and_sorted() -> None:
    first = [MoveStatistics("a", 6, 1.0), MoveStatistics("b", 2, 5.0)]
    second = [MoveStatistics("b", 6, 1.0)]
    assert merge([first, second]) == [MoveStatistics("b", 8, 2.0), MoveStatistics("a", 6, 1.0)]
    assert merge([first, []]) == first
    assert merge([]) == []


def test_of_equal_visits_the_first_move_is_chosen() -> None:
    found = [MoveStatistics("a", 3), MoveStatistics("b", 5), MoveStatistics("c", 5)]
    assert [one.move for one in merge([found])] == ["b", "c", "a"]


def test_moves_without_visits_can_be_merged() -> None:
    assert merge([[MoveStatistics("a", 0)], [MoveStatistics("a", 0)]]) == [MoveStatistics("a", 0)]


def test_every_process_has_a_seed_of_its_own() -> None:
    assert split_seed(12345, 1) == [12345]
    assert len(set(split_seed(12345, 8))) == 8


def test_a_core_is_free_when_the_load_leaves_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, load, free in ((1, 0.0, False), (2, 0.4, True), (2, 1.5, False), (8, 6.0, True)):
        monkeypatch.setattr(os, "cpu_count", lambda cores=cores: cores)
        monkeypatch.setattr(os, "getloadavg", lambda load=load: (load, load, load), raising=False)
        assert (operating_system.free_cores() > 0) is free


def test_everything_works_without_posix(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in ((os, "getloadavg"), (os, "nice"), (signal, "setitimer")):
        monkeypatch.delattr(module, name, raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    assert operating_system.free_cores() == 3
    operating_system.lower_priority()
    ended: list[int] = []
    monkeypatch.setattr(os, "_exit", ended.append)
    deadline = operating_system.Deadline()
    deadline.set(60.0)
    deadline.cancel()
    deadline.set(0.0)
    timer = deadline._timer
    assert timer is not None
    timer.join(10)
    assert ended == [1]
