"""Worker processes in which bots choose their moves, outside the event loop and with a time limit.

A worker that hangs or dies is replaced, and the caller answers its question by a simple rule, so
that the game always continues. Beside the workers for any question there is one that answers only
quick questions, so that a relaxed bot never waits for an expert to finish. With a cluster (see
`cluster.py`) its threads answer instead of the own processes.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from skerry.analysis import Decision, Effort, HintEffort, Judgement, Part
from skerry.analysis.exercises import TriedMove
from skerry.analysis.luck import Luck
from skerry.analysis.what_if import Outlook
from skerry.bots.shared_search import MoveStatistics, merge, split_seed
from skerry.kernel.errors import SkerryError
from skerry.service.bots.fair_queue import FairQueue, Question, Waiting
from skerry.service.bots.worker import Worker, WorkerProcess, worker_program

log = logging.getLogger("skerry.bots")

CLUSTER_TRIES = 3  # of a question that a cluster did not answer
QUICK_SECONDS = 0.5  # a question with no more time than this is quick


class BotTask(msgspec.Struct, tag=True):
    """A question for a bot: the game so far, the seat that is asked, and the time limit."""

    table: str
    game: str
    setup: dict[str, Any]
    moves: list[str]
    seat: int
    level: str
    seed: int
    seconds: float
    with_statistics: bool = False  # of every move, not only the best one
    keeps_search: bool = False  # the bot plays on this seat: its next task continues its search

    @property
    def cost(self) -> float:
        """The seconds that the fair queue counts for it."""
        return self.seconds


class BotMove(msgspec.Struct):
    """A bot's answer, or the reason why there is none."""

    move: str = ""
    statistics: list[MoveStatistics] = []
    error: str = ""


class ReviewTask(msgspec.Struct, tag=True):
    """A question for the coach: what some moves of a finished game were worth."""

    table: str
    game: str
    setup: dict[str, Any]
    moves: list[tuple[int, str]]  # seat and text of all moves of the game
    ranking: list[int]  # the numbers of the moves to rank, from 1
    seeing: list[int]  # the numbers of the moves in which to look for luck
    grading: list[Decision]  # ranked before, to be graded
    effort: Effort
    seconds: float  # the time limit, far above what a piece takes: a busy machine is no failure
    cost: float  # the seconds that the fair queue counts for it
    seat: int = -1  # nobody's in particular


class HintTask(msgspec.Struct, tag=True):
    """A piece of a hint: a first look, one round of comparing moves, or why one is better."""

    table: str
    game: str
    setup: dict[str, Any]
    moves: list[str]
    seat: int
    piece: Literal["look", "compare", "why"]
    effort: HintEffort
    seed: int
    seconds: float
    cost: float  # the seconds that the fair queue counts for it
    compared: list[str] = []  # the moves to compare; the better one first to tell why


class Hinted(msgspec.Struct):
    """The coach's answer to a piece of a hint, or the reason why there is none."""

    judgements: list[Judgement] = []
    why: list[Part] = []
    error: str = ""


class Judged(msgspec.Struct):
    """The coach's answer, or the reason why there is none."""

    decisions: list[Decision] = []
    luck: list[Luck] = []
    error: str = ""


class TryTask(msgspec.Struct, tag=True):
    """A question for the coach: what a try in an exercise is worth."""

    table: str
    game: str
    setup: dict[str, Any]
    moves: list[tuple[int, str]]  # seat and text of the moves before the decision
    decision: Decision
    move: str
    effort: Effort
    judging: float  # seconds after which it makes do with what it has
    seconds: float
    cost: float
    seat: int


class Tried(msgspec.Struct):
    """What the coach says about a try, or the reason why nothing."""

    tried: TriedMove | None = None
    error: str = ""


class WhatIfTask(msgspec.Struct, tag=True):
    """A question about a game as it might go on: what a bot would do, or what to expect.

    It holds the real game, but is answered in one where everything was dealt anew that `seat`
    cannot see, after `steps`.
    """

    table: str
    game: str
    setup: dict[str, Any]
    moves: list[str]
    seat: int
    deal: int
    steps: list[tuple[int, str]]
    level: str  # of the bot that moves for whoever is asked; "" for the outlook of `seat`
    iterations: int  # for the outlook
    seed: int
    seconds: float

    @property
    def cost(self) -> float:
        """The seconds that the fair queue counts for it."""
        return self.seconds


class WhatIfAnswer(msgspec.Struct):
    """The bot's move or the outlook, or the reason why there is none."""

    move: str = ""
    outlook: Outlook | None = None
    error: str = ""


class ChancesTask(msgspec.Struct, tag=True):
    """A question for the forecast: how often things happen when quick bots play on."""

    table: str
    game: str
    setup: dict[str, Any]
    moves: list[str]
    seat: int  # -1: a watcher
    seed: int
    seconds: float

    @property
    def cost(self) -> float:
        """The seconds that the fair queue counts for it."""
        return self.seconds


class Chances(msgspec.Struct):
    """What the continuations showed, or the reason why there are none."""

    continuations: int = 0
    shares: dict[str, float] = {}
    error: str = ""


Task = BotTask | ReviewTask | HintTask | TryTask | WhatIfTask | ChancesTask
A = TypeVar("A", BotMove, Judged, Hinted, Tried, WhatIfAnswer, Chances)
FAILURES = (TimeoutError, OSError, EOFError, msgspec.MsgspecError, ValueError, SkerryError)


Place = tuple[str, int]  # table and seat
MAX_PLACES = 64  # whose last worker is remembered, for each worker


class Slot:
    """A place for a worker: a process, started when it is first needed, or part of a cluster."""

    def __init__(self, quick: bool = False, on_cluster: Worker | None = None) -> None:
        self.quick = quick
        self.worker = on_cluster
        self.on_cluster = on_cluster is not None
        self.retired = False  # it answers no more questions
        self.places: dict[Place, None] = {}  # whose games and searches the worker holds

    def remember(self, place: Place) -> None:
        """Note that the worker has answered for a seat."""
        self.places.pop(place, None)
        self.places[place] = None
        if len(self.places) > MAX_PLACES:
            del self.places[next(iter(self.places))]


class Turn(NamedTuple):
    """A task's wait for a slot."""

    slot: "asyncio.Future[Slot]"
    place: Place


def somebody_waits() -> Waiting:
    """Return what holds for a question that a person has asked."""
    return Waiting.PERSON_HERE


class Pool:
    """A few worker processes and the questions that wait for them."""

    def __init__(
        self,
        workers: int,
        grace: float = 5.0,
        program: list[str] | None = None,
        cards: str = "",
        start_seconds: float = 60.0,
    ) -> None:
        self.size = workers
        self.grace = grace  # seconds beyond a bot's time limit before it is replaced
        self.start_seconds = start_seconds
        self.program = program or worker_program(cards)
        self.replaced = 0
        self.asked_again = 0  # questions that a cluster did not answer
        self.answered = 0
        self.shared = 0
        self.on_wait: Callable[[float], None] = lambda _: None  # told how long a question waited
        self.on_answer: Callable[[str, float], None] = lambda level, seconds: None
        self._queue: FairQueue[Turn] = FairQueue()
        # The slot that answered last is asked first, because its worker runs already.
        self._free = [Slot(quick=True), *(Slot(quick=False) for _ in range(workers))]
        self._all: set[WorkerProcess] = set()
        self._cluster_slots: set[Slot] = set()
        self._closed = False

    @property
    def waiting(self) -> int:
        return len(self._queue)

    @property
    def idle(self) -> int:
        """Return how many workers for any question have nothing to do."""
        return sum(not slot.quick and self._in_use(slot) for slot in self._free)

    def add(self, worker: Worker) -> Slot:
        """Let a part of a cluster answer questions, instead of the own processes.

        The own process for quick questions goes on, for when all of the cluster is busy.
        """
        slot = Slot(on_cluster=worker)
        self._cluster_slots.add(slot)
        self._give_back(slot)
        return slot

    def retire(self, slot: Slot) -> None:
        """Use a part of a cluster no more; without any, the own processes answer again."""
        slot.retired = True
        self._cluster_slots.discard(slot)
        if slot in self._free:
            self._free.remove(slot)
        self._dispatch()

    def _in_use(self, slot: Slot) -> bool:
        return slot.on_cluster or slot.quick or not self._cluster_slots

    async def warm(self, after: float) -> None:
        """Start every worker *after* some seconds, so that no question waits for it."""
        await asyncio.sleep(after)
        for _ in range(self.size + 1):
            cold = next(
                (s for s in reversed(self._free) if s.worker is None and self._in_use(s)), None
            )
            if cold is None or self._closed:
                return
            self._free.remove(cold)
            try:
                cold.worker = await self._start()
            except FAILURES as error:
                log.error("no worker", extra={"why": type(error).__name__})
            finally:
                self._give_back(cold)

    async def ask(
        self, task: BotTask, user: str = "", waiting: Callable[[], Waiting] = somebody_waits
    ) -> str | None:
        """Return the bot's move, or None if it failed and was replaced, or the pool is closed.

        The time is counted as *user*'s, and *waiting* tells who waits for the answer.
        """
        found = await self.search(task, user, waiting)
        return found[0].move if found else None

    async def search(
        self, task: BotTask, user: str = "", waiting: Callable[[], Waiting] = somebody_waits
    ) -> list[MoveStatistics]:
        """Return the bot's move, then the others if the task asks for their statistics.

        Two workers search for an expert while a second one is free.
        """
        began = time.monotonic()
        tasks = [task]
        if task.level == "expert" and self.idle > 1 and not self.waiting:
            self.shared += 1
            seeds = split_seed(task.seed, 2)
            tasks = [replace(task, with_statistics=True, seed=seed) for seed in seeds]
        answers = await asyncio.gather(*(self._ask(each, BotMove, user, waiting) for each in tasks))
        self.on_answer(task.level, time.monotonic() - began)
        return merge(statistics_of(answer) for answer in answers if answer is not None)

    async def review(
        self, task: ReviewTask, user: str, waiting: Callable[[], Waiting]
    ) -> Judged | None:
        """Return what the coach found about some moves, or None if it failed."""
        return await self._ask(task, Judged, user, waiting)

    async def judge_try(self, task: TryTask, user: str) -> TriedMove | None:
        """Return what the coach says about a try, or None if it failed."""
        answer = await self._ask(task, Tried, user, somebody_waits)
        return None if answer is None else answer.tried

    async def what_if(self, task: WhatIfTask, user: str) -> WhatIfAnswer | None:
        """Return what a bot would do in a game as it might go on, or the outlook there."""
        return await self._ask(task, WhatIfAnswer, user, somebody_waits)

    async def hint(self, task: HintTask, user: str) -> Hinted | None:
        """Return a piece of a hint that a person waits for, or None if it failed."""
        return await self._ask(task, Hinted, user, somebody_waits)

    async def chances(
        self, task: ChancesTask, user: str, waiting: Callable[[], Waiting]
    ) -> Chances | None:
        """Return how often things happen in continuations, or None if it failed."""
        return await self._ask(task, Chances, user, waiting)

    async def _ask(
        self, task: Task, expected: type[A], user: str, waiting: Callable[[], Waiting]
    ) -> A | None:
        for last in (*[False] * (CLUSTER_TRIES - 1), True):
            slot = await self._slot(task, user, waiting)
            try:
                if self._closed:
                    return None
                if slot.worker is None or not slot.worker.alive:
                    await self._clear(slot)
                    slot.worker = await self._start()
                slot.remember((task.table, task.seat))
                line = await slot.worker.ask(
                    msgspec.json.encode(task), task.seconds + self.grace, -waiting()
                )
                answer = msgspec.json.decode(line, type=expected)
                break
            except FAILURES as error:
                told = {"table": task.table, "seat": task.seat, "why": type(error).__name__}
                await self._clear(slot)
                if slot.on_cluster and not last and not self._closed:
                    log.warning("question asked again", extra=told)
                    self.asked_again += 1
                    continue
                log.warning("bot replaced", extra=told)
                self.replaced += 1
                return None
            except BaseException:
                await self._clear(slot)  # its answer would be read by the next question
                raise
            finally:
                self._give_back(slot)
        if answer.error:
            log.warning(
                "bot failed", extra={"table": task.table, "seat": task.seat, "why": answer.error}
            )
            self.replaced += 1
            return None
        self.answered += 1
        return answer

    async def _slot(self, task: Task, user: str, waiting: Callable[[], Waiting]) -> Slot:
        """Wait for a slot in the fair order."""
        began = time.monotonic()
        turn = Turn(asyncio.get_running_loop().create_future(), (task.table, task.seat))
        self._queue.add(Question(turn, user, task.cost, waiting))
        self._dispatch()
        try:
            slot = await turn.slot
        except BaseException:
            self._queue.drop(turn)
            if turn.slot.done() and not turn.slot.cancelled():  # it came just then
                self._give_back(turn.slot.result())
            raise
        self.on_wait(time.monotonic() - began)
        return slot

    def _dispatch(self) -> None:
        """Give free slots to the questions whose turn it is."""
        for free in self._free[::-1]:
            if not self._in_use(free):
                continue
            most = QUICK_SECONDS if free.quick else 1e9
            while free in self._free and (question := self._queue.take(most)) is not None:
                if not question.what.slot.done():  # else whoever asked has just gone
                    slot = self._best_slot(question, free)
                    self._free.remove(slot)
                    question.what.slot.set_result(slot)

    def _best_slot(self, question: Question[Turn], otherwise: Slot) -> Slot:
        """Return the free slot whose worker holds the game and the search, if there is one."""
        for slot in reversed(self._free):
            fits = not slot.quick or question.seconds <= QUICK_SECONDS
            if fits and self._in_use(slot) and question.what.place in slot.places:
                return slot
        return otherwise

    def _give_back(self, slot: Slot) -> None:
        """Let a slot answer the next question; the one for quick questions is asked last."""
        if slot.retired:
            return
        if slot.quick:
            self._free.insert(0, slot)
        else:
            self._free.append(slot)
        self._dispatch()

    async def _clear(self, slot: Slot) -> None:
        worker = slot.worker
        if isinstance(worker, WorkerProcess):
            slot.worker = None
            slot.places.clear()
            self._all.discard(worker)
            await worker.stop()

    async def _start(self) -> WorkerProcess:
        worker = await WorkerProcess.start(self.program, self.start_seconds)
        self._all.add(worker)
        if self._closed:  # in the meantime
            await worker.stop()
        return worker

    async def close(self) -> None:
        """Stop every worker."""
        self._closed = True
        for worker in list(self._all):
            self._all.discard(worker)
            await worker.stop()


def statistics_of(answer: BotMove) -> list[MoveStatistics]:
    """Return the statistics of an answer; a bot that does not search visits one move once."""
    return answer.statistics or [MoveStatistics(answer.move)]
