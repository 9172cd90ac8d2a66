"""Bots think in other processes: never on the event loop, never longer than they may.

A worker that hangs or dies is replaced and its question answered by a simple rule, so that the
table always goes on.
"""

import asyncio
import contextlib
import logging
import sys
from typing import Any

import msgspec

log = logging.getLogger("skerry.bots")

MOST_BYTES = 8_000_000


class BotTask(msgspec.Struct):
    """A question for a bot: the game so far, whose move it is, and how long it may think."""

    table: str
    game: str
    setup: dict[str, Any]
    moves: list[str]
    seat: int
    level: str
    seed: int
    seconds: float


class BotMove(msgspec.Struct):
    """A bot's answer, or what went wrong."""

    move: str = ""
    error: str = ""


class Pool:
    """A few worker processes and the questions that wait for them."""

    def __init__(self, workers: int, grace: float = 5.0, program: list[str] | None = None) -> None:
        self.size = workers
        self.grace = grace  # seconds beyond a bot's own budget before it is replaced
        self.program = program or [sys.executable, "-m", "skerry.service.bot_worker"]
        self.replaced = 0
        self.answered = 0
        self.waiting = 0
        self._free: asyncio.Queue[asyncio.subprocess.Process | None] = asyncio.Queue()
        for _ in range(workers):
            self._free.put_nowait(None)  # started when first needed
        self._all: set[asyncio.subprocess.Process] = set()
        self._closed = False

    async def ask(self, task: BotTask) -> str | None:
        """Give the bot's move, or None if it failed and was replaced, or the pool is closed."""
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
        except (TimeoutError, OSError, EOFError, msgspec.MsgspecError, ValueError) as error:
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
            self._free.put_nowait(worker)  # also when closed: whoever waits must learn of it
        if answer.error:
            log.warning(
                "bot failed", extra={"table": task.table, "seat": task.seat, "why": answer.error}
            )
            self.replaced += 1
            return None
        self.answered += 1
        return answer.move

    async def _start(self) -> asyncio.subprocess.Process:
        worker = await asyncio.create_subprocess_exec(
            *self.program,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=MOST_BYTES,
            start_new_session=True,  # Ctrl-C is for the server, which then stops its workers
        )
        self._all.add(worker)
        if self._closed:  # meanwhile
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
        await worker.wait()
        if worker.stdin is not None:
            worker.stdin.close()

    async def close(self) -> None:
        """Stop every worker."""
        self._closed = True
        for worker in list(self._all):
            await self._stop(worker)
