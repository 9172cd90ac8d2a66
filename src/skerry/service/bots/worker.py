"""A worker answers one question at a time: a process of this machine, or a thread of a cluster."""

import asyncio
import contextlib
import sys
from typing import Protocol

READY = b"ready\n"  # the first line of a worker process
MAX_BYTES = 8_000_000
STOP_SECONDS = 5.0
MODULE = "skerry.service.bots.bot_worker"


class Worker(Protocol):
    """Answers questions, which are lines of JSON."""

    @property
    def alive(self) -> bool:
        """Whether it can be asked again."""

    async def ask(self, question: bytes, seconds: float, priority: int) -> bytes:
        """Return the answer within a time. Raises TimeoutError, OSError, EOFError, SkerryError."""

    async def stop(self) -> None:
        """End it, also in the middle of a question."""


class WorkerProcess:
    """A process of this machine that answers line by line."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def start(cls, program: list[str], seconds: float) -> "WorkerProcess":
        """Start a process and wait until it is ready, at most some *seconds*."""
        process = await asyncio.create_subprocess_exec(
            *program,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=MAX_BYTES,
            start_new_session=True,  # the server handles Ctrl-C and stops its workers
        )
        worker = cls(process)
        assert process.stdout is not None
        try:
            async with asyncio.timeout(seconds):
                if await process.stdout.readline() != READY:
                    raise EOFError("the worker did not start")
        except BaseException:
            await worker.stop()
            raise
        return worker

    @property
    def alive(self) -> bool:
        return self.process.returncode is None

    async def ask(self, question: bytes, seconds: float, priority: int) -> bytes:
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None and stdout is not None
        async with asyncio.timeout(seconds):
            stdin.write(question + b"\n")
            await stdin.drain()
            line = await stdout.readline()
        if not line:
            raise EOFError("the worker ended")
        return line

    async def stop(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        with contextlib.suppress(TimeoutError):  # its pipes may be held open by a child of its own
            async with asyncio.timeout(STOP_SECONDS):
                await self.process.wait()
        if self.process.stdin is not None:
            self.process.stdin.close()


def worker_program(cards: str = "") -> list[str]:
    """Return the command of a worker process, with a directory of corrected cards if there is."""
    program = [sys.executable, "-m", MODULE]
    return [*program, cards] if cards else program
