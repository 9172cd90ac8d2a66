"""What is in the box: actions, characters, goods, rest tokens, tiles (rules, sections 2, 3, 11)."""

from typing import Final

from skerry.kernel.plain_data import PlainData

# The nine actions, in the order of the board.
SAIL: Final = 0
BUILD: Final = 1
EXPLORE: Final = 2
FISH: Final = 3
SELL: Final = 4
BUY: Final = 5
DRAW: Final = 6
TOURIST: Final = 7
REST: Final = 8
ACTIONS: Final = 9
NO_ACTION: Final = -1
ACTION_NAMES: Final[list[str]] = [
    "sail",
    "build",
    "explore",
    "fish",
    "sell",
    "buy",
    "draw",
    "tourist",
    "rest",
]

ARTIST: Final = 0
BEGGAR: Final = 1
BUILDER: Final = 2
BUYER: Final = 3
DIVER: Final = 4
FISHERMAN: Final = 5
GOVERNOR: Final = 6
GUIDE: Final = 7
NAVIGATOR: Final = 8
PREACHER: Final = 9
VENDOR: Final = 10
CHARACTERS: Final = 11
NO_CHARACTER: Final = -1
CHARACTER_NAMES: Final[list[str]] = [
    "artist",
    "beggar",
    "builder",
    "buyer",
    "diver",
    "fisherman",
    "governor",
    "guide",
    "navigator",
    "preacher",
    "vendor",
]
UNTIED: Final = -1
# TIED_TO[character]: the action the bonus belongs to.
TIED_TO: Final[list[int]] = [
    DRAW,
    UNTIED,
    BUILD,
    BUY,
    EXPLORE,
    FISH,
    UNTIED,
    TOURIST,
    SAIL,
    UNTIED,
    SELL,
]

KAVA: Final = 0
COPRA: Final = 1
BEEF: Final = 2
GOODS: Final = 3
GOOD_NAMES: Final[list[str]] = ["kava", "copra", "beef"]
GOOD_PRICE: Final[list[int]] = [1, 2, 3]
GOOD_POINTS: Final[list[int]] = [1, 3, 5]
LAST_GOOD_POINTS: Final = 2
CUBES: Final[list[int]] = [10, 8, 6]

REST_FIRST: Final = 0
REST_BOTH: Final = 1
REST_POINT: Final = 2
REST_VATU: Final = 3
REST_TOKENS: Final = 4
ALL_TOKENS: Final = 0b1111
REST_NAMES: Final[list[str]] = ["first", "vatu+point", "point", "vatu"]

ROUNDS: Final = 8
MARKERS: Final = 5
HUTS: Final = 8
DIKES: Final = 20
START_MONEY: Final = 3
START_PRICE: Final = 3
HUT_PRICE: Final = 3
BUILDER_PRICE: Final = 1
DIKE_PRICE: Final = 1
DRAWING_POINTS: Final = 3
ARTIST_POINTS: Final = 5
GUIDE_POINTS: Final = 2
FARTHEST_SAIL: Final = 3
MOST_BEGGED: Final = 3
SINKS_AT: Final = 5
LOST_AT: Final = 3
MOST_SEATS: Final = 5
VALUES: Final = 3  # fish and treasure tiles are worth 1, 2 or 3

# Tiles: the printed island, three starting oceans, then A1, A2, B1 ... F2.
START_ISLAND: Final = 0
START_FISH: Final = 1
START_WRECK: Final = 2
START_BLANK: Final = 3
FIRST_LETTERED: Final = 4
TILES: Final = 16
LETTERS: Final = 6
NO_TILE: Final = -1
TILE_NAMES: Final[list[str]] = [
    "START_ISLAND",
    "START_FISH",
    "START_WRECK",
    "START_BLANK",
    "A1",
    "A2",
    "B1",
    "B2",
    "C1",
    "C2",
    "D1",
    "D2",
    "E1",
    "E2",
    "F1",
    "F2",
]


class TileSet(PlainData):
    """What the sixteen tiles show, by tile number; shared by all copies of a game."""

    def __init__(
        self,
        island: list[int],
        fish: list[int],
        treasure: list[int],
        huts: list[int],
        drawings: list[int],
        tourists: list[int],
        goods: list[int],
    ) -> None:
        self.island = island  # 1 for islands, 0 for oceans
        self.fish = fish
        self.treasure = treasure
        self.huts = huts
        self.drawings = drawings
        self.tourists = tourists
        self.goods = goods  # tile * 3 + good: cubes produced


class Options(PlainData):
    """The rules in force (section 17), one attribute each, shared by all copies of a game."""

    def __init__(self) -> None:
        self.characters = True
        self.rising_waters = False
        self.planning_check = 2  # 2 strict, 1 basic, 0 off
        self.sail_detours = True
        self.fish_price_floor = 1
        self.drop_per_tile = False
        self.one_hut_per_island = False
        self.flat_bonus = False
        self.bonus_obliges = False
        self.beggar_own_turn_only = False
        self.beggar_round_end = True
        self.unlimited_goods = False
        self.tie_remainder = False
        self.tie_huts_placed = False
        self.flood_counts_governor = False
        self.flood_counts_retrieve = False
        self.flood_at_round_end = False
        self.placement_nested = False
        self.placement_lookahead = False
        self.governor_repeats = True
        self.neutral_first = 2
        self.neutral_other = 3
        self.tie_with_character = True
        self.boats_block = True
        self.pool_size = 5
        self.pool_no_repeat = True
        self.all_characters = (1 << CHARACTERS) - 1  # without the Governor in the pool of ten
