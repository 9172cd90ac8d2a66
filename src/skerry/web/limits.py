"""Token buckets: how often a client, a user or a table may do something.

A server that has the store for itself (SQLite) counts in memory, exactly. Several servers on one
database share the buckets there: tokens are taken from them before they are used, a few at a time
for what is asked often. So all servers together never allow more than one alone.
"""

import asyncio
import time
from weakref import WeakValueDictionary

from skerry.service.errors import TooFast
from skerry.store.peers import PeerStore
from skerry.store.protocol import StoreUnavailable

_MAX_KEYS = 20_000
DRAWN_SECONDS = 10.0  # after which tokens that were taken in advance are lost


class TokenBuckets:
    """One bucket a key, filled at *rate* a second up to *burst*."""

    def __init__(
        self, rate: float, burst: float, name: str = "", peers: PeerStore | None = None
    ) -> None:
        self.rate = rate
        self.burst = burst
        self.name = name
        self.peers = peers
        self.chunk = max(1.0, burst // 10)  # tokens taken from a shared bucket at a time
        self._kept: dict[str, tuple[float, float]] = {}
        self._drawn: dict[str, tuple[float, float]] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def take(self, key: str, cost: float = 1.0) -> None:
        """Take from a bucket; raises TooFast when it is empty. Rate 0 means no limit.

        What costs more than a bucket holds takes a full one: it is rare, not impossible.
        """
        cost = min(cost, self.burst)
        if not self.rate or self.peers is None:
            self.take_here(key, cost)
            return
        # One at a time for each key, so that requests at once share what was taken in advance.
        async with self._locks.setdefault(key, asyncio.Lock()):
            now = time.monotonic()
            left, until = self._drawn.get(key, (0.0, 0.0))
            if left >= cost and now < until:
                self._drawn[key] = (left - cost, until)
                return
            try:
                taken = await self._draw(self.peers, key, cost)
            except StoreUnavailable:  # then each server counts by itself
                self.take_here(key, cost)
                return
            if taken > cost:
                self._drawn[key] = (taken - cost, now + DRAWN_SECONDS)
                if len(self._drawn) > _MAX_KEYS:
                    self._drawn.clear()

    async def _draw(self, peers: PeerStore, key: str, cost: float) -> float:
        """Take some tokens in advance, or at least those that are needed; return how many."""
        for count in sorted({max(cost, self.chunk), cost}, reverse=True):
            if await peers.take_tokens(f"{self.name} {key}", self.rate, self.burst, count):
                return count
        raise TooFast("too many requests; wait a little")

    def take_here(self, key: str, cost: float = 1.0) -> None:
        """Take from a bucket of this server alone."""
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
