"""When a notification may be sent: quiet hours and the daily digest, in the person's time zone."""

import re
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from skerry.service.errors import BadRequest
from skerry.store.notifications import Preferences


def check_time(text: str) -> str:
    """Return a time of day if it is one; raises BadRequest."""
    if not re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", text):
        raise BadRequest("write the time as 22:00", "bad_time")
    return text


def check_zone(name: str) -> str:
    """Return the name of a time zone if there is one; raises BadRequest."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise BadRequest(f"there is no time zone {name[:60]!r}", "bad_zone") from None
    return name


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # this machine does not know it
        return ZoneInfo("UTC")


def quiet_until(wanted: Preferences, now: float) -> float | None:
    """Return when the quiet hours end, None if there are none now.

    >>> from skerry.store.notifications import TimeSpan
    >>> ada = Preferences("ada", zone="Europe/Oslo", quiet=TimeSpan(True, "22:00", "08:00"))
    >>> at = datetime(2026, 11, 18, 23, 30, tzinfo=ZoneInfo("Europe/Oslo")).timestamp()
    >>> (quiet_until(ada, at) - at) / 3600
    8.5
    """
    quiet = wanted.quiet
    if not quiet.on or quiet.start == quiet.end:
        return None
    local = datetime.fromtimestamp(now, _zone(wanted.zone))
    at = f"{local:%H:%M}"
    if quiet.start < quiet.end:
        inside = quiet.start <= at < quiet.end
    else:
        inside = at >= quiet.start or at < quiet.end
    return next_time(wanted, quiet.end, now) if inside else None


def next_time(wanted: Preferences, at: str, now: float) -> float:
    """Return when it is a time of day the next time, in somebody's zone."""
    zone = _zone(wanted.zone)
    today = datetime.fromtimestamp(now, zone).date()
    for day in (today, today + timedelta(1)):
        found = datetime.combine(day, time.fromisoformat(at), zone).timestamp()
        if found > now:
            return found
    return now + 86400.0  # an hour that a change of clocks has left out


def is_past(wanted: Preferences, at: str, now: float) -> bool:
    """Return whether a time of the current day is over, in somebody's zone."""
    return f"{datetime.fromtimestamp(now, _zone(wanted.zone)):%H:%M}" >= at
