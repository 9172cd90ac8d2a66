"""Sitting down and standing up: joining, links, substitutes, resigning, time that has run out."""

from msgspec.structs import replace

from skerry.kernel.rng import Rng
from skerry.service.errors import NotAllowed, Refused
from skerry.service.table import clock, commands, seats
from skerry.service.table.outcome import Outcome
from skerry.service.table.start import started, started_if_full
from skerry.service.table.state import TableState
from skerry.store.protocol import Table


def _seated(current: TableState, table: Table, now: float, chance: Rng) -> Outcome:
    return Outcome(started_if_full(current.with_table(table), now, chance))


def join(current: TableState, command: commands.Join, now: float, chance: Rng) -> Outcome:
    """Sit down on an open seat; the game starts if that was the last one."""
    table = seats.joined(current.table, command.user, command.seat)
    return _seated(current, table, now, chance)


def claim(current: TableState, command: commands.Claim, now: float, chance: Rng) -> Outcome:
    """Take the seat of a link, or come back to it on another device."""
    table = seats.claimed(current.table, command.user, command.seat, command.issue)
    if table is current.table:
        return Outcome(current)
    return _seated(current, table, now, chance)


def set_seat(current: TableState, command: commands.SetSeat, now: float, chance: Rng) -> Outcome:
    """Let the host change who sits where, before the game starts."""
    seats.host_only(current.table, command.user)
    table = seats.changed(current.table, command.user, command.seat, command.wish)
    return _seated(current, table, now, chance)


def start(current: TableState, command: commands.Start, now: float, chance: Rng) -> Outcome:
    """Start the game, if every seat is taken."""
    seats.host_only(current.table, command.user)
    missing = seats.missing(current.table)
    if current.table.status == "open" and missing:
        raise Refused(f"seats {missing} are not taken yet", "seats_missing")
    return Outcome(started(current, now, chance))


def leave(current: TableState, command: commands.Leave) -> Outcome:
    """Free a seat before the game starts."""
    seat = seats.acting(current.table, command.user, command.seat)
    return Outcome(current.with_table(seats.left(current.table, seat)))


def reissue_link(current: TableState, command: commands.ReissueLink) -> Outcome:
    """Make the older links of a seat useless."""
    seats.host_only(current.table, command.user)
    table = seats.reissued(current.table, command.seat)
    notice = f"The link of seat {command.seat + 1} was issued again"
    return Outcome(current.with_table(table), notices=[notice])


def substitute(current: TableState, command: commands.Substitute) -> Outcome:
    """Let a bot play a seat: one's own at any time, another's when its human is away."""
    seat = seats.at(current.table, command.seat)
    if command.user.id not in seat.users:
        seats.host_only(current.table, command.user)
        if not command.absent:
            raise NotAllowed(
                "this player is connected; a bot can play for somebody who is away", "not_away"
            )
    table = seats.handed_to_bot(current.table, command.seat, command.level)
    return Outcome(current.with_table(table), notices=[f"A bot plays for {seat.name}"])


def come_back(current: TableState, command: commands.ComeBack) -> Outcome:
    """Play again instead of the substitute."""
    seat = seats.acting(current.table, command.user, command.seat)
    return Outcome(current.with_table(seats.returned(current.table, seat)))


def resign(current: TableState, command: commands.Resign) -> Outcome:
    """Give a seat up: a bot plays it to the end; without humans the game ends."""
    return _resigned(current, seats.acting(current.table, command.user, command.seat))


def _resigned(current: TableState, seat: int) -> Outcome:
    table = seats.resigned(current.table, seat)
    if not seats.humans(table):
        table = replace(table, status="abandoned", turn=None, undo=None)
    return Outcome(current.with_table(table), notices=[f"{table.seats[seat].name} resigns"])


def time_out(current: TableState, command: commands.TimeOut, now: float) -> Outcome:
    """Resign for the seat whose time is up, or let a bot play it, as the clock says."""
    table = current.table
    end = clock.runs_out(table)
    if table.number != command.number or end is None or now < end:
        return Outcome(current)
    assert table.turn is not None and table.clock is not None
    if table.clock.at_zero == "resign":
        return _resigned(current, table.turn)
    seat = table.seats[table.turn]
    handed = seats.handed_to_bot(table, table.turn, seat.level)
    notice = f"Time is up: a bot plays for {seat.name}"
    return Outcome(current.with_table(handed), notices=[notice])
