"""Errors of the disk and of the store, in one line that says what to do about them."""

import errno
import sqlite3
from collections.abc import Callable
from typing import TypeVar

from skerry.kernel.errors import BadSetup
from skerry.store.sqlite import kind_of

T = TypeVar("T")


def in_one_line(work: Callable[[], T], remedy: str = "") -> T:
    """Do something; turn errors of the system into BadSetup, which is printed in one line."""
    try:
        return work()
    except (OSError, UnicodeError, sqlite3.Error) as error:
        what = str(error)
        if isinstance(error, OSError) and error.filename:
            what = f"{error.filename}: {error.strerror}"
        raise BadSetup("; ".join(filter(None, (what, _remedy(error) or remedy)))) from None


def _remedy(error: Exception) -> str:
    """Return what helps whatever was tried, if anything does."""
    trouble = kind_of(error) if isinstance(error, sqlite3.Error) else ""
    if trouble == "full" or getattr(error, "errno", None) == errno.ENOSPC:
        return "make room on the disk"
    if trouble == "damaged":
        return "restore a backup (docs/hosting.md)"
    return "stop the program that holds it" if trouble == "locked" else ""
