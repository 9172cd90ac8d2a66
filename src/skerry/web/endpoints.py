"""Every HTTP endpoint in one table: what it takes, what it gives, what it calls."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from skerry import __version__
from skerry.kernel.errors import BadNotation
from skerry.service import decision, game_info
from skerry.service import messages as m
from skerry.service.broadcast import details, table_info
from skerry.service.errors import BadRequest, NotFound
from skerry.service.live import LiveTable
from skerry.service.people import User, tidy_name
from skerry.service.tables import Tables
from skerry.web.auth import Auth, NotSignedIn
from skerry.web.limits import Buckets
from skerry.web.settings import Settings


@dataclass
class Services:
    """What the endpoints share."""

    settings: Settings
    auth: Auth
    tables: Tables
    requests: Buckets  # per client
    creations: Buckets  # per client: tables and guests
    talk: Buckets  # per user and table
    sockets: dict[str, int]  # open sockets per client
    reads: Buckets  # per client: costly reads


@dataclass
class Call:
    """One request, read and checked."""

    services: Services
    client: str
    who: User | None
    path: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    cookie: str = ""  # to be set with the answer

    @property
    def user(self) -> User:
        """Return the caller; raises NotSignedIn for a stranger."""
        if self.who is None:
            raise NotSignedIn("choose a name first: POST /api/guests")
        return self.who

    @property
    def anybody(self) -> User:
        """Return the caller, or a stranger who may only look."""
        return self.who or User("", "")

    @property
    def tables(self) -> Tables:
        return self.services.tables

    async def live(self) -> LiveTable:
        return await self.tables.get(self.path["id"])

    @property
    def seat(self) -> int:
        return _number("seat", self.path["seat"], 9)

    def asked(self, name: str, most: int = 1_000_000) -> int | None:
        """Return a number of the query, None if it is not there; raises BadRequest."""
        return _number(name, self.query[name], most) if name in self.query else None


def _number(name: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) <= most):
        raise BadRequest(f"{name} is a number from 0 to {most}", "bad_number")
    return int(text)


Handler = Callable[[Call], Awaitable[Any]]


@dataclass(frozen=True)
class Endpoint:
    """A method, a path, and what goes in and out."""

    method: str
    path: str
    handler: Handler
    gives: type
    takes: type | None = None
    query: tuple[str, ...] = ()
    status: int = 200

    @property
    def name(self) -> str:
        return getattr(self.handler, "__name__", "")

    @property
    def summary(self) -> str:
        return (self.handler.__doc__ or "").strip()


async def _snapshot(call: Call, live: LiveTable, seat: int | None = None) -> m.Snapshot:
    seat = call.tables.views.viewing_seat(live, call.anybody, seat, outside=False)
    return await call.tables.views.snapshot(live, call.anybody, seat, live.table.number, 0)


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
    call.tables.views.show_out(call.user)
    return m.Empty()


# -- lists


async def games(call: Call) -> m.Games:
    """Describe the games with all their options."""
    return game_info.games()


async def components(call: Call) -> m.Components:
    """Return what the cards and boards of a game say."""
    return game_info.components(call.path["game"])


async def lobby(call: Call) -> m.Tables:
    """List public tables by status: open (the default), running or finished."""
    status = call.query.get("status", "open")
    if status not in ("open", "running", "finished"):
        raise BadRequest("status is open, running or finished", "bad_status")
    before = call.asked("before", 10**9 - 1)
    # Whole minutes since 1970 keep the number short; the newest come first.
    return m.Tables(await call.tables.views.lobby(call.anybody, status, (before or 10**9) * 60.0))


async def mine(call: Call) -> m.Tables:
    """List your tables, newest first; `turn` says who is to move."""
    return m.Tables(await call.tables.views.mine(call.user))


# -- a table


async def create(call: Call) -> m.Snapshot:
    """Make a table. It starts at once when nobody is missing."""
    call.services.creations.take(call.client)
    # A table of bots alone plays to its end by itself; few of them at a time.
    only_bots = all(seat.kind == "bot" for seat in call.body.seats)
    call.services.creations.take(call.user.id, 10 if only_bots else 1)
    return await _snapshot(call, await call.tables.create(call.user, call.body))


async def show(call: Call) -> m.Snapshot:
    """Show a table as you may see it, with the log after the number `after`."""
    live = await call.live()
    seat = call.tables.views.viewing_seat(live, call.anybody, call.asked("seat", 9), outside=False)
    return await call.tables.views.snapshot(
        live, call.anybody, seat, call.asked("after"), call.asked("chat") or 0
    )


async def show_details(call: Call) -> m.Details:
    """Return what each of your moves would change, and why the rest is closed."""
    call.services.reads.take(call.client)
    live = await call.live()
    seat = call.tables.seat_of(live, call.user, call.asked("seat", 9))
    for step in details(live, seat):
        if step is not None:
            return step
        await asyncio.sleep(0)
    raise NotFound("there is nothing for you to decide", "no_decision")


async def why_not(call: Call) -> m.ReasonInfo:
    """Return why a place, card or space is closed to you now."""
    live = await call.live()
    seat = call.tables.seat_of(live, call.user, call.asked("seat", 9))
    ref = call.query.get("ref", "")
    if live.state is None or not 0 < len(ref) <= 80:
        raise BadRequest("name what you ask about with ref=", "bad_ref")
    try:
        reason = decision.why_not(live.game, live.state, seat, ref)
    except BadNotation as error:
        raise BadRequest(str(error), "bad_ref") from None
    if reason is None:
        raise NotFound("this is open", "open")
    return m.ReasonInfo(reason.code, reason.rule, reason.args)


async def log(call: Call) -> m.Log:
    """Return the moves that stand with their events; with `after` every entry since."""
    call.services.reads.take(call.client)
    live = await call.live()
    seat = call.tables.views.viewing_seat(live, call.anybody, call.asked("seat", 9), outside=False)
    return await call.tables.views.log(live, seat, call.asked("after"))


async def replay(call: Call) -> m.Replay:
    """Return positions of a finished game, `count` of them from `first` on."""
    call.services.reads.take(call.client)
    live = await call.live()
    call.tables.views.viewing_seat(live, call.anybody, None, outside=True)
    count = call.asked("count")
    return call.tables.views.replay(live, call.asked("first") or 0, 20 if count is None else count)


async def record(call: Call) -> m.RecordText:
    """Return a finished game as a text file."""
    live = await call.live()
    call.tables.views.viewing_seat(live, call.anybody, None, outside=True)
    return m.RecordText(call.tables.views.record(live))


async def join(call: Call) -> m.Snapshot:
    """Take an open seat."""
    return await _snapshot(
        call, await call.tables.seating.join(call.user, call.path["id"], call.body.seat)
    )


async def claim(call: Call) -> m.Snapshot:
    """Take the seat a link stands for, or share it with this device."""
    live, seat = await call.tables.seating.claim(call.user, call.body.token)
    return await _snapshot(call, live, seat)


async def invitation(call: Call) -> m.Invitation:
    """Show the table a seat link stands for, without taking the seat."""
    live, seat = await call.tables.seating.invitation(call.body.token)
    return m.Invitation(table_info(live, call.anybody.id), seat)


async def start(call: Call) -> m.Snapshot:
    """Start the game; for the host."""
    return await _snapshot(call, await call.tables.seating.start(call.user, call.path["id"]))


async def leave(call: Call) -> m.Snapshot:
    """Stand up before the game starts."""
    return await _snapshot(
        call, await call.tables.seating.leave(call.user, call.path["id"], call.body.seat)
    )


async def set_seat(call: Call) -> m.Snapshot:
    """Change who sits on a seat before the game starts; for the host."""
    live = await call.tables.seating.set_seat(call.user, call.path["id"], call.seat, call.body)
    return await _snapshot(call, live)


async def seat_link(call: Call) -> m.SeatLink:
    """Return the link of a seat, to its player or the host."""
    return await _link(call, again=False)


async def new_seat_link(call: Call) -> m.SeatLink:
    """Issue a seat's link again; older ones stop working. For the host."""
    return await _link(call, again=True)


async def _link(call: Call, again: bool) -> m.SeatLink:
    id, seat = call.path["id"], call.seat
    token = await call.tables.seating.link(call.user, id, seat, again)
    return m.SeatLink(seat, f"{call.services.settings.base_url}/t/{id}#seat={token}", token)


async def substitute(call: Call) -> m.Snapshot:
    """Let a bot play your seat, or, for the host, the seat of a player who is away."""
    live = await call.tables.seating.substitute(
        call.user, call.path["id"], call.seat, call.body.level
    )
    return await _snapshot(call, live)


async def come_back(call: Call) -> m.Snapshot:
    """Take your seat back from the bot."""
    return await _snapshot(
        call, await call.tables.seating.come_back(call.user, call.path["id"], call.body.seat)
    )


async def resign(call: Call) -> m.Snapshot:
    """Give up; a bot plays your seat to the end."""
    return await _snapshot(
        call, await call.tables.seating.resign(call.user, call.path["id"], call.body.seat)
    )


async def rematch(call: Call) -> m.Snapshot:
    """Play again with the same people, or the next game of a campaign."""
    call.services.creations.take(call.user.id)
    return await _snapshot(call, await call.tables.seating.rematch(call.user, call.path["id"]))


# -- the game


async def play(call: Call) -> m.Played:
    """Make a move; the answer comes when it is on the disk."""
    body: m.Play = call.body
    number = await call.tables.play(call.user, call.path["id"], body.move, body.after, body.seat)
    return m.Played(number)


async def hint(call: Call) -> m.Hint:
    """Ask a bot what it would do in your place; the table is told that you asked."""
    call.services.reads.take(call.user.id, 5)
    return await call.tables.hint(call.user, call.path["id"], call.body.seat)


async def take_back(call: Call) -> m.TakenBack:
    """Take back your last move, at once or by asking the others."""
    call.services.reads.take(call.client)
    body: m.TakeBack = call.body
    done = await call.tables.undo.undo(call.user, call.path["id"], body.after, body.seat)
    return m.TakenBack(done, (await call.live()).table.number)


async def answer(call: Call) -> m.TakenBack:
    """Agree to a take-back, or refuse it."""
    done = await call.tables.undo.answer(
        call.user, call.path["id"], call.body.agree, call.body.seat
    )
    return m.TakenBack(done, (await call.live()).table.number)


async def say(call: Call) -> m.Empty:
    """Say something at the table, or among the spectators."""
    call.services.talk.take(f"{call.user.id} {call.path['id']}")
    await call.tables.chat.say(call.user, call.path["id"], call.body.text, call.body.room)
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
    e.takes: msgspec.json.Decoder(e.takes) for e in ENDPOINTS if e.takes is not None
}
