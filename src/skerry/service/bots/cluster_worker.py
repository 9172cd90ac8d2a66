"""What runs on a Dask worker: worker processes of its own, one for each question at a time.

A process beside the Dask worker can be ended in the middle of compiled code, and leaves the Dask
worker free to answer its scheduler meanwhile.
"""

import os
import subprocess
import threading

from skerry.games.packed_cards import unpack
from skerry.service.bots.worker import READY, worker_program

START_SECONDS = 60.0

Kind = tuple[bytes, tuple[tuple[str, str], ...]]  # packed cards, environment


class _Child:
    """A worker process that is asked from a thread."""

    def __init__(self, kind: Kind) -> None:
        cards, environment = kind
        self.slot = ""  # whose question it answered last, and whose games it holds therefore
        self.process = subprocess.Popen(
            worker_program(unpack(cards) if cards else ""),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **dict(environment)},
        )
        if self._line(START_SECONDS) != READY:
            self.end()
            raise EOFError("the worker process did not start")

    def ask(self, question: bytes, seconds: float) -> bytes:
        assert self.process.stdin is not None
        self.process.stdin.write(question + b"\n")
        self.process.stdin.flush()
        line = self._line(seconds)
        if not line:
            raise EOFError("the worker process ended, or took too long")
        return line

    def _line(self, seconds: float) -> bytes:
        """Read a line; the process is killed if it takes too long."""
        assert self.process.stdout is not None
        timer = threading.Timer(seconds, self.process.kill)
        timer.daemon = True
        timer.start()
        try:
            return self.process.stdout.readline()
        finally:
            timer.cancel()

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()


_idle: dict[Kind, list[_Child]] = {}
_lock = threading.Lock()


def answer(
    slot: str, cards: bytes, environment: dict[str, str], question: bytes, seconds: float
) -> bytes:
    """Answer a question in a process of this machine, the one that answered *slot* last if free.

    There are never more processes of a kind than threads of this Dask worker.
    """
    kind = (cards, tuple(sorted(environment.items())))
    child = _take(kind, slot) or _Child(kind)
    child.slot = slot
    try:
        line = child.ask(question, seconds)
    except BaseException:
        child.end()
        raise
    with _lock:
        _idle.setdefault(kind, []).append(child)
    return line


def _take(kind: Kind, slot: str) -> _Child | None:
    with _lock:
        idle = _idle.setdefault(kind, [])
        idle[:] = [child for child in idle if child.process.poll() is None]
        if not idle:
            return None
        child = next((each for each in idle if each.slot == slot), idle[-1])
        idle.remove(child)
        return child
