"""Which plans are safe in phase III, where the markers to come count.

A stack is safe if nobody can reach the lead before its owner's first turn, whatever is still
placed.
"""

from skerry.games.vanuatu import notation
from skerry.games.vanuatu.engine.components import (
    ACTION_NAMES,
    ACTIONS,
    GOVERNOR,
    MOST_SEATS,
    PREACHER,
)
from skerry.games.vanuatu.engine.moves import PLAN
from skerry.games.vanuatu.engine.planning import PlanMarker
from skerry.games.vanuatu.engine.rounds import turn_order
from skerry.games.vanuatu.engine.state import State
from skerry.games.vanuatu.forecast.resolving import MOST_KEEPS, new_contest, searched_plans
from skerry.games.vanuatu.forecast.spaces import (
    left_for_anybody,
    markers_on,
    markers_to_place,
    missing,
    must_use,
    own_spaces,
    possible,
    ref_of,
    supply_of,
)
from skerry.games.vanuatu.forecast_types import (
    Keep,
    PlannedSpace,
    PlanStep,
)


def planned_spaces(state: State, seat: int) -> list[PlannedSpace]:
    """Judge the seat's plans during planning."""
    rivals = [other for other in range(state.n) if other != seat]
    if not any(markers_to_place(state, rival) for rival in rivals):
        plans = searched_plans(state, seat, new_contest(state, seat, state.first))
        for plan in plans:
            own = _action(plan.ref), plan.markers
            if plan.state == "lost" and _planned(state, seat, *own).state != "lost":
                plan.state = "contested"  # markers that the seat still places may save it
            if plan.state == "contested":
                plan.keep = _keep_by_planning(state, seat, _action(plan.ref))
        return plans
    plans = []
    for action in own_spaces(state, seat):
        plan = _planned(state, seat, action, markers_on(state, action, seat))
        if plan.state == "contested":
            plan.keep = _keep_by_planning(state, seat, action)
        plans.append(plan)
    return plans


def _action(ref: str) -> int:
    return ACTION_NAMES.index(ref.removeprefix("space:"))


def _planned(state: State, seat: int, action: int, own: int) -> PlannedSpace:
    """Judge a space during planning as if the seat had *own* markers there."""
    plan = PlannedSpace(
        ref=ref_of(action),
        markers=own,
        state="safe",
        at_once=False,
        by=[],
        path=[],
        keep=[],
        missing=missing(state, seat, action),
    )
    order = turn_order(state)
    supply, eaters = supply_of(state, seat, action)
    threats = [
        (needed, order.index(rival), rival)
        for rival in order
        if rival != seat and (needed := _needed(state, seat, action, own, rival)) is not None
    ]
    taker = _certain_taker(state, seat, action, own)
    if taker is not None or left_for_anybody(state, action) == 0:
        plan.state = "lost"
        threats = [threat for threat in threats if threat[2] == taker]
    elif threats or supply == 0 or not _beats_neutral(state, seat, action, own):
        plan.state = "contested"
    plan.by = sorted(rival for _, _, rival in threats)
    if threats:
        needed, _, rival = min(threats)
        plan.path = _planned_steps(state, seat, action, own, rival, needed)
        plan.path.append(
            PlanStep(rival, "last" if supply <= 1 and eaters >> rival & 1 else "first", {"left": 0})
        )
    elif not _beats_neutral(state, seat, action, own):
        args = {"markers": state.neutral[action], "yours": own}
        plan.path = [PlanStep(-1, "neutral", args)]
    if plan.state == "safe":
        _add_preacher(state, seat, action, plan, supply, eaters)
    return plan


def _planned_steps(
    state: State, seat: int, action: int, own: int, rival: int, needed: int
) -> list[PlanStep]:
    has = markers_on(state, action, rival)
    placed = min(needed, markers_to_place(state, rival))
    if needed == 0:
        return [PlanStep(rival, "leads", {"markers": has, "yours": own})]
    steps = []
    if placed == needed:
        args = {"count": needed, "markers": has + needed, "yours": own}
        args["to_place"] = markers_to_place(state, rival)
        steps.append(PlanStep(rival, "adds", args))
    else:
        others = [a for a in own_spaces(state, rival) if a != action]
        source = max(others, key=lambda a: markers_on(state, a, rival))
        moved = markers_on(state, source, rival)
        short = max(0, needed - moved)
        if short:
            args = {"count": short, "markers": has + short, "yours": own}
            args["to_place"] = markers_to_place(state, rival)
            steps.append(PlanStep(rival, "adds", args))
        governed = {"action": ACTION_NAMES[source], "markers": moved, "yours": own}
        steps.append(PlanStep(rival, "governs", governed))
    return steps


def _add_preacher(
    state: State, seat: int, action: int, plan: PlannedSpace, supply: int, eaters: int
) -> None:
    """A rival's Preacher can use up the last of something before the seat's first turn."""
    order = turn_order(state)
    for rival in order[: order.index(seat)]:
        preaches = state.character[rival] == PREACHER and not state.used[rival]
        plans = markers_on(state, action, rival) + markers_to_place(state, rival) > 0
        if preaches and plans and supply <= 1 and eaters >> rival & 1:
            plan.state = "contested"
            plan.by = [rival]
            plan.path = [PlanStep(rival, "preaches", {"left": 0})]


def _needed(state: State, seat: int, action: int, own: int, rival: int) -> int | None:
    """Return how many markers a rival must still bring to lead before the seat; None: cannot.

    They come from those to place, or in one stack with the Governor before the seat's first turn.
    """
    order = turn_order(state)
    earlier = order.index(rival) < order.index(seat)
    has = markers_on(state, action, rival)
    needed = max(0, own - has if earlier else own + 1 - has)
    if has == 0 and needed == 0:
        needed = 1
    most = markers_to_place(state, rival)
    if earlier and state.character[rival] == GOVERNOR and not state.used[rival]:
        others = [markers_on(state, a, rival) for a in range(ACTIONS) if a != action]
        most += max(others)
    return needed if needed <= most else None


def _beats_neutral(state: State, seat: int, action: int, own: int) -> bool:
    """Return whether so many markers are enough against the neutral ones, with two players."""
    if state.n > 2:
        return True
    trial = state.copy()
    for other in range(state.n):
        trial.markers[action * MOST_SEATS + other] = own if other == seat else 0
    return trial.leader(action) == seat


def _certain_taker(state: State, seat: int, action: int, own: int) -> int | None:
    """Return the rival that takes the last of something, whatever is still placed; else None."""
    if left_for_anybody(state, action) != 1 or state.n == 2:
        return None
    if state.character[seat] in (GOVERNOR, PREACHER) and not state.used[seat]:
        return None
    most = own + markers_to_place(state, seat)
    for rival in range(state.n):
        has = markers_on(state, action, rival)
        others = [s for s in range(state.n) if s != rival]
        if rival == seat or state.character[rival] == GOVERNOR:
            continue
        if not has or not must_use(state, rival, action):
            continue
        if all(
            _most_on(state, other, action, most if other == seat else None, rival) < has
            for other in others
        ):
            return rival
    return None


def _most_on(state: State, seat: int, action: int, most: int | None, rival: int) -> float:
    """Return the most markers a seat can have on a space; half a marker for winning ties."""
    order = turn_order(state)
    if most is None:
        most = markers_on(state, action, seat) + markers_to_place(state, seat)
        if state.character[seat] == GOVERNOR and not state.used[seat]:
            others = [markers_on(state, a, seat) for a in range(ACTIONS) if a != action]
            most += max(others)
    return most + 0.5 if order.index(seat) < order.index(rival) else most - 0.5


def _keep_by_planning(state: State, seat: int, action: int) -> list[Keep]:
    """List what the seat's next markers can do: more of them here, or a safe space."""
    task = state.agenda[-1]
    if not isinstance(task, PlanMarker) or task.seat != seat:
        return []
    options = state.options()
    keeps = []
    own = markers_on(state, action, seat)
    for count in range(1, markers_to_place(state, seat) + 1):
        if PLAN + action in options and _safe_with(state, seat, action, own + count):
            args = {"count": count, "markers": own + count}
            keeps.append(Keep(notation.write(PLAN + action), "more", args))
            break
    for other in range(ACTIONS):
        if other == action or PLAN + other not in options or markers_on(state, other, seat):
            continue
        if possible(state, seat, other) and _safe_with(state, seat, other, 1):
            safe = {"action": ACTION_NAMES[other]}
            keeps.append(Keep(notation.write(PLAN + other), "elsewhere", safe))
            break
    return keeps[:MOST_KEEPS]


def _safe_with(state: State, seat: int, action: int, own: int) -> bool:
    return _planned(state, seat, action, own).state == "safe"
