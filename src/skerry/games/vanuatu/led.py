"""The spaces a seat leads in its turn; for each it cannot use, why and what it can do instead.

Nothing here knows a rule: every way is found by playing legal moves on a copy and asking the
action again.
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from skerry.games.vanuatu import notation, why
from skerry.games.vanuatu.engine.actions.board_actions import BOARD_ACTIONS
from skerry.games.vanuatu.engine.components import (
    ACTION_NAMES,
    ACTIONS,
    GOVERNOR,
    MOST_SEATS,
    REST,
    SAIL,
)
from skerry.games.vanuatu.engine.moves import GOVERN, PERFORM, PERFORM_BONUS, RETRIEVE
from skerry.games.vanuatu.engine.state import ActionQuestion, State
from skerry.games.vanuatu.engine.text import cell_name
from skerry.games.vanuatu.questions import question
from skerry.kernel.protocol import LedSpace, Way, WayKind

_MOST_SALES = 8  # any-time moves in a row that are tried
_USABLE: Final = [LedSpace(f"space:{name}", True) for name in ACTION_NAMES]


def led(state: State, seat: int, imagine: Callable[[], State] | None = None) -> list[LedSpace]:
    """List the spaces the seat leads while it chooses one; empty at any other time.

    What it can do instead is found in the future that *imagine* returns, if that is given.
    """
    asked = question(state)
    if asked is None or asked.kind != "take_turn" or asked.seat != seat:
        return []
    options = set(state.options())
    spaces = [action for action in range(ACTIONS) if state.leader(action) == seat]
    usable = [a for a in spaces if PERFORM + a in options or PERFORM_BONUS + a in options]
    known = state if imagine is None or len(usable) == len(spaces) else imagine()
    return [
        _USABLE[action] if action in usable else _unusable(known, seat, action, usable)
        for action in spaces
    ]


def _unusable(state: State, seat: int, action: int, usable: list[int]) -> LedSpace:
    name = ACTION_NAMES[action]
    ways = [
        *_first(state, seat, action, usable),
        *_with_money(state, seat, action),
        *_governed(state, seat, action),
    ]
    first = {way.args["action"] for way in ways if way.kind == "first"}
    ways += [
        _way("other", PERFORM + other, {"action": ACTION_NAMES[other]}, state)
        for other in usable
        if ACTION_NAMES[other] not in first
    ]
    ways += _later(state, seat, action, usable)
    markers = state.markers[action * MOST_SEATS + seat]
    ways.append(
        Way(
            "take_back",
            notation.write(RETRIEVE + action),
            "take_back",
            {"action": name, "markers": markers},
            [f"space:{name}"],
        )
    )
    return LedSpace(
        ref=f"space:{name}",
        usable=False,
        reason=why.why_not(state, seat, f"perform:{name}"),
        ways=ways,
        risk=_risk(state, seat, action),
        forced=not usable,
    )


def _way(kind: WayKind, move: int, args: dict[str, object], state: State) -> Way:
    """Return the way that begins with performing an action, plain if that is possible."""
    if move not in state.options():
        move += PERFORM_BONUS - PERFORM
    return Way(kind, notation.write(move), kind, args, [f"space:{args['action']}"])


def _possible(state: State, seat: int, action: int) -> bool:
    rules = BOARD_ACTIONS[action]
    return rules.possible(state, seat, False) or (
        state.bonus_ready(seat, action) and rules.possible(state, seat, True)
    )


# -- another action first


class _Outcome(NamedTuple):
    """The table after the seat has carried out an action in one of its ways."""

    state: State
    paid: int


def _outcomes(state: State, seat: int, action: int) -> Iterator[_Outcome]:
    options = state.options()
    money = state.money[seat]
    for move in (PERFORM + action, PERFORM_BONUS + action):
        if move not in options:
            continue
        begun = state.copy()
        begun.play(move)
        open_ones = [begun]
        while open_ones:
            now = open_ones.pop()
            task = now.agenda[-1] if now.agenda else None
            if isinstance(task, ActionQuestion) and task.seat == seat:
                for choice in task.options(now):
                    after = now.copy()
                    after.play(choice)
                    open_ones.append(after)
            else:
                yield _Outcome(now, money - now.money[seat])


def _opening(state: State, seat: int, action: int, other: int) -> list[_Outcome]:
    """List the outcomes of another action after which this one is possible."""
    if other == REST:
        return []  # it pays when the round is over
    return [
        outcome
        for outcome in _outcomes(state, seat, other)
        if outcome.state.leader(action) == seat and _possible(outcome.state, seat, action)
    ]


def _first(state: State, seat: int, action: int, usable: list[int]) -> list[Way]:
    ways = []
    for other in usable:
        opening = _opening(state, seat, action, other)
        if opening:
            args: dict[str, object] = {"action": ACTION_NAMES[other]}
            way = _way("first", PERFORM + other, args, state)
            if other == SAIL:
                prices = _prices(opening, seat)
                args["costs"] = list(prices.values())
                way.refs[:] = prices
            ways.append(way)
    return ways


def _prices(opening: list[_Outcome], seat: int) -> dict[str, int]:
    """Return the least that each of the places costs, by its ref."""
    prices: dict[str, int] = {}
    for outcome in opening:
        ref = f"hex:{cell_name(outcome.state.boat[seat])}"
        prices[ref] = min(outcome.paid, prices.get(ref, outcome.paid))
    return dict(sorted(prices.items()))


def _later(state: State, seat: int, action: int, usable: list[int]) -> list[Way]:
    """Spaces that the seat will lead once others have acted there, and that open this one."""
    ways = []
    for other in range(ACTIONS):
        leader = state.leader(other)
        if other == action or other in usable or leader in (seat, -1):
            continue
        if state.markers[other * MOST_SEATS + seat] == 0:
            continue
        after = state.copy()
        for rival in range(state.n):
            if rival != seat:
                after.markers[other * MOST_SEATS + rival] = 0
        if after.leader(other) == seat and _opening(after, seat, action, other):
            name = ACTION_NAMES[other]
            args = {"action": name, "leader": leader}
            ways.append(Way("later", "", "later", args, [f"space:{name}"]))
    return ways


# -- without another action


def _with_money(state: State, seat: int, action: int) -> list[Way]:
    """Return the ways that begin with selling treasure or begging."""
    ways = []
    kinds: list[tuple[WayKind, str]] = [("treasure", "treasure"), ("character", "beg")]
    for kind, verb in kinds:
        moves = _moves_that_pay(state, seat, action, verb)
        if moves:
            now = state.copy()
            for move in moves:
                now.play(move)
            args = {"count": len(moves), "vatus": now.money[seat] - state.money[seat]}
            ways.append(Way(kind, notation.write(moves[0]), verb, args, []))
    return ways


def _moves_that_pay(state: State, seat: int, action: int, verb: str) -> list[int]:
    """Return the fewest any-time moves of a kind, the cheapest first, that open the action."""
    for move in state.anytime(seat):
        if _is(move, verb):
            after = state.copy()
            after.play(move)
            if _possible(after, seat, action):
                return [move]
    made: list[int] = []
    now = state.copy()
    while verb == "treasure" and len(made) < _MOST_SALES:
        moves = [move for move in now.anytime(seat) if _is(move, verb)]
        if not moves:
            return []
        made.append(moves[0])
        now.play(moves[0])
        if _possible(now, seat, action):
            return made
    return []


def _is(move: int, verb: str) -> bool:
    return notation.write(move).startswith(verb)


def _governed(state: State, seat: int, action: int) -> list[Way]:
    """Return the Governor's way: this stack moved to a space where the seat could then act."""
    found: list[int] = []
    for move in state.options():
        if move >= GOVERN and (move - GOVERN) // ACTIONS == action:
            target = (move - GOVERN) % ACTIONS
            after = state.copy()
            after.play(move)
            if after.leader(target) == seat and _possible(after, seat, target):
                found.append(target)
    if not found:
        return []
    move = GOVERN + action * ACTIONS + found[0]
    refs = [f"space:{ACTION_NAMES[target]}" for target in found]
    return [Way("character", notation.write(move), "govern", {"count": len(found)}, refs)]


def _risk(state: State, seat: int, action: int) -> list[int]:
    """List the seats whose Governor could take the lead of the space away."""
    risk = []
    for rival in range(state.n):
        if rival == seat or state.character[rival] != GOVERNOR or state.used[rival]:
            continue
        for source in range(ACTIONS):
            moved = state.markers[source * MOST_SEATS + rival]
            if source == action or not moved:
                continue
            after = state.copy()
            after.markers[source * MOST_SEATS + rival] = 0
            after.markers[action * MOST_SEATS + rival] += moved
            if after.leader(action) == rival:
                risk.append(rival)
                break
    return risk
