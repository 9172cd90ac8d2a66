"""What if: moves tried out from the current position of a running game.

Nothing is stored. A client sends the number of a deal and all steps of its try with every request,
and the server makes the position again: from what the seat can see, the hidden things dealt anew by
that number, then the steps, each checked like a real move. So there is nothing to expire or to fill
the memory, any server process can answer, and nothing needs a signature: whatever a client invents,
it gets a game that is consistent with what it knows, and the real deal has no part in it.
"""

import asyncio
import secrets
from collections.abc import Iterator
from typing import Literal

from skerry.analysis.what_if import Outlook, Step, dealt_anew, follow
from skerry.bots.offer import bot_behind
from skerry.kernel.agenda import State
from skerry.kernel.events import Event
from skerry.service.bots.bot_turns import SECONDS
from skerry.service.bots.pool import Pool, WhatIfAnswer, WhatIfTask
from skerry.service.errors import NotAllowed, Refused, Stale
from skerry.service.live.live_table import LiveTable
from skerry.service.live.tables import Tables
from skerry.service.messages import (
    MOST_STEPS,
    Details,
    LogEntry,
    Update,
    WhatIf,
    WhatIfMove,
    WhatIfOutlook,
    WhatIfPage,
)
from skerry.service.people import User
from skerry.service.sandbox.shown import ShownPosition
from skerry.service.table import seats
from skerry.service.table.state import turn_of

OUTLOOK_ITERATIONS = 600
OUTLOOK_SECONDS = 10.0
AT_A_TIME = 8  # steps made before others get their turn
# An expert thinks 1.5 seconds for each of its moves; in a try nobody wants to wait that long.
INSTEAD_OF_EXPERT = "skilled"


class WhatIfs:
    """Replays tries and evaluates them."""

    def __init__(self, tables: Tables, pool: Pool, iterations: int = OUTLOOK_ITERATIONS) -> None:
        self.tables = tables
        self.iterations = iterations  # of an evaluation
        self.pool = pool

    async def show(self, user: User, id: str, request: WhatIf) -> WhatIfPage:
        """Show a try, with one more move of a bot if asked for."""
        made = await self._follow(user, id, request)
        if request.bot:
            await self._let_bot_move(user, made)
        return made.page(request.drawn)

    async def details(self, user: User, id: str, request: WhatIf) -> Iterator[Details | None]:
        """Work out what each move at the end of a try would change, in small steps."""
        return (await self._follow(user, id, request)).shown().details()

    async def outlook(self, user: User, id: str, request: WhatIf) -> WhatIfOutlook:
        """Return what the seat may expect at the end of a try."""
        made = await self._follow(user, id, request)
        if made.live.table.coach != "full":
            raise NotAllowed("no chances to win are shown at this table", "no_chances")
        answer = await self._ask(user, made, "", OUTLOOK_SECONDS)
        found: Outlook | None = answer.outlook
        if found is None:
            raise Refused("the coach has no answer now; try again", "no_outlook")
        return WhatIfOutlook(found.points, found.win, found.tries)

    async def _follow(self, user: User, id: str, request: WhatIf) -> "_Try":
        """Make the position of a try, whatever is asked about it; other people hear of it."""
        live = await self.tables.get(id)
        seat = _check(live, user, request)
        if len(seats.humans(live.table)) > 1:
            await self.tables.chat.notice_once_a_turn(live, seat, "what_if_used")
        assert live.state is not None
        made = _Try(live, user, seat, request.after, request.deal)
        steps = [(step.seat, step.move) for step in request.steps]
        for begin in range(0, len(steps), AT_A_TIME):
            part = steps[begin : begin + AT_A_TIME]
            if made.go_on(part) < len(part):
                break
            await asyncio.sleep(0)
        return made

    async def _let_bot_move(self, user: User, made: "_Try") -> None:
        turn = turn_of(made.state)
        if turn is None or len(made.steps) >= MOST_STEPS:
            return
        seat = made.live.table.seats[turn]
        level = seat.level if seat.kind == "bot" and seat.level in SECONDS else "steady"
        level = INSTEAD_OF_EXPERT if level == "expert" else level
        answer = await self._ask(user, made, bot_behind(level), SECONDS[level])
        if not made.go_on([(turn, answer.move)]):
            raise Refused("the bot found no move; try again", "no_bot_move")
        made.by_bots.add(len(made.steps))

    async def _ask(self, user: User, made: "_Try", level: str, seconds: float) -> WhatIfAnswer:
        table = made.live.table
        assert table.setup is not None
        task = WhatIfTask(
            table=table.id,
            game=table.game,
            setup=made.live.game.adapt(table.setup, table.rules),
            moves=[move.text for move in made.live.history],
            seat=made.seat,
            deal=made.deal,
            steps=made.steps,
            level=level,
            iterations=self.iterations,
            seed=secrets.randbits(62),
            seconds=seconds,
        )
        answer = await self.pool.what_if(task, user.id)
        if made.live.table.number != made.after:
            raise Stale("the table has moved on", "stale")
        if answer is None:
            raise Refused("the bot found no move; try again", "no_bot_move")
        return answer


def _check(live: LiveTable, user: User, request: WhatIf) -> int:
    """Return the seat whose try it is; raises what forbids it."""
    table = live.table
    seat = seats.acting(table, user, request.seat)
    if table.status != "running" or live.state is None:
        raise NotAllowed("moves can be tried out only while the game is running", "not_running")
    if not table.what_if:
        raise NotAllowed("what if is off at this table", "no_what_if")
    if table.number != request.after:
        raise Stale("the table has moved on", "stale")
    if table.turn != seat:
        raise Refused("it is not your turn; try moves out when it is", "no_decision")
    return seat


class _Try:
    """A game as it might go on, with the steps made so far."""

    def __init__(self, live: LiveTable, user: User, seat: int, after: int, deal: int) -> None:
        assert live.state is not None
        self.live = live
        self.user = user
        self.seat = seat
        self.after = after
        self.deal = deal
        self.state = dealt_anew(live.state, seat, deal)
        self.steps: list[Step] = []
        self.by_bots: set[int] = set()
        self.made: list[tuple[State, int, str, list[Event]]] = []  # the position after each step

    def go_on(self, steps: list[Step]) -> int:
        """Make some steps; return how many were possible."""

        def watch(state: State, seat: int, text: str, events: list[Event]) -> None:
            self.made.append((state.copy(), seat, text, events))

        done = follow(self.live.game, self.state, steps, watch)
        self.steps += steps[:done]
        return done

    def shown(self) -> ShownPosition:
        """Return the position reached, as whoever is asked sees it: nothing in it is real."""
        return self._shown(self.state, len(self.steps))

    def _shown(self, state: State, steps: int) -> ShownPosition:
        turn = turn_of(self.state)
        seat = self.seat if turn is None else turn
        table, user = self.live.table, self.user.id
        return ShownPosition(table, state, user, seat, self.after + steps, sandbox=True)

    def page(self, drawn: int | None) -> WhatIfPage:
        """Return the try: the whole position, or the steps that were not drawn yet."""
        shown = self.shown()
        whole = drawn is None or drawn > len(self.steps)
        begin = 0 if whole else drawn or 0
        updates: list[Update] = []
        entries: list[LogEntry] = []
        for number, (state, seat, text, events) in enumerate(self.made[begin:], start=begin + 1):
            at = self._shown(state, number)
            entry = at.entry(seat, text, events)
            entries.append(entry)
            if not whole:
                updates.append(at.update([entry], asked=number == len(self.steps)))
        by: Literal["hand", "bot"]
        moves = []
        for number, (seat, text) in enumerate(self.steps, start=1):
            by = "bot" if number in self.by_bots else "hand"
            moves.append(WhatIfMove(seat, text, by))
        return WhatIfPage(
            after=self.after,
            deal=self.deal,
            seat=self.seat,
            turn=turn_of(self.state),
            steps=moves,
            table=shown.snapshot(entries) if whole else None,
            updates=updates,
        )
