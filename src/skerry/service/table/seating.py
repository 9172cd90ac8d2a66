"""Sitting down and standing up: joining, links, substitutes, resigning, time that has run out."""

from msgspec.structs import replace

from skerry.kernel.rng import Chance
from skerry.service.errors import NotAllowed, Refused
from skerry.service.table import absence, clock, commands, rated, seats
from skerry.service.table.notices import notice
from skerry.service.table.outcome import Outcome
from skerry.service.table.records import given_up
from skerry.service.table.start import started, started_if_full
from skerry.service.table.state import TableState
from skerry.store.protocol import Presence, Table

SILENT_SECONDS = 86400.0  # after which an earlier device of a seat can be signed out


def _seated(current: TableState, table: Table, now: float, chance: Chance) -> Outcome:
    rated.check_seats(table)
    return Outcome(started_if_full(current.with_table(table), now, chance))


def join(current: TableState, command: commands.Join, now: float, chance: Chance) -> Outcome:
    """Sit down on an open seat; the game starts if that was the last one."""
    table = seats.joined(current.table, command.user, command.seat, now)
    return _seated(current, table, now, chance)


def claim(current: TableState, command: commands.Claim, now: float, chance: Chance) -> Outcome:
    """Take the seat of a link, or come back to it on another device; the chat announces it."""
    before = seats.at(current.table, command.seat)
    table = seats.claimed(current.table, command.user, command.seat, command.issue, now)
    if table is current.table:
        return Outcome(current)
    name = table.seats[command.seat].name
    said = notice("device_added" if before.users else "seat_taken", name=name)
    return replace(_seated(current, table, now, chance), notices=[said])


def set_seat(current: TableState, command: commands.SetSeat, now: float, chance: Chance) -> Outcome:
    """Let the host change who sits where, before the game starts."""
    seats.host_only(current.table, command.user)
    table = seats.changed(current.table, command.user, command.seat, command.change)
    return _seated(current, table, now, chance)


def start(current: TableState, command: commands.Start, now: float, chance: Chance) -> Outcome:
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
    table = seats.reissued(current.table, command.user, command.seat)
    return Outcome(current.with_table(table))


def may_sign_out(
    users: list[str], user: str, device: str, presence: dict[str, Presence], now: float
) -> bool:
    """Return whether a device of a seat may remove another one.

    A device that came later removes an earlier one only if that was silent for a day: whoever
    got hold of a link must not push out the player.
    """
    known = presence.get(device)
    silent = known is not None and known.seen < now - SILENT_SECONDS
    return silent or users.index(device) > users.index(user)


def sign_out_devices(current: TableState, command: commands.SignOutDevices, now: float) -> Outcome:
    """Remove other devices from the own seat."""
    table = current.table
    number = seats.acting(table, command.user, command.seat)
    users = table.seats[number].users
    for device in command.devices:
        if device not in users or device == command.user.id:
            raise Refused("choose another device of your seat", "no_device")
        if not may_sign_out(users, command.user.id, device, command.presence, now):
            raise NotAllowed(
                "this device had the seat before yours; use it to sign out", "earlier_device"
            )
    if not command.devices:
        return Outcome(current)
    after = seats.signed_out(table, number, command.devices)
    said = notice("device_signed_out", name=table.seats[number].name)
    return Outcome(current.with_table(after), notices=[said])


def substitute(current: TableState, command: commands.Substitute) -> Outcome:
    """Let a bot play one's own seat for a while."""
    seat = seats.acting(current.table, command.user, command.seat)
    rated.check_own_play(current.table)
    level = seats.bot_on_offer(command.level)
    table = seats.handed_to_bot(current.table, seat, level)
    said = notice("bot_plays", name=table.seats[seat].name)
    return Outcome(current.with_table(table), notices=[said])


def come_back(current: TableState, command: commands.ComeBack) -> Outcome:
    """Play again instead of the substitute."""
    seat = seats.acting(current.table, command.user, command.seat)
    return Outcome(current.with_table(seats.returned(current.table, seat)))


def resign(current: TableState, command: commands.Resign) -> Outcome:
    """Give a seat up: a bot plays it to the end; without humans the game ends as it stands."""
    return _resigned(current, seats.acting(current.table, command.user, command.seat))


def _resigned(current: TableState, seat: int) -> Outcome:
    table = seats.resigned(current.table, seat)
    if rated.never_agreed(current, seat):
        table = replace(table, unrated=True)
    if not seats.humans(table):
        table = given_up(table, current.game, current.state)
    said = notice("resigned", name=table.seats[seat].name)
    return Outcome(current.with_table(table), notices=[said])


def rename(current: TableState, command: commands.Rename) -> Outcome:
    """Change the name on a seat, before, during or after the game."""
    seat = seats.acting(current.table, command.user, command.seat)
    before = current.table.seats[seat].name
    table = seats.renamed(current.table, seat, command.name)
    if table is current.table:
        return Outcome(current)
    said = notice("renamed", before=before, name=table.seats[seat].name)
    return Outcome(current.with_table(table), notices=[said])


def time_out(current: TableState, command: commands.TimeOut, now: float) -> Outcome:
    """Do what is due: in somebody's absence, or at the end of the time, as the clock says."""
    table = current.table
    due = absence.happened(current, command.presence, now)
    if due is not None:
        return due
    end = clock.runs_out(table)
    if table.number != command.number or end is None or now < end:
        return Outcome(current)
    assert table.turn is not None and table.clock is not None
    if table.clock.at_zero == "resign":
        return _resigned(current, table.turn)
    seat = table.seats[table.turn]
    handed = seats.handed_to_bot(table, table.turn, seat.level)
    said = notice("time_is_up", name=seat.name)
    return Outcome(current.with_table(handed), notices=[said])
