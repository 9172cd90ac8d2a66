"""What is stored of people: a name, and the devices and programs that act for them."""

from typing import Literal, Protocol

import msgspec

OPERATOR = "operator"  # the user of the devices on which the operator has signed in


class Person(msgspec.Struct):
    """Somebody who chose a name."""

    id: str
    name: str
    made: float
    seen: float


class Device(msgspec.Struct):
    """A browser or a program that acts for a person until it expires or is signed out."""

    id: str
    user: str
    kind: Literal["browser", "program", "operator"]
    label: str  # what it is, for its owner: "Firefox, Linux"
    made: float
    seen: float
    expires: float
    parent: str = ""  # the device that asked for it; it ends with that one
    address: str = ""  # where it was last seen
    ended: float = 0.0
    name: str = ""  # of the person, as it is now


class AccountStore(Protocol):
    """People and their devices. Every write has reached the disk when it returns."""

    async def sign_in(self, person: Person, device: Device, revoked: float | None = None) -> None:
        """Store a device of a person, and the person unless known.

        Raises WriteConflict if the device's parent has ended, or if `revoked_at` is not *revoked*
        any more.
        """

    async def join(self, device: Device) -> bool:
        """Store a device of a person whom we know; return False if there is no such person."""

    async def add(self, device: Device) -> None:
        """Store a further device."""

    async def rename(self, user: str, name: str) -> None:
        """Change the name of a person."""

    async def person(self, user: str) -> Person | None:
        """Read a person."""

    async def device(self, id: str) -> Device | None:
        """Read a device, also one that has ended."""

    async def devices(self, user: str, now: float) -> list[Device]:
        """List the devices that still act for a user, the last seen first."""

    async def touch(self, device: str, now: float, address: str, expires: float) -> None:
        """Note that a device is in use, from where, and until when it may be."""

    async def end(self, device: str, now: float) -> list[str]:
        """End a device and all that were derived from it; return their ids."""

    async def end_all(self, user: str, now: float, but: str, programs_only: bool) -> list[str]:
        """End the devices of a user, apart from one and what it was derived from."""

    async def ended_since(self, time: float) -> list[str]:
        """List the devices that ended at or after a time."""

    async def revoked_at(self, user: str) -> float:
        """Return when a user voided the cookies and tokens of the first version, or 0."""

    async def first_cookies_until(self) -> float:
        """Return until when cookies of the first version, which name no device, are accepted."""

    async def tidy(self, now: float) -> None:
        """Remove devices that ended or expired long ago, and addresses of long ago."""
