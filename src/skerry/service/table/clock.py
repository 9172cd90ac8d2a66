"""Time to think: how much is left, and what a move or an undo does to it. Times are seconds."""

from msgspec.structs import replace

from skerry.service.messages import ClockWish
from skerry.service.table import seats
from skerry.store.protocol import Clock, Table

MOST_PAST = 100  # moves of which the clock remembers the time


def new_clock(wanted: ClockWish | None) -> Clock | None:
    """Return a clock that has not started."""
    if wanted is None:
        return None
    increment = wanted.increment if wanted.kind == "budget" else 0
    return Clock(wanted.kind, wanted.seconds, increment, wanted.at_zero)


def started(clock: Clock | None, seats: int, now: float) -> Clock | None:
    """Start the clock with the game."""
    return clock and replace(clock, left=[clock.seconds] * seats, since=now)


def turned(
    clock: Clock | None, turn: int | None, mover: int, after: int | None, now: float
) -> Clock | None:
    """Return the clock after a move: *turn* was asked, *mover* moved, *after* is asked next."""
    if clock is None or turn is None:
        return clock
    if clock.kind == "move":
        if mover != turn and after == turn:  # another's out-of-turn move gives no new time
            return replace(clock, past=_remember(clock, turn, 0.0, 0.0))
        used = clock.seconds - _left(clock, turn, now)
        fresh = [clock.seconds] * len(clock.left)
        return replace(clock, left=fresh, since=now, past=_remember(clock, turn, used, 0.0))
    gained = clock.increment if mover == turn else 0.0
    left = list(clock.left)
    left[turn] = _left(clock, turn, now) + gained
    return replace(clock, left=left, since=now, past=_remember(clock, turn, 0.0, gained))


def rewound(
    clock: Clock | None, turn: int | None, undone: int, after: int | None, now: float
) -> Clock | None:
    """Return the clock after an undo: *undone* moves are gone, *after* is asked again.

    The time that was used stays used, and what was given for the moves is taken away.
    """
    if clock is None or turn is None or after is None:
        return clock
    kept = max(0, len(clock.past) - undone)
    gone, past = clock.past[kept:], clock.past[:kept]
    left = list(clock.left)
    if clock.kind == "budget":
        left[turn] = _left(clock, turn, now)
        for seat, _, gained in gone:
            left[seat] = max(0.0, left[seat] - gained)
        return replace(clock, left=left, since=now, past=past)
    used = sum(seconds for seat, seconds, _ in gone if seat == after)
    if after == turn:
        used += clock.seconds - _left(clock, turn, now)
    left = [clock.seconds] * len(left)
    left[after] = max(0.0, clock.seconds - used)
    return replace(clock, left=left, since=now, past=past)


def _left(clock: Clock, seat: int, now: float) -> float:
    """Return what is left for the seat that is asked."""
    return max(0.0, clock.left[seat] - max(0.0, now - clock.since))


def _remember(
    clock: Clock, seat: int, used: float, gained: float
) -> list[tuple[int, float, float]]:
    return [*clock.past[1 - MOST_PAST :], (seat, round(used, 3), gained)]


def left_now(table: Table, now: float) -> list[float]:
    """Return what is left per seat now."""
    clock = table.clock
    assert clock is not None
    left = list(clock.left)
    if table.status == "running" and table.turn is not None and left:
        left[table.turn] = _left(clock, table.turn, now)
    return left


def expired(table: Table, now: float) -> bool:
    """Return whether the seat that is asked has no time left."""
    clock, turn = table.clock, table.turn
    return clock is not None and turn is not None and left_now(table, now)[turn] <= 0


def runs_out(table: Table) -> float | None:
    """Return when the running clock reaches zero, None if that changes nothing."""
    clock, turn = table.clock, table.turn
    if table.status != "running" or clock is None or turn is None or not clock.left:
        return None
    if clock.at_zero == "nothing" or seats.played_by_bot(table.seats[turn]):
        return None
    return clock.since + clock.left[turn]
