"""Which plans are safe in phase IV, by the exact search in `engine/contest.py`."""

from skerry.games.vanuatu import notation
from skerry.games.vanuatu.engine.components import (
    ACTION_NAMES,
    ACTIONS,
)
from skerry.games.vanuatu.engine.contest import (
    GOVERN_KIND,
    PERFORM_KIND,
    PREACH_KIND,
    UNKNOWN,
    Contest,
    kind_of,
    space_of,
    target_of,
)
from skerry.games.vanuatu.engine.moves import GOVERN, PERFORM, PERFORM_BONUS, PREACH
from skerry.games.vanuatu.engine.resolving import TakeTurn
from skerry.games.vanuatu.engine.state import State
from skerry.games.vanuatu.forecast.spaces import (
    left_for_anybody,
    markers_on,
    missing,
    must_use,
    ref_of,
    supply_of,
)
from skerry.games.vanuatu.forecast_types import (
    Keep,
    PlannedSpace,
    PlanStep,
    StepKey,
)

MOST_KEEPS = 2


def resolving_plans(state: State, seat: int) -> list[PlannedSpace]:
    """Judge the seat's plans in phase IV, from the turn that comes next."""
    task = state.agenda[-1]
    asked = isinstance(task, TakeTurn)
    turn = task.seat if asked else (task.seat + 1) % state.n
    return searched_plans(state, seat, new_contest(state, seat, turn))


def new_contest(state: State, viewer: int, turn: int) -> Contest:
    """Put all stacks on the board into a contest that begins with the seat *turn*."""
    contest = Contest(state, viewer, turn)
    for action in range(ACTIONS):
        for seat in range(state.n):
            count = markers_on(state, action, seat)
            if count:
                supply, eaters = supply_of(state, seat, action)
                certain = left_for_anybody(state, action)
                must = must_use(state, seat, action)
                contest.add(seat, action, count, supply, certain, eaters, must)
    return contest


def searched_plans(state: State, seat: int, contest: Contest) -> list[PlannedSpace]:
    """Return the seat's plans as the exact search finds them."""
    start = contest.begin()
    safe = contest.safe(start)
    possible = contest.possible(start)
    kept = _safe_later(contest, start, seat)
    plans = []
    for stack in range(contest.size):
        if contest.owner[stack] != seat:
            continue
        action = contest.space[stack]
        plan = PlannedSpace(
            ref=ref_of(action),
            markers=contest.count[stack],
            state="unknown",
            at_once=False,
            by=[],
            path=[],
            keep=[],
            missing=missing(state, seat, action),
        )
        plans.append(plan)
        if safe == UNKNOWN:
            if contest.safe_at_sight(start) >> stack & 1:
                plan.state = "safe"
        elif safe >> stack & 1:
            plan.state = "safe"
            plan.at_once = not kept >> stack & 1
        else:
            plan.state = "contested" if possible >> stack & 1 else "lost"
            plan.path = _steps(contest, start, stack)
            plan.by = _rivals(contest, start, stack, plan.path)
        if plan.state == "contested" or plan.at_once:
            plan.keep = _keep_in_turn(state, action, contest, start, stack)
    return plans


def _safe_later(contest: Contest, start: int, seat: int) -> int:
    """Return the stacks, as bits, that stay safe whatever else the seat plays in this turn."""
    kept = (1 << contest.size) - 1
    if contest.turn_in(start) != seat or contest.turn != seat:
        return kept
    for move in contest.moves(start):
        after = contest.after(start, move)
        gone = contest.left_in(start) & ~contest.left_in(after)
        if kind_of(move) == GOVERN_KIND:
            continue  # nobody has to govern
        safe = contest.safe(after)
        kept &= gone if safe == UNKNOWN else safe | gone
    return kept


def _steps(contest: Contest, start: int, stack: int) -> list[PlanStep]:
    """Put the shortest way in which a stack is lost into a few steps."""
    owner = contest.owner[stack]
    space = contest.space[stack]
    steps: list[PlanStep] = []
    line = contest.losing_line(start, stack)
    leader = contest.leader_in(start, space)
    own = contest.count_in(start, space, owner)
    if leader not in (owner, -1):
        args = {"markers": contest.count_in(start, space, leader), "yours": own}
        steps.append(PlanStep(leader, "leads", args))
    elif leader == -1 and contest.neutral[space] >= own:
        steps.append(PlanStep(-1, "neutral", {"markers": contest.neutral[space], "yours": own}))
    for at in range(1, len(line), 2):
        before, move = line[at - 1], line[at]
        who, kind = contest.turn_in(before), kind_of(move)
        if kind == GOVERN_KIND and who != owner and target_of(move) == space:
            moved = contest.count_in(before, space_of(move), who)
            source = ACTION_NAMES[space_of(move)]
            governed = {"action": source, "markers": moved, "yours": own}
            steps.append(PlanStep(who, "governs", governed))
        elif space_of(move) == space and who != owner and kind in (PERFORM_KIND, PREACH_KIND):
            left = contest.units_left(line[at + 1], stack, False)
            act: StepKey = "preaches" if kind == PREACH_KIND else "acts"
            steps.append(PlanStep(who, "last" if left <= 0 else act, {"left": max(0, left)}))
            if left <= 0:
                return steps
    if steps and steps[-1].key in ("leads", "governs"):
        steps.append(PlanStep(steps[-1].seat, "waits", {}))
    else:
        steps.append(PlanStep(owner, "give_up", {}))
    return steps


def _rivals(contest: Contest, start: int, stack: int, path: list[PlanStep]) -> list[int]:
    owner = contest.owner[stack]
    found = [step.seat for step in path if step.seat not in (owner, -1)]
    if not found:
        leader = contest.leader_in(start, contest.space[stack])
        found = [leader] if leader not in (owner, -1) else []
    return sorted(set(found))


def _keep_in_turn(
    state: State, action: int, contest: Contest, start: int, stack: int
) -> list[Keep]:
    """List what the seat can do in its turn to get the space."""
    keeps: list[Keep] = []
    seat = contest.viewer
    if state.agenda[-1].seat != seat or not isinstance(state.agenda[-1], TakeTurn):
        if state.leader(action) == seat:
            keeps.append(Keep("", "soon", {}))
        return keeps
    options = state.options()
    for move in (PERFORM + action, PERFORM_BONUS + action, PREACH + action):
        if move in options:
            return [Keep(notation.write(move), "now", {})]
    for move in contest.moves(start):
        if kind_of(move) != GOVERN_KIND or target_of(move) != action:
            continue
        source = space_of(move)
        governs = GOVERN + source * ACTIONS + action
        safe = contest.safe(contest.after(start, move))
        if governs in options and safe != UNKNOWN and safe >> stack & 1:
            args = {"action": ACTION_NAMES[source]}
            keeps.append(Keep(notation.write(governs), "govern", args))
    return keeps[:MOST_KEEPS]
