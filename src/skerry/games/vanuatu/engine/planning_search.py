"""The planning test: which actions could a seat still bring about? (section 8)

An action can be planned if some order of some already planned actions, each done once with any
choice, makes it possible, with treasure sales and begging in between. One search answers for all
nine actions at once:

1. Look what is possible where the boat is now.
2. Work out an upper bound: what would be possible if every planned action brought its most. Often
   it holds nothing that is not found yet, and the test is over.
3. If Sail is planned, look what is possible after Sail alone, the commonest way to open something.
4. Search: carry out planned actions in every order and way (`Action.outcomes`), and look what is
   possible after each, until the upper bound is reached or nothing is left to try.

What each action needs, brings and leads to is in its own file in `actions/`; what the search walks
over is explained in planning_nodes.py.
"""

from typing import Final

from mypy_extensions import mypyc_attr

from skerry.games.vanuatu.engine.actions.build import BUILDING
from skerry.games.vanuatu.engine.actions.buy import BUYING
from skerry.games.vanuatu.engine.actions.draw import DRAWING
from skerry.games.vanuatu.engine.actions.explore import EXPLORING
from skerry.games.vanuatu.engine.actions.fish import FISHING
from skerry.games.vanuatu.engine.actions.sail import SAILING, reach, step
from skerry.games.vanuatu.engine.actions.sell import SELLING
from skerry.games.vanuatu.engine.actions.tourist import TOURISM
from skerry.games.vanuatu.engine.board import CELLS, NEIGHBOURS
from skerry.games.vanuatu.engine.components import (
    ACTIONS,
    BUILD,
    BUY,
    DRAW,
    EXPLORE,
    FARTHEST_SAIL,
    FISH,
    MOST_BEGGED,
    MOST_SEATS,
    REST,
    SAIL,
    SELL,
    TOURIST,
)
from skerry.games.vanuatu.engine.planning_nodes import (
    Plan,
    beg_in,
    boat_in,
    circumstances,
    done_in,
    fish_in,
    money_in,
    purse_in,
    start_node,
    total_of,
    treasure_in,
)
from skerry.games.vanuatu.engine.state import State

OFF: Final = 0  # planning_check: nothing is asked
ALL_ACTIONS: Final = (1 << ACTIONS) - 1
_SAIL: Final = 1 << SAIL
_BUILD: Final = 1 << BUILD
_FISH: Final = 1 << FISH
_SELL: Final = 1 << SELL
_BUY: Final = 1 << BUY
_DRAW: Final = 1 << DRAW
_REST: Final = 1 << REST
_EXPLORE: Final = 1 << EXPLORE
_TOURIST: Final = 1 << TOURIST
_EARNING: Final = _SELL | _TOURIST | _EXPLORE
_ONLY_THE_PLACE: Final = _EXPLORE | _FISH | _DRAW | _TOURIST  # matters to these

_NO_NODES: Final[list[int]] = []
_NONE_SEEN: Final[set[int]] = set()


def achievable(state: State, seat: int) -> int:
    """Return the actions, as bits, on which the seat may put a marker now."""
    if state.rules.planning_check == OFF:
        return ALL_ACTIONS
    memory = _memory(state)
    planned = _planned(state, seat)
    start = start_node(state, seat)
    # What was found out last, in the same circumstances: with the same plans nothing is new, and
    # with more plans nothing is lost (section 8: monotone in S).
    here = circumstances(start)
    known = memory[CELLS + seat]
    found = 0
    if known >> (2 * ACTIONS) == here:
        earlier = known >> ACTIONS & ALL_ACTIONS
        if earlier == planned:
            return known & ALL_ACTIONS
        if earlier & ~planned == 0:
            found = known & ALL_ACTIONS
    found = PlanningSearch(state, seat, memory).run(start, planned, found) | _REST
    memory[CELLS + seat] = (here << ACTIONS | planned) << ACTIONS | found
    return found


def _memory(state: State) -> list[int]:
    """Return the offers of every cell, then for every seat what was found out last.

    It is kept for the round, in which planning changes no board; copies of the state share it.
    """
    memory = state.planning_memory
    if memory is None:
        memory = [0] * CELLS + [-1] * MOST_SEATS
        for cell in range(CELLS):
            if state.is_ocean(cell):
                memory[cell] = _offers_at_sea(state, cell)
        for island in state.island_order:
            if state.is_island(island):
                offers = _offers_ashore(state, island)
                for cell in NEIGHBOURS[island]:
                    if state.is_ocean(cell):
                        memory[cell] |= offers
        state.planning_memory = memory
    return memory


def _offers_at_sea(state: State, cell: int) -> int:
    return (
        SAILING.offer_at_sea(state, cell)
        | EXPLORING.offer_at_sea(state, cell)
        | FISHING.offer_at_sea(state, cell)
    )


def _offers_ashore(state: State, island: int) -> int:
    return (
        BUILDING.offer_ashore(state, island)
        | SELLING.offer_ashore(state, island)
        | BUYING.offer_ashore(state, island)
        | DRAWING.offer_ashore(state, island)
        | TOURISM.offer_ashore(state, island)
    )


def _planned(state: State, seat: int) -> int:
    """Return the actions, as bits, with a marker of the seat; Rest helps towards nothing."""
    planned = 0
    for action in range(REST):
        if state.markers[action * MOST_SEATS + seat]:
            planned |= 1 << action
    return planned


@mypyc_attr(free_list_len=1)  # made for most markers, from the last one freed
class PlanningSearch(Plan):
    """One search of what a seat can bring about from here."""

    def __init__(self, state: State, seat: int, offers: list[int]) -> None:
        super().__init__(state, seat, offers)
        self.planned = 0
        self.found = 0  # actions known to be possible
        self.upper_bound = 0  # actions that may be possible; no others can be
        self.stack = _NO_NODES  # made when a search is needed, which is seldom
        self.seen = _NONE_SEEN

    def run(self, start: int, planned: int, found: int) -> int:
        """Return the actions, as bits, that can be brought about (Rest apart)."""
        self.planned = planned
        self.found = found
        if not found:
            self._look(start)
        if planned:
            self.upper_bound = self._upper_bound(start)
            if self._is_open() and planned & _SAIL:
                self._look_after_sailing(start)
            if self._is_open():
                self._search(start)
        return self.found

    def _is_open(self) -> bool:
        """Return whether something may still be found."""
        return self.upper_bound & ~self.found != 0

    # -- one node

    def _look(self, node: int) -> None:
        """Note every action that is possible in a node, treasure sales and begging included."""
        offers = self.offers_in(node)
        found = offers & _ONLY_THE_PLACE
        fish = fish_in(node)
        if SELLING.opened_by(self, offers, 0, fish):
            found |= _SELL
        for purse in self.purses(purse_in(node)):
            money = money_in(purse)
            sails = SAILING.opened_by(self, offers, money, fish)
            if sails and SAILING.can_leave(self, boat_in(node), money):
                found |= _SAIL
            if BUYING.opened_by(self, offers, money, fish):
                found |= _BUY
            if BUILDING.opened_by(self, offers, money, fish):
                found |= _BUILD
        self.found |= found & ~done_in(node)

    # -- the upper bound

    def _upper_bound(self, start: int) -> int:
        """Return the actions, as bits, that would be possible if all plans brought their most."""
        planned = self.planned
        fish = fish_in(start)
        purse = purse_in(start)
        money = money_in(purse) + total_of(treasure_in(purse))
        if beg_in(purse):
            money += MOST_BEGGED
        offers = self._offers_in_reach(money)
        if planned & _TOURIST:
            money += TOURISM.most_earned(self, offers, fish)
        if planned & _EXPLORE:
            money += EXPLORING.most_earned(self, offers, fish)
        if planned & _SELL:
            money += SELLING.most_earned(self, offers, fish)
        bound = offers & _ONLY_THE_PLACE
        if SAILING.opened_by(self, offers, money, fish):
            bound |= _SAIL
        if BUYING.opened_by(self, offers, money, fish):
            bound |= _BUY
        if BUILDING.opened_by(self, offers, money, fish):
            bound |= _BUILD
            if planned & _BUILD:
                offers |= self.home  # a hut could be built first
        if SELLING.opened_by(self, offers, money, fish | planned & offers & _FISH):
            bound |= _SELL
        return bound

    def _offers_in_reach(self, money: int) -> int:
        """Return what all cells together offer that the boat could get to."""
        boat = self.state.boat[self.seat]
        offers = self.offers[boat]
        if not self.planned & _SAIL:
            return offers
        steps = FARTHEST_SAIL
        if self.bonus != SAIL and not self.planned & _EARNING:
            steps = min(steps, money)
        nearby = 1 << boat
        for _step in range(steps):
            nearby |= step(nearby, self.state.ocean)
        return offers | self._offers_of(nearby)

    def _offers_of(self, cells: int) -> int:
        """Return what these cells, given as bits, offer together."""
        offers = 0
        cell = 0
        while cells:
            if cells & 1:
                offers |= self.offers[cell]
            cells >>= 1
            cell += 1
        return offers

    # -- a first short cut

    def _look_after_sailing(self, start: int) -> None:
        """Note what is possible after Sail alone."""
        fish = fish_in(start)
        ends = reach(self.state, self.seat, boat_in(start))
        found = 0
        for purse in self.purses(purse_in(start)):
            for steps in range(1, FARTHEST_SAIL + 1):
                left = money_in(purse)
                if self.bonus != SAIL and self.pays:
                    left -= steps
                    if left < 0:
                        break
                if not ends[steps - 1]:
                    continue
                offers = self._offers_of(ends[steps - 1])
                found |= offers & _ONLY_THE_PLACE
                if SELLING.opened_by(self, offers, left, fish):
                    found |= _SELL
                if BUYING.opened_by(self, offers, left, fish):
                    found |= _BUY
                if BUILDING.opened_by(self, offers, left, fish):
                    found |= _BUILD
        self.found |= found

    # -- the search

    def _search(self, start: int) -> None:
        """Carry out planned actions in every order until nothing more can be found."""
        self._leave_out_useless_plans()
        self.seen = {start}
        self.stack = [start]
        while self.stack and self._is_open():
            self._expand(self.stack.pop())

    def _leave_out_useless_plans(self) -> None:
        """Drop planned actions that cannot help towards what is still to be found."""
        missing = self.upper_bound & ~self.found
        if not (self.planned | missing) & _SELL:
            self.planned &= ~_FISH
        if not self.beggar:
            self.planned &= ~_DRAW

    def _expand(self, node: int) -> None:
        """Carry out each planned action that is left."""
        todo = self.planned & ~done_in(node)
        if not todo:
            return
        purse = purse_in(node)
        # Those that cost nothing come first: they lead to few nodes.
        if todo & _FISH:
            self._reach(FISHING.outcomes(self, node | _FISH, purse))
        if todo & _EXPLORE:
            self._reach(EXPLORING.outcomes(self, node | _EXPLORE, purse))
        if todo & _DRAW:
            self._reach(DRAWING.outcomes(self, node | _DRAW, purse))
        if todo & _TOURIST:
            self._reach(TOURISM.outcomes(self, node | _TOURIST, purse))
        if todo & _SELL:
            self._reach(SELLING.outcomes(self, node | _SELL, purse))
        if not todo & (_BUILD | _BUY | _SAIL):
            return
        for richer in self.purses(purse):
            if todo & _BUILD:
                self._reach(BUILDING.outcomes(self, node | _BUILD, richer))
            if todo & _BUY:
                self._reach(BUYING.outcomes(self, node | _BUY, richer))
            if todo & _SAIL:
                self._reach(SAILING.outcomes(self, node | _SAIL, richer))
            if not self._is_open():
                return

    def _reach(self, nodes: list[int]) -> None:
        for node in nodes:
            if node not in self.seen:
                self.seen.add(node)
                self.stack.append(node)
                self._look(node)
