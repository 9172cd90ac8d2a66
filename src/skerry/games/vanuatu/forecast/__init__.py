"""What a seat can know ahead: which of its plans are safe, what ten vatus spoil, the flood."""

from skerry.games.vanuatu.engine.components import ACTION_NAMES, ROUNDS
from skerry.games.vanuatu.engine.planning import PlanMarker
from skerry.games.vanuatu.engine.resolving import TakeTurn
from skerry.games.vanuatu.engine.state import ActionQuestion, State
from skerry.games.vanuatu.engine.text import cell_name
from skerry.games.vanuatu.forecast.cash import spoilt_purchases
from skerry.games.vanuatu.forecast.flood import flood_forecast
from skerry.games.vanuatu.forecast.planning import planned_spaces
from skerry.games.vanuatu.forecast.resolving import resolving_plans
from skerry.games.vanuatu.forecast.spaces import own_spaces, ref_of
from skerry.games.vanuatu.forecast_types import Forecast
from skerry.kernel.events import Event


def forecast(state: State, seat: int | None) -> Forecast:
    """Return what a seat, or a watcher, can know ahead."""
    flood = flood_forecast(state, seat) if state.rules.rising_waters and state.agenda else None
    if seat is None or not state.agenda:
        return Forecast([], [], flood)
    task = state.agenda[-1]
    if isinstance(task, PlanMarker):
        plans = planned_spaces(state, seat)
    elif isinstance(task, TakeTurn | ActionQuestion):
        plans = resolving_plans(state, seat)
    else:
        return Forecast([], [], flood)
    return Forecast(plans, spoilt_purchases(state, seat), flood)


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
            for action in own_spaces(start, seat):
                found[ref_of(action)] = ACTION_NAMES[action] not in done
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
