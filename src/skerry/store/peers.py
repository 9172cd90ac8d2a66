"""What several servers on one database share while they run.

Leases say which server runs a table (bots, clocks, time-outs). Notifications say what has
changed; they may be lost, so whoever listens reads again what it holds after every new connection.
"""

from collections.abc import Awaitable, Callable
from typing import Literal, Protocol

import msgspec

NotificationKind = Literal["table", "chat", "removed", "deleted", "people", "review", "hint"]


class Notification(msgspec.Struct, frozen=True):
    """Something has changed at a table; what, is in the store."""

    kind: NotificationKind
    id: str
    detail: str = ""  # the version of the table, or the numbers of the lines that were removed


OnNotification = Callable[[Notification], None]
OnRenewed = Callable[[], Awaitable[None]]


class PeerStore(Protocol):
    """The other servers on the same database."""

    id: str  # of this server; a new one at every start
    listening: bool  # whether notifications arrive at present

    async def beat(self, seconds: float) -> set[str]:
        """Send a heartbeat that holds for some seconds; return all living servers."""

    async def leave(self) -> None:
        """Release all leases and sockets at once."""

    async def acquire(self, id: str) -> int | None:
        """Take a lease, or go on with it; return its epoch, None if a living server has it."""

    async def held(self, id: str) -> bool:
        """Return whether a living server has a lease."""

    async def release(self, id: str) -> None:
        """Release a lease."""

    async def release_all(self) -> None:
        """Release all leases."""

    async def unattended(self, limit: int) -> list[str]:
        """List tables that wait for a server, while no living one has their lease."""

    def publish(self, notification: Notification) -> None:
        """Let the other servers know, soon."""

    async def listen(self, on_notification: OnNotification, on_renewed: OnRenewed) -> None:
        """Pass on what others publish, until cancelled; *on_renewed* after each new connection."""

    async def open_socket(self, number: int, client: str, id: str, user: str, limit: int) -> bool:
        """Note an open socket of this server, unless its client has *limit* at all servers.

        Of many at once exactly as many are noted as there is room for. 0 is no limit.
        """

    async def close_sockets(self, numbers: list[int]) -> None:
        """Note that sockets of this server were closed."""

    async def connected(self, ids: list[str]) -> dict[str, set[str]]:
        """Return who is connected to tables at other servers."""

    async def take_tokens(self, key: str, rate: float, burst: float, count: float) -> bool:
        """Take tokens from a bucket that all servers share; False if there are too few."""

    async def tidy(self) -> None:
        """Remove what dead servers and old clients have left behind."""
