"""Every HTTP endpoint in one table: request, response, and what it calls."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from skerry import __version__
from skerry.kernel.errors import BadNotation
from skerry.service import game_info
from skerry.service import messages as m
from skerry.service.errors import BadRequest, NotFound
from skerry.service.people import User, tidy_name
from skerry.service.table import commands, seats
from skerry.service.viewers import decision
from skerry.service.viewers.frames import details, table_info
from skerry.store.protocol import Status
from skerry.web.call import Call

Handler = Callable[[Call], Awaitable[Any]]


@dataclass(frozen=True)
class Endpoint:
    """A method, a path, and what goes in and out."""

    method: str
    path: str
    handler: Handler
    response: type
    request: type | None = None
    query: tuple[str, ...] = ()
    status: int = 200

    @property
    def name(self) -> str:
        return getattr(self.handler, "__name__", "")

    @property
    def summary(self) -> str:
        return (self.handler.__doc__ or "").strip()


# -- people


async def sign_in(call: Call) -> m.Me:
    """Play under a name; sets the guest cookie, or changes the name of a guest."""
    name = tidy_name(call.body.name)
    if call.who is None:
        call.services.creations.take(call.client)
        user = call.services.auth.new_user(name)
    else:
        user = User(call.who.id, name)
    call.cookie = call.services.auth.cookie(user)
    return m.Me(user.id, user.name)


async def me(call: Call) -> m.Me:
    """Return who is calling."""
    return m.Me(call.anybody.id, call.anybody.name)


async def new_token(call: Call) -> m.Token:
    """Return a token for a program that plays for you."""
    expires = time.time() + call.body.days * 86400
    return m.Token(call.services.auth.token(call.user, expires), expires)


async def revoke_tokens(call: Call) -> m.Empty:
    """Make every token you ever asked for useless."""
    now = time.time()
    await call.tables.store.revoke(call.user.id, now)
    call.services.auth.revoked[call.user.id] = now
    call.tables.close_viewers(call.user.id)
    return m.Empty()


# -- lists

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
    """List your tables, newest first; `turn` says who is to move."""
    return m.Tables(await call.views.mine(call.user))


# -- a table


async def create(call: Call) -> m.Snapshot:
    """Make a table. It starts at once when nobody is missing."""
    call.services.creations.take(call.client)
    # A table of bots alone plays to its end by itself; few of them at a time.
    only_bots = all(seat.kind == "bot" for seat in call.body.seats)
    call.services.creations.take(call.user.id, 10 if only_bots else 1)
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
    call.services.reads.take(call.client)
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
    call.services.reads.take(call.client)
    live = await call.live()
    seat = seats.viewing(live.table, call.anybody, call.query_number("seat", 9), outside=False)
    return await call.views.log(live, seat, call.query_number("after"))


async def replay(call: Call) -> m.Replay:
    """Return positions of a finished game, `count` of them from `first` on."""
    call.services.reads.take(call.client)
    live = await call.live()
    seats.viewing(live.table, call.anybody, None, outside=True)
    count = call.query_number("count")
    return call.views.replay(live, call.query_number("first") or 0, 20 if count is None else count)


async def record(call: Call) -> m.RecordText:
    """Return a finished game as a text file."""
    live = await call.live()
    seats.viewing(live.table, call.anybody, None, outside=True)
    return m.RecordText(call.views.record(live))


async def join(call: Call) -> m.Snapshot:
    """Take an open seat."""
    return await call.execute(commands.Join(call.user, call.body.seat))


async def claim(call: Call) -> m.Snapshot:
    """Take the seat a link stands for, or share it with this device."""
    live, seat = await call.services.invitations.claim(call.user, call.body.token)
    return await call.snapshot(live, seat)


async def invitation(call: Call) -> m.Invitation:
    """Show the table a seat link stands for, without taking the seat."""
    live, seat = await call.services.invitations.show(call.body.token)
    return m.Invitation(table_info(live, call.anybody.id), seat)


async def start(call: Call) -> m.Snapshot:
    """Start the game; for the host."""
    return await call.execute(commands.Start(call.user))


async def leave(call: Call) -> m.Snapshot:
    """Stand up before the game starts."""
    return await call.execute(commands.Leave(call.user, call.body.seat))


async def set_seat(call: Call) -> m.Snapshot:
    """Change who sits on a seat before the game starts; for the host."""
    return await call.execute(commands.SetSeat(call.user, call.seat, call.body))


async def seat_link(call: Call) -> m.SeatLink:
    """Return the link of a seat, to its player or the host."""
    token = await call.services.invitations.link(call.user, call.path["id"], call.seat)
    return _link(call, token)


async def new_seat_link(call: Call) -> m.SeatLink:
    """Issue a seat's link again; older ones stop working. For the host."""
    token = await call.services.invitations.new_link(call.user, call.path["id"], call.seat)
    return _link(call, token)


def _link(call: Call, token: str) -> m.SeatLink:
    url = f"{call.services.settings.base_url}/t/{call.path['id']}#seat={token}"
    return m.SeatLink(call.seat, url, token)


async def substitute(call: Call) -> m.Snapshot:
    """Let a bot play your seat, or, for the host, the seat of a player who is away."""
    id, level = call.path["id"], call.body.level
    return await call.snapshot(await call.tables.substitute(call.user, id, call.seat, level))


async def come_back(call: Call) -> m.Snapshot:
    """Take your seat back from the bot."""
    return await call.execute(commands.ComeBack(call.user, call.body.seat))


async def resign(call: Call) -> m.Snapshot:
    """Give up; a bot plays your seat to the end."""
    return await call.execute(commands.Resign(call.user, call.body.seat))


async def rematch(call: Call) -> m.Snapshot:
    """Play again with the same people, or the next game of a campaign."""
    call.services.creations.take(call.user.id)
    return await call.snapshot(await call.tables.rematch(call.user, call.path["id"]))


# -- the game


async def play(call: Call) -> m.Played:
    """Make a move; the answer comes when it is on the disk."""
    body: m.Play = call.body
    command = commands.MakeMove(call.user, body.move, body.after, body.seat)
    _, outcome = await call.tables.execute(call.path["id"], command)
    return m.Played(outcome.after.table.number)


async def hint(call: Call) -> m.Hint:
    """Ask a bot what it would do in your place; the table is told that you asked."""
    call.services.reads.take(call.user.id, 5)
    return await call.services.hints.hint(call.user, call.path["id"], call.body.seat)


async def take_back(call: Call) -> m.TakenBack:
    """Take back your last move, at once or by asking the others."""
    call.services.reads.take(call.client)
    return await _undo(call, commands.Undo(call.user, call.body.after, call.body.seat))


async def answer(call: Call) -> m.TakenBack:
    """Agree to a take-back, or refuse it."""
    return await _undo(call, commands.AnswerUndo(call.user, call.body.agree, call.body.seat))


async def _undo(call: Call, command: commands.Undo | commands.AnswerUndo) -> m.TakenBack:
    _, outcome = await call.tables.execute(call.path["id"], command)
    return m.TakenBack(outcome.done, outcome.after.table.number)


async def say(call: Call) -> m.Empty:
    """Say something at the table, or among the spectators."""
    call.services.chat_lines.take(f"{call.user.id} {call.path['id']}")
    await call.tables.chat.say(call.user, await call.live(), call.body.text, call.body.room)
    return m.Empty()


async def health(call: Call) -> m.Health:
    """Report that the server runs."""
    sockets = sum(call.services.sockets.values())
    return m.Health("ok", __version__, len(call.tables.live), sockets)


_TABLE = "/api/tables/{id}"
ENDPOINTS = [
    Endpoint("POST", "/api/guests", sign_in, m.Me, m.NewGuest),
    Endpoint("GET", "/api/me", me, m.Me),
    Endpoint("POST", "/api/tokens", new_token, m.Token, m.NewToken),
    Endpoint("POST", "/api/tokens/revoke", revoke_tokens, m.Empty, m.Empty),
    Endpoint("GET", "/api/games", games, m.Games),
    Endpoint("GET", "/api/games/{game}/components", components, m.Components),
    Endpoint("GET", "/api/tables", lobby, m.Tables, query=("status", "before")),
    Endpoint("GET", "/api/mine", mine, m.Tables),
    Endpoint("POST", "/api/tables", create, m.Snapshot, m.NewTable, status=201),
    Endpoint("POST", "/api/claim", claim, m.Snapshot, m.Claim),
    Endpoint("POST", "/api/invitation", invitation, m.Invitation, m.Claim),
    Endpoint("GET", _TABLE, show, m.Snapshot, query=("seat", "after", "chat")),
    Endpoint("GET", _TABLE + "/details", show_details, m.Details, query=("seat",)),
    Endpoint("GET", _TABLE + "/why", why_not, m.ReasonInfo, query=("ref", "seat")),
    Endpoint("GET", _TABLE + "/log", log, m.Log, query=("seat", "after")),
    Endpoint("GET", _TABLE + "/replay", replay, m.Replay, query=("first", "count")),
    Endpoint("GET", _TABLE + "/record", record, m.RecordText),
    Endpoint("POST", _TABLE + "/join", join, m.Snapshot, m.Join),
    Endpoint("POST", _TABLE + "/start", start, m.Snapshot, m.Empty),
    Endpoint("POST", _TABLE + "/leave", leave, m.Snapshot, m.WhichSeat),
    Endpoint("POST", _TABLE + "/back", come_back, m.Snapshot, m.WhichSeat),
    Endpoint("POST", _TABLE + "/resign", resign, m.Snapshot, m.WhichSeat),
    Endpoint("POST", _TABLE + "/rematch", rematch, m.Snapshot, m.Empty),
    Endpoint("POST", _TABLE + "/moves", play, m.Played, m.Play),
    Endpoint("POST", _TABLE + "/hint", hint, m.Hint, m.WhichSeat),
    Endpoint("POST", _TABLE + "/takeback", take_back, m.TakenBack, m.TakeBack),
    Endpoint("POST", _TABLE + "/answer", answer, m.TakenBack, m.Answer),
    Endpoint("POST", _TABLE + "/chat", say, m.Empty, m.Say),
    Endpoint("POST", _TABLE + "/seats/{seat}", set_seat, m.Snapshot, m.SeatChange),
    Endpoint("GET", _TABLE + "/seats/{seat}/link", seat_link, m.SeatLink),
    Endpoint("POST", _TABLE + "/seats/{seat}/link", new_seat_link, m.SeatLink, m.Empty),
    Endpoint("POST", _TABLE + "/seats/{seat}/bot", substitute, m.Snapshot, m.Substitute),
    Endpoint("GET", "/healthz", health, m.Health),
]

DECODERS: dict[type, msgspec.json.Decoder[Any]] = {
    e.request: msgspec.json.Decoder(e.request) for e in ENDPOINTS if e.request is not None
}
