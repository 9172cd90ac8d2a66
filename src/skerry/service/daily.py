"""The daily challenge at the tables of a server: one counted attempt each, practice afterwards.

A challenge is played at an ordinary table that only its player can see. What is computed for a day
(par, the position of the plan) is computed once, in another process, and stored.
"""

import asyncio
import contextlib
import multiprocessing
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import msgspec

from skerry.bots.operating_system import lower_priority
from skerry.daily import (
    PLAN_PAR,
    PlanDay,
    RoundTotals,
    Scale,
    Series,
    SoloDay,
    SoloPar,
    day_number,
)
from skerry.daily.plan import ANSWERING, PLANNING, PLAYERS
from skerry.service.cards import use_cards
from skerry.service.errors import NotFound, Refused
from skerry.service.live.live_table import LiveTable
from skerry.service.live.tables import Tables
from skerry.service.messages import (
    CalendarDay,
    Daily,
    DailyBar,
    DailyChallenge,
    DailyKind,
    DailyResult,
    DailyScore,
    DailyState,
    NewTable,
    SeatRequest,
)
from skerry.service.people import User
from skerry.service.table import creation
from skerry.service.table.commands import CloseTable
from skerry.service.table.state import TableState, position_after
from skerry.store.daily import Attempt
from skerry.store.protocol import Entry, StoreUnavailable

T = TypeVar("T")

KINDS: tuple[DailyKind, ...] = ("solo", "plan")
BEST_SHOWN = 5
FIRST_ELSEWHERE = "your other window began this challenge first"
FIRST_SECONDS = (
    90.0  # until a new server prepares challenges unasked; a request makes it start at once
)
PREPARE_SECONDS = 600.0  # between two checks that today and tomorrow are prepared


class PreparedSolo(msgspec.Struct):
    """What is computed for the solo challenge of a day."""

    par: SoloPar


class PreparedPlan(msgspec.Struct):
    """What is computed for a plan: the game before it, and what plans are worth."""

    setup: dict[str, object]
    moves: list[tuple[int, str]]
    seat: int
    scale: Scale


def prepare(kind: DailyKind, day: date, secret: bytes) -> bytes:
    """Compute what a day's challenge needs; takes seconds, so it runs in a process of its own."""
    series = Series(secret)
    if kind == "solo":
        return msgspec.json.encode(PreparedSolo(SoloDay(day, series).par()))
    plan = PlanDay(day, series)
    record = plan.record
    return msgspec.json.encode(PreparedPlan(record.setup, record.moves, plan.seat, plan.scale()))


def judge(day: date, secret: bytes, scale: Scale, markers: list[str]) -> int:
    """Value a plan, in a process of its own."""
    plan = PlanDay(day, Series(secret))
    return plan.judge(plan.carry_out(markers), scale).value


class DailyChallenges:
    """Everybody's daily challenges."""

    def __init__(
        self,
        tables: Tables,
        secret: bytes = b"",
        cards: str = "",
        now: Callable[[], float] = time.time,
    ) -> None:
        self.tables = tables
        self.store = tables.store.daily
        self.secret = secret
        self.now = now
        self._cards = cards
        self._workers: ProcessPoolExecutor | None = None
        self._beginning: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._preparing: dict[tuple[str, date], asyncio.Task[bytes]] = {}
        tables.on_change(self._table_changed)

    # -- days

    def today(self) -> date:
        """Return the day, which begins at 00:00 UTC."""
        return datetime.fromtimestamp(self.now(), UTC).date()

    async def keep_prepared(self) -> None:
        """Prepare today's and tomorrow's challenges, day after day."""
        await asyncio.sleep(FIRST_SECONDS)
        while True:
            today = self.today()
            for day in (today, today + timedelta(1)):
                for kind in KINDS:
                    with contextlib.suppress(StoreUnavailable):
                        await self._prepared(kind, day)
            await asyncio.sleep(PREPARE_SECONDS)

    async def _prepared(self, kind: DailyKind, day: date) -> bytes:
        """Return what was computed for a day; compute it if that was not done yet."""
        stored = await self.store.day(kind, day.isoformat())
        if stored is not None:
            return stored
        task = self._preparing.get((kind, day))
        if task is None:
            task = asyncio.create_task(self._prepare(kind, day))
            self._preparing[kind, day] = task
            task.add_done_callback(lambda _: self._preparing.pop((kind, day), None))
        return await asyncio.shield(task)

    async def _prepare(self, kind: DailyKind, day: date) -> bytes:
        body = await self._compute(prepare, kind, day, self.secret)
        return await self.store.save_day(kind, day.isoformat(), body)

    async def _compute(self, work: Callable[..., T], *args: Any) -> T:
        """Run something in the one process that computes for the challenges."""
        if self._workers is None:
            self._workers = ProcessPoolExecutor(
                1, multiprocessing.get_context("spawn"), _begin_worker, (self._cards, os.getpid())
            )
        return await asyncio.get_running_loop().run_in_executor(self._workers, work, *args)

    def close(self) -> None:
        """Stop computing."""
        for task in self._preparing.values():
            task.cancel()
        if self._workers is not None:
            self._workers.shutdown(wait=False, cancel_futures=True)

    # -- playing

    async def begin(self, user: User, kind: DailyKind, practice: bool) -> LiveTable:
        """Return the table of today's counted attempt; after that a new one, for practice."""
        async with self._beginning.setdefault(user.id, asyncio.Lock()):  # one window at a time
            return await self._begin(user, kind, practice)

    async def _begin(self, user: User, kind: DailyKind, practice: bool) -> LiveTable:
        day = self.today()
        before = await self.store.attempt(user.id, kind, day.isoformat())
        if practice and (before is None or not before.finished):
            # The deal is the same: nobody tries it out, with a coach, before it counts.
            raise Refused(
                "practice comes after your first try; finish that one first", "daily_first"
            )
        if before is not None and not before.finished:
            return await self.tables.get(before.table)
        counts = before is None
        live = await self._new_table(user, kind, day, counts)
        if not counts:
            return live
        attempt = Attempt(user.id, kind, day.isoformat(), user.name, live.table.id, self.now())
        if await self.store.begin(attempt):
            return live
        # A window at another server was first. Nobody tries the deal out at a second table.
        await self.tables.execute(live.table.id, CloseTable(FIRST_ELSEWHERE))
        return await self._begin(user, kind, practice=False)

    async def _new_table(self, user: User, kind: DailyKind, day: date, counts: bool) -> LiveTable:
        coach = creation.CoachOptions("off", False, False) if counts else None
        name = f"{kind} {day.isoformat()}"
        if kind == "solo":
            solo = SoloDay(day, Series(self.secret))
            seats, setup, entries = [SeatRequest("me")], solo.setup(), list[Entry]()
            game, asked, seed = solo.game, "", 0
        else:
            plan = await self._plan(day)
            game, asked, setup = PlanDay.game, PLANNING, plan.setup
            seed = Series(self.secret).seed(kind, day)
            seats = [
                SeatRequest("me") if seat == plan.seat else SeatRequest("bot", level=ANSWERING)
                for seat in range(PLAYERS)
            ]
            entries = [
                Entry(number, "move", seat, text, self.now())
                for number, (seat, text) in enumerate(plan.moves, start=1)
            ]
        beginning = creation.Beginning(
            game,
            len(seats),
            setup,
            entries,
            coach=coach,
            daily=name,
            while_asked=asked,
            bot_seed=seed,
        )
        new_table = NewTable(game, seats, watchable=False)
        return await self.tables.create(user, new_table, beginning)

    async def _plan(self, day: date) -> PreparedPlan:
        if await self.store.day("plan", day.isoformat()) is None:
            self.tables.spawn(self._prepared("plan", day))
            raise Refused(
                "today's plan is being prepared; try again in a minute", "daily_not_ready"
            )
        return msgspec.json.decode(await self._prepared("plan", day), type=PreparedPlan)

    # -- results

    def _table_changed(self, live: LiveTable) -> None:
        if live.table.daily and live.table.status in ("finished", "abandoned"):
            self.tables.spawn(self._finish(live))

    async def _finish(self, live: LiveTable) -> None:
        """Record the result of a counted attempt; a second call changes nothing."""
        table = live.table
        kind, _, day = table.daily.partition(" ")
        attempt = await self.store.attempt(table.host, kind, day)
        if attempt is None or attempt.table != table.id or attempt.finished:
            return
        attempt.finished = self.now()
        attempt.seconds = round(attempt.finished - attempt.begun)
        in_time = self.today().isoformat() == day
        gave_up = table.status != "finished" or any(seat.resigned for seat in table.seats)
        if in_time and not gave_up:
            if kind == "solo":
                await self._score_solo(attempt, live)
            else:
                await self._score_plan(attempt, live)
        await self.store.finish(attempt)

    async def _score_solo(self, attempt: Attempt, live: LiveTable) -> None:
        body = await self._prepared("solo", date.fromisoformat(attempt.day))
        par = msgspec.json.decode(body, type=PreparedSolo).par
        attempt.points = live.table.scores[0]
        attempt.rounds = _round_totals(live.current)
        attempt.versus_par = attempt.points - par.points

    async def _score_plan(self, attempt: Attempt, live: LiveTable) -> None:
        day = date.fromisoformat(attempt.day)
        body = await self._prepared("plan", day)
        plan = msgspec.json.decode(body, type=PreparedPlan)
        made = live.history[len(plan.moves) :]
        markers = [move.text for move in made if move.seat == plan.seat]
        attempt.points = await self._compute(judge, day, self.secret, plan.scale, markers)
        attempt.versus_par = attempt.points - PLAN_PAR

    # -- the page

    async def page(self, user: User) -> Daily:
        """Return today's challenges and how the user has done so far."""
        await self._settle(user)
        today = self.today()
        attempts = await self.store.attempts(user.id) if user.id else []
        midnight = datetime.combine(today + timedelta(1), datetime.min.time(), UTC).timestamp()
        ended = [one for one in attempts if one.finished]
        days = {date.fromisoformat(one.day) for one in ended if one.points is not None}
        return Daily(
            day=today.isoformat(),
            number=day_number(today),
            next_in=round(midnight - self.now()),
            common=not self.secret,
            streak=streak(days, today),
            longest=longest(days),
            challenges=[await self._challenge(kind, today, attempts) for kind in KINDS],
            calendar=[
                CalendarDay(one.day, _kind(one), one.points, one.versus_par, one.table)
                for one in ended
            ],
        )

    async def _settle(self, user: User) -> None:
        """Record results that were missed because the server stopped."""
        for attempt in await self.store.attempts(user.id) if user.id else []:
            if attempt.finished:
                continue
            try:
                live = await self.tables.get(attempt.table)
            except NotFound:  # the operator has deleted the table
                attempt.finished = self.now()
                await self.store.finish(attempt)
                continue
            if live.table.status in ("finished", "abandoned"):
                await self._finish(live)

    async def _challenge(
        self, kind: DailyKind, day: date, attempts: list[Attempt]
    ) -> DailyChallenge:
        mine = next((one for one in attempts if (one.kind, one.day) == (kind, str(day))), None)
        finished = await self.store.finished(kind, day.isoformat())
        body = await self.store.day(kind, day.isoformat())
        if body is None:
            self.tables.spawn(self._prepared(kind, day))
        solo = msgspec.json.decode(body, type=PreparedSolo) if body and kind == "solo" else None
        challenge = DailyChallenge(
            kind=kind,
            game=SoloDay.game if kind == "solo" else PlanDay.game,
            state=_state(mine),
            par=PLAN_PAR if kind == "plan" else solo.par.points if solo else None,
            played_by=len(finished),
            table=mine.table if mine else "",
            round=[],
            deck=SoloDay(day, Series(self.secret)).deck if kind == "solo" else "",
        )
        if challenge.state == "begun":
            challenge.round = (await self.tables.get(challenge.table)).table.round
        if mine is not None and mine.points is not None:
            challenge.result = result(mine, finished, solo.par.rounds if solo else [])
        return challenge


def result(mine: Attempt, finished: list[Attempt], par: list[int]) -> DailyResult:
    """Return an attempt among all others of the day; *finished* is sorted, the best first."""
    assert mine.points is not None
    points = [one.points for one in finished if one.points is not None]
    better, same = sum(other > mine.points for other in points), points.count(mine.points)
    others = len(points) - 1
    worse = len(points) - better - same
    gains = [after - before for before, after in pairwise([0, *mine.rounds])]
    par_gains = [after - before for before, after in pairwise([0, *par])]
    return DailyResult(
        points=mine.points,
        versus_par=mine.versus_par,
        place=better + 1,
        tied=same > 1,
        better_than=round(100 * worse / others) if others > 0 else 0,
        seconds=mine.seconds,
        rounds=mine.rounds,
        rounds_versus_par=[a - b for a, b in zip(gains, par_gains, strict=False)],
        spread=[DailyBar(value, points.count(value)) for value in sorted(set(points))],
        best=[
            DailyScore(points.index(one.points) + 1, one.name, one.points, one.user == mine.user)
            for one in finished[:BEST_SHOWN]
            if one.points is not None
        ],
    )


def streak(days: set[date], today: date) -> int:
    """Return how many days in a row were played, up to today or, before today's try, yesterday.

    >>> streak({date(2026, 11, 16), date(2026, 11, 17)}, date(2026, 11, 18))
    2
    """
    day = today if today in days else today - timedelta(1)
    count = 0
    while day - timedelta(count) in days:
        count += 1
    return count


def longest(days: set[date]) -> int:
    """Return the most days in a row that were played.

    >>> longest({date(2026, 11, 2), date(2026, 11, 3), date(2026, 11, 7)})
    2
    """
    return max((streak(days, day) for day in days), default=0)


def _begin_worker(cards: str, server: int) -> None:
    lower_priority()
    threading.Thread(target=_end_with, args=(server,), daemon=True).start()
    if cards:
        use_cards(cards)


def _end_with(server: int) -> None:
    """End this process when its server has gone, in the middle of whatever it computes."""
    while os.getppid() == server:
        time.sleep(1.0)
    os._exit(0)


def _state(attempt: Attempt | None) -> DailyState:
    if attempt is None:
        return "new"
    if not attempt.finished:
        return "begun"
    return "given_up" if attempt.points is None else "finished"


def _kind(attempt: Attempt) -> DailyKind:
    return "solo" if attempt.kind == "solo" else "plan"


def _round_totals(current: TableState) -> list[int]:
    """Return the points at the end of each round of a finished solo game."""
    state, _ = position_after(current, 0)
    totals = RoundTotals()
    for move in current.history:
        state.play(current.game.read(state, move.text))
        totals.watch(state)
    return totals.totals
