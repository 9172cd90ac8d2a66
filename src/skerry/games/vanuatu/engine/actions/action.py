"""All sides of an action: when it is possible, what it does, why not, what planning assumes.

Each action of the board is one object of its own class, in its own file; `BOARD_ACTIONS` lists
them by number.
"""

from typing import Final

from skerry.games.vanuatu.engine.board import NEIGHBOURS, NOWHERE
from skerry.games.vanuatu.engine.components import NO_TILE
from skerry.games.vanuatu.engine.planning_nodes import Plan
from skerry.games.vanuatu.engine.state import State
from skerry.games.vanuatu.engine.text import cell_name
from skerry.kernel.protocol import Reason

UNSAID: Final = -1
NO: Final = 0
YES: Final = 1


class Picks:
    """What somebody wants to choose while carrying out an action, as far as they have said."""

    def __init__(self) -> None:
        self.cell = NOWHERE
        self.steps = UNSAID
        self.hut = UNSAID  # or NO, YES
        self.dike = UNSAID  # or NO, YES
        self.dike_cell = NOWHERE
        self.side = UNSAID
        self.good = UNSAID
        self.good_cell = NOWHERE


class Action:
    """One of the nine actions. It has no state of its own."""

    def __init__(self, number: int, asks: list[str]) -> None:
        self.number: Final = number
        self.asks: Final = asks  # the kinds of refs that answer how to carry it out
        self.bit: Final = 1 << number
        self.rule: Final = f"10.{number + 1}"

    # -- the rule (section 10)

    def possible(self, state: State, seat: int, bonus: bool) -> bool:
        """Return whether there is some way to carry it out with the money in hand."""
        raise AssertionError("each action says when it is possible")

    def begin(self, state: State, seat: int, bonus: bool) -> None:
        """Carry it out, or ask how."""
        raise AssertionError("each action does something")

    # -- why not

    def why_impossible(self, state: State, seat: int, money: int) -> Reason:
        """Return what is missing to carry it out from where the boat is with so much money."""
        raise AssertionError("each action explains itself")

    def why_not(self, state: State, seat: int, bonus: bool, picks: Picks) -> Reason:
        """Return why it cannot be carried out like this, though it can otherwise."""
        raise AssertionError("an action that asks nothing closes nothing")

    # -- what planning assumes (section 8)

    def offer_at_sea(self, state: State, cell: int) -> int:
        """Return what an ocean cell offers by itself (planning_offers.py)."""
        return 0

    def offer_ashore(self, state: State, island: int) -> int:
        """Return what an island offers every boat beside it."""
        return 0

    def opened_by(self, plan: Plan, offers: int, money: int, fish: int) -> bool:
        """Return whether these offers open it to a seat with so much money and these fish."""
        raise AssertionError("asked only of actions that need more than their place")

    def most_earned(self, plan: Plan, offers: int, fish: int) -> int:
        """Return an upper bound of the money it brings where these are the offers."""
        return 0

    def outcomes(self, plan: Plan, node: int, purse: int) -> list[int]:
        """List the nodes it leads to with this purse; `node` counts it as done already."""
        return []


def islands_why_not(state: State, seat: int, cell: int, rule: str) -> Reason | None:
    """Return why the boat cannot act on a cell, None if an island lies there beside it."""
    args = {"cell": cell_name(cell)}
    if state.tile_at[cell] == NO_TILE:
        return Reason("empty_cell", rule, args)
    if state.sunk >> cell & 1:
        return Reason("submerged", "13", args)
    if not state.is_island(cell):
        return Reason("not_an_island", rule, args)
    boat = state.boat[seat]
    if cell not in NEIGHBOURS[boat]:
        return Reason("not_beside_boat", rule, {**args, "boat": cell_name(boat)})
    return None


def no_island_near(state: State, seat: int, rule: str) -> Reason:
    return Reason("no_island_near", rule, {"cell": cell_name(state.boat[seat])})


def cannot_pay(rule: str, needs: int, have: int) -> Reason:
    return Reason("cannot_pay", rule, {"needs": needs, "have": have})
