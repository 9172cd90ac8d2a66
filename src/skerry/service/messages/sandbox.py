"""What if: moves tried out beside the real game."""

from typing import Annotated, Literal

from msgspec import Meta

from skerry.service.messages.values import MoveText, Number, Request, Response, SeatNumber
from skerry.service.messages.viewing import Snapshot, Update

MOST_STEPS = 120  # of a try; a whole round of four players has about sixty


class WhatIfStep(Request):
    """A move of a try."""

    seat: SeatNumber
    move: MoveText


class WhatIf(Request):
    """A try from the position of the table after its entry `after`.

    `deal` numbers the deal of what you cannot see, `steps` are all moves of the try. With `bot` a
    bot adds a move for whoever is asked. `drawn` is how many steps you have drawn; without it the
    whole position is sent.
    """

    after: Number
    deal: Annotated[int, Meta(ge=0, le=2**31)]
    steps: Annotated[list[WhatIfStep], Meta(max_length=MOST_STEPS)] = []
    seat: SeatNumber | None = None
    bot: bool = False
    drawn: Number | None = None


class WhatIfMove(Response):
    """A move that stands in a try."""

    seat: int
    move: str
    by: Literal["hand", "bot"]


class WhatIfPage(Response):
    """A try as it stands. `steps` are those that were possible.

    `table` is the whole position, or `updates` lead there. Their views carry `sandbox`: a client
    must not draw them without saying so.
    """

    after: int
    deal: int
    seat: int  # whose try it is
    turn: int | None  # the seat to move; None once the game is over
    steps: list[WhatIfMove]
    table: Snapshot | None
    updates: list[Update]


class WhatIfOutlook(Response):
    """What to expect at the end of a try; a solo game has no `win`."""

    points: float
    win: float | None
    tries: int
