"""Connections to PostgreSQL: how they are opened, and what their errors mean."""

import contextlib
import logging
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from skerry.kernel.errors import BadSetup
from skerry.store.protocol import StoreUnavailable, Trouble

try:
    import asyncpg
except ImportError as error:  # pragma: no cover  # an extra that need not be installed
    raise BadSetup("PostgreSQL needs the extra: pip install 'skerry[postgres]'") from error

log = logging.getLogger("skerry.store")

CONNECT_SECONDS = 5.0
STATEMENT_SECONDS = 10.0
# An acknowledged move is on the disk, whatever the server's configuration says.
SESSION = {"synchronous_commit": "on", "application_name": "skerry", "jit": "off"}
PostgresError = asyncpg.PostgresError
UniqueViolation = asyncpg.UniqueViolationError
create_pool = asyncpg.create_pool
# A connection that breaks between two steps of a statement is reported as an internal error.
ERRORS = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.exceptions.InternalClientError,
    OSError,
    TimeoutError,
)


def unavailable(error: Exception) -> StoreUnavailable:
    """Return the store's error for one of the driver's."""
    why = str(error) or type(error).__name__
    log.error("the database cannot be used", extra={"why": why})
    return StoreUnavailable("the database cannot be used now", kind_of(error), why)


def kind_of(error: Exception) -> Trouble:
    """Return what is wrong with the database."""
    match error:
        case asyncpg.DiskFullError():
            return "full"
        case asyncpg.LockNotAvailableError() | asyncpg.DeadlockDetectedError():
            return "locked"
        case asyncpg.DataCorruptedError() | asyncpg.IndexCorruptedError():
            return "damaged"
    return "unavailable"


@contextlib.contextmanager
def translated() -> Iterator[None]:
    """Turn the driver's errors into StoreUnavailable."""
    try:
        yield
    except ERRORS as error:
        raise unavailable(error) from None


async def connect_to_listen(url: str) -> Any:
    """Open a connection for notifications, which nobody waits for: nothing on it needs the disk."""
    session = {**SESSION, "synchronous_commit": "off", "application_name": "skerry notifications"}
    return await asyncpg.connect(
        url, timeout=CONNECT_SECONDS, command_timeout=STATEMENT_SECONDS, server_settings=session
    )


async def connect(url: str) -> Any:
    """Open one connection; raises BadSetup if that fails."""
    try:
        return await asyncpg.connect(url, timeout=CONNECT_SECONDS, server_settings=SESSION)
    except (*ERRORS, ValueError) as error:
        why = getattr(error, "strerror", "") or str(error) or type(error).__name__
        raise BadSetup(
            f"cannot use the database {without_password(url)} ({why});"
            " check its address, and that it runs"
        ) from None


def without_password(url: str) -> str:
    """Return an address that may be printed.

    >>> without_password("postgresql://skerry:secret@db.example.org/skerry")
    'postgresql://skerry@db.example.org/skerry'
    """
    parts = urlsplit(url)
    user = parts.username or ""
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{user}{'@' if user else ''}{host}{parts.path}"
