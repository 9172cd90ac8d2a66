"""What cards are made of, once read: effects, abilities, buildings and elders as plain numbers.

`catalogue.py` fills these from the TOML files. They never change afterwards and are shared by
all states; a task refers to an effect or an ability by its number.
"""

from typing import Final

from skerry.games.nusfjord.engine.moves import CARDS, ELDERS
from skerry.kernel.plain_data import PlainData

WOOD: Final = 0
FISH: Final = 1
GOLD: Final = 2

# Steps
OP_NOTHING: Final = 0
OP_GAIN: Final = 1
OP_PAY: Final = 2
OP_GAIN_PER: Final = 3
OP_RESERVE_IN: Final = 4
OP_RESERVE_OUT: Final = 5
OP_REMOVE_FOREST: Final = 6
OP_THICKEN: Final = 7
OP_ACT: Final = 8
OP_TAKE_SHARES: Final = 9
OP_UPGRADE_SHIP: Final = 10
OP_FEED_ELDERS: Final = 11
OP_KEEP_EXCESS: Final = 12
OP_CHOOSE: Final = 13
OP_REPEAT: Final = 14

# When an ability works
WHEN_BUILT: Final = 0
WHEN_EVENT: Final = 1
WHEN_ANYTIME: Final = 2
WHEN_ONCE: Final = 3
WHEN_STATIC: Final = 4
WHEN_SCORING: Final = 5

# Events, as bits of what a player's cards listen to
ON_ACTION: Final = 1
ON_SHIP_BUILT: Final = 2
ON_BUILDING_BUILT: Final = 4
ON_FOREST_REMOVED: Final = 8
ON_REFORESTED: Final = 16
ON_ELDER_TAKEN: Final = 32
ON_ELDER_USED: Final = 64
ON_OTHER_ELDER_USED: Final = 128
ON_PLATE_SERVED: Final = 256
ON_FISHING_END: Final = 512
ON_FISH_EXCESS: Final = 1024
ON_WOOD_EXCESS: Final = 2048
ON_THIRD_WORKER: Final = 4096
ON_PASS: Final = 8192
ANYTIME: Final = 16384  # not an event: the player has something to use at any time

# How a taken elder may be used at once
USE_NORMAL: Final = 0
USE_FREE: Final = 1
USE_NONE: Final = 2

# What Reserve goods may pay for: bit 3 * good + use
FOR_SHIP: Final = 0
FOR_BUILDING: Final = 1
FOR_SERVING: Final = 2

# Static kinds
STATIC_RESERVE_LIMIT: Final = 0
STATIC_WOOD_LIMIT: Final = 1
STATIC_COST_OFF: Final = 2
STATIC_HAUL_BONUS: Final = 3
STATIC_ELDERS_SKIP_FEEDING: Final = 4
STATIC_MARKET_DIVIDEND_SKIP: Final = 5
STATIC_OWN_SHARES_FIRST: Final = 6
STATIC_PAY_FROM_RESERVE: Final = 7
STATIC_EMPTY_SPACES_FREE: Final = 8
STATIC_UNISSUED_FREE: Final = 9
STATIC_OFF_BOARD: Final = 10
STATIC_BUY_SHARES: Final = 11

# Scoring rules
RULE_PER: Final = 0
RULE_AT_LEAST: Final = 1
RULE_AT_MOST: Final = 2
RULE_BASE_MINUS: Final = 3

# Where goods go
TO_SUPPLY: Final = 0
TO_RESERVE: Final = 1
TO_RESERVE_OVER: Final = 2

NO_LIMIT: Final = 99


class Effect(PlainData):
    """One step of a list. `next` is the number of the step after it, 0 at the end."""

    def __init__(self, op: int) -> None:
        self.op = op
        self.next = 0
        self.optional = False  # an elder's act after the first step may be left out
        self.wood = 0  # goods of gain, pay, reserve_in; what act takes off a price
        self.fish = 0
        self.gold = 0
        self.good = 0
        self.amount = 0
        self.counter = 0
        self.each = 1
        self.most = NO_LIMIT
        self.to = TO_SUPPLY
        self.count = 0
        self.space = 0
        self.types = 7  # allowed ship types, as bits
        self.plate_off = 0
        self.plate_flat = -1
        self.plate_wood = 0  # extra goods per plate
        self.plate_fish = 0
        self.plate_gold = 0
        self.use = USE_NORMAL
        self.lists: list[int] = []  # first steps of the options, or of the repeated list
        self.begins = False  # an elder's list begins with it (rules 8)
        self.must = False  # a repeat that is all there is happens at least once


class Ability(PlainData):
    """One thing a building does, and when."""

    def __init__(self, number: int, slot: int, index: int, when: int) -> None:
        self.number = number
        self.slot = slot
        self.index = index  # among the abilities of its card, from 0
        self.when = when
        self.effect = 0  # the first step
        self.event = 0
        self.spaces = 0  # actions listened to, as bits
        self.types = 7  # ship types, as bits
        self.letters = 7  # A, B, C as bits
        self.limit = 0  # uses per round; 0: any number
        self.need_counter = -1
        self.need_at_most = 0
        # a trade without limit: what it does to the goods, for not going in circles
        self.net_wood = 0
        self.net_fish = 0
        self.net_gold = 0
        # static
        self.kind = 0
        self.value = 0
        self.target = 0
        self.good = 0
        self.uses = 0
        self.right = False
        self.wood = 0
        self.fish = 0
        self.gold = 0
        self.partial = False
        # scoring
        self.rule = 0
        self.counter = 0
        self.points = 0
        self.each = 1
        self.most = NO_LIMIT
        self.base = 0
        self.low = 0
        self.otherwise = 0
        self.steps: list[int] = []  # threshold, points, threshold, points, ...


class Card(PlainData):
    """A building."""

    def __init__(self, slot: int, name: str, title: str, letter: int) -> None:
        self.slot = slot
        self.name = name  # "A101"
        self.title = title  # "Boathouse"
        self.letter = letter  # 0 A, 1 B, 2 C
        self.wood = 0
        self.fish = 0
        self.gold = 0
        self.points = 0
        self.plain = False  # printed points 0 or less, no asterisk
        self.off_board = False
        self.built: list[Ability] = []
        self.lasting: list[Ability] = []  # whenever, any time, once
        self.statics: list[Ability] = []
        self.scoring: list[Ability] = []


class Elder(PlainData):
    """An elder."""

    def __init__(self, number: int, title: str, effect: int) -> None:
        self.number = number
        self.title = title
        self.effect = effect


class Cards(PlainData):
    """All cards by number. Slots without a card hold a blank that is never dealt."""

    def __init__(self) -> None:
        self.cards: list[Card] = [Card(slot, "", "", 0) for slot in range(CARDS)]
        self.elders: list[Elder] = [Elder(number, "", 0) for number in range(ELDERS)]
        self.abilities: list[Ability] = []
        # Effect 0 does nothing: the end of every list, and an action without modifiers.
        self.effects: list[Effect] = [Effect(OP_NOTHING)]


class Table(PlainData):
    """The boards and set-up numbers of one game, from `board.toml`."""

    def __init__(self, cards: Cards, n: int) -> None:
        self.cards = cards
        self.n = n
        self.colors = 1  # sets of workers: 1, solo 2, advanced solo 3
        self.rounds = 7
        self.turns = 3
        self.wood_limit = 12
        self.reserve_limit = 8
        self.seats_in_council = 5
        self.capacity: list[int] = []  # of the 12 spaces and the 3 Copy spaces
        self.column: list[int] = []
        self.copy_spaces = 0
        self.plates: list[int] = []
        self.haul: list[int] = []  # by covered units
        self.units = 15
        self.ship_units: list[int] = []
        self.ship_points: list[int] = []
        self.ship_prices: list[int] = []  # wood, fish, gold for type * 2 + price; wood -1: none
        self.issue_gold = 2
        self.plate_gold = 1
        self.share_gold = 1
        self.buy_reduction: list[int] = []
        self.deforest_wood = 5
        self.reforest_tiles = 2
        self.doubles: list[int] = []  # left cells of the double spaces
        self.double_mask = 0  # the same as bits
        self.shown_a = 9
        self.shown_b = 6
        self.a_round3 = 0
        self.c_hand = 0
        self.b_round5 = 0
        self.c_round6 = 0
        # names for events, by number
        self.space_names: list[str] = []
        self.ship_names: list[str] = []
