"""What the server asks of the operating system; where it has no such thing (Windows), less.

Only the limits of the process are missing there: everything else works as well.
"""

import importlib
import os
import sys
from types import ModuleType
from typing import IO

MAX_SOCKETS = 65_536  # open sockets that are enough for one server


def _module(name: str) -> ModuleType | None:
    """Return a module of the standard library, None on systems that do not have it."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def lock(file: IO[str]) -> None:
    """Lock an open file for this process until it ends; raises OSError if another has done so."""
    if (fcntl := _module("fcntl")) is not None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    elif (msvcrt := _module("msvcrt")) is not None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)


def allow_many_sockets() -> None:
    """Allow as many open sockets as the system lets us, up to plenty; the usual is 1,024."""
    resource = _module("resource")
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MAX_SOCKETS if hard == resource.RLIM_INFINITY else min(hard, MAX_SOCKETS)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def peak_memory() -> int | None:
    """Return the most bytes this process has used at a time, None if the system does not say."""
    resource = _module("resource")
    if resource is None:
        return None
    used: int = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used if sys.platform == "darwin" else used * 1024  # macOS counts bytes, Linux kB


def event_loop() -> str:
    """Return the name uvicorn knows the fastest event loop by."""
    return "asyncio" if os.name == "nt" or _module("uvloop") is None else "uvloop"
