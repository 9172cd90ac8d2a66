"""What all executors offer: run a function elsewhere, soon."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Protocol


class Executor(Protocol):
    """A place where functions run; a few at the same time."""

    batch_seconds: float  # the work that is worth sending at once

    @property
    def size(self) -> int:
        """The number of functions that run at the same time."""

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Run a function of a module with plain data; the future has its result."""

    def close(self) -> None:
        """End, also in the middle of work; nothing that was started goes on here."""
