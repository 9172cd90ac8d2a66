"""When the tables of somebody who does something are read: at once, then once a minute at most."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import pytest

from skerry.service.errors import Stale
from skerry.service.live import showing_up
from skerry.service.live.server_time import ServerTime
from skerry.service.live.showing_up import ShowingUp
from skerry.service.people import User
from skerry.service.table.absence import GRACE, concerns
from skerry.service.table.commands import ActOnAbsence, Join
from skerry.store.protocol import StoreUnavailable
from tests.service.decisions import ANN, BEN, NOW, new, then

MINUTE = 0.4
RETRY = 0.1


class Readings:
    """Counts whose tables are read."""

    def __init__(self) -> None:
        self.time = ServerTime()
        self.read: list[str] = []
        self.acted: list[float] = []
        self.errors: list[Exception] = []
        self.tasks: set[asyncio.Task[None]] = set()
        self.showing_up = ShowingUp(self.call_off, self.spawn, self.time)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self.tasks.add(asyncio.create_task(work))

    async def call_off(self, user: User, acted: float) -> None:
        self.read.append(user.id)
        self.acted.append(acted)
        if self.errors:
            raise self.errors.pop()

    def act(self, user: User) -> float:
        self.showing_up.acted(user)
        return self.time.now()


def told(story: Callable[[Readings], Awaitable[None]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(showing_up, "READ_SECONDS", MINUTE)
    monkeypatch.setattr(showing_up, "RETRY_SECONDS", RETRY)

    async def work() -> None:
        readings = Readings()
        await story(readings)
        readings.showing_up.close()

    asyncio.run(work())


def test_the_end_of_the_minute_is_early_enough() -> None:
    assert showing_up.READ_SECONDS + showing_up.RETRY_SECONDS < GRACE


def test_many_moves_cost_one_reading_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(readings: Readings) -> None:
        for _ in range(100):
            readings.act(ANN)
        readings.act(BEN)
        readings.act(User("", ""))
        await asyncio.sleep(MINUTE / 2)
        assert readings.read == ["ann", "ben"]
        at = readings.act(ANN)
        await asyncio.sleep(MINUTE)
        assert readings.read == ["ann", "ben", "ann"]
        assert readings.acted[-1] == pytest.approx(at, abs=0.01), "when she did something"
        await asyncio.sleep(1.5 * MINUTE)
        assert len(readings.read) == 3, "she has done nothing since"
        readings.act(ANN)
        await asyncio.sleep(0)
        assert len(readings.read) == 4

    told(story, monkeypatch)


def test_who_is_missed_at_a_table_in_memory_is_read_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = then(new("me", "open", "open"), Join(BEN))
    table = then(table, ActOnAbsence(ANN, "free", 1, {}))

    async def story(readings: Readings) -> None:
        readings.act(ANN)
        readings.act(BEN)
        readings.showing_up.note_missed(table.table)
        for _ in range(3):
            readings.act(ANN)
            readings.act(BEN)
        await asyncio.sleep(0)
        assert readings.read == ["ann", "ben", "ben"], "Ann is missed by nobody"

    told(story, monkeypatch)


def test_a_request_that_can_wait_is_read_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(readings: Readings) -> None:
        readings.act(ANN)
        await readings.showing_up.acted_now(ANN)
        await readings.showing_up.acted_now(ANN)
        await asyncio.sleep(0)
        assert len(readings.read) == 3
        await asyncio.sleep(1.5 * MINUTE)
        assert len(readings.read) == 3

    told(story, monkeypatch)


@pytest.mark.parametrize("error", [StoreUnavailable("the disk is full"), Stale("too quick")])
def test_a_reading_that_fails_is_tried_again(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(readings: Readings) -> None:
        readings.errors = [error, error]
        readings.act(ANN)
        await asyncio.sleep(MINUTE)
        assert len(readings.read) == 3 and len(set(readings.acted)) == 1

    told(story, monkeypatch)


def test_a_closed_server_reads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(readings: Readings) -> None:
        readings.act(ANN)
        readings.act(ANN)
        await asyncio.sleep(0)
        readings.showing_up.close()
        await asyncio.sleep(1.5 * MINUTE)
        assert readings.read == ["ann"]

    told(story, monkeypatch)


def test_only_what_was_asked_before_concerns_a_request() -> None:
    table = then(new("me", "open", "open"), Join(BEN))
    table = then(table, ActOnAbsence(ANN, "free", 1, {}), NOW + 100)
    assert concerns(table.table, "ben") and concerns(table.table, "ben", NOW + 101)
    assert not concerns(table.table, "ben", NOW + 99)
    assert not concerns(table.table, "ann")
