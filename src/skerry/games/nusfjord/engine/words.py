"""The numbers behind the words of the game: goods, ships, letters, spaces, events, cells."""

from typing import Final

WOOD: Final = 0
FISH: Final = 1
GOLD: Final = 2
GOODS: Final = ("wood", "fish", "gold")

SLOOP: Final = 0
CUTTER: Final = 1
SCHOONER: Final = 2
SHIPS: Final = ("sloop", "cutter", "schooner")
ALL_SHIPS: Final = 7  # ship types as bits

LETTER_A: Final = 0
LETTER_B: Final = 1
LETTER_C: Final = 2
LETTERS: Final = ("A", "B", "C")
ALL_LETTERS: Final = 7

# The spaces of the Action board, in the order of `board.toml`.
SPACES: Final = (
    "gold",
    "transfer_reserve",
    "serve_fish",
    "build_building",
    "build_building_2",
    "issue_share",
    "buy_all_shares",
    "deforest",
    "thin_out",
    "reforest",
    "build_ship",
    "take_elder",
)
COPY_SPACE: Final = 12  # the first Copy space, and the number of a card that copies

# What a player's abilities listen to, as bits; positions hold them.
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
ANYTIME: Final = 16384  # no event: an ability the owner may use in any-time windows

# What Reserve goods may pay for; players hold them as bits, positions as numbers
FOR_SHIP: Final = 0
FOR_BUILDING: Final = 1
FOR_SERVING: Final = 2
USES: Final = ("ship", "building", "serve")

# How a taken elder may be used at once
USE_NORMAL: Final = 0
USE_FREE: Final = 1
USE_NONE: Final = 2
ELDER_USES: Final = ("normal", "free", "none")

# The harbor: three rows of four cells; the Reserve lies on cell 0.
CELLS: Final = 12
ROW: Final = 4
DOUBLE: Final = 3  # a cell and its right neighbour, as bits of the left one

PLACES_A_STACK: Final = 3  # of elders: face down, lower, upper
FISH_CLEAR_AN_ELDER: Final = 3
NO_LIMIT: Final = 99


def good_name(good: int) -> str:
    """Return the name of a good."""
    return GOODS[good]


def cell_name(cell: int) -> str:
    """Return a cell as row and column: cell 6 is "1,2"."""
    return f"{cell // ROW},{cell % ROW}"


def bits(mask: int) -> int:
    """Return the number of set bits."""
    found = 0
    while mask:
        mask &= mask - 1
        found += 1
    return found


def total(items: list[int]) -> int:
    """Return the sum of a list."""
    so_far = 0
    for item in items:
        so_far += item
    return so_far


def listed(parts: list[str], last: str = "and") -> str:
    """Return parts as one phrase: "1 wood, 2 fish and 1 gold"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def goods_phrase(wood: int, fish: int, gold: int) -> str:
    """Return goods in words: "2 wood and 1 gold"."""
    amounts = [(wood, "wood"), (fish, "fish"), (gold, "gold")]
    return listed([f"{amount} {good}" for amount, good in amounts if amount])


_ORDINALS: Final = ("", "", "second", "third", "fourth", "fifth", "sixth")


def for_each(each: int, counted: str) -> str:
    """Return "per ship you own", or "for every second ship you own"."""
    if each == 1:
        return f"per {counted}"
    ordinal = _ORDINALS[each] if each < len(_ORDINALS) else f"{each}th"
    return f"for every {ordinal} {counted}"


def space_title(name: str) -> str:
    """Return the name of a space as sentences write it: "Thin Out"."""
    return "+1 Gold" if name == "gold" else name.replace("_", " ").title()


def how_often(count: int) -> str:
    """Return "once", "twice" or "3 times"."""
    return "once" if count == 1 else "twice" if count == 2 else f"{count} times"
