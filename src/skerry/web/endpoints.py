"""Every HTTP endpoint in one table: each file beside this one adds those of its concern."""

from typing import Any, Literal

import msgspec

from skerry import __version__
from skerry.service import messages as m
from skerry.web.account import ACCOUNT_ENDPOINTS
from skerry.web.admin import ADMIN_ENDPOINTS
from skerry.web.call import Call
from skerry.web.daily import DAILY_ENDPOINTS
from skerry.web.endpoint import Endpoint
from skerry.web.history import HISTORY_ENDPOINTS
from skerry.web.home import HOME_ENDPOINTS
from skerry.web.lessons import LESSON_ENDPOINTS
from skerry.web.lobby import LOBBY_ENDPOINTS
from skerry.web.notifications import NOTIFICATION_ENDPOINTS
from skerry.web.people import PEOPLE_ENDPOINTS
from skerry.web.playing import PLAY_ENDPOINTS
from skerry.web.sandbox import SANDBOX_ENDPOINTS
from skerry.web.seats import SEAT_ENDPOINTS
from skerry.web.tables import TABLE_ENDPOINTS


async def health(call: Call) -> m.Health:
    """Report the server's state: 503 if the store is full, locked, damaged or not available."""
    sockets = sum(call.services.sockets.values())
    store = await call.tables.store.health()
    if store != "ok":
        call.status = 503
    status: Literal["ok", "failing"] = "ok" if store == "ok" else "failing"
    bots: Literal["processes", "cluster", "cluster_lost"] = "processes"
    if call.services.cluster is not None:
        bots = "cluster" if call.services.cluster.threads else "cluster_lost"
    return m.Health(status, __version__, len(call.tables.live), sockets, store, bots)


ENDPOINTS = [
    *PEOPLE_ENDPOINTS,
    *LOBBY_ENDPOINTS,
    *TABLE_ENDPOINTS,
    *SEAT_ENDPOINTS,
    *PLAY_ENDPOINTS,
    *LESSON_ENDPOINTS,
    *DAILY_ENDPOINTS,
    *ACCOUNT_ENDPOINTS,
    *NOTIFICATION_ENDPOINTS,
    *HOME_ENDPOINTS,
    *SANDBOX_ENDPOINTS,
    *HISTORY_ENDPOINTS,
    *ADMIN_ENDPOINTS,
    Endpoint("GET", "/healthz", health, m.Health),
]

DECODERS: dict[type, msgspec.json.Decoder[Any]] = {
    e.request: msgspec.json.Decoder(e.request) for e in ENDPOINTS if e.request is not None
}
