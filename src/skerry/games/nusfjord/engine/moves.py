"""The numbering of moves. It never depends on the position; `notation.py` gives each its text.

A card is numbered by its *slot*: 60 slots for each hundred of printed numbers, so A101 is slot 0,
B221 is slot 80. Numbers 1-60 of five decks are reserved; 132 are in use.
"""

from typing import Final

DECKS: Final = 5
SLOTS_A_DECK: Final = 60
CARDS: Final = 300  # DECKS * SLOTS_A_DECK
ABILITIES_A_CARD: Final = 3
SPACES: Final = 12  # on the Action board; the Copy spaces follow as 12, 13, 14
ELDERS: Final = 25  # elders are numbered from 1; 0 is nobody
SEATS: Final = 5
COUNTS: Final = 64

PLACE: Final = 0  # + space: put a worker there
COPY: Final = 12  # + space: put a worker on the Copy space that reaches it, or copy by a card
PLACE_ELDER: Final = 24  # + elder: put a worker on him
PASS: Final = 49
DONE: Final = 50
DECLINE: Final = 51
AGAIN: Final = 52
ACT: Final = 53
TAKE_ELDER: Final = 54  # + elder
USE_ELDER: Final = 79  # + elder: use him right after taking him
FEED: Final = 104  # + elder: give him a fish of a short haul
CELL: Final = 129  # + cell: build there
FOREST: Final = 141  # + left cell of a double space
SHIP: Final = 153  # + 2 * type + price
UPGRADE: Final = 159  # + type of the smaller ship
SERVE: Final = 161  # + number of plates, from 1
COUNT: Final = 181  # + number of goods
SHARE: Final = 245  # + color: take a Share of that seat's color
DIVIDEND: Final = 250  # + holder: feed one of the own Shares lying there
OPTION: Final = 255  # + number of the option, from 0
BUILD: Final = 271  # + slot
USE: Final = 571  # + 3 * slot + number of the ability, from 0
MOVES: Final = 1471


def slot_of(number: int) -> int:
    """Return the slot of a printed card number, -1 if there is none."""
    deck = number // 100
    place = number % 100
    if deck < 1 or deck > DECKS or place < 1 or place > SLOTS_A_DECK:
        return -1
    return (deck - 1) * SLOTS_A_DECK + place - 1


def number_of(slot: int) -> int:
    """Return the printed number of a slot."""
    return (slot // SLOTS_A_DECK + 1) * 100 + slot % SLOTS_A_DECK + 1
