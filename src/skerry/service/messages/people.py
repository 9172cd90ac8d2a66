"""People, their devices and tokens."""

from typing import Annotated, Literal

from msgspec import Meta

from skerry.service.messages.values import Name, Request, Response


class NewGuest(Request):
    """Play under a name; no account needed."""

    name: Name


class Me(Response):
    """Who you are. `name` is empty until one is chosen."""

    id: str
    name: str


class NewToken(Request):
    """Ask for a token that lasts so many days."""

    days: Annotated[int, Meta(ge=1, le=366)] = 90
    name: Annotated[str, Meta(max_length=40)] = ""  # what you will know it by


class Token(Response):
    """A token for programs: send it as `Authorization: Bearer ...` until it expires."""

    token: str
    expires: float  # seconds since 1970


class DeviceInfo(Response):
    """A browser or a program that acts for you. `here` is the one that asks."""

    id: str
    kind: Literal["browser", "program"]
    label: str
    made: float
    seen: float
    expires: float
    here: bool


class Devices(Response):
    """Your devices, the last seen first."""

    devices: list[DeviceInfo]


class EndDevice(Request):
    """Sign out a device; every other one if none is named."""

    device: Annotated[str, Meta(max_length=64)] = ""
