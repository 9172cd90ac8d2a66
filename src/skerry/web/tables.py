"""Endpoints of a table from its opening to its record: what it shows, how it starts and ends."""

import asyncio

from skerry.kernel.errors import BadNotation
from skerry.service import messages as m
from skerry.service.errors import BadRequest, NotFound
from skerry.service.table import commands, seats
from skerry.service.viewers import decision
from skerry.service.viewers.frames import details
from skerry.web.call import Call
from skerry.web.endpoint import Endpoint


async def create(call: Call) -> m.Snapshot:
    """Make a table. It starts at once when nobody is missing."""
    await call.services.creations.take(call.client)
    # A table of bots alone plays to its end by itself; few of them at a time.
    only_bots = all(seat.kind == "bot" for seat in call.body.seats)
    await call.services.creations.take(call.user.id, 10 if only_bots else 1)
    return await call.snapshot(await call.tables.create(call.user, call.body))


async def show(call: Call) -> m.Snapshot:
    """Show a table as you may see it, with the log after the number `after`."""
    live = await call.live()
    seat = seats.viewing(live.table, call.anybody, call.query_number("seat", 9), outside=False)
    return await call.views.snapshot(
        live, call.anybody, seat, call.query_number("after"), call.query_number("chat") or 0
    )


async def show_details(call: Call) -> m.Details:
    """Return what each of your moves would change, and why the rest is closed."""
    await call.services.reads.take(call.client)
    live = await call.live()
    seat = seats.acting(live.table, call.user, call.query_number("seat", 9))
    for step in details(live, seat):
        if step is not None:
            return step
        await asyncio.sleep(0)
    raise NotFound("there is nothing for you to decide", "no_decision")


async def why_not(call: Call) -> m.ReasonInfo:
    """Return why a place, card or space is closed to you now."""
    live = await call.live()
    seat = seats.acting(live.table, call.user, call.query_number("seat", 9))
    ref = call.query.get("ref", "")
    if live.state is None or not 0 < len(ref) <= 80:
        raise BadRequest("name what you ask about: ref=hex:2,1, for example", "bad_ref")
    try:
        reason = decision.why_not(live.game, live.state, seat, ref)
    except BadNotation as error:
        raise BadRequest(str(error), "bad_ref") from None
    if reason is None:
        raise NotFound("you can choose this now", "open")
    return m.ReasonInfo(reason.code, reason.rule, reason.args)


async def log(call: Call) -> m.Log:
    """Return the moves that stand with their events; with `after` every entry since."""
    await call.services.reads.take(call.client)
    live = await call.live()
    seat = seats.viewing(live.table, call.anybody, call.query_number("seat", 9), outside=False)
    return await call.views.log(live, seat, call.query_number("after"))


async def replay(call: Call) -> m.Replay:
    """Return positions of a finished game, `count` of them from `first` on.

    With `hidden=1` they also hold what each player had hidden from the others.
    """
    await call.services.reads.take(call.client)
    live = await call.live()
    seats.viewing(live.table, call.anybody, None, outside=True)
    count = call.query_number("count")
    hidden = call.query_number("hidden", 1) == 1
    first = call.query_number("first") or 0
    return call.views.replay(live, first, 20 if count is None else count, hidden)


async def record(call: Call) -> m.RecordText:
    """Return a finished game as a text file."""
    live = await call.live()
    seats.viewing(live.table, call.anybody, None, outside=True)
    return m.RecordText(call.views.record(live))


async def start(call: Call) -> m.Snapshot:
    """Start the game; for the host."""
    return await call.execute(commands.Start(call.user))


async def resign(call: Call) -> m.Snapshot:
    """Give up: a bot plays your seat to the end; if nobody else plays, the game ends as it is."""
    return await call.execute(commands.Resign(call.user, call.body.seat))


async def close_campaign(call: Call) -> m.Snapshot:
    """End a campaign after a game that was given up; games not played count no points."""
    return await call.execute(commands.CloseCampaign(call.user))


async def rematch(call: Call) -> m.Snapshot:
    """Play again with the same people, or the next game of a campaign."""
    await call.services.creations.take(call.user.id)
    return await call.snapshot(await call.tables.rematch(call.user, call.path["id"]))


_TABLE = "/api/tables/{id}"
TABLE_ENDPOINTS = [
    Endpoint("POST", "/api/tables", create, m.Snapshot, m.NewTable, status=201),
    Endpoint("GET", _TABLE, show, m.Snapshot, query=("seat", "after", "chat")),
    Endpoint("GET", _TABLE + "/details", show_details, m.Details, query=("seat",)),
    Endpoint("GET", _TABLE + "/why", why_not, m.ReasonInfo, query=("ref", "seat")),
    Endpoint("GET", _TABLE + "/log", log, m.Log, query=("seat", "after")),
    Endpoint("GET", _TABLE + "/replay", replay, m.Replay, query=("first", "count", "hidden")),
    Endpoint("GET", _TABLE + "/record", record, m.RecordText),
    Endpoint("POST", _TABLE + "/start", start, m.Snapshot, m.Empty),
    Endpoint("POST", _TABLE + "/resign", resign, m.Snapshot, m.WhichSeat),
    Endpoint("POST", _TABLE + "/close", close_campaign, m.Snapshot, m.Empty),
    Endpoint("POST", _TABLE + "/rematch", rematch, m.Snapshot, m.Empty),
]
