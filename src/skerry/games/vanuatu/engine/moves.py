"""The fixed numbering of moves. Search, records and learning all speak of these numbers.

Only the numbers live here; their texts are in `skerry.games.vanuatu.notation`.
"""

from typing import Final

from skerry.games.vanuatu.engine.board import CELLS, SIDES
from skerry.games.vanuatu.engine.components import (
    ACTIONS,
    CHARACTERS,
    FARTHEST_SAIL,
    GOODS,
    MOST_BEGGED,
    MOST_SEATS,
    REST_TOKENS,
    TILES,
    VALUES,
)

SELL_SPAN: Final = 12  # 0 to 11 fish tiles of each value can be held

# Round setup and preparation
PLACE: Final = 0  # + tile * 16 + cell
NEUTRAL: Final = PLACE + TILES * CELLS  # + action
TAKE: Final = NEUTRAL + ACTIONS  # + character
PLAN: Final = TAKE + CHARACTERS  # + action

# The turn in phase IV
PERFORM: Final = PLAN + ACTIONS  # + action
PERFORM_BONUS: Final = PERFORM + ACTIONS  # + action, with the character's bonus
RETRIEVE: Final = PERFORM_BONUS + ACTIONS  # + action
PREACH: Final = RETRIEVE + ACTIONS  # + action
GOVERN: Final = PREACH + ACTIONS  # + from * 9 + to

# How the action is carried out
SAIL_TO: Final = GOVERN + ACTIONS * ACTIONS  # + (steps - 1) * 16 + cell
BUILD_WHAT: Final = 1 + SIDES + SIDES  # hut, dike on a side, hut and dike on a side
BUILD_ON: Final = SAIL_TO + FARTHEST_SAIL * CELLS  # + cell * 13 + what
SELL_FISH: Final = BUILD_ON + CELLS * BUILD_WHAT  # + threes * 144 + twos * 12 + ones
BUY_AT: Final = SELL_FISH + SELL_SPAN * SELL_SPAN * SELL_SPAN  # + cell * 3 + good
DRAW_AT: Final = BUY_AT + CELLS * GOODS  # + cell
TOURIST_AT: Final = DRAW_AT + CELLS  # + cell
REST_WITH: Final = TOURIST_AT + CELLS  # + token

# After round 8, and at any time
DONE: Final = REST_WITH + REST_TOKENS
ANYTIME: Final = DONE + 1
SELL_TREASURE: Final = ANYTIME  # + seat * 3 + value - 1
BEG: Final = SELL_TREASURE + MOST_SEATS * VALUES  # + seat * 3 + vatus - 1
MOVES: Final = BEG + MOST_SEATS * MOST_BEGGED

HUT_ONLY: Final = 0
DIKE_ONLY: Final = 1  # + side
HUT_AND_DIKE: Final = 1 + SIDES  # + side


def moves_of_sets(first: int, things: int) -> list[list[int]]:
    """Return the moves of every set of things, as bits; those of the things begin with *first*."""
    return [
        [first + thing for thing in range(things) if chosen >> thing & 1]
        for chosen in range(1 << things)
    ]
