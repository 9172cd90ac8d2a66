"""Many small pieces of work in batches that are worth sending, with a file to continue from."""

import contextlib
import hashlib
import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from skerry.executors.cluster import Cluster
from skerry.executors.local import Processes, ThisProcess
from skerry.executors.protocol import Executor
from skerry.kernel.errors import BadSetup

R = TypeVar("R")
_one_at_a_time = threading.Lock()
QUEUED = 2  # batches per process: one runs, one waits


@contextlib.contextmanager
def executor(dask: str, processes: int) -> Iterator[Executor]:
    """Open where work is to run: a Dask cluster, or else processes of this machine.

    Without either it runs in this process. A `local` cluster has as many processes, at least one.
    Raises BadSetup.
    """
    opened: Executor
    if dask:
        cluster = Cluster(dask, max(1, processes))
        try:
            cluster.check_all()
        except BaseException:
            cluster.close()
            raise
        opened = cluster
    elif processes > 0:
        opened = Processes(processes)
    else:
        opened = ThisProcess()
    try:
        yield opened
    finally:
        opened.close()


def timed(function: Callable[[Any], Any], items: list[Any]) -> tuple[float, list[Any]]:
    """Return a function's results for some items, and the seconds they took.

    A worker with several threads does one batch at a time: the engine would not be quicker.
    """
    with _one_at_a_time:
        began = time.perf_counter()
        results = [function(item) for item in items]
        return time.perf_counter() - began, results


def in_batches(
    where: Executor, function: Callable[[Any], R], items: list[Any]
) -> Iterator[tuple[int, R]]:
    """Yield the place of each item and its result, in the order in which they are done.

    The first batches hold one item; then as many as take the executor's `batch_seconds`.
    """
    running: dict[Future[tuple[float, list[R]]], range] = {}
    begun, done, seconds = 0, 0, 0.0
    size = where.size
    while begun < len(items) or running:
        while begun < len(items) and len(running) < size * QUEUED:
            count = 1
            if seconds:
                count = int(where.batch_seconds * done / seconds)
                fair = (len(items) - begun) // (size * QUEUED)  # nobody is idle at the end
                count = max(1, min(count, fair))
            places = range(begun, min(begun + count, len(items)))
            begun = places.stop
            batch = [items[place] for place in places]
            running[where.submit(timed, function, batch)] = places
            if where.batch_seconds == 0.0:
                break  # it is done already
        finished, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in finished:
            places = running.pop(future)
            took, results = future.result()
            done += len(results)
            seconds += took
            yield from zip(places, results, strict=True)


def in_order(done: Iterator[tuple[int, R]]) -> Iterator[R]:
    """Yield results in the order of their items."""
    early: dict[int, R] = {}
    following = 0
    for place, result in done:
        early[place] = result
        while following in early:
            yield early.pop(following)
            following += 1


class Journal(Generic[R]):
    """A file of finished results, from which the same work continues. Raises BadSetup.

    The first line names the work; each further line has the place of an item and its result.
    """

    def __init__(self, path: Path | None, work: object, kind: type[R]) -> None:
        self.found: dict[int, R] = {}
        self._file = None
        if path is None:
            return
        name = hashlib.sha256(msgspec.json.encode(work, order="sorted")).hexdigest()
        head = msgspec.json.encode({"skerry": name}) + b"\n"
        try:
            whole = self._read(path, head, kind) if path.exists() else 0
            self._file = path.open("r+b" if whole else "wb")
        except OSError as error:
            raise BadSetup(f"--resume {path}: {error.strerror}") from None
        self._file.truncate(whole)  # a line that was cut off in the middle
        self._file.seek(0, os.SEEK_END)
        if not whole:
            self._file.write(head)
            self._file.flush()

    def _read(self, path: Path, head: bytes, kind: type[R]) -> int:
        """Read what was done; return the length of the whole lines."""
        # The type is known only when it runs; a type checker wants it written out.
        decoder: msgspec.json.Decoder[tuple[int, Any]] = msgspec.json.Decoder(
            tuple[int, kind]  # type: ignore[valid-type]
        )
        with path.open("rb") as file:
            if file.readline() != head:
                raise BadSetup(f"--resume {path} belongs to another command; name a new file")
            whole = len(head)
            for line in file:
                if not line.endswith(b"\n"):
                    break
                place, result = decoder.decode(line)
                self.found[place] = result
                whole += len(line)
        return whole

    def run(
        self, where: Executor, function: Callable[[Any], R], items: list[Any]
    ) -> Iterator[tuple[int, R]]:
        """Yield the results of earlier runs, then those of the other items, and store them."""
        yield from ((place, self.found[place]) for place in sorted(self.found))
        left = [place for place in range(len(items)) if place not in self.found]
        for at, result in in_batches(where, function, [items[place] for place in left]):
            if self._file is not None:
                self._file.write(msgspec.json.encode((left[at], result)) + b"\n")
                self._file.flush()
            yield left[at], result

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
