"""What a cell offers a boat on it, for the planning test: one integer with a bit per offer.

The offers of several cells together are their bits together, so that one look answers for all
cells a boat could reach. Each action adds its bits in its own file.
"""

from typing import Final

from skerry.games.vanuatu.engine.components import ACTIONS, GOOD_PRICE, MOST_SEATS, VALUES

# Bits 0 to 8: the action has what it needs of the place.
DIKE: Final = 1 << ACTIONS  # a side beside which a dike can be built
GOODS_FOR: Final = ACTIONS  # + 1, 2 or 3: a good that so many vatus buy
SITE: Final = GOODS_FOR + 4  # + seat: a hut site open to it
HOME: Final = SITE + MOST_SEATS  # + seat: a hut of it, to sell beside
TREASURE: Final = HOME + MOST_SEATS - 1  # + value: of the treasure tile one would take
CATCH: Final = TREASURE + VALUES  # + value: of the fish tile one would take
MOST_GUEST_HUTS: Final = 5  # that a tile can hold
GUESTS: Final = CATCH + VALUES  # + huts on an island that takes in a tourist

DEAREST: Final = max(GOOD_PRICE)


def _highest() -> list[int]:
    return [bits.bit_length() for bits in range(1 << MOST_GUEST_HUTS)]


_HIGHEST: Final[list[int]] = _highest()


def best_treasure(offers: int) -> int:
    """Return the highest value of a treasure tile on offer, 0 if there is none."""
    return _HIGHEST[offers >> (TREASURE + 1) & 0b111]


def best_catch(offers: int) -> int:
    """Return the highest value of a fish tile on offer, 0 if there is none."""
    return _HIGHEST[offers >> (CATCH + 1) & 0b111]


def most_guest_huts(offers: int) -> int:
    """Return the most huts on an island in reach."""
    return _HIGHEST[offers >> (GUESTS + 1)]
