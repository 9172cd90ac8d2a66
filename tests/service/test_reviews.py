"""Reviews: after the end only, computed once, stored, and not stopped by a lost worker."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from skerry.analysis import Effort
from skerry.service.bots.fair_queue import Waiting
from skerry.service.bots.pool import Judged, Pool, ReviewTask
from skerry.service.bots.reviews import TRIES, Reviews
from skerry.service.errors import NotAllowed
from skerry.service.live.live_table import LiveTable
from skerry.service.messages import Job
from skerry.service.table.commands import Resign
from skerry.service.viewers.viewer import Viewer
from tests.service.tables import ANN, Room, in_room

QUICK = Effort(ranking=12, agreed=(2, 3), screening=(2, 3), verifying=(2, 3))


class ForgetfulPool(Pool):
    """Real workers, of which the first answers are lost."""

    def __init__(self, lost: int) -> None:
        super().__init__(2)
        self.lost = lost
        self.reviewed = 0

    async def review(
        self, task: ReviewTask, user: str, waiting: Callable[[], Waiting]
    ) -> Judged | None:
        self.lost -= 1
        if self.lost >= 0:
            return None
        self.reviewed += 1
        return await super().review(task, user, waiting)


async def short_game(room: Room) -> LiveTable:
    """Play a few moves of a solo game and give up."""
    live = await room.make(ANN, "nusfjord", "me")
    for _ in range(6):
        await room.step(live)
    await room.tables.execute(live.table.id, Resign(ANN, None))
    return live


async def finish(reviews: Reviews, live: LiveTable) -> Job:
    for _ in range(2000):
        if live.table.id not in reviews.running:
            break
        await asyncio.sleep(0.05)
    job = await reviews.job(live)
    assert job is not None
    return job


def test_a_game_is_reviewed_after_its_end_only(tmp_path: Path):
    async def story(room: Room) -> None:
        live = await room.make(ANN, "nusfjord", "me")
        with pytest.raises(NotAllowed):
            await Reviews(room.tables, room.pool, QUICK).start(ANN, live)

    in_room(tmp_path, story)


def test_a_review_is_told_stored_and_computed_once_although_a_worker_is_lost(tmp_path: Path):
    pool = ForgetfulPool(lost=TRIES - 1)

    async def story(room: Room) -> None:
        live = await short_game(room)
        viewer = Viewer(live, ANN.id, 0)
        live.viewers.add(viewer)
        reviews = Reviews(room.tables, pool, QUICK)
        begun = await reviews.start(ANN, live)
        assert (begun.state, begun.done) == ("running", 0)
        job = await finish(reviews, live)
        assert job.state == "done" and job.review is not None
        assert job.done == job.of == len(job.review.decisions) > 2
        assert all(one.grade for one in job.review.decisions)
        sent = b"".join(viewer.frames())
        assert b'"type":"job"' in sent and b'"state":"done"' in sent
        assert b"decisions" not in sent
        pieces = pool.reviewed
        again = Reviews(room.tables, pool, QUICK)
        assert await again.start(ANN, live) == job
        assert pool.reviewed == pieces
        await pool.close()

    in_room(tmp_path, story, pool)


def test_a_review_that_fails_says_so_and_goes_on_when_asked_again(tmp_path: Path):
    pool = ForgetfulPool(lost=TRIES)

    async def story(room: Room) -> None:
        live = await short_game(room)
        reviews = Reviews(room.tables, pool, QUICK)
        await reviews.start(ANN, live)
        assert (await finish(reviews, live)).state == "failed"
        await reviews.start(ANN, live)
        assert (await finish(reviews, live)).state == "done"
        await pool.close()

    in_room(tmp_path, story, pool)
