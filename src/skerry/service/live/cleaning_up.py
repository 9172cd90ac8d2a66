"""Waiting in the end of something, however it ended.

Not to be compiled: when a coroutine compiled by mypyc waits inside `except` or `finally`, the
exceptions of all that run meanwhile get mixed up. So compiled modules leave that to these.
"""

from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")


async def and_finally(work: Awaitable[T], clean_up: Callable[[], Awaitable[None]]) -> T:
    """Wait for something, then clean up in any case."""
    try:
        return await work
    finally:
        await clean_up()


async def or_undo(work: Awaitable[T], undo: Callable[[], Awaitable[None]]) -> T:
    """Wait for something; undo what came before if it fails."""
    try:
        return await work
    except BaseException:
        await undo()
        raise
