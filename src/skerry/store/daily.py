"""Daily challenges in a store: what was computed for a day, and everybody's counted attempts."""

from typing import Protocol

import msgspec


class Attempt(msgspec.Struct, omit_defaults=True):
    """Somebody's counted attempt at a challenge; there is one for each day."""

    user: str
    kind: str
    day: str  # 2026-11-18
    name: str
    table: str
    begun: float  # in seconds since 1970
    finished: float = 0  # 0 while it is played
    points: int | None = None  # None if it was given up
    rounds: list[int] = []  # the points at the end of each round
    seconds: float = 0  # from the first question to the last answer
    versus_par: int = 0


class DailyStore(Protocol):
    """Every write has reached the disk when it returns."""

    async def day(self, kind: str, day: str) -> bytes | None:
        """Read what was computed for a day's challenge."""

    async def save_day(self, kind: str, day: str, body: bytes) -> bytes:
        """Store what was computed; the first one stays. Return what is stored."""

    async def begin(self, attempt: Attempt) -> bool:
        """Store a new attempt; return whether it is the first and counts."""

    async def finish(self, attempt: Attempt) -> bool:
        """Store the end of an attempt; return whether it had not ended before."""

    async def attempt(self, user: str, kind: str, day: str) -> Attempt | None:
        """Read an attempt."""

    async def finished(self, kind: str, day: str) -> list[Attempt]:
        """List a day's finished attempts that were not given up, the most points first."""

    async def attempts(self, user: str) -> list[Attempt]:
        """List all attempts of a user, the newest day first."""
