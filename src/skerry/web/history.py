"""The endpoints of history, statistics and ratings."""

from skerry.service import messages as m
from skerry.service.history import Owner
from skerry.store.results import Filter
from skerry.web.call import Call
from skerry.web.endpoint import Endpoint

_LONGEST = 80  # characters of a filter
_FILTERS = ("player", "game", "company", "variant", "option", "result", "days", "opponent")
_MOST_DAYS = 36_500


async def asked(call: Call) -> tuple[Owner, Filter]:
    """Return whose games are asked for, and which of them."""
    history = call.services.history
    query = {name: call.query.get(name, "")[:_LONGEST] for name in _FILTERS}
    owner = await history.owner(call.who, query["player"])
    chosen = await history.chosen(
        owner,
        game=query["game"],
        company=query["company"],
        variant=query["variant"],
        option=query["option"],
        result=query["result"],
        days=call.query_number("days", _MOST_DAYS),
        opponent=query["opponent"],
    )
    return owner, chosen


async def profile(call: Call) -> m.ProfilePage:
    """Return ratings, results by level, players and opponent, best games alone, campaign ranks.

    Yours, or with `player` the public page of somebody else; of the games that the filters choose.
    """
    await call.services.reads.take(call.client)
    return await call.services.history.page(*await asked(call))


async def played_games(call: Call) -> m.PlayedGames:
    """List games that are over, newest first; `page` takes the `next` of the answer before."""
    owner, chosen = await asked(call)
    return await call.services.history.games(owner, chosen, call.query.get("page", "")[:60])


async def heads_to_heads(call: Call) -> m.HeadsToHeads:
    """Return games won and lost against each other person."""
    await call.services.reads.take(call.client)
    return await call.services.history.heads(*await asked(call))


async def point_sources(call: Call) -> m.PointSources:
    """Return the mean points of each month by source."""
    await call.services.reads.take(call.client)
    return await call.services.history.sources(*await asked(call))


async def used_things(call: Call) -> m.UsedThings:
    """Return how often and how well you used each character, building and elder."""
    await call.services.reads.take(call.client)
    return await call.services.history.uses(*await asked(call))


async def set_public(call: Call) -> m.ProfilePage:
    """Let everybody see your page who knows its address, or nobody (the default)."""
    owner = await call.services.history.set_public(call.user, call.body.public)
    return await call.services.history.page(owner, Filter())


HISTORY_ENDPOINTS = [
    Endpoint("GET", "/api/profile", profile, m.ProfilePage, query=_FILTERS),
    Endpoint("GET", "/api/profile/games", played_games, m.PlayedGames, query=(*_FILTERS, "page")),
    Endpoint("GET", "/api/profile/heads", heads_to_heads, m.HeadsToHeads, query=_FILTERS),
    Endpoint("GET", "/api/profile/sources", point_sources, m.PointSources, query=_FILTERS),
    Endpoint("GET", "/api/profile/uses", used_things, m.UsedThings, query=_FILTERS),
    Endpoint("POST", "/api/profile/public", set_public, m.ProfilePage, m.SetPublic),
]
