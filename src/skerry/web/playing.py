"""Endpoints of play: moves, undo, chat, hints, forecasts and reviews."""

from skerry.service import messages as m
from skerry.service.errors import NotFound
from skerry.service.table import commands, seats
from skerry.web.call import Call
from skerry.web.endpoint import Endpoint


async def play(call: Call) -> m.Played:
    """Make a move; the answer comes when it is on the disk."""
    body: m.Play = call.body
    command = commands.MakeMove(call.user, body.move, body.after, body.seat)
    _, outcome = await call.tables.execute(call.path["id"], command)
    return m.Played(outcome.after.table.number)


async def start_hint(call: Call) -> m.Job:
    """Ask the coach for a hint; it comes as `job` frames, and the chat announces that you asked."""
    await call.services.reads.take(call.user.id, 5)
    return await call.services.hints.start(call.user, call.path["id"], call.body.seat)


async def show_hint(call: Call) -> m.Job:
    """Return the hint for the open decision, as far as it is."""
    await call.services.reads.take(call.user.id)
    job = await call.services.hints.job(call.user, call.path["id"], call.query_number("seat", 9))
    if job is None:
        raise NotFound("nobody has asked for a hint about this decision", "no_hint")
    return job


async def show_forecast(call: Call) -> m.ForecastInfo:
    """Return what you can know ahead: plans, money, floods, the next haul. Watchers see less."""
    await call.services.reads.take(call.client)
    live = await call.live()
    seat = seats.viewing(live.table, call.anybody, call.query_number("seat", 9), outside=False)
    return call.services.forecasts.forecast(live, seat)


async def show_chances(call: Call) -> m.ChancesInfo:
    """Return how often plans fail and islands sink in continuations; the answer takes a moment."""
    await call.services.reads.take(call.client, 3)
    live = await call.live()
    seat = seats.viewing(live.table, call.anybody, call.query_number("seat", 9), outside=False)
    user = call.who.id if call.who is not None else ""
    return await call.services.forecasts.chances(live, user, seat)


async def start_job(call: Call) -> m.Job:
    """Let the coach review a finished game; the socket reports its progress."""
    await call.services.reads.take(call.client, 5)
    live = await call.live()
    seats.viewing(live.table, call.anybody, None, outside=True)
    return await call.services.reviews.start(call.user, live)


async def show_job(call: Call) -> m.Job:
    """Return the review of a finished game, as far as it is."""
    await call.services.reads.take(call.client)
    live = await call.live()
    seats.viewing(live.table, call.anybody, None, outside=True)
    job = await call.services.reviews.job(live)
    if job is None:
        raise NotFound("nobody has asked for a review of this game yet", "no_review")
    return job


async def take_back(call: Call) -> m.TakenBack:
    """Take back your last move, at once or by asking the others."""
    await call.services.reads.take(call.client)
    return await _undo(call, commands.Undo(call.user, call.body.after, call.body.seat))


async def answer(call: Call) -> m.TakenBack:
    """Agree to a take-back, or refuse it."""
    return await _undo(call, commands.AnswerUndo(call.user, call.body.agree, call.body.seat))


async def _undo(call: Call, command: commands.Undo | commands.AnswerUndo) -> m.TakenBack:
    _, outcome = await call.tables.execute(call.path["id"], command)
    return m.TakenBack(outcome.done, outcome.after.table.number)


async def say(call: Call) -> m.Empty:
    """Say something at the table, or among the spectators."""
    call.services.moderation.check_speech(call.user.id)
    await call.services.chat_lines.take(f"{call.user.id} {call.path['id']}")
    await call.tables.chat.say(call.user, await call.live(), call.body.text, call.body.room)
    return m.Empty()


_TABLE = "/api/tables/{id}"
PLAY_ENDPOINTS = [
    Endpoint("POST", _TABLE + "/moves", play, m.Played, m.Play),
    Endpoint("POST", _TABLE + "/hint", start_hint, m.Job, m.WhichSeat),
    Endpoint("GET", _TABLE + "/hint", show_hint, m.Job, query=("seat",)),
    Endpoint("GET", _TABLE + "/forecast", show_forecast, m.ForecastInfo, query=("seat",)),
    Endpoint("GET", _TABLE + "/forecast/chances", show_chances, m.ChancesInfo, query=("seat",)),
    Endpoint("POST", _TABLE + "/jobs", start_job, m.Job, m.NewJob),
    Endpoint("GET", _TABLE + "/jobs/review", show_job, m.Job),
    Endpoint("POST", _TABLE + "/takeback", take_back, m.TakenBack, m.TakeBack),
    Endpoint("POST", _TABLE + "/answer", answer, m.TakenBack, m.Answer),
    Endpoint("POST", _TABLE + "/chat", say, m.Empty, m.Say),
]
