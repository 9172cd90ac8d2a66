"""Endpoints of the lobby: the games, and lists of tables."""

from skerry.service import game_info
from skerry.service import messages as m
from skerry.service.errors import BadRequest
from skerry.store.protocol import Status
from skerry.web.call import Call
from skerry.web.endpoint import Endpoint

_LISTED: dict[str, Status] = {"open": "open", "running": "running", "finished": "finished"}


async def games(call: Call) -> m.Games:
    """Describe the games with all their options."""
    return game_info.games()


async def components(call: Call) -> m.Components:
    """Return what the cards and boards of a game say."""
    return game_info.components(call.path["game"])


async def lobby(call: Call) -> m.Tables:
    """List public tables by status: open (the default), running or finished."""
    status = _LISTED.get(call.query.get("status", "open"))
    if status is None:
        raise BadRequest("status must be open, running or finished", "bad_status")
    before = call.query_number("before", 10**9 - 1)
    # Whole minutes since 1970 keep the number short; the newest come first.
    minutes = before or 10**9
    return m.Tables(await call.views.lobby(call.anybody, status, minutes * 60.0))


async def mine(call: Call) -> m.Tables:
    """List your tables, newest first; `page` takes the `next` of the answer before.

    With `running` only those whose game is not over.
    """
    return await call.views.mine(
        call.user, call.query.get("page", "")[:60], "running" in call.query
    )


LOBBY_ENDPOINTS = [
    Endpoint("GET", "/api/games", games, m.Games),
    Endpoint("GET", "/api/games/{game}/components", components, m.Components),
    Endpoint("GET", "/api/tables", lobby, m.Tables, query=("status", "before")),
    Endpoint("GET", "/api/mine", mine, m.Tables, query=("page", "running")),
]
