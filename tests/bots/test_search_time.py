"""When a bot stops searching: by its budget, not before a minimum, and longer where it is close."""

import pytest

from skerry.bots.engine.search import Node, Search
from skerry.bots.protocol import Budget
from skerry.bots.search_bot import VALUES
from skerry.bots.search_time import EXTRA, MOST_SAVED, STRETCH, SearchTime
from skerry.games import GAMES
from skerry.kernel.rng import Rng


def search_with(*visits: int) -> Search:
    """Return a search whose moves have these visits."""
    search = Search(VALUES["vanuatu"], 0, GAMES["vanuatu"].moves, 2, Rng(1))
    for move, count in enumerate(visits):
        child = search.root.children[move] = Node()
        child.visits = count
    return search


CLOSE = search_with(50, 50)
CLEAR = search_with(900, 50)


def test_iterations_alone_are_counted_until_nothing_can_catch_up() -> None:
    time = SearchTime(Budget(iterations=100))
    assert time.goes_on(CLOSE, 99, 1e9)
    assert not time.goes_on(CLOSE, 100, 0.0)
    ahead = search_with(60, 20)
    assert time.goes_on(ahead, 59, 0.0) and not time.goes_on(ahead, 60, 0.0)


def test_a_search_by_the_clock_begins_and_ends() -> None:
    time = SearchTime(Budget(seconds=1.0))
    assert time.goes_on(CLEAR, 0, 0.0), "also where the tree that was kept is clear"
    assert time.goes_on(CLOSE, 100, 0.99)
    assert not time.goes_on(CLOSE, 100, 1.0)
    assert not time.goes_on(CLEAR, 950, 0.6), "nothing can catch up in the time that is left"


def test_a_busy_machine_searches_a_minimum() -> None:
    time = SearchTime(Budget(seconds=1.0, least_iterations=500))
    assert time.goes_on(CLOSE, 499, STRETCH - 0.1)
    assert not time.goes_on(CLOSE, 500, STRETCH - 0.1)
    assert not time.goes_on(CLOSE, 100, STRETCH), "but it answers in the end"
    assert not time.goes_on(CLEAR, 100, 1.0), "what is clear needs no minimum"


@pytest.mark.parametrize(("search", "more"), [(CLOSE, True), (CLEAR, False)])
def test_saved_time_goes_to_close_decisions(search: Search, more: bool) -> None:
    time = SearchTime(Budget(seconds=1.0))
    assert not time.goes_on(search, 1000, 1.0)
    time.end(0.2)
    assert time.saved == pytest.approx(0.8)
    assert time.goes_on(search, 1000, 1.0) is more
    assert not time.goes_on(search, 1000, 1.0 + EXTRA), "no decision takes much longer"


def test_time_is_spent_once_and_not_saved_for_ever() -> None:
    time = SearchTime(Budget(seconds=1.0))
    time.end(0.9)
    assert time.goes_on(CLOSE, 1000, 1.05) and not time.goes_on(CLOSE, 1000, 1.1)
    time.end(1.1)
    assert time.saved == pytest.approx(0.0)
    time.end(3.0)
    assert time.saved == 0.0, "a busy machine leaves no debt"
    for _ in range(100):
        time.end(0.0)
    assert time.saved == MOST_SAVED
