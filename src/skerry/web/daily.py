"""Endpoints of the daily challenge."""

from skerry.service import messages as m
from skerry.web.call import Call
from skerry.web.endpoint import Endpoint


async def daily(call: Call) -> m.Daily:
    """Show today's challenges, and how you have done so far."""
    await call.services.reads.take(call.client)
    return await call.services.daily.page(call.anybody)


async def play_daily(call: Call) -> m.Snapshot:
    """Begin or go on with today's challenge; after your first try, for practice."""
    await call.services.creations.take(call.client)
    await call.services.creations.take(call.user.id)
    live = await call.services.daily.begin(call.user, call.body.kind, call.body.practice)
    return await call.snapshot(live)


DAILY_ENDPOINTS = [
    Endpoint("GET", "/api/daily", daily, m.Daily),
    Endpoint("POST", "/api/daily", play_daily, m.Snapshot, m.BeginDaily),
]
