"""The machine's clock, and whether it was set lately.

What is removed for good goes by dates. A clock that was set wrongly must not remove everything:
after each jump such work waits for a day, in which the operator can set it right.
"""

import logging
import time
from collections.abc import Callable

log = logging.getLogger("skerry.clock")
JUMP_SECONDS = 60.0  # more than a clock is slewed between two looks
WAIT_SECONDS = 86400.0


class WallClock:
    """Compares the wall clock with the steady one."""

    def __init__(
        self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self._wall = wall
        self._steady = steady
        self._offset = wall() - steady()
        self._trusted_from = steady()

    def trusted(self) -> bool:
        """Return whether the clock was not set for a day, as far as this process knows."""
        offset = self._wall() - self._steady()
        jump, self._offset = offset - self._offset, offset
        if abs(jump) > JUMP_SECONDS:
            log.warning(
                "the clock of the machine was set; nothing old is removed for a day",
                extra={"by_seconds": round(jump)},
            )
            self._trusted_from = self._steady() + WAIT_SECONDS
        return self._steady() >= self._trusted_from
