"""The endpoints of positions beside the real game: exercises after it, what-if during it."""

import asyncio
from collections.abc import Iterator

from skerry.analysis.exercises import TriedMove
from skerry.service import messages as m
from skerry.service.errors import NotFound
from skerry.web.call import Call
from skerry.web.endpoint import Endpoint


async def exercises(call: Call) -> m.Exercises:
    """List the costliest mistakes of a seat in a finished game; yours if you name none."""
    await call.services.reads.take(call.client)
    live, seat = await call.live(), call.query_number("seat", 9)
    return await call.services.exercises.listed(live, call.anybody, seat)


async def exercise(call: Call) -> m.Exercise:
    """Show one of them as its player saw the table then."""
    await call.services.reads.take(call.client)
    live, seat = await call.live(), call.query_number("seat", 9)
    return await call.services.exercises.show(live, call.anybody, seat, call.number)


async def exercise_details(call: Call) -> m.Details:
    """Return what each move of an exercise would change, and why the rest is closed."""
    await call.services.reads.take(call.client)
    live, seat = await call.live(), call.query_number("seat", 9)
    return await _last(await call.services.exercises.details(live, call.anybody, seat, call.number))


async def try_exercise(call: Call) -> TriedMove:
    """Answer an exercise; the coach judges your move within some seconds."""
    await call.services.reads.take(call.user.id, 5)
    live, body = await call.live(), call.body
    return await call.services.exercises.judge(live, call.user, body.seat, call.number, body.move)


async def help_with_exercise(call: Call) -> m.ExerciseHelp:
    """Ask for help with an exercise."""
    live, body = await call.live(), call.body
    found = call.services.exercises.help(live, call.user, body.seat, call.number, body.step)
    return await found


async def what_if(call: Call) -> m.WhatIfPage:
    """Try moves out from the current position, with everything dealt anew that you cannot see."""
    await call.services.reads.take(call.user.id)
    return await call.services.what_ifs.show(call.user, call.path["id"], call.body)


async def what_if_details(call: Call) -> m.Details:
    """Return what each move at the end of a try would change, and why the rest is closed."""
    await call.services.reads.take(call.user.id)
    return await _last(await call.services.what_ifs.details(call.user, call.path["id"], call.body))


async def what_if_outlook(call: Call) -> m.WhatIfOutlook:
    """Return what you may expect at the end of a try."""
    await call.services.reads.take(call.user.id, 3)
    return await call.services.what_ifs.outlook(call.user, call.path["id"], call.body)


async def _last(steps: Iterator[m.Details | None]) -> m.Details:
    """Do work in small steps, letting others pass between them."""
    for step in steps:
        if step is not None:
            return step
        await asyncio.sleep(0)
    raise NotFound("there is nothing for you to decide", "no_decision")


_TABLE = "/api/tables/{id}"
_EXERCISE = _TABLE + "/exercises/{number}"
_SEAT = ("seat",)
SANDBOX_ENDPOINTS = [
    Endpoint("GET", _TABLE + "/exercises", exercises, m.Exercises, query=_SEAT),
    Endpoint("GET", _EXERCISE, exercise, m.Exercise, query=_SEAT),
    Endpoint("GET", _EXERCISE + "/details", exercise_details, m.Details, query=_SEAT),
    Endpoint("POST", _EXERCISE + "/tries", try_exercise, TriedMove, m.TryMove),
    Endpoint("POST", _EXERCISE + "/help", help_with_exercise, m.ExerciseHelp, m.AskHelp),
    Endpoint("POST", _TABLE + "/whatif", what_if, m.WhatIfPage, m.WhatIf),
    Endpoint("POST", _TABLE + "/whatif/details", what_if_details, m.Details, m.WhatIf),
    Endpoint("POST", _TABLE + "/whatif/outlook", what_if_outlook, m.WhatIfOutlook, m.WhatIf),
]
