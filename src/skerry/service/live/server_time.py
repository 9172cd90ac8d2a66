"""Server time: seconds that count only while a server runs, whatever the wall clock does.

Clocks and absence are measured by it. Inside a process it follows the monotonic clock; a new
process goes on from what the last one stored, so that nobody's time runs while there is no server.
Dates that people read (when a move was made) come from the wall clock.
"""

import time

AHEAD_SECONDS = 0.25  # how far this server may be ahead of the others


class ServerTime:
    """One scale of seconds over all restarts; at the very first start it equals the wall clock."""

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def now(self) -> float:
        """Return the present server time."""
        return time.monotonic() + self._offset

    def continue_from(self, at: float) -> None:
        """Go on from a time that an earlier process has stored."""
        self._offset = at - time.monotonic()

    def follow(self, at: float) -> None:
        """Adopt the time that all servers share, unless the difference is only message latency."""
        ahead = self.now() - at
        if ahead < 0 or ahead > AHEAD_SECONDS:
            self.continue_from(at)

    def catch_up(self, at: float) -> None:
        """Adopt the time of another process if it is ahead."""
        self._offset = max(self._offset, at - time.monotonic())
