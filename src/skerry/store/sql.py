"""What the stores ask of a database, so that one text of SQL serves SQLite and PostgreSQL.

Statements are written with `?` for parameters, in the SQL that both understand: `"user"` in quotes,
`ON CONFLICT`, no functions of only one of them.
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

T = TypeVar("T")
Row = Sequence[Any]


class Connection(Protocol):
    """A connection inside a transaction. With SQLite nothing here ever waits."""

    async def execute(self, sql: str, *args: Any) -> int:
        """Run a statement; return how many rows it changed."""

    async def execute_many(self, sql: str, rows: Iterable[Row]) -> None:
        """Run a statement for each row of arguments."""

    async def fetch(self, sql: str, *args: Any) -> Sequence[Row]:
        """Return all rows of a query."""

    async def fetch_named(self, sql: str, *args: Any) -> list[dict[str, Any]]:
        """Return all rows of a query with the names of their columns."""

    async def lock(self, name: str) -> None:
        """Let other transactions that lock the same name wait until this one has ended.

        With SQLite there is only one writer, so nothing needs to be done.
        """

    async def fetch_one(self, sql: str, *args: Any) -> Row | None:
        """Return the first row of a query, None if there is none."""


Work = Callable[[Connection], Awaitable[T]]


class Run(Protocol):
    """How a store runs a piece of work, for reading or for writing in one transaction."""

    def __call__(self, work: Work[T]) -> Awaitable[T]:
        """Run it."""
