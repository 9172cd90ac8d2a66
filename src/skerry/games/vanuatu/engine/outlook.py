"""The planning test: which actions could a seat still bring about? (section 8)

An action can be planned if some order of some already planned actions, each done once with any
choice, makes it possible, with treasure sales and begging in between. One search answers for all
nine actions at once. It walks over *nodes*: what has been done, where the boat is, money, fish,
treasure, a new hut, and how much could still be begged, packed into one small integer.

Three observations keep it small:
- An action is done at most once, so the discs, cubes, drawings and tourists it uses up never
  matter again; only the boat, money, tiles in hand and a new hut do.
- Money is always (start + gains - payments) modulo 10, in whatever order it came and went, so
  treasure need only be sold right before a payment.
- Most answers are plain at once: an upper bound says which actions are worth searching for.
"""

from typing import Final

from skerry.games.vanuatu.engine.actions.buy import place_for
from skerry.games.vanuatu.engine.actions.draw import has_drawing_site
from skerry.games.vanuatu.engine.actions.sail import barred, reach, step
from skerry.games.vanuatu.engine.actions.sell import proceeds
from skerry.games.vanuatu.engine.actions.tourist import has_room
from skerry.games.vanuatu.engine.board import CELLS, NEAR, NEIGHBOURS, NOWHERE
from skerry.games.vanuatu.engine.components import (
    ACTIONS,
    BEGGAR,
    BUILD,
    BUILDER,
    BUILDER_PRICE,
    BUY,
    DIKE_PRICE,
    DIVER,
    DRAW,
    DRAWING_POINTS,
    EXPLORE,
    FARTHEST_SAIL,
    FISH,
    GOOD_POINTS,
    GOOD_PRICE,
    GOODS,
    HUT_PRICE,
    LAST_GOOD_POINTS,
    MOST_BEGGED,
    MOST_SEATS,
    NAVIGATOR,
    REST,
    SAIL,
    SELL,
    TOURIST,
    VALUES,
    VENDOR,
)
from skerry.games.vanuatu.engine.state import FULL_SHIP, State

STRICT: Final = 2
OFF: Final = 0

# What each cell offers a boat on it: a bit per action, then these.
_DIKE: Final = 1 << 9  # an island beside it has a side open to the ocean
_GOODS_FOR: Final = 9  # + 1, 2, 3: a bit if so many vatus buy a good beside it
_HOME: Final = 13  # a bit per seat with a hut beside it
_GUESTS: Final = 18  # the topmost bits: most huts on an island beside it
_BITS: Final = (1 << _GUESTS) - 1  # all but the guests: cells together offer what one of them does
_ANY_GOOD: Final = 1 << (_GOODS_FOR + 3)  # the dearest good costs 3

_B_SAIL: Final = 1 << SAIL
_B_BUILD: Final = 1 << BUILD
_B_EXPLORE: Final = 1 << EXPLORE
_B_FISH: Final = 1 << FISH
_B_SELL: Final = 1 << SELL
_B_BUY: Final = 1 << BUY
_B_DRAW: Final = 1 << DRAW
_B_TOURIST: Final = 1 << TOURIST
_B_REST: Final = 1 << REST
_FREE: Final = _B_EXPLORE | _B_FISH | _B_DRAW | _B_TOURIST  # only the place matters
_ALL: Final = (1 << ACTIONS) - 1

# A node, packed: done 8 bits, cell 4, then the purse: money 4, beg 3, treasure 12; hut 5, fish 12.
# beg is 0 without a Beggar to use, else one more than the points (at most 3) he could exchange.
_CELL: Final = 8
_PURSE: Final = 12
_HUT: Final = 31
_FISH: Final = 36
_BEG_IN_PURSE: Final = 4
_TREASURE_IN_PURSE: Final = 7
_PURSE_MASK: Final = (1 << 19) - 1
_BOAT_AND_PURSE: Final = (1 << 23) - 1
_FISH_BITS: Final = 12
_MOST_BEG: Final = 1 + MOST_BEGGED
_NO_NODES: Final[list[int]] = []
_NONE_SEEN: Final[set[int]] = set()


def achievable(state: State, seat: int) -> int:
    """Give the actions, as bits, on which the seat may put a marker now."""
    if state.rules.planning_check == OFF:
        return _ALL
    coast = survey(state)
    start = _start(state, seat)
    planned = _planned(state, seat)
    # What was found out last, from the same start: with the same plans nothing is new, and
    # with more plans nothing is lost (section 8: monotone in S).
    here = ((start >> _CELL & _BOAT_AND_PURSE) << _FISH_BITS | start >> _FISH) << ACTIONS
    known = coast[CELLS + seat]
    before = known & _ALL
    found = 0
    if known >> (2 * ACTIONS) == here >> ACTIONS:
        earlier = known >> ACTIONS & _ALL
        if earlier == planned:
            return before
        if earlier & ~planned == 0:
            found = before
    found = Outlook(state, seat, planned, found).search(start) | _B_REST
    coast[CELLS + seat] = (here | planned) << ACTIONS | found
    return found


def survey(state: State) -> list[int]:
    """Say what each ocean cell offers, then what is known of each seat's plans.

    Kept for the round, in which planning changes no board; copies share it.
    """
    coast = state.coast
    if coast is None:
        coast = [_at_sea(state, cell) for cell in range(CELLS)] + [-1] * MOST_SEATS
        for island in state.island_order:
            if state.is_island(island):
                offer = _ashore(state, island)
                for cell in NEIGHBOURS[island]:
                    if state.is_ocean(cell):
                        coast[cell] = _together(coast[cell], offer)
        state.coast = coast
    return coast


def _together(one: int, other: int) -> int:
    return (one | other) & _BITS | max(one >> _GUESTS, other >> _GUESTS) << _GUESTS


def _at_sea(state: State, cell: int) -> int:
    """Give what an ocean cell offers by itself."""
    if not state.is_ocean(cell):
        return 0
    offer = 0
    if NEAR[cell] & state.ocean:
        offer |= _B_SAIL
    if state.treasure[cell]:
        offer |= _B_EXPLORE
    if state.fish[cell]:
        offer |= _B_FISH
    return offer


def _ashore(state: State, island: int) -> int:
    """Give what an island offers every boat beside it."""
    huts = state.huts_on(island)
    offer = huts << _GUESTS
    if huts < state.tiles.huts[state.tile_at[island]]:
        offer |= _B_BUILD
    if state.rules.rising_waters and state.dikes_left and state.open_sides(island):
        offer |= _DIKE
    if has_drawing_site(state, island):
        offer |= _B_DRAW
    if state.office and has_room(state, island):
        offer |= _B_TOURIST
    for good in range(GOODS):
        if state.cubes[island * GOODS + good]:
            for vatus in range(GOOD_PRICE[good], 4):
                offer |= 1 << (_GOODS_FOR + vatus)
    for seat in range(state.n):
        if state.huts[island * MOST_SEATS + seat]:
            offer |= 1 << (_HOME + seat)
    return offer


def _buys(offer: int, money: int) -> bool:
    """Say whether the money buys one of the goods on offer."""
    return money > 0 and offer >> (_GOODS_FOR + min(money, 3)) & 1 == 1


def _start(state: State, seat: int) -> int:
    """Give the node from which a seat begins."""
    base = seat * VALUES
    held = state.held_treasure
    purse = state.money[seat] if state.rules.planning_check == STRICT else 9
    if state.character[seat] == BEGGAR and not state.used[seat]:
        purse |= (1 + min(MOST_BEGGED, max(0, state.points[seat]))) << _BEG_IN_PURSE
    treasure = held[base] | held[base + 1] << 4 | held[base + 2] << 8
    purse |= treasure << _TREASURE_IN_PURSE
    held = state.held_fish
    fish = held[base] | held[base + 1] << 4 | held[base + 2] << 8
    return state.boat[seat] << _CELL | purse << _PURSE | fish << _FISH


def _planned(state: State, seat: int) -> int:
    """Give the actions, as bits, with a marker of the seat; Rest helps towards nothing."""
    planned = 0
    for action in range(REST):
        if state.markers[action * MOST_SEATS + seat]:
            planned |= 1 << action
    return planned


class Outlook:
    """One search of what a seat can bring about from here."""

    def __init__(self, state: State, seat: int, planned: int, found: int) -> None:
        self.state: Final = state
        self.seat: Final = seat
        self.coast: Final = survey(state)
        self.pays = state.rules.planning_check == STRICT
        unused = not state.used[seat]
        character = state.character[seat]
        self.navigator: Final = unused and character == NAVIGATOR
        self.builder: Final = unused and character == BUILDER
        self.vendor: Final = unused and character == VENDOR
        self.diver: Final = unused and character == DIVER
        self.beggar: Final = unused and character == BEGGAR
        self.homes: Final = 1 << (_HOME + seat)
        self.planned = planned
        self.found = found  # what is known to be possible already
        self.hoped = 0
        self.stack = _NO_NODES  # made when a search is needed, which is seldom
        self.seen = _NONE_SEEN

    # -- the search

    def search(self, start: int) -> int:
        """Give the actions, as bits, that can be brought about (Rest apart)."""
        if not self.found:
            self._look(start)
        if self.planned:
            self.hoped = self._bound(start)
            if self.hoped & ~self.found and self.planned & _B_SAIL:
                self._look_after_sailing(start)
        if self.hoped & ~self.found:
            self._drop_useless()
            self.seen = {start}
            self.stack = [start]
            while self.stack:
                self._expand(self.stack.pop())
                if not self.hoped & ~self.found:
                    break
        return self.found

    def _bound(self, start: int) -> int:
        """Give actions, as bits, that no wishful thinking can rule out."""
        state = self.state
        planned = self.planned
        boat = state.boat[self.seat]
        offers = self.coast[boat]
        guests = offers >> _GUESTS
        treasure = state.treasure[boat]
        catch = state.fish[boat]
        purse = start >> _PURSE & _PURSE_MASK
        money = purse & 15
        beg = purse >> _BEG_IN_PURSE & 7
        held = purse >> _TREASURE_IN_PURSE
        if held:
            money += (held & 15) + 2 * (held >> 4 & 15) + 3 * (held >> 8)
        if beg:
            money += MOST_BEGGED
        if planned & _B_SAIL:
            steps = FARTHEST_SAIL
            if not self.navigator and not planned & (_B_SELL | _B_TOURIST | _B_EXPLORE):
                steps = min(steps, money)
            nearby = 1 << boat
            for _ in range(steps):
                nearby |= step(nearby, state.ocean)
            for cell in range(CELLS):
                if nearby >> cell & 1:
                    offer = self.coast[cell]
                    offers |= offer
                    guests = max(guests, offer >> _GUESTS)
                    treasure = max(treasure, state.treasure[cell])
                    catch = max(catch, state.fish[cell])
        if planned & _B_TOURIST:
            money += guests + (1 if planned & _B_BUILD else 0)
        if planned & _B_EXPLORE:
            money += treasure + (treasure if self.diver else 0)
        if planned & _B_SELL:
            fish = start >> _FISH
            total = (fish & 15) + 2 * (fish >> 4 & 15) + 3 * (fish >> 8)
            if planned & _B_FISH:
                total += catch
            money += total * state.price
        hoped = offers & _FREE
        if money or self.navigator:
            hoped |= _B_SAIL
        if _buys(offers, money):
            hoped |= _B_BUY
        if state.huts_left[self.seat] and offers & _B_BUILD and money >= self._hut_price():
            hoped |= _B_BUILD
        if offers & _DIKE and money >= DIKE_PRICE:
            hoped |= _B_BUILD
        fishes = start >> _FISH or planned & offers & _B_FISH
        if fishes and (self.vendor or offers & self.homes or planned & hoped & _B_BUILD):
            hoped |= _B_SELL
        return hoped

    def _look_after_sailing(self, start: int) -> None:
        """Note what is possible after Sail alone, the commonest way to open something."""
        cell = start >> _CELL & 15
        purse = start >> _PURSE & _PURSE_MASK
        homely = start >> _FISH != 0
        ends = reach(self.state, self.seat, cell)
        found = 0
        for richer in self._purses(purse):
            for steps in range(1, FARTHEST_SAIL + 1):
                left = richer & 15
                if not self.navigator and self.pays:
                    left -= steps
                    if left < 0:
                        break
                cells = ends[steps - 1]
                offers = 0
                for to in range(CELLS):
                    if cells >> to & 1:
                        offers |= self.coast[to]
                        if left and not found & _B_BUILD and self._can_build(to, left):
                            found |= _B_BUILD
                found |= offers & _FREE
                if homely and cells and (self.vendor or offers & self.homes):
                    found |= _B_SELL
                if _buys(offers, left):
                    found |= _B_BUY
        self.found |= found

    def _drop_useless(self) -> None:
        """Leave out planned actions that cannot help towards what is still hoped for."""
        missing = self.hoped & ~self.found
        sells = self.planned & _B_SELL or missing & _B_SELL
        if not sells:
            self.planned &= ~_B_FISH
        if not self.beggar:
            self.planned &= ~_B_DRAW

    def _hut_price(self) -> int:
        return BUILDER_PRICE if self.builder else HUT_PRICE

    # -- one node

    def _look(self, node: int) -> None:
        """Note every action that is possible in a node, treasure sales and begging included."""
        done = node & 255
        cell = node >> _CELL & 15
        offer = self.coast[cell]
        found = offer & _FREE
        fish = node >> _FISH
        if fish and (self.vendor or self._at_home(node)):
            found |= _B_SELL
        for purse in self._purses(node >> _PURSE & _PURSE_MASK):
            money = purse & 15
            if (money or self.navigator) and offer & _B_SAIL and self._can_sail(cell, money):
                found |= _B_SAIL
            if _buys(offer, money):
                found |= _B_BUY
            if self._can_build(cell, money):
                found |= _B_BUILD
        self.found |= found & ~done

    def _at_home(self, node: int) -> bool:
        if self.coast[node >> _CELL & 15] & self.homes:
            return True
        hut = node >> _HUT & 31
        return hut > 0 and NEAR[node >> _CELL & 15] >> (hut - 1) & 1 == 1

    def _can_sail(self, cell: int, money: int) -> bool:
        state = self.state
        if state.n > 2 or NEAR[cell] & state.ocean & ~barred(state, self.seat):
            return True
        ends = reach(state, self.seat, cell)
        steps = FARTHEST_SAIL if self.navigator else min(FARTHEST_SAIL, money)
        return (steps > 1 and ends[1] != 0) or (steps > 2 and ends[2] != 0)

    def _can_build(self, cell: int, money: int) -> bool:
        offer = self.coast[cell]
        if offer & _DIKE and money >= DIKE_PRICE:
            return True
        if not offer & _B_BUILD or not self.state.huts_left[self.seat]:
            return False
        if money < self._hut_price():
            return False
        if not self.state.rules.one_hut_per_island:
            return True
        for island in NEIGHBOURS[cell]:
            if self.state.is_island(island) and self.state.has_site(self.seat, island):
                return True
        return False

    def _purses(self, purse: int) -> list[int]:
        """List what the purse may become by selling treasure and begging, itself included."""
        purses = [purse]
        if purse < 2 << _BEG_IN_PURSE:
            return purses  # nothing to sell or beg with
        i = 0
        while i < len(purses):
            purse = purses[i]
            i += 1
            for value in range(1, VALUES + 1):
                shift = _TREASURE_IN_PURSE + 4 * (value - 1)
                if purse >> shift & 15:
                    sold = self._earn(purse - (1 << shift), value)
                    if sold not in purses:
                        purses.append(sold)
            beg = purse >> _BEG_IN_PURSE & 7
            for vatus in range(1, beg):
                begged = self._earn(purse & ~(7 << _BEG_IN_PURSE), vatus)
                if begged not in purses:
                    purses.append(begged)
        return purses

    def _earn(self, purse: int, vatus: int) -> int:
        if not self.pays:
            return purse
        money = (purse & 15) + vatus
        purse &= ~15
        if money >= 10:
            purse = self._score(purse, 5)
            money %= 10
        return purse | money

    def _score(self, purse: int, points: int) -> int:
        beg = purse >> _BEG_IN_PURSE & 7
        if beg == 0 or points == 0:
            return purse
        more = min(_MOST_BEG, beg + points)
        return purse & ~(7 << _BEG_IN_PURSE) | more << _BEG_IN_PURSE

    # -- doing a planned action

    def _reach(self, node: int) -> None:
        if node not in self.seen:
            self.seen.add(node)
            self.stack.append(node)
            self._look(node)

    def _expand(self, node: int) -> None:
        """Do each planned action that is left, those with few outcomes first."""
        todo = self.planned & ~node
        if not todo:
            return
        cell = node >> _CELL & 15
        purse = node >> _PURSE & _PURSE_MASK
        rest = node & ~(_PURSE_MASK << _PURSE)
        offer = self.coast[cell]
        if todo & offer & _B_FISH:
            caught = 4 * (self.state.fish[cell] - 1)
            self._reach((node | _B_FISH) + (1 << (_FISH + caught)))
        if todo & offer & _B_EXPLORE:
            self._explore(rest | _B_EXPLORE, cell, purse)
        if todo & offer & _B_DRAW:
            self._reach(rest | _B_DRAW | self._score(purse, DRAWING_POINTS) << _PURSE)
        if todo & offer & _B_TOURIST:
            self._transport(rest | _B_TOURIST, cell, purse)
        if todo & _B_SELL and node >> _FISH and (self.vendor or self._at_home(node)):
            self._sell(node | _B_SELL, purse)
        if not todo & (_B_SAIL | _B_BUILD | _B_BUY):
            return
        for richer in self._purses(purse):
            if todo & _B_BUILD:
                self._build(rest | _B_BUILD, cell, richer)
            if todo & _B_BUY and offer & _ANY_GOOD:
                self._buy(rest | _B_BUY, cell, richer)
            if todo & _B_SAIL:
                self._sail(rest | _B_SAIL, cell, richer)
            if not self.hoped & ~self.found:
                return

    def _pay(self, rest: int, purse: int, vatus: int) -> None:
        if not self.pays:
            self._reach(rest | purse << _PURSE)
        elif purse & 15 >= vatus:
            self._reach(rest | (purse - vatus) << _PURSE)

    def _sail(self, rest: int, cell: int, purse: int) -> None:
        ends = reach(self.state, self.seat, cell)
        rest &= ~(15 << _CELL)
        for steps in range(1, FARTHEST_SAIL + 1):
            if purse & 15 < steps and not self.navigator:
                return
            cells = ends[steps - 1]
            if not self.hoped & ~self.found:
                return
            for to in range(CELLS):
                if cells >> to & 1:
                    if self.navigator:
                        self._reach(rest | to << _CELL | purse << _PURSE)
                    self._pay(rest | to << _CELL, purse, steps)

    def _build(self, rest: int, cell: int, purse: int) -> None:
        state = self.state
        offer = self.coast[cell]
        if offer & _DIKE:
            self._pay(rest, purse, DIKE_PRICE)
        if not offer & _B_BUILD or not state.huts_left[self.seat]:
            return
        for island in NEIGHBOURS[cell]:
            if state.is_island(island) and state.has_site(self.seat, island):
                with_hut = rest | (island + 1) << _HUT
                dike = (
                    state.rules.rising_waters
                    and state.dikes_left > 0
                    and state.open_sides(island) != 0
                )
                self._pay(with_hut, purse, HUT_PRICE)
                if dike:
                    self._pay(with_hut, purse, HUT_PRICE + DIKE_PRICE)
                if self.builder:
                    self._pay(with_hut, purse, BUILDER_PRICE)
                    if dike:
                        self._pay(with_hut, purse, BUILDER_PRICE + DIKE_PRICE)

    def _buy(self, rest: int, cell: int, purse: int) -> None:
        state = self.state
        for island in NEIGHBOURS[cell]:
            if not state.is_island(island):
                continue
            for good in range(GOODS):
                if state.cubes[island * GOODS + good] and purse & 15 >= GOOD_PRICE[good]:
                    points = self._export_points(good) if self.beggar else 0
                    self._pay(rest, self._score(purse, points), GOOD_PRICE[good])

    def _export_points(self, good: int) -> int:
        found = place_for(self.state, good)
        if found == NOWHERE:
            return 0
        full = self.state.filled[found // 3] | 1 << found % 3 == FULL_SHIP
        return GOOD_POINTS[good] + (LAST_GOOD_POINTS if full else 0)

    def _explore(self, rest: int, cell: int, purse: int) -> None:
        value = self.state.treasure[cell]
        purse += 1 << (_TREASURE_IN_PURSE + 4 * (value - 1))
        self._reach(rest | purse << _PURSE)
        if self.diver:
            bonus = 1 if self.state.rules.flat_bonus else value
            self._reach(rest | self._earn(purse, bonus) << _PURSE)

    def _transport(self, rest: int, cell: int, purse: int) -> None:
        state = self.state
        hut = rest >> _HUT & 31
        for island in NEIGHBOURS[cell]:
            if state.is_island(island) and has_room(state, island):
                earned = state.huts_on(island) + (1 if hut == island + 1 else 0)
                self._reach(rest | self._earn(purse, earned) << _PURSE)

    def _sell(self, node: int, purse: int) -> None:
        # Once the fish are sold, those kept never matter again.
        fish = node >> _FISH
        rest = node & ((1 << _FISH) - 1) & ~(_PURSE_MASK << _PURSE)
        for threes in range((fish >> 8 & 15) + 1):
            for twos in range((fish >> 4 & 15) + 1):
                for ones in range((fish & 15) + 1):
                    if threes + twos + ones:
                        earned = proceeds(self.state, ones, twos, threes)
                        self._reach(rest | self._earn(purse, earned) << _PURSE)
