"""Garbage is collected when nobody plays, or when there is much of it."""

import asyncio
import gc
import weakref
from collections.abc import Callable, Iterator

import pytest

from skerry.web import garbage


class Knot:
    """Refers to itself, so only a collection frees it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def only_by_ourselves(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(garbage, "LOOK_SECONDS", 0.01)
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def is_collected(moves: Callable[[], int], seconds: float = 0.3) -> bool:
    """Return whether garbage goes within a time."""

    async def work() -> bool:
        seen = weakref.ref(Knot())
        task = asyncio.create_task(garbage.collect_now_and_then(moves))
        await asyncio.sleep(seconds)
        task.cancel()
        return seen() is None

    return asyncio.run(work())


def test_it_waits_while_people_play() -> None:
    assert not is_collected(lambda: 0)


def test_it_is_collected_when_nobody_has_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "IDLE_SECONDS", 0.05)
    assert is_collected(lambda: 7)


def test_moves_put_it_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "IDLE_SECONDS", 0.2)
    moves = iter(range(1000))
    assert not is_collected(lambda: next(moves))


def test_but_not_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "MOST_SECONDS", 0.05)
    moves = iter(range(1000))
    assert is_collected(lambda: next(moves))


def test_much_of_it_is_collected_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "MOST_NEW", 10_000)
    kept = [[each] for each in range(20_000)]
    assert is_collected(lambda: 0)
    assert len(kept) == 20_000
