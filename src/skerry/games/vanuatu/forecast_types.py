"""What a forecast of Vanuatu holds. The types of the browser are generated from these."""

from typing import Any, Literal

from skerry.games.view_struct import ViewStruct

PlanState = Literal["safe", "contested", "lost", "unknown"]
StepKey = Literal[
    "adds", "leads", "governs", "preaches", "acts", "last", "first", "waits", "give_up", "neutral"
]
KeepKey = Literal["now", "more", "elsewhere", "govern", "soon"]


class PlanStep(ViewStruct):
    """One step of the shortest way in which a stack is lost."""

    seat: int  # -1: nobody's in particular
    key: StepKey
    args: dict[str, Any]


class Keep(ViewStruct):
    """Something that makes a stack safe, or a safer place; `move` is "" if there is none now."""

    move: str
    key: KeepKey
    args: dict[str, Any]


class Missing(ViewStruct):
    """What you lack to use a space, apart from the lead: money, or the right place.

    `later`: other actions that you have planned can still bring it about.
    """

    kind: Literal["money", "place"]
    code: str
    rule: str
    args: dict[str, Any]
    later: bool


class PlannedSpace(ViewStruct):
    """A space with markers of yours: whether anybody can take it from you."""

    ref: str
    markers: int
    state: PlanState
    at_once: bool  # safe only if you play it in this turn
    by: list[int]  # the seats that can take it
    path: list[PlanStep]
    keep: list[Keep]
    missing: Missing | None


class CashOrder(ViewStruct):
    """Two actions in an order, and your money on the way: what you have, then each change.

    `points` are those that the change of ten vatus brings; `fails` is the space that comes to
    nothing.
    """

    order: list[str]
    have: int
    changes: list[int]
    left: int
    points: int
    fails: str | None


class Cash(ViewStruct):
    """Reaching ten vatus spoils a purchase: the order that fails, and one that works, if any."""

    fails: CashOrder
    works: CashOrder | None


class Dike(ViewStruct):
    """A dike on an island, and what it is worth to you when the next flood has passed."""

    ref: str  # of a side that is open
    points: int
    sinks: bool  # with this dike, at the next flood


class FloodedIsland(ViewStruct):
    """An island: its water, and what the next flood adds if nobody builds a dike."""

    ref: str
    tile: str
    water: int
    rise: int
    sinks: bool
    huts: list[int]  # the seats that have some
    dike: Dike | None


class FloodForecast(ViewStruct):
    """What the sea will do. `actions` are those left until the flood, 0 if it is not this round."""

    round: int  # of the next flood
    actions: int
    sinks_at: int
    sunk: int
    lost_at: int
    islands: list[FloodedIsland]


class Forecast(ViewStruct):
    """What can be known ahead. A watcher gets the flood only."""

    plans: list[PlannedSpace]
    cash: list[Cash]
    flood: FloodForecast | None
