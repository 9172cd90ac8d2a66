"""Exercises from the mistakes of a finished game. Nothing is stored: requests are stateless."""

from collections.abc import Iterator

from skerry.analysis import Decision, Effort
from skerry.analysis.exercises import TriedMove, pick_exercises
from skerry.analysis.review import EFFORT
from skerry.kernel.errors import BadNotation
from skerry.service.bots.pool import Pool, TryTask
from skerry.service.bots.reviews import Reviews
from skerry.service.errors import NotAllowed, NotFound, Refused
from skerry.service.live.live_table import LiveTable
from skerry.service.messages import Details, Exercise, ExerciseHelp, ExerciseRow
from skerry.service.messages import Exercises as ExerciseList
from skerry.service.people import User
from skerry.service.sandbox.shown import ShownPosition
from skerry.service.table import seats
from skerry.service.table.records import record_of
from skerry.service.table.state import position_after

JUDGING_SECONDS = 4.0  # a slow machine stops judging a try after this
LIMIT_SECONDS = 30.0
TRY_COST = 1.0


class Exercises:
    """Finds the exercises of a game, shows them and has tries judged."""

    def __init__(
        self,
        pool: Pool,
        reviews: Reviews,
        effort: Effort = EFFORT,
        seconds: float = JUDGING_SECONDS,
    ) -> None:
        self.pool = pool
        self.seconds = seconds
        self.reviews = reviews
        self.effort = effort

    async def listed(self, live: LiveTable, user: User, seat: int | None) -> ExerciseList:
        """List the exercises of a seat: one's own, or any that a spectator wants to take."""
        taken = _seat(live, user, seat)
        running, found = await self._found(live, taken)
        return ExerciseList(taken, running, [_row(one) for one in found])

    async def show(self, live: LiveTable, user: User, seat: int | None, number: int) -> Exercise:
        """Show an exercise as its player saw the table then."""
        decision = await self._find(live, user, seat, number)
        return Exercise(
            row=_row(decision),
            seat=decision.seat,
            played=decision.played.move,
            played_refs=decision.played.refs,
            win_played=decision.win_played,
            points_played=decision.played.points,
            table=_shown(live, user, decision).snapshot([]),
        )

    async def details(
        self, live: LiveTable, user: User, seat: int | None, number: int
    ) -> Iterator[Details | None]:
        """Work out what each move would change, in small steps."""
        decision = await self._find(live, user, seat, number)
        return _shown(live, user, decision).details()

    async def judge(
        self, live: LiveTable, user: User, seat: int | None, number: int, move: str
    ) -> TriedMove:
        """Return what the coach says about a try."""
        decision = await self._find(live, user, seat, number)
        shown = _shown(live, user, decision)
        try:
            legal = live.game.read(shown.state, move) in shown.state.options()
        except BadNotation:
            legal = False
        if not legal:
            raise Refused(f"{move!r} is not possible here", "illegal")
        record = record_of(live.current)
        task = TryTask(
            table=live.table.id,
            game=record.game,
            setup=live.game.adapt(record.setup, record.rules),
            moves=record.moves[: number - 1],
            decision=decision,
            move=move,
            effort=self.effort,
            judging=self.seconds,
            seconds=LIMIT_SECONDS,
            cost=TRY_COST,
            seat=decision.seat,
        )
        tried = await self.pool.judge_try(task, user.id)
        if tried is None:
            raise Refused("the coach could not judge this move; try again", "not_judged")
        return tried

    async def help(
        self, live: LiveTable, user: User, seat: int | None, number: int, step: int
    ) -> ExerciseHelp:
        """Help with an exercise, in three steps."""
        decision = await self._find(live, user, seat, number)
        better = decision.better
        assert better is not None
        part = next((part for part in decision.why if part.points > 0), None)
        return ExerciseHelp(
            step=step,
            part=part,
            refs=list(dict.fromkeys(better.refs.values())) if step > 1 else [],
            move=better.move if step > 2 else "",
        )

    async def _found(self, live: LiveTable, seat: int) -> tuple[bool, list[Decision]]:
        job = await self.reviews.job(live)
        if job is None or job.review is None:
            raise NotFound("nobody has asked for a review of this game yet", "no_review")
        return job.state == "running", pick_exercises(job.review, seat)

    async def _find(self, live: LiveTable, user: User, seat: int | None, number: int) -> Decision:
        taken = _seat(live, user, seat)
        job = await self.reviews.job(live)
        review = None if job is None else job.review
        # Not only the costliest: while the review runs, another one may become the third.
        for decision in [] if review is None else review.decisions:
            if (decision.number, decision.seat) == (number, taken) and decision.better is not None:
                return decision
        raise NotFound(f"move {number} is no exercise for seat {taken}", "no_exercise")


def _seat(live: LiveTable, user: User, seat: int | None) -> int:
    """Return the seat whose exercises are meant; after the end everybody may see every seat."""
    table = live.table
    if table.status not in ("finished", "abandoned") or table.setup is None:
        raise NotAllowed("there are exercises only once the game is over", "not_finished")
    seats.viewing(table, user, None, outside=True)
    if seat is not None:
        seats.at(table, seat)
        return seat
    own = seats.seats_of(table, user.id)
    return own[0] if own else 0


def _row(decision: Decision) -> ExerciseRow:
    return ExerciseRow(
        decision.number, decision.round, decision.phase, decision.loss, decision.error
    )


def _shown(live: LiveTable, user: User, decision: Decision) -> ShownPosition:
    state, _ = position_after(live.current, decision.number - 1)
    return ShownPosition(
        live.table, state, user.id, decision.seat, decision.number - 1, sandbox=False
    )
