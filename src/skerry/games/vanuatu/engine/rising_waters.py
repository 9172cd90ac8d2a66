"""The Rising Waters expansion: the die counts down, then the sea rises (section 13).

Dikes are built in `actions/build.py`; the die is rolled in `rounds.py`; penalties for wet huts are
in `scoring.py`. Nothing else knows of the expansion.
"""

from skerry.games.vanuatu.engine.board import CELLS, SIDES
from skerry.games.vanuatu.engine.components import GOODS, LOST_AT, MOST_SEATS, SINKS_AT
from skerry.games.vanuatu.engine.state import State
from skerry.games.vanuatu.engine.text import cell_name
from skerry.kernel.lists import replaced


def count_down(state: State) -> None:
    """Lower the die by one; at zero the waters rise."""
    state.die -= 1
    if state.journal is not None:
        state.record_event("die_lowered", -1, {"value": state.die})
    if state.die == 0:
        flood(state)


def flood(state: State) -> None:
    """Every island gets a water marker for each side open to the ocean, all at once."""
    state.die = 0
    rises = [0] * CELLS
    for cell in state.island_order:
        if state.is_island(cell):
            rises[cell] = _bits(state.open_sides(cell))
    for cell in state.island_order:
        if state.is_island(cell):
            state.water = replaced(state.water, cell, state.water[cell] + rises[cell])
            if state.journal is not None:
                data = {"cell": cell_name(cell), "rise": rises[cell], "water": state.water[cell]}
                state.record_event("water_rose", -1, data)
            if state.water[cell] >= SINKS_AT:
                _sink(state, cell)
    if _bits(state.sunk) >= LOST_AT:
        state.lost = True
        state.agenda.clear()
        if state.journal is not None:
            state.record_event("sea_won", -1, {})


def _sink(state: State, cell: int) -> None:
    state.sunk |= 1 << cell
    state.land &= ~(1 << cell)
    for good in range(GOODS):
        cubes = state.cubes[cell * GOODS + good]
        state.reserve = replaced(state.reserve, good, state.reserve[good] + cubes)
        state.cubes[cell * GOODS + good] = 0
    for seat in range(MOST_SEATS):
        state.huts = replaced(state.huts, cell * MOST_SEATS + seat, 0)
    state.visitors = replaced(state.visitors, cell, 0)
    state.drawn = replaced(state.drawn, cell, 0)
    state.dikes = replaced(state.dikes, cell, 0)
    state.water = replaced(state.water, cell, 0)
    if state.journal is not None:
        state.record_event("island_sank", -1, {"cell": cell_name(cell)})


def _bits(mask: int) -> int:
    count = 0
    for i in range(max(CELLS, SIDES)):
        count += mask >> i & 1
    return count
