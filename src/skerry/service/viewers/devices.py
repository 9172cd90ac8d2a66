"""The devices on a seat, as its player is shown them."""

import hashlib
import time

from skerry.service.errors import Refused
from skerry.service.live.live_table import LiveTable
from skerry.service.messages import SeatDevice
from skerry.service.people import User
from skerry.service.table.seating import may_sign_out
from skerry.store.protocol import Presence, Table


def listed(
    live: LiveTable, seat: int, user: User, presence: dict[str, Presence]
) -> list[SeatDevice]:
    """List the devices on a seat to one of them, in the order they came."""
    taken = live.table.seats[seat]
    online = live.online
    now = live.time.now()

    def date(at: float | None) -> float | None:
        return None if at is None else time.time() - max(0.0, now - at)

    return [
        SeatDevice(
            key=_key(live.table, device),
            name=taken.names.get(device, taken.name),
            here=device == user.id,
            at=date(taken.claimed.get(device)),
            seen=date(presence[device].seen) if device in presence else None,
            online=device in online,
            can_sign_out=device != user.id
            and may_sign_out(taken.users, user.id, device, presence, now),
        )
        for device in taken.users
    ]


def chosen(table: Table, seat: int, keys: list[str]) -> list[str]:
    """Return the devices of a seat by their keys; raises Refused."""
    known = {_key(table, user): user for user in table.seats[seat].users}
    if any(key not in known for key in keys):
        raise Refused("this device does not have your seat any more", "no_device")
    return [known[key] for key in keys]


def _key(table: Table, user: str) -> str:
    """Return a name for a device that reveals nothing about it."""
    return hashlib.sha256(f"{table.id} {user}".encode()).hexdigest()[:16]
