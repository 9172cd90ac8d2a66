"""Hints: what the coach would do in a person's place, from what that person can see.

A hint is a job in small pieces, which the bots' workers do while the person waits: a first look,
rounds of comparing the best moves, and the reason. Every piece found is passed on to the sockets of
whoever asked. When the table moves on, the rest is not done.
"""

import asyncio
import base64
import logging
import secrets
import time
from collections import OrderedDict
from typing import Literal

import msgspec

from skerry.analysis import Advice, HintEffort, Judgement, Part
from skerry.analysis.hinting import (
    HINT_EFFORT,
    added_up,
    can_be_explained,
    is_clear,
    only_move,
    scaled,
    weigh,
)
from skerry.service.bots.pool import Hinted, HintTask, Pool
from skerry.service.errors import NotAllowed, Refused
from skerry.service.live.live_table import LiveTable
from skerry.service.live.tables import Tables
from skerry.service.messages import Hint, HintMove, HintReason, Job, JobFrame, JobState
from skerry.service.people import User
from skerry.service.table import seats
from skerry.store.protocol import Coach

log = logging.getLogger("skerry.hints")
_encode = msgspec.json.Encoder().encode

PIECE_SECONDS = 30.0  # the time limit of a piece, which takes a fraction of a second, compiled
PIECE_COST = 0.6  # more than a quick question: the worker for those stays free
LOOK_SECONDS = 1.0  # a first look that takes longer makes the rest shorter
COMPARING_SECONDS = 4.0  # after which no further round of comparing begins
TRIES = 2  # of a piece that fails
AT_ONCE = 2  # rounds of comparing, while that many workers have nothing to do
MOST_CHIPS = 3
MOST_KEPT = 500  # hints that are shown again when they are asked for again


class Hints:
    """Starts hints and knows how far they are."""

    def __init__(self, tables: Tables, pool: Pool, effort: HintEffort = HINT_EFFORT) -> None:
        self.tables = tables
        self.pool = pool
        self.effort = effort
        self.kept: OrderedDict[tuple[str, int], RunningHint] = OrderedDict()  # by table and seat
        tables.on_notification["hint"] = self._heard

    async def start(self, user: User, id: str, seat: int | None) -> Job:
        """Look for a hint, which is announced; asked again, it is not looked for again."""
        live = await self.tables.get(id)
        number = self._seat(live, user, seat)
        known = self.kept.get((id, number))
        if known is not None and known.fits(live) and known.state != "failed":
            known.users.add(user.id)
            return known.job()
        running = RunningHint(self, live, user, number)
        self.kept[id, number] = running
        while len(self.kept) > MOST_KEPT:
            self.kept.popitem(last=False)
        if len(seats.humans(live.table)) > 1:
            await self.tables.chat.notice_once_a_turn(live, number, "hint_taken")
        self.tables.spawn(running.run())
        return running.job()

    async def job(self, user: User, id: str, seat: int | None) -> Job | None:
        """Return the hint for the open decision as far as it is; None if it was not asked for."""
        live = await self.tables.get(id)
        known = self.kept.get((id, self._seat(live, user, seat)))
        return known.job() if known is not None and known.fits(live) else None

    def pass_on(self, live: LiveTable, found: "HintProgress") -> None:
        """Show how far a hint is to whoever asked, and to nobody else; other servers do the same.

        A request and the socket of the same page may end at different servers.
        """
        _show(live, found)
        self.tables.peers.publish("hint", live.table.id, base64.b64encode(_encode(found)).decode())

    def _heard(self, live: LiveTable, progress: str) -> None:
        """Pass on how far another server is with a hint."""
        _show(live, msgspec.json.decode(base64.b64decode(progress), type=HintProgress))

    def _seat(self, live: LiveTable, user: User, seat: int | None) -> int:
        """Return the seat that a user may have a hint for now."""
        table = live.table
        number = seats.acting(table, user, seat)
        if table.coach == "off":
            raise NotAllowed("there are no hints at this table", "no_hints")
        if table.status != "running" or table.turn != number:
            raise Refused("it is not your turn; ask for a hint when it is", "no_decision")
        return number


class HintProgress(msgspec.Struct):
    """How far a hint is, and who may see it."""

    users: list[str]
    job: Job


def _show(live: LiveTable, found: HintProgress) -> None:
    for viewer in live.viewers:
        if viewer.user in found.users and viewer.seat == found.job.seat:
            viewer.pass_on(JobFrame(found.job))


class RunningHint:
    """The hint for one decision, under way or found."""

    def __init__(self, hints: Hints, live: LiveTable, user: User, seat: int) -> None:
        self.hints = hints
        self.live = live
        self.users = {user.id}  # who asked
        self.user = user.id  # whose time it is
        self.seat = seat
        self.number = live.table.number
        self.state: JobState = "running" if hints.pool.idle else "queued"
        self.done = 0
        self.of = hints.effort.rounds + 2
        self.advice: Advice | None = None
        table = live.table
        assert table.setup is not None and live.state is not None
        self._setup = live.game.adapt(table.setup, table.rules)
        self._moves = [move.text for move in live.history]
        self._position = live.state
        self._effort = hints.effort

    def fits(self, live: LiveTable) -> bool:
        """Return whether it is about the decision that is open now."""
        return self.live is live and self.number == live.table.number

    def job(self) -> Job:
        """Return the work as whoever asked for it sees it."""
        hint = None
        if self.advice is not None:
            hint = shown(self.advice, self.live.table.coach)
        return Job(
            kind="hint",
            state=self.state,
            done=self.done,
            of=self.of,
            first=hint is not None,
            hint=hint,
            number=self.number,
            seat=self.seat,
        )

    async def run(self) -> None:
        """Do all pieces, unless the table moves on meanwhile."""
        try:
            await self._run()
        except Exception:
            log.exception("hint failed", extra={"table": self.live.table.id})
            self._pass_on("failed")

    async def _run(self) -> None:
        game, position = self.live.game, self._position
        self.advice = only_move(game, position)
        if self.advice is not None:
            self._pass_on("done")
            return
        began = time.monotonic()
        look = await self._piece("look")
        if look is None:
            self._pass_on("failed")
            return
        self._found(look.judgements, final=False)
        self._pass_on("partial")
        # A first look takes a fraction of a second, compiled and on a free machine.
        self._effort = scaled(self._effort, LOOK_SECONDS / (time.monotonic() - began))
        moves = [one.move for one in look.judgements]
        rounds = await self._compare(moves)
        if rounds:
            self._found(added_up(rounds), final=True)
        if not self._goes_on():
            return
        assert self.advice is not None
        if rounds and can_be_explained(self.advice):
            self._pass_on("partial")
            first, second = (move.judgement.move for move in self.advice.moves[:2])
            reasons = await self._piece("why", [first, second])
            self.advice.why, self.advice.against = reasons.why if reasons else [], second
        self.done = self.of
        self._pass_on("done")

    async def _compare(self, moves: list[str]) -> list[list[Judgement]]:
        """Compare moves in rounds, until one is clearly the best or the time is over."""
        rounds: list[list[Judgement]] = []
        began = time.monotonic()
        effort, pool = self.hints.effort, self.hints.pool
        while len(rounds) < effort.rounds and self._goes_on():
            if rounds and (
                time.monotonic() - began > COMPARING_SECONDS or is_clear(added_up(rounds))
            ):
                break
            count = AT_ONCE if pool.idle >= AT_ONCE and not pool.waiting else 1
            count = min(count, effort.rounds - len(rounds))
            found = await asyncio.gather(*(self._piece("compare", moves) for _ in range(count)))
            if None in found:
                break  # what was found before is kept
            rounds += [piece.judgements for piece in found if piece is not None]
            self._found(added_up(rounds), final=False)
            self.done += count - 1
            self._pass_on("partial")
        return rounds

    def _goes_on(self) -> bool:
        return self.fits(self.live) and not self.hints.tables.closing

    def _found(self, judgements: list[Judgement], final: bool) -> None:
        self.advice = weigh(self.live.game, self._position, judgements, final)

    async def _piece(
        self, piece: Literal["look", "compare", "why"], compared: list[str] | None = None
    ) -> Hinted | None:
        task = HintTask(
            table=self.live.table.id,
            game=self.live.table.game,
            setup=self._setup,
            moves=self._moves,
            seat=self.seat,
            piece=piece,
            effort=self._effort,
            seed=secrets.randbits(62),
            seconds=PIECE_SECONDS,
            cost=PIECE_COST,
            compared=compared or [],
        )
        for _ in range(TRIES):
            found = await self.hints.pool.hint(task, self.user)
            if found is not None or not self._goes_on():
                return found
        return None

    def _pass_on(self, state: JobState) -> None:
        self.state = state
        self.done = min(self.of, self.done + (state == "partial"))
        if self._goes_on():
            self.hints.pass_on(self.live, HintProgress(sorted(self.users), self.job()))


def shown(advice: Advice, coach: Coach) -> Hint:
    """Return advice as a table's coach may give it: in words without numbers and ranking."""
    full = coach == "full"
    moves = [
        HintMove(
            move=one.judgement.move,
            picks=one.judgement.refs,
            close=one.close,
            win=one.win if full else None,
            points=one.judgement.points if full and one.win is None and not advice.only else None,
            behind=round(one.behind, 1) if full else None,
        )
        for one in advice.moves
    ]
    why = [_reason(part, full) for part in advice.why]
    return Hint(
        moves=moves if full else [move for n, move in enumerate(moves) if n == 0 or move.close],
        only=advice.only,
        close=advice.close,
        sure=advice.sure,
        tries=advice.tries if full else 0,
        why=why[0] if why else None,
        chips=why[:MOST_CHIPS] if full else [],
        against=advice.against if full else "",
    )


def _reason(part: Part, full: bool) -> HintReason:
    return HintReason(
        seat=part.seat,
        label=part.label,
        kind=part.kind,
        good=part.points > 0,
        points=part.points if full else None,
        share=part.share if full else None,
        share_other=part.share_other if full else None,
    )
