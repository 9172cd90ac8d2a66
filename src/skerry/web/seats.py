"""Endpoints of the seats of a table: who sits where, links, absence, devices."""

from skerry.service import messages as m
from skerry.service.table import absence, commands, seats
from skerry.service.viewers import devices as seat_devices
from skerry.service.viewers.frames import table_info
from skerry.web.call import Call
from skerry.web.endpoint import Endpoint


async def join(call: Call) -> m.Snapshot:
    """Take an open seat."""
    return await call.execute(commands.Join(call.user, call.body.seat))


async def claim(call: Call) -> m.Snapshot:
    """Take the seat a link stands for, or add this device to it. A link works once."""
    live, seat = await call.services.invitations.claim(call.user, call.body.token)
    return await call.snapshot(live, seat)


async def invitation(call: Call) -> m.Invitation:
    """Show the table a seat link stands for, without taking the seat."""
    live, seat = await call.services.invitations.show(call.anybody, call.body.token)
    return m.Invitation(table_info(live, call.anybody.id), seat)


async def leave(call: Call) -> m.Snapshot:
    """Stand up before the game starts."""
    return await call.execute(commands.Leave(call.user, call.body.seat))


async def come_back(call: Call) -> m.Snapshot:
    """Take your seat back from the bot."""
    return await call.execute(commands.ComeBack(call.user, call.body.seat))


async def rename(call: Call) -> m.Snapshot:
    """Change the name on your seat."""
    return await call.execute(commands.Rename(call.user, call.body.name, call.body.seat))


async def set_seat(call: Call) -> m.Snapshot:
    """Change who sits on a seat before the game starts; for the host."""
    return await call.execute(commands.SetSeat(call.user, call.seat, call.body))


async def seat_link(call: Call) -> m.SeatLink:
    """Return the link of a seat: to its player, or to the host while nobody has the seat."""
    token = await call.services.invitations.link(call.user, call.path["id"], call.seat)
    return _link(call, token)


async def new_seat_link(call: Call) -> m.SeatLink:
    """Issue a seat's link again; older ones stop working."""
    token = await call.services.invitations.new_link(call.user, call.path["id"], call.seat)
    return _link(call, token)


def _link(call: Call, token: str) -> m.SeatLink:
    url = f"{call.services.settings.base_url}/t/{call.path['id']}#seat={token}"
    return m.SeatLink(call.seat, url, token)


async def substitute(call: Call) -> m.Snapshot:
    """Let a bot play your seat, or ask for one in the seat of a player who is away."""
    live = await call.live()
    if call.user.id in seats.at(live.table, call.seat).users:
        return await call.execute(commands.Substitute(call.user, call.seat, call.body.level))
    return await _absence(call, "substitute", call.seat, call.body.level)


async def free_seat(call: Call) -> m.Snapshot:
    """Announce that a seat becomes free unless its player shows up; for the host."""
    return await _absence(call, "free", call.seat)


async def end_game(call: Call) -> m.Snapshot:
    """Announce that a game of two people ends unrated unless the other, who is away, shows up."""
    return await _absence(call, "end", call.seat)


async def become_host(call: Call) -> m.Snapshot:
    """Ask to become the host, since the host is away."""
    return await _absence(call, "host", 0)


async def _absence(call: Call, what: m.Absence, seat: int, level: str = "steady") -> m.Snapshot:
    tables, id = call.tables, call.path["id"]
    await call.services.chat_lines.take(f"{call.user.id} {id}")  # it is announced in the chat
    return await call.snapshot(await tables.act_on_absence(call.user, id, what, seat, level))


async def absences(call: Call) -> m.AbsenceOptions:
    """List what you could ask for because somebody is away, and why not now."""
    live = await call.live()
    presence = await call.tables.presence.of(live)
    now = call.tables.time.now()
    return m.AbsenceOptions(absence.possible(live.table, call.user, presence, now))


async def answer_absence(call: Call) -> m.Snapshot:
    """Agree to what is asked for in somebody's absence, or refuse it."""
    body: m.AnswerAbsence = call.body
    command = commands.AnswerAbsence(call.user, body.what, body.seat, body.agree)
    return await call.execute(command)


async def show_seat_devices(call: Call) -> m.SeatDevices:
    """List the devices on your seat."""
    live = await call.live()
    seat = seats.acting(live.table, call.user, call.seat)
    presence = await call.tables.presence.of(live)
    return m.SeatDevices(seat_devices.listed(live, seat, call.user, presence))


async def sign_out_of_seat(call: Call) -> m.SeatDevices:
    """Remove other devices from your seat; its links stop working."""
    live = await call.live()
    seat = seats.acting(live.table, call.user, call.seat)
    chosen = seat_devices.chosen(live.table, seat, call.body.devices)
    await call.tables.sign_out_devices(call.user, call.path["id"], seat, chosen)
    return await show_seat_devices(call)


_TABLE = "/api/tables/{id}"
SEAT_ENDPOINTS = [
    Endpoint("POST", _TABLE + "/join", join, m.Snapshot, m.Join),
    Endpoint("POST", "/api/claim", claim, m.Snapshot, m.Claim),
    Endpoint("POST", "/api/invitation", invitation, m.Invitation, m.Claim),
    Endpoint("POST", _TABLE + "/leave", leave, m.Snapshot, m.WhichSeat),
    Endpoint("POST", _TABLE + "/back", come_back, m.Snapshot, m.WhichSeat),
    Endpoint("POST", _TABLE + "/name", rename, m.Snapshot, m.SeatName),
    Endpoint("POST", _TABLE + "/seats/{seat}", set_seat, m.Snapshot, m.SeatChange),
    Endpoint("GET", _TABLE + "/seats/{seat}/link", seat_link, m.SeatLink),
    Endpoint("POST", _TABLE + "/seats/{seat}/link", new_seat_link, m.SeatLink, m.Empty),
    Endpoint("POST", _TABLE + "/seats/{seat}/bot", substitute, m.Snapshot, m.Substitute),
    Endpoint("POST", _TABLE + "/seats/{seat}/free", free_seat, m.Snapshot, m.Empty),
    Endpoint("POST", _TABLE + "/seats/{seat}/end", end_game, m.Snapshot, m.Empty),
    Endpoint("POST", _TABLE + "/host", become_host, m.Snapshot, m.Empty),
    Endpoint("GET", _TABLE + "/absence", absences, m.AbsenceOptions),
    Endpoint("POST", _TABLE + "/absence", answer_absence, m.Snapshot, m.AnswerAbsence),
    Endpoint("GET", _TABLE + "/seats/{seat}/devices", show_seat_devices, m.SeatDevices),
    Endpoint(
        "POST", _TABLE + "/seats/{seat}/devices", sign_out_of_seat, m.SeatDevices, m.SignOutSeat
    ),
]
