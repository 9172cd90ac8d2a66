"""Hints: for the seat on turn alone, in pieces, announced once a turn, as much as was agreed."""

import asyncio
import itertools
import json
from pathlib import Path
from typing import Any, cast

import pytest

from skerry.analysis import HintEffort
from skerry.analysis.reasons import Continuations
from skerry.games import GAMES
from skerry.service.bots.bot_worker import Positions, hint
from skerry.service.bots.hints import Hints
from skerry.service.bots.pool import Hinted, HintTask, Pool
from skerry.service.errors import NotAllowed, Refused
from skerry.service.live.live_table import LiveTable
from skerry.service.messages import Job
from skerry.service.people import User
from skerry.service.viewers.viewer import Viewer
from tests.service.tables import ANN, BEN, EVE, Room, in_room

QUICK = HintEffort(10, (2, 2), (2, 3), 2, Continuations(2, 3, 2))


class CoachPool(Pool):
    """Pieces are done at once and in this process; some fail."""

    def __init__(self, lost: int = 0) -> None:
        super().__init__(2)
        self.lost = lost
        self.asked: list[HintTask] = []

    async def hint(self, task: HintTask, user: str) -> Hinted | None:
        self.asked.append(task)
        self.lost -= 1
        if self.lost >= 0:
            return None
        return hint(task, Positions().reach(task))


def on_turn(live: LiveTable) -> tuple[int, User, User]:
    """Return the seat on turn, who sits there, and the other player."""
    seat = live.table.turn
    assert seat is not None
    return (seat, ANN, BEN) if seat == 0 else (seat, BEN, ANN)


async def finished(hints: Hints, live: LiveTable, user: User) -> Job:
    for _ in range(2000):
        job = await hints.job(user, live.table.id, None)
        assert job is not None
        if job.state in ("done", "failed"):
            return job
        await asyncio.sleep(0.01)
    raise AssertionError("the hint does not end")


async def notices(room: Room, live: LiveTable) -> list[str]:
    return [line.code for line in await room.store.chat(live.table.id) if line.room == "notice"]


def jobs(viewer: Viewer) -> list[dict[str, Any]]:
    frames = [json.loads(frame) for frame in viewer.frames()]
    return [frame["job"] for frame in frames if frame["type"] == "job"]


def test_a_hint_is_shown_to_whoever_asked_and_found_once(tmp_path: Path) -> None:
    pool = CoachPool()

    async def story(room: Room) -> None:
        live = await room.two_humans("nusfjord", coach="full")
        seat, user, other = on_turn(live)
        hints = Hints(room.tables, pool, QUICK)
        asking, looking, outside = (
            Viewer(live, user.id, seat),
            Viewer(live, other.id, 1 - seat),
            Viewer(live, user.id, None),
        )
        live.viewers |= {asking, looking, outside}
        begun = await hints.start(user, live.table.id, None)
        assert (begun.kind, begun.state, begun.hint) == ("hint", "running", None)
        job = await finished(hints, live, user)
        assert job.state == "done" and job.hint is not None and job.number == live.table.number
        assert job.done == job.of and job.hint.tries > 0
        best, *others = job.hint.moves
        assert 1 <= len(others) <= 2 and best.behind == 0.0
        assert all(one.behind is not None and one.behind >= 0 for one in others)
        assert all(one.win is not None and 0 <= one.win <= 1 for one in job.hint.moves)
        legal = [live.game.write(live.state, move) for move in live.state.options()]
        assert all(one.move in legal for one in job.hint.moves)
        assert [one["state"] for one in jobs(asking)] == ["done"], "the newest replaces the others"
        assert not jobs(looking) and not jobs(outside)
        pieces = len(pool.asked)
        assert await hints.start(user, live.table.id, None) == job
        assert len(pool.asked) == pieces, "asked again, it is not looked for again"

    in_room(tmp_path, story, pool)


def test_partial_results_come_before_the_end(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.make(ANN, "nusfjord", "me", "bot")
        while live.table.turn != 0:
            await asyncio.sleep(0.01)
        seen: list[Job] = []

        class Watching:
            def __init__(self) -> None:
                self.user, self.seat = ANN.id, 0

            def pass_on(self, frame: Any) -> None:
                seen.append(frame.job)

            def __getattr__(self, name: str) -> Any:
                return lambda *_: None  # hears of everything else too

        live.viewers.add(cast(Any, Watching()))
        hints = Hints(room.tables, CoachPool(), QUICK)
        await hints.start(ANN, live.table.id, 0)
        await finished(hints, live, ANN)
        assert seen[0].state == "partial" and seen[-1].state == "done"
        assert seen[0].hint is not None and not seen[0].hint.close
        assert [one.done for one in seen] == sorted(one.done for one in seen)
        assert await notices(room, live) == [], "there is nobody to tell"

    in_room(tmp_path, story)


def test_words_have_no_numbers_and_no_ranking(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans("nusfjord")
        assert live.table.coach == "words"
        _, user, _ = on_turn(live)
        hints = Hints(room.tables, CoachPool(), QUICK)
        await hints.start(user, live.table.id, None)
        found = (await finished(hints, live, user)).hint
        assert found is not None
        assert (found.tries, found.chips, found.against) == (0, [], "")
        assert all((one.win, one.points, one.behind) == (None, None, None) for one in found.moves)
        assert all(one.close for one in found.moves[1:])
        if found.why is not None:
            assert (found.why.points, found.why.share, found.why.share_other) == (None, None, None)

    in_room(tmp_path, story)


def test_alone_there_are_points_and_no_chance(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.make(ANN, "nusfjord", "me")
        hints = Hints(room.tables, CoachPool(), QUICK)
        await hints.start(ANN, live.table.id, None)
        found = (await finished(hints, live, ANN)).hint
        assert found is not None and found.moves
        assert all(one.win is None and one.points is not None for one in found.moves)

    in_room(tmp_path, story)


def test_hints_are_refused_where_there_is_no_coach_and_no_turn(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        hints = Hints(room.tables, CoachPool(), QUICK)
        live = await room.two_humans()
        _, user, other = on_turn(live)
        with pytest.raises(Refused):
            await hints.start(other, live.table.id, None)
        with pytest.raises(NotAllowed):
            await hints.start(EVE, live.table.id, None)
        assert await hints.job(user, live.table.id, None) is None
        quiet = await room.two_humans(coach="off")
        with pytest.raises(NotAllowed) as refused:
            await hints.start(on_turn(quiet)[1], quiet.table.id, None)
        assert refused.value.code == "no_hints"
        assert "hint_taken" not in await notices(room, live) + await notices(room, quiet)

    in_room(tmp_path, story)


def test_hints_are_announced_once_a_turn(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        hints = Hints(room.tables, CoachPool(lost=999), QUICK)  # the announcement does not wait
        live = await room.two_humans("nusfjord")
        turns: list[int] = []
        for _ in range(12):
            seat, user, _ = on_turn(live)
            turns.append(seat)
            await hints.start(user, live.table.id, seat)
            await finished(hints, live, user)
            await room.step(live)
        changes = 1 + sum(one != two for one, two in itertools.pairwise(turns))
        assert 1 < changes < len(turns), "some turns have several decisions"
        lines = [line for line in await room.store.chat(live.table.id) if line.code == "hint_taken"]
        assert len(lines) == changes
        assert {line.args["name"] for line in lines} == {"Ann", "Ben"}
        assert lines[0].text == f"{lines[0].args['name']} took a hint"

    in_room(tmp_path, story)


def test_what_was_found_is_not_lost_with_a_worker(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.make(ANN, "nusfjord", "me")
        pool = CoachPool(lost=2)
        hints = Hints(room.tables, pool, QUICK)
        await hints.start(ANN, live.table.id, None)
        assert (await finished(hints, live, ANN)).state == "failed"
        await hints.start(ANN, live.table.id, None)  # asked again, it is tried again
        assert (await finished(hints, live, ANN)).state == "done"

    in_room(tmp_path, story)


def test_a_hint_stops_when_the_table_moves_on(tmp_path: Path) -> None:
    class SlowPool(CoachPool):
        def __init__(self) -> None:
            super().__init__()
            self.go = asyncio.Event()

        async def hint(self, task: HintTask, user: str) -> Hinted | None:
            self.asked.append(task)
            await self.go.wait()
            return hint(task, Positions().reach(task))

    async def story(room: Room) -> None:
        live = await room.make(ANN, "nusfjord", "me")
        pool = SlowPool()
        hints = Hints(room.tables, pool, QUICK)
        await hints.start(ANN, live.table.id, None)
        viewer = Viewer(live, ANN.id, 0)
        live.viewers.add(viewer)
        while not pool.asked:
            await asyncio.sleep(0)
        await room.step(live)
        viewer.frames()
        pool.go.set()
        for _ in range(100):
            await asyncio.sleep(0)
        assert len(pool.asked) == 1 and not jobs(viewer)
        assert await hints.job(ANN, live.table.id, None) is None

    in_room(tmp_path, story)


def test_a_move_without_choice_is_said_so_at_once(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        pool = CoachPool()
        hints = Hints(room.tables, pool, QUICK)
        live = await room.make(ANN, "vanuatu", "me", "me")
        for _ in range(300):
            assert live.state is not None
            if len(live.state.options()) == 1:
                break
            await room.step(live, -1)
        assert live.state is not None and len(live.state.options()) == 1
        await hints.start(ANN, live.table.id, live.table.turn)
        job = await hints.job(ANN, live.table.id, live.table.turn)
        for _ in range(50):
            if job is not None and job.state == "done":
                break
            await asyncio.sleep(0)
            job = await hints.job(ANN, live.table.id, live.table.turn)
        assert job is not None and job.hint is not None and job.hint.only and not pool.asked

    in_room(tmp_path, story)


def test_a_worker_answers_every_piece() -> None:
    game = GAMES["vanuatu"]
    task = HintTask("t", "vanuatu", {"players": 2}, [], 0, "look", QUICK, 5, 9.0, 1.0)
    state = Positions().reach(task)
    task.seat = state.turn()
    found = hint(task, state).judgements
    assert len(found) >= 2 and found[0].points >= found[1].points
    task.piece, task.compared = "compare", [one.move for one in found]
    again = hint(task, state).judgements
    assert {one.move for one in again} == set(task.compared)
    assert all(one.tries == 6 for one in again)
    task.piece, task.compared = "why", task.compared[:2]
    assert hint(task, state).judgements == []
    assert game.name == "vanuatu"
