"""What a seat can know ahead: which of its plans are safe, what ten vatus spoil, the flood.

Whether a stack is safe in phase IV comes from the exact search in `engine/contest.py`. In phase III
the markers to come count: a stack is safe if nobody can reach the lead before its owner's first
turn, whatever is still placed.
"""

from skerry.games.vanuatu import notation
from skerry.games.vanuatu.engine.actions.action import Action
from skerry.games.vanuatu.engine.actions.board_actions import BOARD_ACTIONS
from skerry.games.vanuatu.engine.actions.sail import reach
from skerry.games.vanuatu.engine.board import NEIGHBOURS, SIDE_NAMES, SIDES
from skerry.games.vanuatu.engine.components import (
    ACTION_NAMES,
    ACTIONS,
    BUILD,
    BUY,
    DRAW,
    EXPLORE,
    FISH,
    GOOD_PRICE,
    GOODS,
    GOVERNOR,
    LOST_AT,
    MOST_SEATS,
    PREACHER,
    REST,
    REST_TOKENS,
    ROUNDS,
    SAIL,
    SELL,
    SINKS_AT,
    TILE_NAMES,
    TOURIST,
)
from skerry.games.vanuatu.engine.contest import (
    GOVERN_KIND,
    PERFORM_KIND,
    PLENTY,
    PREACH_KIND,
    UNKNOWN,
    Contest,
    kind_of,
    space_of,
    target_of,
)
from skerry.games.vanuatu.engine.moves import GOVERN, PERFORM, PERFORM_BONUS, PLAN, PREACH
from skerry.games.vanuatu.engine.planning import PlanMarker
from skerry.games.vanuatu.engine.planning_nodes import RICH
from skerry.games.vanuatu.engine.planning_search import OFF, achievable
from skerry.games.vanuatu.engine.resolving import TakeTurn
from skerry.games.vanuatu.engine.rising_waters import flood
from skerry.games.vanuatu.engine.rounds import turn_order
from skerry.games.vanuatu.engine.scoring import final_items
from skerry.games.vanuatu.engine.state import ActionQuestion, State
from skerry.games.vanuatu.engine.text import cell_name
from skerry.games.vanuatu.forecast_types import (
    Cash,
    CashOrder,
    Dike,
    FloodedIsland,
    FloodForecast,
    Forecast,
    Keep,
    Missing,
    PlannedSpace,
    PlanStep,
)
from skerry.kernel.events import Event

MOST_KEEPS = 2
_EARNING = (SELL, TOURIST, EXPLORE)
_SPENDING = (BUILD, BUY, SAIL)
# Reasons that say that a thing is used up, not that the seat is at the wrong place.
_USED_UP = ("no_tourist", "no_rest_token")


def forecast(state: State, seat: int | None) -> Forecast:
    """Return what a seat, or a watcher, can know ahead."""
    sea = _flood(state, seat) if state.rules.rising_waters and state.agenda else None
    if seat is None or not state.agenda:
        return Forecast([], [], sea)
    task = state.agenda[-1]
    if isinstance(task, PlanMarker):
        plans = _planning(state, seat)
    elif isinstance(task, TakeTurn | ActionQuestion):
        plans = _resolving(state, seat)
    else:
        return Forecast([], [], sea)
    return Forecast(plans, _cash(state, seat), sea)


def _ref(action: int) -> str:
    return f"space:{ACTION_NAMES[action]}"


def _markers(state: State, action: int, seat: int) -> int:
    return state.markers[action * MOST_SEATS + seat]


def _own_spaces(state: State, seat: int) -> list[int]:
    return [action for action in range(ACTIONS) if _markers(state, action, seat)]


# -- money and place


def _possible(state: State, seat: int, action: int) -> bool:
    rules = BOARD_ACTIONS[action]
    return rules.possible(state, seat, False) or (
        state.bonus_ready(seat, action) and rules.possible(state, seat, True)
    )


def _missing(state: State, seat: int, action: int) -> Missing | None:
    if _possible(state, seat, action):
        return None
    rules: Action = BOARD_ACTIONS[action]
    reason = rules.why_impossible(state, seat, state.money[seat])
    if reason.code in _USED_UP:
        return None
    later = False
    if state.rules.planning_check != OFF:
        trial = state.copy()
        trial.planning_memory = None  # the board may have changed since planning
        later = bool(achievable(trial, seat) & rules.bit)
    kind = "money" if reason.code == "cannot_pay" else "place"
    return Missing(kind, reason.code, reason.rule, reason.args, later)  # type: ignore[arg-type]


# -- scarce things


def _in_hand(state: State, action: int) -> int:
    """Return 1 while somebody is carrying out the action, and has not used anything up yet."""
    return int(bool(state.agenda) and state.action_in_hand() == action)


def _left_for_anybody(state: State, action: int) -> int:
    """Return how many can still carry out an action this round, PLENTY if nothing says."""
    if action == TOURIST:
        return max(0, state.office - _in_hand(state, TOURIST))
    if action == REST:
        return max(0, REST_TOKENS - len(state.rest_order) - _in_hand(state, REST))
    return PLENTY


def _cells_used(state: State, seat: int, action: int) -> list[int]:
    """List the cells whose things the seat would use from where its boat is."""
    boat = state.boat[seat]
    return [boat] if action in (FISH, EXPLORE) else state.islands_beside(boat)


def _on_cell(state: State, seat: int, action: int, cell: int) -> int:
    """Count what a cell has left for the seat's action."""
    if action == FISH:
        return state.fish[cell]
    if action == EXPLORE:
        return state.treasure[cell]
    tile = state.tile_at[cell]
    if action == DRAW:
        return state.tiles.drawings[tile] - state.drawn[cell]
    if action == TOURIST:
        return state.tiles.tourists[tile] - state.visitors[cell]
    if action == BUY:
        base = cell * GOODS
        affordable = [g for g in range(GOODS) if GOOD_PRICE[g] <= state.money[seat]]
        return sum(state.cubes[base + good] for good in affordable)
    assert action == BUILD
    sites = state.tiles.huts[tile] - state.huts_on(cell) if state.has_site(seat, cell) else 0
    sides = bin(state.open_sides(cell)).count("1") if state.rules.rising_waters else 0
    return max(sites, sides)


def _supply(state: State, seat: int, action: int) -> tuple[int, int]:
    """Return how much is left for the seat at worst, and who can use it up, as bits of seats."""
    others = ((1 << state.n) - 1) & ~(1 << seat)
    anybody = _left_for_anybody(state, action)
    if action in (SAIL, SELL, REST):
        return anybody, others
    cells = _cells_used(state, seat, action)
    here = sum(_on_cell(state, seat, action, cell) for cell in cells)
    if here == 0:
        return anybody, others  # what is missing is the place
    if action == TOURIST and anybody <= here:
        return anybody, others
    eaters = 0
    for rival in range(state.n):
        if rival != seat and _can_come(state, rival, action, cells):
            eaters |= 1 << rival
    return here, others if action == TOURIST else eaters


def _can_come(state: State, rival: int, action: int, cells: list[int]) -> bool:
    """Return whether a rival can use things of these cells this round."""
    places = {state.boat[rival]}
    sails = _markers(state, SAIL, rival) > 0 or _to_place(state, rival) > 0
    governs = state.character[rival] == GOVERNOR and not state.used[rival]
    under_way = state.agenda[-1].seat == rival and state.action_in_hand() == SAIL
    if sails or governs or under_way:
        for ends in reach(state, rival, state.boat[rival]):
            places |= {cell for cell in range(len(state.fish)) if ends >> cell & 1}
    if action in (FISH, EXPLORE):
        return bool(places & set(cells))
    return any(cell in NEIGHBOURS[place] for place in places for cell in cells)


def _must_use(state: State, seat: int, action: int) -> bool:
    """Return whether a seat that leads the space can use it for certain while units are left."""
    if action == REST:
        return True
    if action != TOURIST or state.die:
        return False
    if _markers(state, SAIL, seat) or _to_place(state, seat):
        return False
    if state.character[seat] == GOVERNOR or (_in_hand(state, SAIL) and state.turn() == seat):
        return False
    rooms = [
        _on_cell(state, seat, TOURIST, cell) for cell in state.islands_beside(state.boat[seat])
    ]
    return max(rooms, default=0) >= state.office


# -- phase IV


def _contest(state: State, viewer: int, turn: int) -> Contest:
    contest = Contest(state, viewer, turn)
    for action in range(ACTIONS):
        for seat in range(state.n):
            count = _markers(state, action, seat)
            if count:
                supply, eaters = _supply(state, seat, action)
                certain = _left_for_anybody(state, action)
                must = _must_use(state, seat, action)
                contest.add(seat, action, count, supply, certain, eaters, must)
    return contest


def _resolving(state: State, seat: int) -> list[PlannedSpace]:
    task = state.agenda[-1]
    asked = isinstance(task, TakeTurn)
    turn = task.seat if asked else (task.seat + 1) % state.n
    return _searched(state, seat, _contest(state, seat, turn))


def _searched(state: State, seat: int, contest: Contest) -> list[PlannedSpace]:
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
            ref=_ref(action),
            markers=contest.count[stack],
            state="unknown",
            at_once=False,
            by=[],
            path=[],
            keep=[],
            missing=_missing(state, seat, action),
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
            key = "last" if left <= 0 else "preaches" if kind == PREACH_KIND else "acts"
            steps.append(PlanStep(who, key, {"left": max(0, left)}))  # type: ignore[arg-type]
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


# -- phase III


def _to_place(state: State, seat: int) -> int:
    """Count the markers a seat still places in this planning phase."""
    return sum(isinstance(task, PlanMarker) and task.seat == seat for task in state.agenda)


def _planning(state: State, seat: int) -> list[PlannedSpace]:
    rivals = [other for other in range(state.n) if other != seat]
    if not any(_to_place(state, rival) for rival in rivals):
        plans = _searched(state, seat, _contest(state, seat, state.first))
        for plan in plans:
            own = _action(plan.ref), plan.markers
            if plan.state == "lost" and _planned(state, seat, *own).state != "lost":
                plan.state = "contested"  # markers that the seat still places may save it
            if plan.state == "contested":
                plan.keep = _keep_by_planning(state, seat, _action(plan.ref))
        return plans
    plans = []
    for action in _own_spaces(state, seat):
        plan = _planned(state, seat, action, _markers(state, action, seat))
        if plan.state == "contested":
            plan.keep = _keep_by_planning(state, seat, action)
        plans.append(plan)
    return plans


def _action(ref: str) -> int:
    return ACTION_NAMES.index(ref.removeprefix("space:"))


def _planned(state: State, seat: int, action: int, own: int) -> PlannedSpace:
    """Judge a space during planning as if the seat had *own* markers there."""
    plan = PlannedSpace(
        ref=_ref(action),
        markers=own,
        state="safe",
        at_once=False,
        by=[],
        path=[],
        keep=[],
        missing=_missing(state, seat, action),
    )
    order = turn_order(state)
    supply, eaters = _supply(state, seat, action)
    threats = [
        (needed, order.index(rival), rival)
        for rival in order
        if rival != seat and (needed := _needed(state, seat, action, own, rival)) is not None
    ]
    taker = _certain_taker(state, seat, action, own)
    if taker is not None or _left_for_anybody(state, action) == 0:
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
    has = _markers(state, action, rival)
    placed = min(needed, _to_place(state, rival))
    if needed == 0:
        return [PlanStep(rival, "leads", {"markers": has, "yours": own})]
    steps = []
    if placed == needed:
        args = {"count": needed, "markers": has + needed, "yours": own}
        args["to_place"] = _to_place(state, rival)
        steps.append(PlanStep(rival, "adds", args))
    else:
        others = [a for a in _own_spaces(state, rival) if a != action]
        source = max(others, key=lambda a: _markers(state, a, rival))
        moved = _markers(state, source, rival)
        short = max(0, needed - moved)
        if short:
            args = {"count": short, "markers": has + short, "yours": own}
            args["to_place"] = _to_place(state, rival)
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
        plans = _markers(state, action, rival) + _to_place(state, rival) > 0
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
    has = _markers(state, action, rival)
    needed = max(0, own - has if earlier else own + 1 - has)
    if has == 0 and needed == 0:
        needed = 1
    most = _to_place(state, rival)
    if earlier and state.character[rival] == GOVERNOR and not state.used[rival]:
        others = [_markers(state, a, rival) for a in range(ACTIONS) if a != action]
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
    if _left_for_anybody(state, action) != 1 or state.n == 2:
        return None
    if state.character[seat] in (GOVERNOR, PREACHER) and not state.used[seat]:
        return None
    most = own + _to_place(state, seat)
    for rival in range(state.n):
        has = _markers(state, action, rival)
        others = [s for s in range(state.n) if s != rival]
        if rival == seat or state.character[rival] == GOVERNOR:
            continue
        if not has or not _must_use(state, rival, action):
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
        most = _markers(state, action, seat) + _to_place(state, seat)
        if state.character[seat] == GOVERNOR and not state.used[seat]:
            others = [_markers(state, a, seat) for a in range(ACTIONS) if a != action]
            most += max(others)
    return most + 0.5 if order.index(seat) < order.index(rival) else most - 0.5


def _keep_by_planning(state: State, seat: int, action: int) -> list[Keep]:
    """List what the seat's next markers can do: more of them here, or a safe space."""
    task = state.agenda[-1]
    if not isinstance(task, PlanMarker) or task.seat != seat:
        return []
    options = state.options()
    keeps = []
    own = _markers(state, action, seat)
    for count in range(1, _to_place(state, seat) + 1):
        if PLAN + action in options and _safe_with(state, seat, action, own + count):
            args = {"count": count, "markers": own + count}
            keeps.append(Keep(notation.write(PLAN + action), "more", args))
            break
    for other in range(ACTIONS):
        if other == action or PLAN + other not in options or _markers(state, other, seat):
            continue
        if _possible(state, seat, other) and _safe_with(state, seat, other, 1):
            safe = {"action": ACTION_NAMES[other]}
            keeps.append(Keep(notation.write(PLAN + other), "elsewhere", safe))
            break
    return keeps[:MOST_KEEPS]


def _safe_with(state: State, seat: int, action: int, own: int) -> bool:
    return _planned(state, seat, action, own).state == "safe"


# -- ten vatus


def _cash(state: State, seat: int) -> list[Cash]:
    """List the pairs of own plans in which reaching ten vatus spoils a purchase."""
    found = []
    spaces = _own_spaces(state, seat)
    for earning in _EARNING:
        if earning not in spaces or not _possible(state, seat, earning):
            continue
        for spending in _SPENDING:
            if spending in spaces and (cash := _spoilt(state, seat, earning, spending)):
                found.append(cash)
    return found


def _spoilt(state: State, seat: int, earning: int, spending: int) -> Cash | None:
    have = state.money[seat]
    price = _least_price(state, seat, spending)
    gains = sorted(set(_gains(state, seat, earning)))
    if price is None or not gains or have + gains[-1] < 10:
        return None
    left = (have + gains[-1]) % 10
    if left >= price:
        return None
    fails = CashOrder(
        order=[_ref(earning), _ref(spending)],
        have=have,
        changes=[gains[-1]],
        left=left,
        points=(have + gains[-1]) // 10 * 5,
        fails=_ref(spending),
    )
    works = None
    smaller = [gain for gain in gains if price <= have + gain < 10]
    if have >= price:
        total = have - price + gains[-1]
        works = CashOrder(
            order=[_ref(spending), _ref(earning)],
            have=have,
            changes=[-price, gains[-1]],
            left=total % 10,
            points=total // 10 * 5,
            fails=None,
        )
    elif smaller:
        works = CashOrder(
            order=[_ref(earning), _ref(spending)],
            have=have,
            changes=[smaller[-1], -price],
            left=have + smaller[-1] - price,
            points=0,
            fails=None,
        )
    return Cash(fails, works)


def _least_price(state: State, seat: int, action: int) -> int | None:
    """Return the least money with which the action is possible here, None if it is not at all."""
    trial = state.copy()
    for vatus in range(RICH + 1):
        trial.money[seat] = vatus
        if _possible(trial, seat, action):
            return vatus
    return None


def _gains(state: State, seat: int, action: int) -> list[int]:
    """List the vatus an action can bring, before any of them are changed into points."""
    rules = BOARD_ACTIONS[action]
    begun = state.copy()
    begun.agenda = []
    begun.journal = []
    rules.begin(begun, seat, state.bonus_ready(seat, action) and rules.possible(state, seat, True))
    trials = [begun]
    if begun.agenda:
        question = begun.agenda.pop()
        trials = []
        for move in question.options(begun):
            trial = begun.copy()
            trial.journal = []
            question.answer(trial, move)
            trials.append(trial)
    return [_gained(state, trial, seat) for trial in trials]


def _gained(state: State, trial: State, seat: int) -> int:
    changed = sum(event.data["vatus"] for event in trial.journal or [] if event.kind == "converted")
    return int(trial.money[seat] - state.money[seat] + changed)


# -- how often things happen


def last_round(state: State) -> int:
    """Return the round up to which a continuation shows what is asked about."""
    return ROUNDS if state.rules.rising_waters else state.round


def outcomes(start: State, end: State, events: list[Event], seat: int | None) -> dict[str, bool]:
    """Return what a continuation did: which plans of the seat failed, which islands sank.

    Keys are refs, and "all" for the defeat of everybody.
    """
    found: dict[str, bool] = {}
    if seat is not None and start.agenda:
        task = start.agenda[-1]
        if isinstance(task, PlanMarker | TakeTurn | ActionQuestion):
            done = _performed_this_round(events, seat)
            for action in _own_spaces(start, seat):
                found[_ref(action)] = ACTION_NAMES[action] not in done
    if start.rules.rising_waters:
        for cell in start.island_order:
            if start.is_island(cell):
                found[f"hex:{cell_name(cell)}"] = end.sunk >> cell & 1 == 1
        found["all"] = end.lost
    return found


def _performed_this_round(events: list[Event], seat: int) -> set[str]:
    done: set[str] = set()
    for event in events:
        if event.kind == "round_began":
            break
        if event.kind == "action_begun" and event.seat == seat:
            done.add(event.data["action"])
    return done


# -- the flood


def _flood(state: State, seat: int | None) -> FloodForecast | None:
    """Return what the sea will do at the next flood, None if none is to come."""
    next_round = state.round if state.die else state.round + 2 - state.round % 2
    if next_round > ROUNDS:
        return None
    islands = [_island(state, seat, cell) for cell in state.island_order if state.is_island(cell)]
    return FloodForecast(
        round=next_round,
        actions=state.die,
        sinks_at=SINKS_AT,
        sunk=bin(state.sunk).count("1"),
        lost_at=LOST_AT,
        islands=islands,
    )


def _island(state: State, seat: int | None, cell: int) -> FloodedIsland:
    rise = bin(state.open_sides(cell)).count("1")
    return FloodedIsland(
        ref=f"hex:{cell_name(cell)}",
        tile=TILE_NAMES[state.tile_at[cell]],
        water=state.water[cell],
        rise=rise,
        sinks=state.water[cell] + rise >= SINKS_AT,
        huts=[s for s in range(state.n) if state.huts[cell * MOST_SEATS + s]],
        dike=None if seat is None else _dike(state, seat, cell),
    )


def _dike(state: State, seat: int, cell: int) -> Dike | None:
    """Return what one more dike there is worth to the seat, None if none can be built."""
    sides = state.open_sides(cell)
    if not sides or not state.dikes_left:
        return None
    side = next(side for side in range(SIDES) if sides >> side & 1)
    before = _points_after_flood(state, seat)
    trial = state.copy()
    trial.dikes[cell] |= 1 << side
    points = _points_after_flood(trial, seat) - before
    rise = bin(sides).count("1") - 1
    sinks = state.water[cell] + rise >= SINKS_AT
    return Dike(f"edge:{cell_name(cell)}:{SIDE_NAMES[side]}", points, sinks)


def _points_after_flood(state: State, seat: int) -> int:
    trial = state.copy()
    flood(trial)
    return sum(final_items(trial, seat))
