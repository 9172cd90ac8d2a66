"""What a forecast of Nusfjord holds. The types of the browser are generated from these."""

from typing import Literal

from skerry.games.view_struct import ViewStruct

Receiver = Literal["elders", "market", "share", "own", "reserve", "lost"]
AffordState = Literal["now", "later", "never"]
Obstacle = Literal["space", "track", "supply"]
Goods = dict[Literal["wood", "fish", "gold"], int]


class FishFlow(ViewStruct):
    """A part of a haul. `seat` is the holder of a Share elsewhere, else -1."""

    to: Receiver
    seat: int
    fish: int


class Incoming(ViewStruct):
    """Fish that another seat brings to the Shares of its colour that this seat holds."""

    seat: int
    fish: int


class FishingForecast(ViewStruct):
    """Where a seat's haul of the next round goes if nothing changes before it.

    `open`: a haul falls short, so that somebody will choose; the figures are then the least.
    """

    seat: int
    haul: int
    flow: list[FishFlow]
    incoming: list[Incoming]
    from_elders: int  # the fish that elders give back with their third
    you: int  # fish that come into the supply
    reserve: int  # fish in the Reserve afterwards
    reserve_limit: int
    open: bool


class IfFirst(ViewStruct):
    """What a turn on a space does to the next fishing; `what` is the ship, if it is about one."""

    ref: str
    what: str
    fishing: FishingForecast


class Affordable(ViewStruct):
    """When a building or a ship can be paid, counting only what comes in without a choice.

    `round` is the round at the earliest, 0 if that is not in time; `short` is what is missing in
    the last round, `obstacle` what else stands in the way.
    """

    ref: str
    state: AffordState
    round: int
    short: Goods
    obstacle: Obstacle | None


class Forecast(ViewStruct):
    """What can be known ahead. A watcher gets the fishing only.

    `after` has what the viewer's moves change, by their text.
    """

    round: int  # of the next fishing
    fishing: list[FishingForecast]  # by seat; empty in the last round
    after: dict[str, FishingForecast]
    first: list[IfFirst]
    afford: list[Affordable]
