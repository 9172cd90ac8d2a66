"""When the tables of somebody who does something are read: at once, then once a minute at most."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from skerry.service.errors import Stale
from skerry.service.live import showing_up
from skerry.service.live.server_time import ServerTime
from skerry.service.live.showing_up import ShowingUp
from skerry.service.people import User
from skerry.service.table.absence import GRACE, concerns
from skerry.service.table.commands import ActOnAbsence, Join, ShowUp
from skerry.store.protocol import StoreUnavailable
from tests.service.decisions import ANN, BEN, NOW, new, then
from tests.service.tables import Room, in_room

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


def test_a_request_that_can_wait_is_read_unless_the_last_was_just_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(showing_up, "AGAIN_SECONDS", MINUTE / 4)

    async def story(readings: Readings) -> None:
        await readings.showing_up.acted_now(ANN)
        await asyncio.sleep(MINUTE / 3)
        await readings.showing_up.acted_now(ANN)
        assert len(readings.read) == 2
        for _ in range(100):
            await readings.showing_up.acted_now(ANN)
        at = readings.time.now()
        assert len(readings.read) == 2, "she may have thousands of tables"
        await asyncio.sleep(1.5 * MINUTE)
        assert len(readings.read) == 3
        assert readings.acted[-1] == pytest.approx(at, abs=0.01)

    told(story, monkeypatch)


def test_who_is_missed_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    table = then(new("me", "open", "open"), Join(BEN))
    table = then(table, ActOnAbsence(ANN, "free", 1, {}))

    async def story(readings: Readings) -> None:
        await readings.showing_up.acted_now(BEN)
        readings.showing_up.note_missed(table.table)
        await readings.showing_up.acted_now(BEN)
        assert readings.read == ["ben", "ben"]

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


def test_what_was_asked_later_at_the_same_table_goes_on() -> None:
    table = then(new("me", "open", "open"), Join(BEN))
    table = then(table, ActOnAbsence(ANN, "free", 1, {}))
    later = replace(table.table.absences[0], what="substitute", at=NOW + 100)
    table = table.with_table(replace(table.table, absences=[*table.table.absences, later]))
    assert then(table, ShowUp(BEN, NOW + 99), NOW + 150).table.absences == [later]
    assert then(table, ShowUp(BEN), NOW + 150).table.absences == []


def test_one_table_that_cannot_be_changed_keeps_no_other_waiting(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        ids = []
        for _ in range(3):
            live = await room.make(ANN, "vanuatu", "me", "open", "open")
            ids.append(live.table.id)
            await room.tables.execute(live.table.id, Join(BEN))
            await room.tables.act_on_absence(ANN, live.table.id, "free", 1)
        execute = room.tables.execute
        errors: list[Exception] = [ValueError("damaged"), Stale("too quick")]

        async def failing(id: str, *args: Any) -> Any:
            if id == ids[1] and errors:
                raise errors.pop()
            return await execute(id, *args)

        room.tables.presence._execute = failing

        def asked() -> list[str]:
            return [id for id in ids if room.tables.live[id].table.absences]

        at = room.tables.time.now()
        with pytest.raises(Stale):  # it is tried again
            await room.tables.presence._call_off(BEN, at)
        assert asked() == [ids[1]]
        await room.tables.presence._call_off(BEN, at)
        assert asked() == [ids[1]]
        await room.tables.presence._call_off(BEN, at)
        assert asked() == []
        assert (await room.store.presence(ids[1]))["ben"].acted == at, "when he did something"

    in_room(tmp_path, story)
