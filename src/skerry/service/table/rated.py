"""Tables whose result changes the players' ratings, and what they do without for it."""

from msgspec.structs import replace

from skerry.ratings import anchors
from skerry.service.errors import Refused
from skerry.service.messages import NewTable
from skerry.service.table.state import TableState
from skerry.store.protocol import Clock, Table


def checked(new_table: NewTable) -> NewTable:
    """Return a request for a rated table without any help; refuse what cannot be rated."""
    if not new_table.rated:
        return new_table
    if new_table.play_on is not None or new_table.record or new_table.campaign:
        raise Refused(
            "only a fresh deal can be rated: no campaign, no record, no earlier position",
            "rated_deal",
        )
    if (
        new_table.coach not in (None, "off")
        or new_table.hints
        or new_table.forecast
        or new_table.what_if
    ):
        raise Refused(
            "a rated table has no coach, forecast or what-if; turn them off", "rated_help"
        )
    return replace(new_table, coach="off", hints=None, forecast=False, what_if=False)


def with_clock(table: Table) -> Table:
    """Return the table with a clock at whose end one loses: a bot cannot play on for a rating."""
    if not table.rated or table.clock is None or table.clock.at_zero != "bot":
        return table
    clock: Clock = replace(table.clock, at_zero="resign")
    return replace(table, clock=clock)


def check_seats(table: Table) -> None:
    """Refuse a rated table whose seats cannot be rated."""
    if not table.rated:
        return
    seats = table.seats
    if len(seats) < 2 or all(seat.kind == "bot" for seat in seats):
        raise Refused("a rated table needs a person and at least one opponent", "rated_seats")
    users = [user for seat in seats for user in set(seat.users)]
    if len(users) != len(set(users)):
        raise Refused("at a rated table nobody has two seats", "rated_twice")
    known = anchors(table.game)
    if any(seat.kind == "bot" and seat.level not in known for seat in seats):
        levels = ", ".join(known) or "none of this game"
        raise Refused(f"at a rated table the bots are of the levels: {levels}", "rated_bots")


def check_own_play(table: Table) -> None:
    """Refuse to let a bot play for oneself at a rated table."""
    if table.rated:
        raise Refused(
            "this game is rated: play yourself, or resign and lose it", "rated_substitute"
        )


def never_agreed(current: TableState, seat: int) -> bool:
    """Return whether somebody else's rematch put a player here, who has not moved since.

    Such a player may be away or unwilling, and must not lose a rating by it.
    """
    table = current.table
    asked = table.host in table.seats[seat].users
    return bool(table.previous) and not asked and all(m.seat != seat for m in current.history)
