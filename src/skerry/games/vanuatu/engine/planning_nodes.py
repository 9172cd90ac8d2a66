"""The planning test's bookkeeping: what a seat would have after some of its planned actions.

A *node* is such a moment, packed into one small integer so that nodes are cheap to make, to
compare and to remember. From the lowest bit on:

    bits   0-7   done      the actions carried out on the way, a bit each
    bits   8-11  cell      where the boat is
    bits  12-15  money     ┐
    bits  16-18  beg       │ the purse: all that sales and payments change
    bits  19-30  treasure  ┘ how many tiles of value 1, 2 and 3, four bits each
    bits  31-35  hut       one more than the cell of a hut built on the way, 0 without
    bits  36-47  fish      as treasure

`beg` is 0 without a Beggar to use, else one more than the points (at most 3) he could exchange.
Discs, cubes, drawings and tourists are missing: an action is done at most once, so what it uses
up never matters again.
"""

from typing import Final

from skerry.games.vanuatu.engine.board import NEAR
from skerry.games.vanuatu.engine.components import (
    BEGGAR,
    MOST_BEGGED,
    NO_ACTION,
    NO_CHARACTER,
    TIED_TO,
    VALUES,
)
from skerry.games.vanuatu.engine.planning_offers import HOME
from skerry.games.vanuatu.engine.state import State

STRICT: Final = 2  # planning_check: money counts
RICH: Final = 9  # the most one can hold; what everybody has where money does not count

_DONE_MASK: Final = (1 << 8) - 1
_CELL: Final = 8
_CELL_MASK: Final = (1 << 4) - 1
_PURSE: Final = 12
_PURSE_MASK: Final = (1 << 19) - 1
_HUT: Final = 31
_HUT_MASK: Final = (1 << 5) - 1
_FISH: Final = 36

# Within the purse
_MONEY_MASK: Final = (1 << 4) - 1
_BEG: Final = 4
_BEG_MASK: Final = (1 << 3) - 1
_TREASURE: Final = 7
_COUNT_BITS: Final = 4  # of a number of tiles
_COUNT_MASK: Final = (1 << _COUNT_BITS) - 1
_MOST_BEG: Final = 1 + MOST_BEGGED

# What a seat's later choices depend on, besides the plans: boat and purse, then fish.
_BOAT_AND_PURSE_MASK: Final = (1 << 23) - 1
_FISH_BITS: Final = VALUES * _COUNT_BITS


# -- nodes


def done_in(node: int) -> int:
    """Return the actions carried out on the way, as bits."""
    return node & _DONE_MASK


def boat_in(node: int) -> int:
    return node >> _CELL & _CELL_MASK


def purse_in(node: int) -> int:
    return node >> _PURSE & _PURSE_MASK


def hut_in(node: int) -> int:
    """Return one more than the cell of the hut built on the way, 0 without one."""
    return node >> _HUT & _HUT_MASK


def fish_in(node: int) -> int:
    """Return the fish tiles held, packed; 0 when there are none."""
    return node >> _FISH


def with_boat(node: int, cell: int) -> int:
    return node & ~(_CELL_MASK << _CELL) | cell << _CELL


def with_purse(node: int, purse: int) -> int:
    return node & ~(_PURSE_MASK << _PURSE) | purse << _PURSE


def with_hut(node: int, island: int) -> int:
    return node | (island + 1) << _HUT


def with_fish_tile(node: int, value: int) -> int:
    return node + (1 << (_FISH + _COUNT_BITS * (value - 1)))


def without_fish(node: int) -> int:
    return node & ((1 << _FISH) - 1)


def start_node(state: State, seat: int) -> int:
    """Return the node from which a seat begins."""
    purse = state.money[seat] if state.rules.planning_check == STRICT else RICH
    if state.character[seat] == BEGGAR and not state.used[seat]:
        purse |= (1 + min(MOST_BEGGED, max(0, state.points[seat]))) << _BEG
    purse |= _packed(state.held_treasure, seat) << _TREASURE
    fish = _packed(state.held_fish, seat)
    return state.boat[seat] << _CELL | purse << _PURSE | fish << _FISH


def circumstances(node: int) -> int:
    """Return all of a first node but the actions, in few bits: boat, purse and fish."""
    return (node >> _CELL & _BOAT_AND_PURSE_MASK) << _FISH_BITS | node >> _FISH


# -- tiles of value 1, 2 and 3, packed


def tiles_of(tiles: int, value: int) -> int:
    """Return how many tiles of one value there are."""
    return tiles >> _COUNT_BITS * (value - 1) & _COUNT_MASK


def total_of(tiles: int) -> int:
    """Return the sum of the tiles' values."""
    return tiles_of(tiles, 1) + 2 * tiles_of(tiles, 2) + 3 * tiles_of(tiles, 3)


def _packed(held: list[int], seat: int) -> int:
    base = seat * VALUES
    return held[base] | held[base + 1] << _COUNT_BITS | held[base + 2] << 2 * _COUNT_BITS


# -- purses


def money_in(purse: int) -> int:
    return purse & _MONEY_MASK


def beg_in(purse: int) -> int:
    """Return 0 without a Beggar to use, else one more than the points he could exchange."""
    return purse >> _BEG & _BEG_MASK


def treasure_in(purse: int) -> int:
    """Return the treasure tiles held, packed."""
    return purse >> _TREASURE


def with_treasure_tile(purse: int, value: int) -> int:
    return purse + (1 << (_TREASURE + _COUNT_BITS * (value - 1)))


def _without_treasure_tile(purse: int, value: int) -> int:
    return purse - (1 << (_TREASURE + _COUNT_BITS * (value - 1)))


def with_points(purse: int, points: int) -> int:
    """Return the purse after a gain of points, which only a Beggar can use."""
    beg = beg_in(purse)
    if beg == 0 or points == 0:
        return purse
    return purse & ~(_BEG_MASK << _BEG) | min(_MOST_BEG, beg + points) << _BEG


class Plan:
    """What stays the same throughout one seat's planning test."""

    def __init__(self, state: State, seat: int, offers: list[int]) -> None:
        self.state: Final = state
        self.seat: Final = seat
        self.offers: Final = offers  # by cell, see planning_offers.py
        self.pays: Final = state.rules.planning_check == STRICT
        self.home: Final = 1 << (HOME + seat)
        character = state.character[seat]
        unused = character != NO_CHARACTER and not state.used[seat]
        self.beggar: Final = unused and character == BEGGAR
        # The action that the seat's unused character is tied to.
        self.bonus: Final = TIED_TO[character] if unused else NO_ACTION

    def offers_in(self, node: int) -> int:
        """Return what is offered where the boat is, a hut built on the way included."""
        cell = boat_in(node)
        offers = self.offers[cell]
        hut = hut_in(node)
        if hut and NEAR[cell] >> (hut - 1) & 1:
            offers |= self.home
        return offers

    def earned(self, purse: int, vatus: int) -> int:
        """Return the purse after a gain of money, converted (section 9)."""
        if not self.pays:
            return purse
        money = money_in(purse) + vatus
        purse &= ~_MONEY_MASK
        if money >= 10:
            # One gain too large for a single conversion brings enough points to beg with anyway.
            purse = with_points(purse, 5)
            money %= 10
        return purse | money

    def can_pay(self, purse: int, vatus: int) -> bool:
        return not self.pays or money_in(purse) >= vatus

    def paid(self, purse: int, vatus: int) -> int:
        """Return the purse after a payment it can make."""
        return purse - vatus if self.pays else purse

    def purses(self, purse: int) -> list[int]:
        """List what the purse may become by selling treasure and begging, itself included.

        Money is always (start + gains - payments) modulo 10, in whatever order it came and went,
        so it is enough to sell and beg right before a payment.
        """
        purses = [purse]
        if purse < 2 << _BEG:
            return purses  # nothing to sell or beg with
        i = 0
        while i < len(purses):
            purse = purses[i]
            i += 1
            for value in range(1, VALUES + 1):
                if tiles_of(treasure_in(purse), value):
                    sold = self.earned(_without_treasure_tile(purse, value), value)
                    if sold not in purses:
                        purses.append(sold)
            for vatus in range(1, beg_in(purse)):
                begged = self.earned(purse & ~(_BEG_MASK << _BEG), vatus)
                if begged not in purses:
                    purses.append(begged)
        return purses
