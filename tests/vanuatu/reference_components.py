"""What is in the box, typed again from the rules page (sections 2, 3, 4, 17)."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

Cell = tuple[int, int]

ACTIONS = ["sail", "build", "explore", "fish", "sell", "buy", "draw", "tourist", "rest"]
TIED = {
    "artist": "draw",
    "builder": "build",
    "buyer": "buy",
    "diver": "explore",
    "fisherman": "fish",
    "guide": "tourist",
    "navigator": "sail",
    "vendor": "sell",
}
CHARACTERS = [*TIED, "beggar", "governor", "preacher"]
SIDES = {"E": (1, 0), "SE": (1, 1), "SW": (0, 1), "W": (-1, 0), "NW": (-1, -1), "NE": (0, -1)}
BOARD = [(q, r) for r, row in enumerate([(-1, 3), (-1, 4), (-1, 5)]) for q in range(*row)] + [
    (1, 3)
]
# Section 3. Islands: hut sites, drawing sites, tourists, goods. Oceans: fish, treasure.
ISLANDS = {
    "START_ISLAND": (3, 1, 5, ["kava", "copra", "beef"]),
    "A1": (3, 2, 4, ["kava", "beef"]),
    "A2": (3, 2, 4, ["kava", "copra"]),
    "D1": (2, 3, 3, ["kava", "kava"]),
    "D2": (3, 1, 4, ["kava", "copra"]),
}
OCEANS = {
    "START_FISH": (2, 0),
    "START_WRECK": (1, 2),
    "START_BLANK": (0, 0),
    "B1": (1, 3),
    "B2": (3, 0),
    "C1": (0, 0),
    "C2": (1, 2),
    "E1": (0, 0),
    "E2": (2, 0),
    "F1": (1, 3),
    "F2": (3, 0),
}
DEMAND = ["bck", "kkc", "bbc", "ccb", "kbb", "kcc", "kkb", "kkc", "kkk", "bck"]
GOODS = {"k": "kava", "c": "copra", "b": "beef"}
PRICE = {"kava": 1, "copra": 2, "beef": 3}
POINTS = {"kava": 1, "copra": 3, "beef": 5}
TOKENS = ["first", "vatu+point", "point", "vatu"]
# Section 17, defaults; tile_set, characters and rising_waters are read apart.
DEFAULTS: dict[str, Any] = {
    "character_pool": 11,
    "planning_check": "strict",
    "sail_detours": True,
    "fish_price_floor": 1,
    "price_drop": "per_action",
    "one_hut_per_island": False,
    "flat_bonus": False,
    "bonus_obliges": False,
    "beggar_own_turn_only": False,
    "beggar_round_end": True,
    "unlimited_goods": False,
    "tie_remainder": False,
    "tie_huts_placed": False,
    "flood_counts_governor": False,
    "flood_counts_retrieve": False,
    "flood_at_round_end": False,
    "placement_nested": False,
    "placement_lookahead": False,
    "governor_repeats": True,
    "neutral_split": [2, 3],
    "tie_with_character": True,
    "boats_block": True,
}


def name(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def near(cell: Cell) -> list[Cell]:
    around = [(cell[0] + dq, cell[1] + dr) for dq, dr in SIDES.values()]
    return [other for other in around if other in BOARD]


@dataclass
class Player:
    """What lies in front of one player."""

    boat: Cell
    money: int = 3
    points: int = 0
    huts: int = 8
    fish: list[int] = field(default_factory=list)
    treasure: list[int] = field(default_factory=list)
    character: str | None = None
    used: bool = True
    tokens: list[str] = field(default_factory=list)
    governed: set[str] = field(default_factory=set)
    performed: set[str] = field(default_factory=set)
    points_at_last_chance: int = 0  # to beg


@dataclass
class Island:
    """An island tile and what stands on it."""

    tile: str
    goods: Counter[str]
    huts: list[int]
    drawings: int = 0
    tourists: int = 0
    water: int = 0
    dikes: set[str] = field(default_factory=set)
    sunk: bool = False


@dataclass
class Ocean:
    """An ocean tile and its discs."""

    tile: str
    fish: int
    treasure: int
