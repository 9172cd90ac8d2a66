"""This server among the others on the same database; a single server on SQLite needs none of it.

A lease means that this server runs a table: it plays for the bots and watches the clock.
The store checks the lease's epoch when such a move is written, so a server that was stopped for a
while cannot write what another has taken over. Notifications say that a table has changed; the
log is the truth.
"""

import asyncio
import contextlib
import itertools
import logging
import time
from collections.abc import Callable

from skerry.service.errors import Stale
from skerry.store.peers import Notification, NotificationKind, OnRenewed, PeerStore
from skerry.store.protocol import Fence, StoreUnavailable

log = logging.getLogger("skerry.peers")

BEAT_SECONDS = 2.0
LIVE_SECONDS = 6.0  # after its last heartbeat a server counts as dead
DENIED_SECONDS = 2.0  # before asking again for a lease that another server has
TIDY_BEATS = 150  # between two removals of what dead servers have left


class Peers:
    """Leases, notifications and connected people of all servers on one database."""

    def __init__(self, store: PeerStore | None) -> None:
        self.store = store
        self.alone = store is None
        self.living: set[str] = set()
        self._epochs: dict[str, int] = {}
        self._denied: dict[str, float] = {}
        self._alive_until = 0.0  # by the monotonic clock, as far as this server can be sure
        self._socket_numbers = itertools.count(1)
        self._closed: set[int] = set()  # sockets of which the store does not know it yet

    # -- leases

    def holds(self, id: str) -> bool:
        """Return whether this server has the lease of a table."""
        return self.alone or (id in self._epochs and time.monotonic() < self._alive_until)

    def fence(self, id: str) -> Fence | None:
        """Return the proof of a lease for the store; raises Stale if there is none."""
        if self.store is None:
            return None
        if not self.holds(id):
            raise Stale("another server runs this table")
        return Fence(self.store.id, self._epochs[id])

    async def acquire(self, id: str) -> bool:
        """Take a lease, unless a living server has it."""
        if self.store is None or self.holds(id):
            return True
        now = time.monotonic()
        if now < self._denied.get(id, 0.0) or now > self._alive_until:
            return False
        epoch = await self.store.acquire(id)
        if epoch is None:
            if len(self._denied) > 10_000:
                self._denied.clear()
            self._denied[id] = now + DENIED_SECONDS
            return False
        self._epochs[id] = epoch
        return True

    def lost(self, id: str) -> None:
        """Record that another server has a lease now."""
        self._epochs.pop(id, None)

    async def release(self, id: str) -> None:
        """Give up a lease that is not needed any more."""
        if self.store is not None and self._epochs.pop(id, None) is not None:
            with contextlib.suppress(StoreUnavailable):  # it ends with this server at the latest
                await self.store.release(id)

    async def held_elsewhere(self, id: str) -> bool:
        """Return whether another living server has a lease."""
        return self.store is not None and not self.holds(id) and await self.store.held(id)

    async def unattended(self, limit: int) -> list[str]:
        """List tables that need a server and have none."""
        return [] if self.store is None else await self.store.unattended(limit)

    # -- being alive

    async def beat(self) -> bool:
        """Send a heartbeat; return whether other servers have started or stopped."""
        assert self.store is not None
        began = time.monotonic()
        living = await self.store.beat(LIVE_SECONDS)
        if began > self._alive_until:
            # The others counted it as dead meanwhile: every lease has to be acquired again.
            self._epochs.clear()
            await self.store.release_all()
        self._alive_until = began + LIVE_SECONDS
        changed, self.living = living != self.living, living
        return changed

    async def leave(self) -> None:
        """Release all leases, so that other servers can continue at once."""
        self._epochs.clear()
        if self.store is not None:
            with contextlib.suppress(StoreUnavailable):
                await self.store.leave()

    async def keep_alive(self, on_beat: Callable[[bool], object]) -> None:
        """Send heartbeats until cancelled; call *on_beat* with whether servers have changed."""
        for number in itertools.count(1):
            assert self.store is not None
            try:
                on_beat(await self.beat())
                await self._note_closed()
                if number % TIDY_BEATS == 0:
                    await self.store.tidy()
            except StoreUnavailable as error:
                log.warning("no sign of life stored", extra={"why": str(error)})
            await asyncio.sleep(BEAT_SECONDS)

    # -- notifications

    def publish(self, kind: NotificationKind, id: str, detail: str = "") -> None:
        """Let the other servers know of a change."""
        if self.store is not None:
            self.store.publish(Notification(kind, id, detail))

    async def listen(
        self, on_notification: Callable[[Notification], None], on_renewed: OnRenewed
    ) -> None:
        """Listen for changes until cancelled."""
        if self.store is not None:
            await self.store.listen(on_notification, on_renewed)

    # -- who is connected

    async def open_socket(self, client: str, id: str, user: str, limit: int) -> int | None:
        """Note an open socket; return its number, None if its client has *limit* at all servers."""
        number = next(self._socket_numbers)
        if self.store is not None:
            with contextlib.suppress(StoreUnavailable):  # this server's own limit holds, at least
                if not await self.store.open_socket(number, client, id, user, limit):
                    return None
            self.publish("people", id)
        return number

    async def close_socket(self, number: int, id: str) -> None:
        """Note that a socket was closed."""
        if self.store is not None:
            try:
                await self.store.close_sockets([number])
            except StoreUnavailable:  # else it would count as long as this server runs
                self._closed.add(number)
            self.publish("people", id)

    async def _note_closed(self) -> None:
        """Note what could not be noted when it was closed: at once, the next heartbeat waits."""
        if self.store is not None and self._closed:
            numbers = list(self._closed)
            await self.store.close_sockets(numbers)
            self._closed.difference_update(numbers)

    async def connected(self, ids: list[str]) -> dict[str, set[str]]:
        """Return who is connected to tables at other servers."""
        return {} if self.store is None else await self.store.connected(ids)
