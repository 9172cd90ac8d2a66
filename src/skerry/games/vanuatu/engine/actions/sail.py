"""Action 1, Sail: one to three steps over ocean tiles, one vatu a step."""

from skerry.games.vanuatu.engine.board import AROUND, CELLS, HALF, HALF_CELLS, NEAR
from skerry.games.vanuatu.engine.components import FARTHEST_SAIL, SAIL
from skerry.games.vanuatu.engine.moves import SAIL_TO
from skerry.games.vanuatu.engine.state import ActionQuestion, State
from skerry.games.vanuatu.engine.text import cell_name


def step(cells: int, ocean: int) -> int:
    """Give the cells one step away from any of *cells*, as bits."""
    return (AROUND[cells & HALF] | AROUND[HALF + 1 + (cells >> HALF_CELLS)]) & ocean


def barred(state: State, seat: int) -> int:
    """Give the cells where this boat may not end its move: with two players the other's."""
    if state.n == 2 and state.rules.boats_block:
        return 1 << state.boat[1 - seat]
    return 0


def reach(state: State, seat: int, start: int) -> list[int]:
    """Give the cells where a move of exactly 1, 2, 3 steps from *start* may end, as bits."""
    closed = barred(state, seat)
    cells = 1 << start
    visited = cells
    ends: list[int] = []
    for _ in range(FARTHEST_SAIL):
        cells = step(cells, state.ocean)
        if not state.rules.sail_detours:
            cells &= ~visited
            visited |= cells
        ends.append(cells & ~closed)
    return ends


def steps_affordable(state: State, seat: int, bonus: bool) -> int:
    return FARTHEST_SAIL if bonus else min(FARTHEST_SAIL, state.money[seat])


def can_sail(state: State, seat: int, bonus: bool) -> bool:
    steps = steps_affordable(state, seat, bonus)
    if steps == 0:
        return False
    cells = NEAR[state.boat[seat]] & state.ocean
    if state.n > 2 or cells & ~barred(state, seat):
        return cells != 0
    ends = reach(state, seat, state.boat[seat])
    return (steps > 1 and ends[1] != 0) or (steps > 2 and ends[2] != 0)


class Sail(ActionQuestion):
    """Where to, and in how many steps?"""

    def action(self) -> int:
        return SAIL

    def options(self, state: State) -> list[int]:
        ends = reach(state, self.seat, state.boat[self.seat])
        moves: list[int] = []
        for i in range(steps_affordable(state, self.seat, self.bonus)):
            for cell in range(CELLS):
                if ends[i] >> cell & 1:
                    moves.append(SAIL_TO + i * CELLS + cell)
        return moves

    def answer(self, state: State, move: int) -> None:
        steps = (move - SAIL_TO) // CELLS + 1
        cell = (move - SAIL_TO) % CELLS
        paid = 0 if self.bonus else steps
        if state.journal is not None:
            state.record_event(
                "sailed",
                self.seat,
                {
                    "from": cell_name(state.boat[self.seat]),
                    "to": cell_name(cell),
                    "steps": steps,
                    "vatus": -paid,
                },
            )
        state.boat[self.seat] = cell
        state.money[self.seat] -= paid
