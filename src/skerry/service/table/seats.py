"""Who sits where, and who may act or watch from there. Changes return a new table, or refuse."""

from msgspec import convert
from msgspec.structs import replace

from skerry.service.errors import NotAllowed, NotFound, Refused
from skerry.service.messages import ClockWish, Level, NewTable, SeatChange, SeatWish
from skerry.service.people import User, tidy
from skerry.store.protocol import Seat, Table

MAX_DEVICES = 8
BOT_NAMES = ["Tern", "Puffin", "Heron", "Plover", "Fulmar"]


def seat_for(wish: SeatWish | SeatChange, user: User, number: int) -> Seat:
    """Return a seat as the host wishes it."""
    name = tidy(wish.name, 40) if isinstance(wish, SeatWish) else ""
    if wish.kind == "me":
        return Seat("human", name or user.name, [user.id])
    if wish.kind == "bot":
        return Seat("bot", name or BOT_NAMES[number % len(BOT_NAMES)], level=wish.level)
    return Seat("friend" if wish.kind == "friend" else "open", name)


def at(table: Table, seat: int) -> Seat:
    """Return a seat; raises NotFound."""
    if not 0 <= seat < len(table.seats):
        last = len(table.seats) - 1
        raise NotFound(f"there is no seat {seat}; the seats are 0 to {last}", "no_seat")
    return table.seats[seat]


def seats_of(table: Table, user: str) -> list[int]:
    """List the seats a user may act for."""
    return [number for number, seat in enumerate(table.seats) if user in seat.users]


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


def host_only(table: Table, user: User) -> None:
    """Refuse everybody but the host."""
    if user.id != table.host:
        raise NotAllowed("only the host may do this", "host_only")


def may_watch(table: Table, user: str) -> bool:
    """Return whether a user may see what spectators see."""
    known = user == table.host or bool(seats_of(table, user))
    return known or table.watchable or table.status == "open"


def viewing(table: Table, user: User, seat: int | None, outside: bool) -> int | None:
    """Return the seat a user watches from, None from *outside*; raises NotAllowed."""
    if seats_of(table, user.id) and not outside:
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


def asked_for_consent(table: Table) -> list[int]:
    """List the seats whose people are asked for consent: those that play themselves."""
    return [seat for seat in humans(table) if not table.seats[seat].substitute]


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
    return seat.kind == "bot" or seat.substitute or seat.resigned


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


def joined(table: Table, user: User, seat: int | None) -> Table:
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
    return _with(
        table, seat, replace(table.seats[seat], kind="human", name=user.name, users=[user.id])
    )


def claimed(table: Table, user: User, number: int, issue: int) -> Table:
    """Seat a user by the seat's link; on a further device the seat is shared."""
    seat = at(table, number)
    if seat.link != issue:
        raise NotAllowed(
            "this seat link was replaced by a newer one; ask the host for it", "old_link"
        )
    if user.id in seat.users:
        return table
    if not table.host:  # an imported game belongs to whoever takes it up
        table = replace(table, host=user.id)
    if seat.kind == "bot":
        raise NotAllowed("a bot has this seat now", "bad_link")
    if seat.kind in ("friend", "open"):
        _not_started(table)
        name = seat.name or user.name
        return _with(table, number, replace(seat, kind="human", name=name, users=[user.id]))
    if len(seat.users) >= MAX_DEVICES:
        raise Refused("too many devices use this seat; ask the host for a new link", "devices")
    return _with(table, number, replace(seat, users=[*seat.users, user.id]))


def changed(table: Table, user: User, number: int, wish: SeatChange) -> Table:
    """Give a seat to somebody else, before the game starts."""
    _not_started(table)
    seat = seat_for(wish, user, number)
    seat.link = at(table, number).link + 1  # whoever had the old link has lost it
    return _with(table, number, seat)


def left(table: Table, number: int) -> Table:
    """Free a seat before the game starts."""
    _not_started(table)
    return _with(table, number, Seat("open", link=table.seats[number].link + 1))


def reissued(table: Table, number: int) -> Table:
    """Make older links useless; devices that came by them lose the seat, the host's stays."""
    seat = at(table, number)
    if seat.kind == "human" and table.host not in seat.users:
        seat = replace(seat, users=[])
    return _with(table, number, replace(seat, link=seat.link + 1))


def handed_to_bot(table: Table, number: int, level: str) -> Table:
    """Let a bot play for a human."""
    seat = at(table, number)
    if seat.kind != "human" or seat.resigned or table.status != "running":
        raise Refused("a bot can play only for a person, while the game runs", "not_human")
    return _with(table, number, replace(seat, substitute=True, level=level or "steady"))


def returned(table: Table, number: int) -> Table:
    """Let the human play again."""
    seat = table.seats[number]
    if seat.resigned:
        raise Refused("this seat has resigned", "resigned")
    return _with(table, number, replace(seat, substitute=False))


def resigned(table: Table, number: int) -> Table:
    """Give a seat up for good."""
    if table.status != "running":
        raise Refused(f"the game is {table.status}", "not_running")
    seat = table.seats[number]
    if seat.resigned:
        raise Refused("this seat has resigned already", "resigned")
    return _with(table, number, replace(seat, resigned=True, level=seat.level or "steady"))


def rematch_wish(table: Table) -> NewTable:
    """Describe the same table again; the people are seated afterwards."""
    seats = [
        SeatWish("bot", convert(seat.level, Level)) if seat.kind == "bot" else SeatWish("friend")
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
        hints=table.hints,
        clock=clock,
        campaign=table.campaign is not None,
    )


def reseated(table: Table, before: Table) -> Table:
    """Seat the people of a finished table at its successor."""
    seats = []
    for new, old in zip(table.seats, before.seats, strict=True):
        if new.kind == "friend" and old.kind == "human":
            new = replace(new, kind="human", name=old.name, users=old.users)
        seats.append(new)
    return replace(table, seats=seats)
