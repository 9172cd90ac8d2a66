"""Which deal belongs to which day.

The common series is derived from the date alone, so it is the same on every server, and anybody can
compute tomorrow's deal. A series with a secret belongs to one server and cannot be computed.
"""

import hashlib
import hmac
from datetime import date

FIRST_DAY = date(2026, 11, 1)  # day number 1


class Series:
    """A series of daily deals."""

    def __init__(self, secret: bytes = b"") -> None:
        self.secret = secret

    def seed(self, kind: str, day: date) -> int:
        """Return the seed of a day's challenge of one kind.

        >>> COMMON.seed("solo", date(2026, 11, 18)) == COMMON.seed("plan", date(2026, 11, 18))
        False
        """
        text = f"skerry daily {kind} {day.isoformat()}".encode()
        if self.secret:
            digest = hmac.new(self.secret, text, hashlib.sha256).digest()
        else:
            digest = hashlib.sha256(text).digest()
        return int.from_bytes(digest[:8], "big") >> 2  # room to count on from it in 64 bits


COMMON = Series()


def day_number(day: date) -> int:
    """Return the number of a day's challenge.

    >>> day_number(FIRST_DAY)
    1
    """
    return (day - FIRST_DAY).days + 1
