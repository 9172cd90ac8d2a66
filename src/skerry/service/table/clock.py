"""Time to think: how much is left, and what a move does to it. Times are seconds."""

from msgspec.structs import replace

from skerry.service.messages import ClockWish
from skerry.service.table import seats
from skerry.service.table.state import TableState
from skerry.store.protocol import Clock, Table


def new_clock(wish: ClockWish | None) -> Clock | None:
    """Return a clock that has not started."""
    if wish is None:
        return None
    increment = wish.increment if wish.kind == "budget" else 0
    return Clock(wish.kind, wish.seconds, increment, wish.at_zero)


def started(clock: Clock | None, seats: int, now: float) -> Clock | None:
    """Start the clock with the game."""
    return clock and replace(clock, left=[clock.seconds] * seats, since=now)


def turned(
    clock: Clock | None, turn: int | None, mover: int, after: int | None, now: float
) -> Clock | None:
    """Return the clock after a move: *turn* was asked, *mover* moved, *after* is asked next."""
    if clock is None or turn is None:
        return clock
    left = list(clock.left)
    if clock.kind == "budget":
        left[turn] = max(0.0, left[turn] - (now - clock.since))
        if mover == turn:
            left[turn] += clock.increment
    elif mover != turn and after == turn:
        return clock  # another's out-of-turn move gives no new time
    return replace(clock, left=left, since=now)


def runs_out(table: Table) -> float | None:
    """Return when the running clock reaches zero, None if that changes nothing."""
    clock, turn = table.clock, table.turn
    if table.status != "running" or clock is None or turn is None or not clock.left:
        return None
    if clock.at_zero == "nothing" or seats.played_by_bot(table.seats[turn]):
        return None
    return clock.since + clock.left[turn]


def skip(current: TableState, seconds: float) -> TableState:
    """Return the table with some seconds not counted."""
    table = current.table
    if table.clock is None or table.status != "running":
        return current
    clock = replace(table.clock, since=table.clock.since + seconds)
    return current.with_table(replace(table, clock=clock))
