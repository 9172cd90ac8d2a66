"""Somebody is away: what the others may ask for, who must agree, and how it is called off.

A game with a clock leaves it to the clock. Without one, a player is away when their turn began
72 hours ago, or 15 minutes ago if they are not connected and everybody else stayed connected.
Whatever is asked for is announced, waits for the others' consent and then for a grace period, and
is called off by any request of the one who is away. Times are in server time.
"""

from collections.abc import Iterable
from math import inf

from msgspec.structs import replace

from skerry.service.errors import NotAllowed, Refused
from skerry.service.messages import AbsenceOption
from skerry.service.people import User
from skerry.service.table import clock, seats
from skerry.service.table.commands import ActOnAbsence, AnswerAbsence, ShowUp
from skerry.service.table.notices import Notice, notice
from skerry.service.table.outcome import Outcome
from skerry.service.table.state import TableState
from skerry.store.protocol import AbsenceRequest, Presence, Table

LONG = 72 * 3600.0
SHORT = 15 * 60.0
CONNECTED = 150.0  # somebody seen less long ago is connected
GRACE = 120.0  # grace period after the last consent
FREE_GRACE = {"open": GRACE, "running": LONG}  # grace period after the host asked to free a seat

NOBODY = -1


class NotAway(Refused):
    """Somebody is not away yet; *seconds* says how long to wait, if that is known."""

    code = "not_away"

    def __init__(self, message: str, code: str = "", seconds: float | None = None) -> None:
        super().__init__(message, code)
        self.seconds = seconds


# -- who is away


def _away_from_turn(table: Table, seat: int, presence: dict[str, Presence], now: float) -> None:
    """Refuse unless the player of a seat has kept the others waiting for long enough."""
    name = seats.at(table, seat).name
    if table.status != "running":
        raise Refused(f"the game is {table.status}", "not_running")
    if seat not in seats.humans(table):
        raise Refused("no person plays this seat", "not_human")
    if table.seats[seat].substitute:
        raise Refused(f"a bot is already playing for {name}", "bot_plays")
    if not table.seats[seat].users:
        return  # nobody has the seat
    if table.turn != seat:
        raise NotAway(f"it is not {name}'s turn; nobody is waiting for them", "not_their_turn")
    if table.clock is not None:
        if not clock.expired(table, now):
            raise NotAway(f"{name} still has time on the clock", "clock_runs")
        return
    began = table.turn_since or table.updated  # an older table does not say
    if now >= began + LONG:
        return
    users = table.seats[seat].users
    others = [n for n in seats.humans(table) if n != seat and table.seats[n].users]
    watched = max(began, now - SHORT)
    together = all(_stayed(table.seats[n].users, watched, presence, now) for n in others)
    last = _last(users, presence, "seen")
    if last > now - CONNECTED:
        raise NotAway(f"{name} is connected; wait for them", "connected", began + LONG - now)
    ready = max(began, last) + SHORT if together else began + LONG
    if now < ready:
        message = f"{name} may still come; wait a little longer"
        raise NotAway(message, "too_early", min(ready, began + LONG) - now)


def _host_away(table: Table, presence: dict[str, Presence], now: float) -> None:
    """Refuse unless the host was not here for long enough."""
    if table.status not in ("open", "running"):
        raise Refused(f"the game is {table.status}", "not_running")
    if not table.host:
        return
    known = presence.get(table.host)
    gone = now - known.seen if known else 0.0
    if gone >= LONG:
        return
    others = [n for n in _players(table) if table.host not in table.seats[n].users]
    begin = now - SHORT
    present = all(_stayed(table.seats[n].users, begin, presence, now) for n in others)
    if gone < SHORT or not present:
        seconds = SHORT - gone if present else LONG - gone
        raise NotAway("the host was here a short while ago; wait a little", "too_early", seconds)


def _stayed(users: list[str], since: float, presence: dict[str, Presence], now: float) -> bool:
    """Return whether one of a player's devices was connected all the time since *since*."""
    known = [presence[user] for user in users if user in presence]
    return any(one.since <= since and one.seen >= now - CONNECTED for one in known)


def _last(users: Iterable[str], presence: dict[str, Presence], what: str) -> float:
    return max((getattr(presence[user], what) for user in users if user in presence), default=0.0)


def _players(table: Table) -> list[int]:
    """List the seats that people hold and have not given up."""
    held = [n for n, seat in enumerate(table.seats) if seat.kind == "human" and seat.users]
    return [n for n in held if not table.seats[n].resigned]


# -- asking


def asked(current: TableState, command: ActOnAbsence, now: float) -> Outcome:
    """Ask for something in somebody's absence; announce it."""
    table = current.table
    request = _request(table, command, now)
    if any(_same(one, request.what, request.seat) for one in table.absences):
        raise Refused("this has been asked for already", "asked_already")
    request = _with_due(table, request, now)
    after = replace(table, absences=[*table.absences, request])
    return Outcome(current.with_table(after), notices=[_announcement(table, request, command.user)])


def _request(table: Table, command: ActOnAbsence, now: float) -> AbsenceRequest:
    """Return what is asked for, if it may be asked for."""
    user, what, seat = command.user, command.what, command.seat
    if what == "free":
        seats.host_only(table, user)
        if table.status not in FREE_GRACE:
            raise Refused(f"the game is {table.status}", "not_running")
        if not seats.at(table, seat).users or table.seats[seat].kind != "human":
            raise Refused("nobody has this seat", "not_human")
        if user.id in table.seats[seat].users:
            raise Refused("this is your own seat; leave it or resign", "own_seat")
        own = seats.seats_of(table, user.id)
        return AbsenceRequest(what, seat, own[0] if own else NOBODY, user.id, now)
    own = [n for n in seats.seats_of(table, user.id) if n in _players(table)]
    if not own:
        raise NotAllowed("you have no seat at this table", "not_seated")
    if what == "host":
        if user.id == table.host:
            raise Refused("you are the host", "own_seat")
        _host_away(table, command.presence, now)
        theirs = seats.seats_of(table, table.host) if table.host else []
        gone = theirs[0] if theirs else NOBODY
        return AbsenceRequest(what, gone, own[0], user.id, now, own)
    if seat in own:
        raise Refused("this is your own seat", "own_seat")
    _away_from_turn(table, seat, command.presence, now)
    alone = all(n in own or n == seat for n in _players(table))
    if what == "substitute" and alone and table.seats[seat].users:
        raise Refused("with two players you can only end the game", "two_players")
    if what == "end" and not alone:
        raise Refused("the others play on; ask for a bot in this seat", "not_alone")
    level = seats.bot_on_offer(command.level)
    return AbsenceRequest(what, seat, own[0], user.id, now, own, level=level)


def waiting(table: Table, request: AbsenceRequest) -> list[int]:
    """List the seats whose consent is missing: the people who play, without the one away."""
    if request.what == "free":
        return []
    host = request.what == "host"
    away = seats.seats_of(table, table.host) if host else [request.seat]
    asked = [n for n in _players(table) if not table.seats[n].substitute]
    return [n for n in asked if n not in away and n not in request.agreed]


def _with_due(table: Table, request: AbsenceRequest, now: float) -> AbsenceRequest:
    if waiting(table, request):
        return request
    grace = GRACE
    if request.what == "free":
        grace = FREE_GRACE[table.status]
        if table.status == "running" and table.clock is not None:
            grace = max(grace, table.clock.seconds)  # a week per move is a week
    if request.what == "substitute" and not table.seats[request.seat].users:
        grace = 0.0  # nobody has the seat, so nobody can come back
    return replace(request, due=now + grace)


def _same(request: AbsenceRequest, what: str, seat: int) -> bool:
    return request.what == what and (request.seat == seat or what == "host")


def _announcement(table: Table, request: AbsenceRequest, user: User) -> Notice:
    if request.what == "host":
        return notice("host_asked", by=user.name)
    code = {"free": "free_asked", "end": "end_asked", "substitute": "bot_asked"}[request.what]
    return notice(code, by=user.name, name=table.seats[request.seat].name)


def possible(
    table: Table, user: User, presence: dict[str, Presence], now: float
) -> list[AbsenceOption]:
    """List what a user could ask for, each with the reason if it is not possible now."""
    own = seats.seats_of(table, user.id)
    requests = []
    for seat in range(len(table.seats)):
        if seat in own or table.seats[seat].kind != "human" or table.seats[seat].resigned:
            continue
        if table.status == "running" and own:
            alone = all(n in own or n == seat for n in _players(table))
            held = bool(table.seats[seat].users)
            requests.append(("end" if alone and held else "substitute", seat))
        if user.id == table.host and table.seats[seat].users:
            requests.append(("free", seat))
    if own and user.id != table.host and table.status in ("open", "running"):
        requests.append(("host", own[0]))
    found = []
    for what, seat in requests:
        try:
            _request(table, ActOnAbsence(user, what, seat, presence), now)  # type: ignore[arg-type]
            found.append(AbsenceOption(what, seat, True, "", None))  # type: ignore[arg-type]
        except Refused as refused:
            seconds = refused.seconds if isinstance(refused, NotAway) else None
            found.append(AbsenceOption(what, seat, False, refused.code, seconds))  # type: ignore[arg-type]
    return found


# -- answering and showing up


def answered(current: TableState, command: AnswerAbsence, now: float) -> Outcome:
    """Agree to a request or refuse it; one refusal ends it. The asker may withdraw it."""
    table, user = current.table, command.user
    request = next((r for r in table.absences if _same(r, command.what, command.seat)), None)
    if request is None:
        raise Refused("this request is no longer open", "no_request")
    own = [n for n in seats.seats_of(table, user.id) if n in _players(table)]
    if not own and user.id != request.user:
        raise NotAllowed("you have no seat at this table", "not_seated")
    others = [one for one in table.absences if one is not request]
    if not command.agree:
        if request.what == "free" and user.id != request.user:
            raise NotAllowed("only the player of the seat can object", "not_your_seat")
        after = replace(table, absences=others)
        return Outcome(current.with_table(after), notices=[notice("refused", name=user.name)])
    agreed = replace(request, agreed=sorted({*request.agreed, *own}))
    if not request.due:
        agreed = _with_due(table, agreed, now)
    return Outcome(current.with_table(replace(table, absences=[*others, agreed])))


def concerns(table: Table, user: str, acted: float = inf) -> bool:
    """Return whether a request of a user changes anything: something waits for their return.

    *acted* is when they made the request; what was asked for later goes on.
    """
    for one in table.absences:  # compiled, a loop is faster than any(), and most have none
        if one.at <= acted and is_about(table, one, user):
            return True
    for seat in table.seats:  # noqa: SIM110
        if seat.by_others and user in seat.users:
            return True
    return False


def is_about(table: Table, request: AbsenceRequest, user: str) -> bool:
    """Return whether a user is the one who is away."""
    return user in who_is_away(table, request)


def who_is_away(table: Table, request: AbsenceRequest) -> list[str]:
    """Return in whose absence something was asked for: one player, with all their devices."""
    return [table.host] if request.what == "host" else table.seats[request.seat].users


def shown_up(current: TableState, command: ShowUp) -> Outcome:
    """Call off what was asked for in somebody's absence; they play themselves again."""
    table, user = current.table, command.user
    if not concerns(table, user.id, command.acted):
        return Outcome(current)
    absences = [
        one for one in table.absences if one.at > command.acted or not is_about(table, one, user.id)
    ]
    back = [
        replace(seat, substitute=False, by_others=False)
        if seat.by_others and user.id in seat.users
        else seat
        for seat in table.seats
    ]
    after = replace(table, absences=absences, seats=back)
    return Outcome(current.with_table(after), notices=[notice("came_back", name=user.name)])


# -- what happens when nobody shows up


def next_due(table: Table) -> float | None:
    """Return when the first request is due."""
    return min((one.due for one in table.absences if one.due), default=None)


def happened(current: TableState, presence: dict[str, Presence], now: float) -> Outcome | None:
    """Carry out the first request that is due; None if none is."""
    table = current.table
    request = next((one for one in table.absences if one.due and one.due <= now), None)
    if request is None:
        return None
    rest = [one for one in table.absences if one is not request]
    table = replace(table, absences=rest)
    if _came_back(table, request, presence):
        return Outcome(current.with_table(table))
    match request.what:
        case "free":
            name = table.seats[request.seat].name
            return Outcome(
                current.with_table(seats.freed(table, request.seat)),
                notices=[notice("seat_freed", name=name)],
            )
        case "host":
            name = table.seats[request.by].name
            after = replace(table, host=request.user)
            return Outcome(current.with_table(after), notices=[notice("new_host", name=name)])
        case "end":
            after = replace(table, status="abandoned", turn=None, undo=None, unrated=True)
            after = replace(after, absences=[])
            return Outcome(current.with_table(after), notices=[notice("ended_away")])
        case "substitute":
            seat = table.seats[request.seat]
            handed = seats.handed_to_bot(table, request.seat, request.level, by_others=True)
            said = notice("bot_plays_away", name=seat.name)
            return Outcome(current.with_table(handed), notices=[said])


def _came_back(table: Table, request: AbsenceRequest, presence: dict[str, Presence]) -> bool:
    """Return whether the one who was away has shown up, or nobody is waiting for them any more."""
    if request.what == "host":
        return _last([table.host], presence, "acted") > request.at
    users = table.seats[request.seat].users
    if request.what == "free":
        # A player in the waiting room has the page open; that is enough.
        what = "seen" if table.status == "open" else "acted"
        return not users or _last(users, presence, what) > request.at
    seat = table.seats[request.seat]
    if seat.substitute or seat.resigned:
        return True
    moved = bool(users) and table.turn != request.seat
    return moved or _last(users, presence, "acted") > request.at
