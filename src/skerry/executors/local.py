"""Executors of this machine: this process, or a few others."""

from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any


class ThisProcess:
    """Runs everything at once, in this process."""

    batch_seconds = 0.0
    size = 1

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(function(*arguments))
        except Exception as error:
            future.set_exception(error)
        return future

    def close(self) -> None:
        """Nothing is left to end."""


class Processes:
    """Runs functions in a few processes of this machine."""

    batch_seconds = 0.2  # little is lost by Ctrl-C

    def __init__(self, size: int) -> None:
        self.size = size
        self._pool = ProcessPoolExecutor(size, get_context("spawn"))

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        return self._pool.submit(function, *arguments)

    def close(self) -> None:
        workers = list((self._pool._processes or {}).values())  # shutdown drops the list
        self._pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.kill()
        for worker in workers:
            worker.join()
