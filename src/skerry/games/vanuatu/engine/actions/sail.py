"""Action 1, Sail: one to three steps over ocean tiles, one vatu a step."""

from typing import Final

from skerry.games.vanuatu.engine.actions.action import UNSAID, Action, Picks, cannot_pay
from skerry.games.vanuatu.engine.board import AROUND, CELLS, HALF, HALF_CELLS, NEAR
from skerry.games.vanuatu.engine.components import FARTHEST_SAIL, NO_TILE, SAIL
from skerry.games.vanuatu.engine.moves import SAIL_TO
from skerry.games.vanuatu.engine.planning_nodes import (
    Plan,
    boat_in,
    money_in,
    with_boat,
    with_purse,
)
from skerry.games.vanuatu.engine.state import ActionQuestion, State
from skerry.games.vanuatu.engine.text import cell_name
from skerry.kernel.protocol import Reason


def step(cells: int, ocean: int) -> int:
    """Return the cells one step away from any of *cells*, as bits."""
    return (AROUND[cells & HALF] | AROUND[HALF + 1 + (cells >> HALF_CELLS)]) & ocean


def barred(state: State, seat: int) -> int:
    """Return the cells where this boat may not end its move: with two players the other's."""
    if state.n == 2 and state.rules.boats_block:
        return 1 << state.boat[1 - seat]
    return 0


def reach(state: State, seat: int, start: int) -> list[int]:
    """Return the cells where a move of exactly 1, 2, 3 steps from *start* may end, as bits."""
    closed = barred(state, seat)
    cells = 1 << start
    visited = cells
    ends: list[int] = []
    for _step in range(FARTHEST_SAIL):
        cells = step(cells, state.ocean)
        if not state.rules.sail_detours:
            cells &= ~visited
            visited |= cells
        ends.append(cells & ~closed)
    return ends


def can_leave(state: State, seat: int, cell: int, steps: int) -> bool:
    """Return whether a boat on this cell can end a move of at most so many steps elsewhere."""
    if steps == 0:
        return False
    if NEAR[cell] & state.ocean & ~barred(state, seat):
        return True
    # Nothing beside is open. Where two steps lead nowhere, three do not either.
    return steps > 1 and reach(state, seat, cell)[1] != 0


class Sail(ActionQuestion):
    """Where to, and in how many steps?"""

    def action(self) -> int:
        return SAIL

    def options(self, state: State) -> list[int]:
        ends = reach(state, self.seat, state.boat[self.seat])
        moves: list[int] = []
        for i in range(_most_steps(state.money[self.seat], self.bonus)):
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


def _most_steps(money: int, navigator: bool) -> int:
    return FARTHEST_SAIL if navigator else min(FARTHEST_SAIL, money)


class SailAction(Action):
    """Move the boat; the Navigator sails for nothing."""

    def possible(self, state: State, seat: int, bonus: bool) -> bool:
        return can_leave(state, seat, state.boat[seat], _most_steps(state.money[seat], bonus))

    def begin(self, state: State, seat: int, bonus: bool) -> None:
        state.agenda.append(Sail(seat, 1 if bonus else 0))

    # -- why not

    def why_impossible(self, state: State, seat: int, money: int) -> Reason:
        if money == 0:
            return cannot_pay(self.rule, 1, money)
        return Reason("no_open_water", self.rule)

    def why_not(self, state: State, seat: int, bonus: bool, picks: Picks) -> Reason:
        ends = reach(state, seat, state.boat[seat])
        money = state.money[seat]
        if picks.cell < 0:
            if ends[picks.steps - 1]:
                return cannot_pay(self.rule, picks.steps, money)
            return Reason("no_open_water", self.rule, {"steps": picks.steps})
        cell = picks.cell
        args = {"cell": cell_name(cell)}
        if state.tile_at[cell] == NO_TILE:
            return Reason("empty_cell", self.rule, args)
        if not state.is_ocean(cell):
            return Reason("not_an_ocean", self.rule, args)
        if barred(state, seat) >> cell & 1:
            return Reason("boat_in_the_way", "14", args)
        steps = [i + 1 for i in range(FARTHEST_SAIL) if ends[i] >> cell & 1]
        if not steps:
            return Reason("too_far", self.rule, {**args, "max": FARTHEST_SAIL})
        if picks.steps != UNSAID and picks.steps not in steps:
            return Reason("wrong_distance", self.rule, {**args, "steps": steps})
        needs = steps[0] if picks.steps == UNSAID else picks.steps
        return Reason("cannot_pay", self.rule, {**args, "needs": needs, "have": money})

    # -- what planning assumes

    def offer_at_sea(self, state: State, cell: int) -> int:
        return self.bit if NEAR[cell] & state.ocean else 0

    def opened_by(self, plan: Plan, offers: int, money: int, fish: int) -> bool:
        return offers & self.bit != 0 and (money > 0 or plan.bonus == SAIL)

    def can_leave(self, plan: Plan, cell: int, money: int) -> bool:
        """Return whether the other boat of two leaves a place to sail to."""
        steps = _most_steps(money, plan.bonus == SAIL)
        return can_leave(plan.state, plan.seat, cell, steps)

    def outcomes(self, plan: Plan, node: int, purse: int) -> list[int]:
        navigator = plan.bonus == SAIL
        ends = reach(plan.state, plan.seat, boat_in(node))
        nodes: list[int] = []
        for steps in range(1, FARTHEST_SAIL + 1):
            affordable = money_in(purse) >= steps
            if not affordable and not navigator:
                break
            for cell in range(CELLS):
                if ends[steps - 1] >> cell & 1:
                    there = with_boat(node, cell)
                    if navigator:
                        nodes.append(with_purse(there, purse))
                    if plan.can_pay(purse, steps):
                        nodes.append(with_purse(there, plan.paid(purse, steps)))
        return nodes


SAILING: Final = SailAction(SAIL, ["hex", "steps"])
