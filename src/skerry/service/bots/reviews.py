"""Reviews of finished games: computed once, piece by piece, and stored with the table.

A piece depends on nothing but the record, so pieces run in any worker, beside the bots and behind
people who wait for them; a piece that is lost is asked for again. First all decisions are ranked,
which gives the chances throughout the game, then luck is looked for, then the decisions are graded,
the likeliest mistakes first.
"""

import asyncio
import base64
import logging
import time
from collections.abc import Sequence

import msgspec

from skerry.analysis import Decision, Effort, Review
from skerry.analysis.luck import Luck
from skerry.analysis.review import EFFORT, answers, choices, positions, summarize
from skerry.games import GAMES
from skerry.kernel.record import GameRecord
from skerry.service.bots.fair_queue import Waiting
from skerry.service.bots.pool import Pool, ReviewTask
from skerry.service.errors import NotAllowed
from skerry.service.live.live_table import LiveTable
from skerry.service.live.tables import Tables
from skerry.service.messages import Job, JobFrame, JobState
from skerry.service.people import User
from skerry.service.table.records import record_of
from skerry.store.protocol import StoreUnavailable

log = logging.getLogger("skerry.reviews")

BATCH = 12  # decisions ranked at a time, about half a second
LUCK_BATCH = 24  # moves looked at for luck at a time
PIECE_SECONDS = 60.0  # the time limit of a piece, which takes one or two on a free core
PIECE_COST = 1.5
TRIES = 3  # of a piece that fails
AT_ONCE = 2  # pieces of one review
TELL_SECONDS = 0.5  # between two messages to those who watch
STORE_SECONDS = 10.0  # between two writes
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Review).decode


class Reviews:
    """Starts reviews and knows how far they are."""

    def __init__(self, tables: Tables, pool: Pool, effort: Effort = EFFORT) -> None:
        self.tables = tables
        self.pool = pool
        self.effort = effort
        self.running: dict[str, RunningReview] = {}
        tables.on_notification["review"] = self._heard

    async def job(self, live: LiveTable) -> Job | None:
        """Return the review of a table as far as it is; None if nobody has asked for it."""
        id = live.table.id
        if id in self.running:
            return self.running[id].job()
        stored = await self.tables.store.review(id)
        if stored is None:
            return None
        review = _decode(stored)
        state: JobState = "done" if review.judged == review.of else "failed"
        if state == "failed" and await self.tables.peers.held_elsewhere(lease_of(id)):
            state = "running"
        first = len(review.decisions) == review.of
        return Job("review", state, review.judged, review.of, first, review)

    async def start(self, user: User, live: LiveTable) -> Job:
        """Review a finished game, or go on with it; asked again, it is not done again."""
        table = live.table
        if table.status not in ("finished", "abandoned") or table.setup is None:
            raise NotAllowed("a game can be reviewed when it is over", "not_finished")
        job = await self.job(live)
        if table.id in self.running or (job is not None and job.state == "done"):
            assert job is not None
            return job
        running = RunningReview(self, live, user, job.review if job is not None else None)
        if not await self.tables.peers.acquire(lease_of(table.id)):
            return running.job()  # another server is at it
        self.running[table.id] = running
        self.tables.spawn(running.run())
        return running.job()

    def _heard(self, live: LiveTable, progress: str) -> None:
        """Pass on how far another server is with a review."""
        job = msgspec.json.decode(base64.b64decode(progress), type=Job)
        for viewer in live.viewers:
            viewer.pass_on(JobFrame(job))


def lease_of(id: str) -> str:
    """Return the name of the lease for reviewing a table's game."""
    return f"review:{id}"


def in_batches(numbers: list[int], size: int) -> list[list[int]]:
    """Return numbers, a few at a time.

    >>> in_batches([1, 2, 3, 4, 5], 2)
    [[1, 2], [3, 4], [5]]
    """
    return [numbers[i : i + size] for i in range(0, len(numbers), size)]


class RunningReview:
    """The review of one game, under way."""

    def __init__(
        self, reviews: Reviews, live: LiveTable, user: User, before: Review | None
    ) -> None:
        self.reviews = reviews
        self.live = live
        self.user = user
        self.record: GameRecord = record_of(live.current)
        states = positions(GAMES, self.record)
        self.players = states[0].n
        self.answers = answers(states, self.record)
        self.numbers = choices(states, self.record)
        self.decisions: dict[int, Decision] = {}
        self.luck: dict[int, Luck] = {}
        if before is not None:
            self.luck = {one.number: one for one in before.luck}
            # What an older version only ranked is ranked again.
            done = [one for one in before.decisions if one.grade or one.preferred]
            self.decisions = {one.number: one for one in done}
        self.failed = False
        self._told = 0.0
        self._stored = time.monotonic()

    def review(self) -> Review:
        """Return what has been found so far."""
        seats, found = range(self.players), self.decisions.values()
        luck = self.luck.values()
        return summarize(self.record, self.players, seats, len(self.numbers), found, luck)

    def job(self) -> Job:
        """Return the work as those who asked for it see it."""
        review = self.review()
        first = len(self.decisions) == len(self.numbers)
        done = first and review.judged == len(self.numbers)
        state: JobState = "failed" if self.failed else "done" if done else "running"
        return Job("review", state, review.judged, len(self.numbers), first, review)

    async def run(self) -> None:
        """Do all pieces that are still to do."""
        try:
            unranked = [number for number in self.numbers if number not in self.decisions]
            await self._pieces([self._task(ranking=few) for few in in_batches(unranked, BATCH)])
            moves = in_batches(self.answers, LUCK_BATCH)
            await self._pieces([self._task(seeing=few) for few in moves])
            ungraded = [one for one in self.decisions.values() if not one.grade]
            ungraded.sort(key=lambda one: -one.doubt)
            await self._pieces([self._task(grading=[one]) for one in ungraded])
        except Exception:
            self.failed = True
            log.exception("review failed", extra={"table": self.live.table.id})
        finally:
            await self._store()
            self.reviews.running.pop(self.live.table.id, None)
            self._tell()
            await self.reviews.tables.peers.release(lease_of(self.live.table.id))

    def _task(
        self,
        ranking: Sequence[int] = (),
        seeing: Sequence[int] = (),
        grading: Sequence[Decision] = (),
    ) -> ReviewTask:
        table, game = self.live.table, self.live.game
        assert table.setup is not None
        return ReviewTask(
            table=table.id,
            game=table.game,
            setup=game.adapt(table.setup, table.rules),
            moves=self.record.moves,
            ranking=list(ranking),
            seeing=list(seeing),
            grading=list(grading),
            effort=self.reviews.effort,
            seconds=PIECE_SECONDS,
            cost=PIECE_COST,
        )

    async def _pieces(self, tasks: list[ReviewTask]) -> None:
        """Do some pieces, a few at a time, in their order."""
        waiting = iter(tasks)

        async def work() -> None:
            for task in waiting:
                if self.failed or self.reviews.tables.closing:
                    return
                await self._piece(task)

        await asyncio.gather(*(work() for _ in range(AT_ONCE)))

    async def _piece(self, task: ReviewTask) -> None:
        for _ in range(TRIES):
            found = await self.reviews.pool.review(task, self.user.id, lambda: Waiting.PERSON_AWAY)
            if found is not None:
                self.decisions.update({one.number: one for one in found.decisions})
                self.luck.update({one.number: one for one in found.luck})
                now = time.monotonic()
                if now - self._told > TELL_SECONDS:
                    self._told = now
                    self._tell()
                if now - self._stored > STORE_SECONDS:
                    await self._store()
                return
        self.failed = not self.reviews.tables.closing

    async def _store(self) -> None:
        self._stored = time.monotonic()
        review = self.review()
        try:
            await self.reviews.tables.store.save_review(
                self.live.table.id, review.judged, _encode(review)
            )
        except StoreUnavailable:
            log.warning("review not stored", extra={"table": self.live.table.id})

    def _tell(self) -> None:
        job = self.job()
        job.review = None
        for viewer in self.live.viewers:
            viewer.pass_on(JobFrame(job))
        progress = base64.b64encode(_encode(job)).decode()
        self.reviews.tables.peers.publish("review", self.live.table.id, progress)
