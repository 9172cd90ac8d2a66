"""What the sea will do at the next flood, and what a dike is worth (Rising Waters)."""

from skerry.games.vanuatu.engine.board import SIDE_NAMES, SIDES
from skerry.games.vanuatu.engine.components import (
    LOST_AT,
    MOST_SEATS,
    ROUNDS,
    SINKS_AT,
    TILE_NAMES,
)
from skerry.games.vanuatu.engine.rising_waters import flood
from skerry.games.vanuatu.engine.scoring import final_items
from skerry.games.vanuatu.engine.state import State
from skerry.games.vanuatu.engine.text import cell_name
from skerry.games.vanuatu.forecast_types import (
    Dike,
    FloodedIsland,
    FloodForecast,
)
from skerry.kernel.lists import replaced


def flood_forecast(state: State, seat: int | None) -> FloodForecast | None:
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
    trial.dikes = replaced(trial.dikes, cell, trial.dikes[cell] | 1 << side)
    points = _points_after_flood(trial, seat) - before
    rise = bin(sides).count("1") - 1
    sinks = state.water[cell] + rise >= SINKS_AT
    return Dike(f"edge:{cell_name(cell)}:{SIDE_NAMES[side]}", points, sinks)


def _points_after_flood(state: State, seat: int) -> int:
    trial = state.copy()
    flood(trial)
    return sum(final_items(trial, seat))
