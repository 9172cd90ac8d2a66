"""The daily challenge at a server: one counted attempt, practice, results, days and streaks."""

import asyncio
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, TypeVar

import pytest

from skerry.daily import PlanDay, plan, solo
from skerry.service.daily import DailyChallenges, longest, result, streak
from skerry.service.errors import Refused
from skerry.service.live.live_table import LiveTable
from skerry.service.messages import Daily, DailyChallenge
from skerry.service.people import User
from skerry.service.table.commands import Resign
from skerry.store.daily import Attempt
from tests.service.tables import ANN, BEN, NoBots, Room, in_room

T = TypeVar("T")
NOON = datetime(2026, 11, 18, 12, tzinfo=UTC).timestamp()
DAY = date(2026, 11, 18)
HOUR = 3600.0


class Challenges(DailyChallenges):
    """Computes in this process, with quick bots, at a time that tests choose."""

    def __init__(self, room: Room, secret: bytes = b"") -> None:
        super().__init__(room.tables, secret, now=lambda: self.time)
        self.time = NOON

    async def _compute(self, work: Callable[..., T], *args: Any) -> T:
        await asyncio.sleep(0)
        return work(*args)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in [("CANDIDATES", 5), ("CHANGES", 0), ("SCREENING", 1), ("FINALISTS", 2)]:
        monkeypatch.setattr(plan, name, value)
    for name in ("BEFORE", "ANSWERING", "AFTERWARDS"):
        monkeypatch.setattr(plan, name, "random")
    monkeypatch.setattr("skerry.service.daily.ANSWERING", "random")
    monkeypatch.setattr(plan, "CONTINUATIONS", 3)
    monkeypatch.setattr(solo, "PAR_BOT", "random")


async def play_out(room: Room, live: LiveTable) -> None:
    while live.table.status == "running":
        await room.step(live)
    await settled(room)


async def settled(room: Room) -> None:
    """Wait for what the tables do in the background."""
    while room.tables._tasks:
        await asyncio.wait(room.tables._tasks)


def of(page: Daily, kind: str) -> DailyChallenge:
    return next(one for one in page.challenges if one.kind == kind)


def test_the_first_try_counts_and_the_next_is_practice(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        daily = Challenges(room)
        first = await daily.begin(ANN, "solo", practice=False)
        assert of(await daily.page(ANN), "solo").state == "begun"
        again = await daily.begin(ANN, "solo", practice=False)
        assert again.table.id == first.table.id, "another window goes on with the same table"
        await play_out(room, first)
        mine = of(await daily.page(ANN), "solo")
        assert mine.state == "finished" and mine.result is not None
        assert mine.result.points == first.table.scores[0]
        assert mine.par is not None
        assert mine.result.versus_par == mine.result.points - mine.par
        assert len(mine.result.rounds) == 7 and mine.result.rounds[-1] == mine.result.points
        practice = await daily.begin(ANN, "solo", practice=False)
        assert practice.table.id != first.table.id
        await play_out(room, practice)
        assert of(await daily.page(ANN), "solo").result == mine.result

    in_room(tmp_path, story)


def test_many_windows_at_once_make_one_table(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        here, elsewhere = Challenges(room), Challenges(room)  # as of two servers
        begun = await asyncio.gather(
            *(here.begin(ANN, "solo", practice=False) for _ in range(5)),
            *(elsewhere.begin(ANN, "solo", practice=False) for _ in range(5)),
        )
        assert len({live.table.id for live in begun}) == 1
        made = [live.table for live in room.tables.live.values()]
        running = [table for table in made if table.status == "running"]
        assert len(running) == 1 and len(made) <= 2, "at no other table the deal can be tried out"

    in_room(tmp_path, story)


def test_everybody_gets_the_same_deal_and_a_counted_try_has_no_coach(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        daily = Challenges(room)
        ann, ben = [await daily.begin(user, "solo", practice=False) for user in (ANN, BEN)]
        assert ann.table.setup == ben.table.setup
        assert (ann.table.coach, ann.table.forecast, ann.table.what_if) == ("off", False, False)
        assert not ann.table.watchable and ann.table.unrated
        await play_out(room, ann)
        practice = await daily.begin(ANN, "solo", practice=True)
        assert practice.table.coach == "full"

    in_room(tmp_path, story)


def test_nobody_practises_before_the_try_that_counts(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        daily = Challenges(room)
        with pytest.raises(Refused, match="first try"):
            await daily.begin(ANN, "solo", practice=True)
        first = await daily.begin(ANN, "solo", practice=False)
        with pytest.raises(Refused, match="first try"):  # nor beside it
            await daily.begin(ANN, "solo", practice=True)
        await room.tables.execute(first.table.id, Resign(ANN))
        await daily.page(ANN)
        assert (await daily.begin(ANN, "solo", practice=True)).table.id != first.table.id

    in_room(tmp_path, story)


def test_a_series_with_a_secret_deals_otherwise(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        common = await Challenges(room).begin(ANN, "solo", practice=False)
        own = await Challenges(room, b"our club").begin(BEN, "solo", practice=False)
        assert common.table.setup != own.table.setup
        assert not (await Challenges(room, b"our club").page(BEN)).common

    in_room(tmp_path, story)


def test_others_results_are_hidden_until_you_finish(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        daily = Challenges(room)
        await play_out(room, await daily.begin(ANN, "solo", practice=False))
        before = of(await daily.page(BEN), "solo")
        assert before.result is None and before.played_by == 1
        await play_out(room, await daily.begin(BEN, "solo", practice=False))
        after = of(await daily.page(BEN), "solo").result
        assert after is not None and {line.name for line in after.best} == {"Ann", "Ben"}

    in_room(tmp_path, story)


def test_giving_up_and_finishing_too_late_do_not_count(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        daily = Challenges(room)
        live = await daily.begin(ANN, "solo", practice=False)
        await room.step(live)
        await room.tables.execute(live.table.id, Resign(ANN, None))
        await settled(room)
        assert of(await daily.page(ANN), "solo").state == "given_up"
        late = await daily.begin(BEN, "solo", practice=False)
        daily.time += 13 * HOUR
        await play_out(room, late)
        page = await daily.page(BEN)
        assert page.streak == 0 and [day.points for day in page.calendar] == [None]
        assert of(page, "solo").state == "new", "it is another day"

    in_room(tmp_path, story)


def test_a_result_is_noted_although_the_server_stopped_just_then(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        daily = Challenges(room)
        live = await daily.begin(ANN, "solo", practice=False)
        room.tables._listeners.remove(daily._table_changed)
        await play_out(room, live)
        stored = await room.store.daily.attempt("ann", "solo", DAY.isoformat())
        assert stored is not None and not stored.finished
        assert of(await daily.page(ANN), "solo").state == "finished"

    in_room(tmp_path, story)


def test_a_plan_ends_with_the_last_marker_and_is_valued(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        daily = Challenges(room)
        await daily._prepared("plan", DAY)
        live = await daily.begin(ANN, "plan", practice=False)
        day = PlanDay(DAY)
        canonical = day.begin()
        while live.table.status == "running":
            assert live.table.turn is not None
            if live.table.seats[live.table.turn].users:
                text = canonical.options()[0]
                await room.play(ANN, live.table.id, text, live.table.number, live.table.turn)
                canonical.place(text)
            await asyncio.sleep(0.01)
        await settled(room)
        assert len([text for text in canonical.markers if text.startswith("plan")]) == 5
        mine = of(await daily.page(ANN), "plan")
        assert mine.result is not None and mine.par == 80
        assert 0 <= mine.result.points <= 100

    in_room(tmp_path, story)


def test_a_plan_that_is_not_prepared_says_so(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        daily = Challenges(room)
        with pytest.raises(Refused, match="being prepared"):
            await daily.begin(ANN, "plan", practice=False)
        await settled(room)
        assert (await daily.begin(ANN, "plan", practice=False)).table.daily == "plan 2026-11-18"

    in_room(tmp_path, story)


def test_the_bots_answers_cannot_be_taken_back(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        daily = Challenges(room)
        await daily._prepared("plan", DAY)
        live = await daily.begin(ANN, "plan", practice=False)
        seat = live.table.turn
        assert seat is not None
        await room.step(live)  # the first of two markers in a row
        assert await room.undo(ANN, live.table.id, live.table.number, seat)
        await room.step(live)
        await room.step(live)
        while live.table.turn != seat:
            await asyncio.sleep(0.01)
        with pytest.raises(Refused, match="daily challenge"):
            await room.undo(ANN, live.table.id, live.table.number, seat)

    in_room(tmp_path, story)


def test_a_stranger_sees_what_there_is_to_play(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        page = await Challenges(room).page(User("", ""))
        assert [one.state for one in page.challenges] == ["new", "new"]
        assert (page.day, page.number, page.next_in) == ("2026-11-18", 18, 12 * HOUR)

    in_room(tmp_path, story, NoBots())


# -- figures


def attempt(name: str, points: int) -> Attempt:
    return Attempt(name, "solo", "2026-11-18", name, "t", 0.0, 60.0, points, [10, points], 60.0)


def test_places_ties_and_the_share_of_the_others() -> None:
    everybody = [attempt("a", 38), attempt("b", 34), attempt("c", 34), attempt("d", 20)]
    mine = result(everybody[1], everybody, par=[12, 31])
    assert (mine.place, mine.tied, mine.better_than) == (2, True, 33)
    assert [line.place for line in mine.best] == [1, 2, 2, 4]
    assert [(bar.points, bar.count) for bar in mine.spread] == [(20, 1), (34, 2), (38, 1)]
    assert mine.rounds_versus_par == [-2, 5]


def test_a_streak_survives_until_the_day_is_over() -> None:
    days = {date(2026, 11, n) for n in (10, 11, 12, 15, 16, 17)}
    assert streak(days, date(2026, 11, 18)) == 3
    assert streak(days, date(2026, 11, 19)) == 0
    assert streak(days | {date(2026, 11, 18)}, date(2026, 11, 18)) == 4
    assert longest(days) == 3
    assert longest(set()) == 0
