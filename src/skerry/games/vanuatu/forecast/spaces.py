"""What a seat can do at a space of the action board, what it lacks, and what is left there."""

from typing import Literal

from skerry.games.vanuatu.engine.actions.action import Action
from skerry.games.vanuatu.engine.actions.board_actions import BOARD_ACTIONS
from skerry.games.vanuatu.engine.actions.sail import reach
from skerry.games.vanuatu.engine.board import NEIGHBOURS
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
    MOST_SEATS,
    REST,
    REST_TOKENS,
    SAIL,
    SELL,
    TOURIST,
)
from skerry.games.vanuatu.engine.contest import (
    PLENTY,
)
from skerry.games.vanuatu.engine.planning import PlanMarker
from skerry.games.vanuatu.engine.planning_search import OFF, achievable
from skerry.games.vanuatu.engine.state import State
from skerry.games.vanuatu.forecast_types import (
    Missing,
)

# Reasons that say that a thing is used up, not that the seat is at the wrong place.
_USED_UP = ("no_tourist", "no_rest_token")


def ref_of(action: int) -> str:
    """Return the ref of a space, as the page knows it."""
    return f"space:{ACTION_NAMES[action]}"


def markers_on(state: State, action: int, seat: int) -> int:
    """Return how many markers the seat has on a space."""
    return state.markers[action * MOST_SEATS + seat]


def own_spaces(state: State, seat: int) -> list[int]:
    """List the spaces on which the seat has markers."""
    return [action for action in range(ACTIONS) if markers_on(state, action, seat)]


def markers_to_place(state: State, seat: int) -> int:
    """Count the markers a seat still places in this planning phase."""
    return sum(isinstance(task, PlanMarker) and task.seat == seat for task in state.agenda)


def possible(state: State, seat: int, action: int) -> bool:
    """Return whether the seat could carry out the action now, with or without its character."""
    rules = BOARD_ACTIONS[action]
    return rules.possible(state, seat, False) or (
        state.bonus_ready(seat, action) and rules.possible(state, seat, True)
    )


def missing(state: State, seat: int, action: int) -> Missing | None:
    """Return what the seat lacks for an action, money or place; None if nothing."""
    if possible(state, seat, action):
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
    kind: Literal["money", "place"] = "money" if reason.code == "cannot_pay" else "place"
    return Missing(kind, reason.code, reason.rule, reason.args, later)


def _in_hand(state: State, action: int) -> int:
    """Return 1 while somebody is carrying out the action, and has not used anything up yet."""
    return int(bool(state.agenda) and state.action_in_hand() == action)


def left_for_anybody(state: State, action: int) -> int:
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


def supply_of(state: State, seat: int, action: int) -> tuple[int, int]:
    """Return how much is left for the seat at worst, and who can use it up, as bits of seats."""
    others = ((1 << state.n) - 1) & ~(1 << seat)
    anybody = left_for_anybody(state, action)
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
    sails = markers_on(state, SAIL, rival) > 0 or markers_to_place(state, rival) > 0
    governs = state.character[rival] == GOVERNOR and not state.used[rival]
    under_way = state.agenda[-1].seat == rival and state.action_in_hand() == SAIL
    if sails or governs or under_way:
        for ends in reach(state, rival, state.boat[rival]):
            places |= {cell for cell in range(len(state.fish)) if ends >> cell & 1}
    if action in (FISH, EXPLORE):
        return bool(places & set(cells))
    return any(cell in NEIGHBOURS[place] for place in places for cell in cells)


def must_use(state: State, seat: int, action: int) -> bool:
    """Return whether a seat that leads the space can use it for certain while units are left."""
    if action == REST:
        return True
    if action != TOURIST or state.die:
        return False
    if markers_on(state, SAIL, seat) or markers_to_place(state, seat):
        return False
    if state.character[seat] == GOVERNOR or (_in_hand(state, SAIL) and state.turn() == seat):
        return False
    rooms = [
        _on_cell(state, seat, TOURIST, cell) for cell in state.islands_beside(state.boat[seat])
    ]
    return max(rooms, default=0) >= state.office
