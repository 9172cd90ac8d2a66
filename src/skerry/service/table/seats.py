"""Who sits where, and who may act or watch from there. Changes return a new table, or refuse."""

from msgspec.structs import replace

from skerry.bots.offer import bots_on_offer
from skerry.service.errors import BadRequest, NotAllowed, NotFound, Refused
from skerry.service.messages import ClockWish, NewTable, SeatChange, SeatRequest
from skerry.service.people import User, look_alike, tidy_name
from skerry.store.protocol import Seat, Table

MAX_DEVICES = 8
BOT_NAMES = ["Tern", "Puffin", "Heron", "Plover", "Fulmar"]


def seat_for(wanted: SeatRequest | SeatChange, user: User, number: int) -> Seat:
    """Return a seat as the host asks for it."""
    name = tidy_name(wanted.name) if isinstance(wanted, SeatRequest) and wanted.name.strip() else ""
    if wanted.kind == "me":
        return Seat("human", name or user.name, [user.id])
    if wanted.kind == "bot":
        level = bot_on_offer(wanted.level)
        return Seat("bot", name or BOT_NAMES[number % len(BOT_NAMES)], level=level)
    return Seat("friend" if wanted.kind == "friend" else "open", name)


def distinct_name(others: list[Seat], number: int, name: str) -> str:
    """Return a name for a seat that looks like nobody else's at the table: "Ann" or "Ann 2"."""
    taken = [seat.name for at, seat in enumerate(others) if at != number and seat.name]
    further = (f"{name[:36]} {count}" for count in range(2, len(others) + 2))
    free = (each for each in (name, *further) if not any(look_alike(each, t) for t in taken))
    return next(free) if name else name


def new_seats(requests: list[SeatRequest], user: User) -> list[Seat]:
    """Return the seats of a new table, no two of them with one name."""
    seats: list[Seat] = []
    for number, wanted in enumerate(requests):
        seat = seat_for(wanted, user, number)
        seat.name = distinct_name(seats, number, seat.name)
        seats.append(seat)
    return seats


def renamed(table: Table, number: int, name: str) -> Table:
    """Give a seat another name; raises Refused if somebody else has it."""
    name = tidy_name(name)
    seat = table.seats[number]
    if name == seat.name:
        return table
    if distinct_name(table.seats, number, name) != name:
        raise Refused(
            f"somebody at this table has the name {name!r}, or one that looks like it; choose"
            " another",
            "name_taken",
        )
    return _with(table, number, replace(seat, name=name))


def bot_on_offer(level: str) -> str:
    """Return a bot's name if this server offers it; refuse any other."""
    if level not in bots_on_offer():
        known = ", ".join(bots_on_offer())
        raise BadRequest(f"there is no bot {level[:40]!r} here; choose one of: {known}", "no_bot")
    return level


def at(table: Table, seat: int) -> Seat:
    """Return a seat; raises NotFound."""
    if not 0 <= seat < len(table.seats):
        last = len(table.seats) - 1
        raise NotFound(f"there is no seat {seat}; the seats are 0 to {last}", "no_seat")
    return table.seats[seat]


def seats_of(table: Table, user: str) -> list[int]:
    """List the seats a user may act for."""
    return [number for number, seat in enumerate(table.seats) if user in seat.users]


def has_seat(table: Table, user: str) -> bool:
    """Return whether a user may act for any seat."""
    for seat in table.seats:  # noqa: SIM110  # compiled, a loop is faster than any()
        if user in seat.users:
            return True
    return False


def acting(table: Table, user: User, seat: int | None) -> int:
    """Return the seat a user acts for; raises NotAllowed if it is not theirs."""
    if seat is not None:
        at(table, seat)
    own = seats_of(table, user.id)
    if not own:
        raise NotAllowed("you have no seat at this table", "not_seated")
    if seat is None:
        return table.turn if table.turn in own else own[0]
    if seat not in own:
        raise NotAllowed(f"seat {seat} is not yours", "not_your_seat")
    return seat


def is_host(table: Table, user: str) -> bool:
    """Return whether a user is the host; a stranger, who has no id, is not that of a table without
    one.
    """
    return bool(user) and user == table.host


def host_only(table: Table, user: User) -> None:
    """Refuse everybody but the host."""
    if not is_host(table, user.id):
        raise NotAllowed("only the host may do this", "host_only")


def may_watch(table: Table, user: str) -> bool:
    """Return whether a user may see what spectators see."""
    known = is_host(table, user) or has_seat(table, user)
    return known or table.watchable or table.status == "open"


def viewing(table: Table, user: User, seat: int | None, outside: bool) -> int | None:
    """Return the seat a user watches from, None from *outside*; raises NotAllowed."""
    if has_seat(table, user.id) and not outside:
        return acting(table, user, seat)
    if seat is not None:
        at(table, seat)
        raise NotAllowed(f"seat {seat} is not yours", "not_your_seat")
    if not may_watch(table, user.id):
        raise NotAllowed("this table is closed to spectators", "not_watchable")
    return None


def humans(table: Table) -> list[int]:
    """List the seats of people who have not resigned."""
    return [n for n, seat in enumerate(table.seats) if seat.kind == "human" and not seat.resigned]


def has_person(seat: Seat) -> bool:
    """Return whether a seat has a person who has not resigned, also while a bot plays for them."""
    return seat.kind == "human" and not seat.resigned and bool(seat.users)


def _with(table: Table, number: int, seat: Seat) -> Table:
    seats = list(table.seats)
    seats[number] = seat
    return replace(table, seats=seats)


def missing(table: Table) -> list[int]:
    """List the seats nobody has taken."""
    return [i for i, seat in enumerate(table.seats) if seat.kind in ("friend", "open")]


def full(table: Table) -> bool:
    return not missing(table)


def played_by_bot(seat: Seat) -> bool:
    """Return whether a bot moves for this seat now."""
    return seat.played_by_bot


def bot_to_move(table: Table) -> bool:
    """Return whether the table waits for a bot."""
    return (
        table.status == "running"
        and table.turn is not None
        and played_by_bot(table.seats[table.turn])
    )


def _not_started(table: Table) -> None:
    if table.status != "open":
        raise Refused("the game has started; seats cannot change any more", "started")


def joined(table: Table, user: User, seat: int | None, now: float) -> Table:
    """Seat a user on an open seat."""
    _not_started(table)
    if any(user.id in other.users for other in table.seats):
        raise Refused("you have a seat at this table already", "seated")
    if seat is None:
        seat = next((i for i, s in enumerate(table.seats) if s.kind == "open"), None)
        if seat is None:
            raise Refused("all seats are taken", "no_open_seat")
    if at(table, seat).kind != "open":
        raise Refused(f"seat {seat} is taken or reserved; choose an open one", "seat_taken")
    name = distinct_name(table.seats, seat, user.name)
    return _with(table, seat, _taken(replace(table.seats[seat], name=name), user, now))


def _taken(seat: Seat, user: User, now: float) -> Seat:
    """Return a seat with one more device; its link has been used and is worth nothing."""
    return replace(
        seat,
        kind="human",
        users=[*seat.users, user.id],
        claimed={**seat.claimed, user.id: now},
        names={**seat.names, user.id: user.name},
        link=seat.link + 1,
        freed=False,
    )


def claimed(table: Table, user: User, number: int, issue: int, now: float) -> Table:
    """Seat a user by the seat's link; on a further device the seat is shared."""
    seat = at(table, number)
    if user.id in seat.users:
        return table
    _not_given_up(seat)
    if seat.link != issue:
        raise NotAllowed(
            "this link was used already or replaced; ask whoever sent it for a new one", "old_link"
        )
    if not table.host:  # an imported game belongs to whoever takes it up
        table = replace(table, host=user.id)
    if seat.kind == "bot":
        raise NotAllowed("a bot has this seat now", "bad_link")
    if seat.kind in ("friend", "open"):
        _not_started(table)
    elif len(seat.users) >= MAX_DEVICES:
        raise Refused("too many devices use this seat; sign one out first", "devices")
    if seat.freed and has_seat(table, user.id):
        raise Refused("you play already; somebody else must take this seat", "seated")
    name = seat.name
    if not seat.users:
        name = distinct_name(table.seats, number, seat.name or user.name)
    return _with(table, number, _taken(replace(seat, name=name), user, now))


def changed(table: Table, user: User, number: int, wanted: SeatChange) -> Table:
    """Give a seat to somebody else, before the game starts; not one that another player has."""
    _not_started(table)
    before = at(table, number)
    if before.users and user.id not in before.users:
        raise Refused(f"{before.name} has this seat; free it first", "seat_taken")
    seat = seat_for(wanted, user, number)
    seat.link = at(table, number).link + 1  # whoever had the old link has lost it
    seat.name = distinct_name(table.seats, number, seat.name)
    return _with(table, number, seat)


def left(table: Table, number: int) -> Table:
    """Free a seat before the game starts."""
    _not_started(table)
    return _with(table, number, Seat("open", link=table.seats[number].link + 1))


def reissued(table: Table, user: User, number: int) -> Table:
    """Make older links of a seat useless."""
    seat = at(table, number)
    may_see_link(table, user, number)
    return _with(table, number, replace(seat, link=seat.link + 1))


def may_see_link(table: Table, user: User, number: int) -> None:
    """Refuse everybody but the player of a seat, or the host while nobody has it."""
    seat = at(table, number)
    if seat.kind == "bot":
        raise NotFound(f"seat {number} belongs to a bot and has no link", "no_link")
    if user.id in seat.users:
        return
    if seat.users:
        raise NotAllowed("this seat is taken; only its player gets its link", "seat_taken")
    _not_given_up(seat)
    host_only(table, user)


def _not_given_up(seat: Seat) -> None:
    """Refuse a seat that its player gave up for good: nobody else may see what it sees."""
    if not seat.users and (seat.resigned or seat.former):
        raise NotAllowed("this seat was given up; nobody can take it any more", "resigned")


def freed(table: Table, number: int) -> Table:
    """Take a seat from a player who did not show up; during the game somebody new may have it."""
    link = table.seats[number].link + 1
    if table.status == "open":
        return _with(table, number, Seat("open", link=link))
    seat = replace(
        table.seats[number], name="", users=[], claimed={}, names={}, link=link, freed=True
    )
    return _with(replace(table, unrated=True), number, seat)


def signed_out(table: Table, number: int, devices: list[str]) -> Table:
    """Remove devices from a seat; its link is issued again."""
    seat = table.seats[number]
    users = [user for user in seat.users if user not in devices]
    claimed = {user: at for user, at in seat.claimed.items() if user in users}
    names = {user: name for user, name in seat.names.items() if user in users}
    return _with(
        table, number, replace(seat, users=users, claimed=claimed, names=names, link=seat.link + 1)
    )


def handed_to_bot(table: Table, number: int, level: str, by_others: bool = False) -> Table:
    """Let a bot play for a human."""
    seat = at(table, number)
    if seat.kind != "human" or seat.resigned or table.status != "running":
        raise Refused("a bot can play only for a person, while the game runs", "not_human")
    handed = replace(seat, substitute=True, level=level or "steady", by_others=by_others)
    # What a bot plays from now on says nothing about the person.
    return _with(replace(table, unrated=True), number, handed)


def returned(table: Table, number: int) -> Table:
    """Let the human play again."""
    seat = table.seats[number]
    if seat.resigned:
        raise Refused("this seat has resigned", "resigned")
    return _with(table, number, replace(seat, substitute=False, by_others=False))


def resigned(table: Table, number: int) -> Table:
    """Give a seat up for good."""
    if table.status != "running":
        raise Refused(f"the game is {table.status}", "not_running")
    seat = table.seats[number]
    if seat.resigned:
        raise Refused("this seat has resigned already", "resigned")
    return _with(table, number, replace(seat, resigned=True, level=seat.level or "steady"))


def rematch_request(table: Table) -> NewTable:
    """Describe the same table again; the people are seated afterwards."""
    seats = [
        SeatRequest("bot", seat.level) if seat.kind == "bot" else SeatRequest("friend")
        for seat in table.seats
    ]
    clock = None
    if table.clock is not None:
        ticks = table.clock
        clock = ClockWish(ticks.kind, ticks.seconds, ticks.increment, ticks.at_zero)
    return NewTable(
        game=table.game,
        seats=seats,
        options={} if table.campaign else table.options,
        name=table.name,
        public=table.public,
        watchable=table.watchable,
        coach=table.coach,
        forecast=table.forecast,
        what_if=table.what_if,
        rated=table.rated,
        clock=clock,
        campaign=table.campaign is not None,
    )


def reseated(table: Table, before: Table) -> Table:
    """Seat the people of a finished table at its successor."""
    seats = []
    for new, old in zip(table.seats, before.seats, strict=True):
        if new.kind == "friend" and old.users:
            new = replace(
                new,
                kind="human",
                name=old.name,
                users=old.users,
                claimed=old.claimed,
                names=old.names,
            )
        seats.append(new)
    return replace(table, seats=seats)
