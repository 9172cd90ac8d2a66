"""What an endpoint is."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from skerry.web.call import Call

Handler = Callable[[Call], Awaitable[Any]]


@dataclass(frozen=True)
class Endpoint:
    """A method, a path, and what goes in and out."""

    method: str
    path: str
    handler: Handler
    response: type
    request: type | None = None
    query: tuple[str, ...] = ()
    status: int = 200
    operator: bool = False  # only for the operator, by key
    polled: bool = False  # open pages ask by themselves: it does not mean that somebody is here

    @property
    def name(self) -> str:
        return getattr(self.handler, "__name__", "")

    @property
    def summary(self) -> str:
        return (self.handler.__doc__ or "").strip()
