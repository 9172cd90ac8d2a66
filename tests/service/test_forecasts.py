"""Forecasts at a table: who may ask, computed once, chances from a worker, and their failures."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from skerry.analysis import continuations
from skerry.games import GAMES
from skerry.kernel.rng import Rng
from skerry.service.bots.bot_worker import Positions, continue_game
from skerry.service.bots.fair_queue import Waiting
from skerry.service.bots.forecasts import Forecasts
from skerry.service.bots.pool import Chances, ChancesTask, Pool
from skerry.service.errors import NotAllowed, Refused
from tests.service.tables import ANN, Room, SimplePool, in_room


class CountingPool(SimplePool):
    """Answers about chances at once, or not at all."""

    def __init__(self, answer: Chances | None) -> None:
        super().__init__()
        self.answer = answer
        self.tasks: list[ChancesTask] = []

    async def chances(
        self, task: ChancesTask, user: str, waiting: Callable[[], Waiting]
    ) -> Chances | None:
        self.tasks.append(task)
        await asyncio.sleep(0)
        return self.answer


def test_a_forecast_is_computed_once_for_a_position(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans()
        await room.step_until(live, "plan_marker")
        await room.step(live)
        forecasts = Forecasts(room.pool)
        seat = next(s for s in range(2) if forecasts.forecast(live, s).forecast.plans)
        first = forecasts.forecast(live, seat)
        assert forecasts.forecast(live, seat) is first
        assert (first.number, first.seat, first.chances) == (live.table.number, seat, True)
        assert forecasts.forecast(live, None).forecast.plans == []
        await room.step(live)
        assert forecasts.forecast(live, seat).number == first.number + 1

    in_room(tmp_path, story)


def test_a_table_without_forecasts_refuses_them(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        pool = CountingPool(Chances(5, {}))
        off = await room.two_humans(forecast=False)
        with pytest.raises(NotAllowed):
            Forecasts(pool).forecast(off, 0)
        with pytest.raises(NotAllowed):
            await Forecasts(pool).chances(off, "ann", 0)
        waiting = await room.make(ANN, "vanuatu", "me", "open")
        with pytest.raises(Refused):
            Forecasts(pool).forecast(waiting, 0)
        assert pool.tasks == []

    in_room(tmp_path, story)


def test_chances_are_found_once_and_asked_for_again_if_they_failed(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans()
        pool = CountingPool(Chances(16, {"space:fish": 0.25}))
        forecasts = Forecasts(pool)
        both = await asyncio.gather(*(forecasts.chances(live, "ann", 0) for _ in range(2)))
        assert len(pool.tasks) == 1 and both[0] == both[1]
        assert (both[0].continuations, both[0].shares) == (16, {"space:fish": 0.25})
        failing = CountingPool(None)
        live.frame_cache.clear()
        for asked in (1, 2):
            found = await Forecasts(failing).chances(live, "ann", 0)
            assert (found.continuations, found.shares) == (0, {})
            assert len(failing.tasks) == asked

    in_room(tmp_path, story)


def test_a_worker_plays_on(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans()
        await room.step_until(live, "take_turn")
        seat = live.table.turn
        assert seat is not None
        pool = CountingPool(None)
        await Forecasts(pool).chances(live, "ann", seat)
        (task,) = pool.tasks
        task.seconds = 60.0
        state = Positions().reach(task)
        found = continue_game(task, state)
        assert found.continuations == continuations.CONTINUATIONS
        plans = Forecasts(pool).forecast(live, seat).forecast.plans
        assert set(found.shares) == {plan.ref for plan in plans}
        assert all(0 <= share <= 1 for share in found.shares.values())

    in_room(tmp_path, story)


def test_too_few_continuations_say_nothing() -> None:
    game = GAMES["vanuatu"]
    state = game.deal({"players": 3}, Rng(1))
    found = continuations.frequencies(game, state, 0, Rng(2), seconds=0.0)
    assert (found.continuations, found.shares) == (0, {})
    solo = GAMES["nusfjord"].deal({"players": 1}, Rng(1))
    assert continuations.frequencies(GAMES["nusfjord"], solo, 0, Rng(2)).continuations == 0


def test_islands_that_sink_are_counted_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(continuations, "FEWEST", 1)
    game = GAMES["vanuatu"]
    rng = Rng(3)
    state = game.deal({"players": 3, "options": {"rising_waters": True}}, rng)
    while state.agenda and state.round < 8:
        options = state.agenda[-1].options(state)
        state.play(options[rng.below(len(options))])
        if not state.agenda:  # the sea has won already
            rng = Rng(rng.below(1000))
            state = game.deal({"players": 3, "options": {"rising_waters": True}}, rng)
    found = continuations.frequencies(game, state, None, Rng(2), most=1, seconds=60.0)
    assert found.continuations == 1 and "all" in found.shares
    assert all(ref == "all" or ref.startswith("hex:") for ref in found.shares)


def test_the_pool_passes_the_question_on() -> None:
    async def story() -> None:
        pool = Pool(1)
        try:
            task = ChancesTask("t", "nusfjord", {"players": 1}, [], 0, 1, 0.4)
            found = await pool.chances(task, "ann", lambda: Waiting.PERSON_HERE)
            assert found == Chances(0, {})
        finally:
            await pool.close()

    asyncio.run(story())
