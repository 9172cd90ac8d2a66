"""Worker processes in which bots choose their moves, outside the event loop and with a time limit.

A worker that hangs or dies is replaced, and the caller answers its question by a simple rule, so
that the game always continues.
"""

import asyncio
import contextlib
import logging
import sys
from typing import Any

import msgspec
from msgspec.structs import replace

from skerry.bots.shared_search import MoveStatistics, merge, split_seed

log = logging.getLogger("skerry.bots")

READY = b"ready\n"  # the first line of a worker
MAX_BYTES = 8_000_000
STOP_SECONDS = 5.0


class BotTask(msgspec.Struct):
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


class BotMove(msgspec.Struct):
    """A bot's answer, or the reason why there is none."""

    move: str = ""
    statistics: list[MoveStatistics] = []
    error: str = ""


Worker = asyncio.subprocess.Process
FAILURES = (TimeoutError, OSError, EOFError, msgspec.MsgspecError, ValueError)


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
        worker = [sys.executable, "-m", "skerry.service.bots.bot_worker"]
        self.program = program or ([*worker, cards] if cards else worker)
        self.replaced = 0
        self.answered = 0
        self.shared = 0
        self.waiting = 0
        # The worker that answered last is asked first: it runs, and holds the game's position.
        self._free: asyncio.LifoQueue[Worker | None] = asyncio.LifoQueue()
        for _ in range(workers):
            self._free.put_nowait(None)  # started when first needed
        self._all: set[Worker] = set()
        self._closed = False

    async def warm(self, after: float) -> None:
        """Start every worker *after* some seconds, so that no question waits for it."""
        await asyncio.sleep(after)
        for _ in range(self.size):
            free = [self._free.get_nowait() for _ in range(self._free.qsize())]
            cold = None in free
            if cold:
                free.remove(None)
            for worker in reversed(free):  # running workers are asked first
                self._free.put_nowait(worker)
            if not cold or self._closed:
                return
            started = None
            try:
                started = await self._start()
            except FAILURES as error:
                log.error("no worker", extra={"why": type(error).__name__})
            finally:
                self._free.put_nowait(started)

    async def ask(self, task: BotTask) -> str | None:
        """Return the bot's move, or None if it failed and was replaced, or the pool is closed."""
        found = await self.search(task)
        return found[0].move if found else None

    async def search(self, task: BotTask) -> list[MoveStatistics]:
        """Return the bot's move, then the others if the task asks for their statistics.

        Two workers search for an expert while a second one is free.
        """
        tasks = [task]
        if task.level == "expert" and self._free.qsize() > 1 and not self.waiting:
            self.shared += 1
            seeds = split_seed(task.seed, 2)
            tasks = [replace(task, with_statistics=True, seed=seed) for seed in seeds]
        answers = await asyncio.gather(*(self._ask(each) for each in tasks))
        return merge(statistics_of(answer) for answer in answers if answer is not None)

    async def _ask(self, task: BotTask) -> BotMove | None:
        self.waiting += 1
        try:
            worker = await self._free.get()
        finally:
            self.waiting -= 1
        try:
            if self._closed:
                return None
            if worker is None or worker.returncode is not None:
                worker = await self._start()
            async with asyncio.timeout(task.seconds + self.grace):
                answer = await self._exchange(worker, task)
        except FAILURES as error:
            log.warning(
                "bot replaced",
                extra={"table": task.table, "seat": task.seat, "why": type(error).__name__},
            )
            self.replaced += 1
            await self._stop(worker)
            worker = None
            return None
        except BaseException:
            await self._stop(worker)  # its answer would be read by the next question
            worker = None
            raise
        finally:
            self._free.put_nowait(worker)  # also when closed, to wake those who wait
        if answer.error:
            log.warning(
                "bot failed", extra={"table": task.table, "seat": task.seat, "why": answer.error}
            )
            self.replaced += 1
            return None
        self.answered += 1
        return answer

    async def _start(self) -> Worker:
        worker = await asyncio.create_subprocess_exec(
            *self.program,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=MAX_BYTES,
            start_new_session=True,  # the server handles Ctrl-C and stops its workers
        )
        self._all.add(worker)
        assert worker.stdout is not None
        try:
            async with asyncio.timeout(self.start_seconds):
                if await worker.stdout.readline() != READY:
                    raise EOFError("the worker did not start")
        except BaseException:
            await self._stop(worker)
            raise
        if self._closed:  # in the meantime
            await self._stop(worker)
        return worker

    async def _exchange(self, worker: asyncio.subprocess.Process, task: BotTask) -> BotMove:
        assert worker.stdin is not None and worker.stdout is not None
        worker.stdin.write(msgspec.json.encode(task) + b"\n")
        await worker.stdin.drain()
        line = await worker.stdout.readline()
        if not line:
            raise EOFError("the worker ended")
        return msgspec.json.decode(line, type=BotMove)

    async def _stop(self, worker: asyncio.subprocess.Process | None) -> None:
        if worker is None:
            return
        self._all.discard(worker)
        with contextlib.suppress(ProcessLookupError):
            worker.kill()
        with contextlib.suppress(TimeoutError):  # its pipes may be held open by a child of its own
            async with asyncio.timeout(STOP_SECONDS):
                await worker.wait()
        if worker.stdin is not None:
            worker.stdin.close()

    async def close(self) -> None:
        """Stop every worker."""
        self._closed = True
        for worker in list(self._all):
            await self._stop(worker)


def statistics_of(answer: BotMove) -> list[MoveStatistics]:
    """Return the statistics of an answer; a bot that does not search visits one move once."""
    return answer.statistics or [MoveStatistics(answer.move)]
