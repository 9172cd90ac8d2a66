"""What bots ask of the operating system; where it cannot (Windows), the next best thing."""

import os
import signal
import threading

OWN_LOAD = 0.5  # the load that this process itself is taken to cause


def free_cores() -> float:
    """Return the number of cores beside this process's own that nothing uses."""
    cores = os.cpu_count() or 1
    busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return cores - max(1.0, busy + OWN_LOAD)


def lower_priority() -> None:
    """Let other processes go first."""
    if hasattr(os, "nice"):
        os.nice(5)


class Deadline:
    """Ends this process when its time is over, even in the middle of compiled code."""

    def __init__(self) -> None:
        self._timer: threading.Timer | None = None

    def set(self, seconds: float) -> None:
        """Start or replace the deadline."""
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, seconds)
            return
        # A thread must wait for the interpreter lock, so this one may come a little late.
        self.cancel()
        self._timer = threading.Timer(seconds, os._exit, [1])
        self._timer.daemon = True
        self._timer.start()

    def cancel(self) -> None:
        """Take the deadline away."""
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)
        elif self._timer is not None:
            self._timer.cancel()
            self._timer = None
