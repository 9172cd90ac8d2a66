"""Token buckets: how often a client, a user or a table may do something."""

import time

from skerry.service.errors import TooFast

_MAX_KEYS = 20_000


class TokenBuckets:
    """One bucket a key, filled at *rate* a second up to *burst*."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._kept: dict[str, tuple[float, float]] = {}

    def take(self, key: str, cost: float = 1.0) -> None:
        """Take from a bucket; raises TooFast when it is empty. Rate 0 means no limit."""
        if not self.rate:
            return
        now = time.monotonic()
        left, when = self._kept.get(key, (self.burst, now))
        left = min(self.burst, left + (now - when) * self.rate)
        if left < cost:
            raise TooFast("too many requests; wait a little")
        self._kept[key] = (left - cost, now)
        if len(self._kept) > _MAX_KEYS:
            full = self.burst / self.rate
            self._kept = {k: v for k, v in self._kept.items() if now - v[1] < full}
            if len(self._kept) > _MAX_KEYS:
                self._kept.clear()
