"""The options of a game (section 17): names, values, and the sentence that explains each."""

from typing import Annotated, Any, Literal

import msgspec

from skerry.games.vanuatu.engine.components import CHARACTERS, GOVERNOR, Options
from skerry.kernel.errors import BadSetup
from skerry.kernel.protocol import Option

Amount = Annotated[int, msgspec.Meta(ge=0, le=9)]
Good = Literal["kava", "copra", "beef"]


class TileData(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One tile of a custom set."""

    kind: Literal["island", "ocean"]
    fish: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    treasure: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    huts: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0
    drawings: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0
    tourists: Annotated[int, msgspec.Meta(ge=0, le=8)] = 0
    goods: list[Good] = []


class OptionSet(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Every option with its default."""

    tile_set: Literal["reconciled", "scan16_8", "custom"] = "reconciled"
    tiles: dict[str, TileData] = {}
    demand_set: Literal["standard", "custom"] = "standard"
    demand: Annotated[list[list[Good]], msgspec.Meta(max_length=40)] = []
    characters: bool = True
    character_pool: Literal[11, 10] = 11
    rising_waters: bool = False
    planning_check: Literal["strict", "basic", "off"] = "strict"
    sail_detours: bool = True
    fish_price_floor: Literal[1, 0] = 1
    price_drop: Literal["per_action", "per_tile"] = "per_action"
    one_hut_per_island: bool = False
    flat_bonus: bool = False
    bonus_obliges: bool = False
    beggar_own_turn_only: bool = False
    beggar_round_end: bool = True
    unlimited_goods: bool = False
    tie_remainder: bool = False
    tie_huts_placed: bool = False
    flood_counts_governor: bool = False
    flood_counts_retrieve: bool = False
    flood_at_round_end: bool = False
    placement_nested: bool = False
    placement_lookahead: bool = False
    governor_repeats: bool = True
    neutral_split: tuple[Amount, Amount] = (2, 3)
    tie_with_character: bool = True
    boats_block: bool = True
    pool_size: Annotated[int, msgspec.Meta(ge=2, le=10)] = 5
    pool_no_repeat: bool = True
    remove_tourist: Literal[0, 1, 2, 3, 4] = 4


# One line for the player who wonders whether to switch an option.
EXPLAINED: dict[str, str] = {
    "tile_set": "Which discs the tiles carry: the set that fits the component counts, "
    "the one read from scans, or your own.",
    "tiles": "The tiles of a custom set, by name.",
    "demand_set": "The ten printed demand tiles, or your own.",
    "demand": "The demand tiles of a custom set, three goods each.",
    "characters": "Everyone takes a character each round.",
    "character_pool": "11 characters, or 10 without the Governor as in the first edition.",
    "rising_waters": "The Rising Waters expansion: floods, dikes and a shared defeat.",
    "planning_check": "What is checked when you plan: everything, all but money, or nothing.",
    "sail_detours": "You may sail a longer way than needed, also back to where you started.",
    "fish_price_floor": "How low the price of fish can fall.",
    "price_drop": "The price of fish falls once per Sell, or once per fish tile sold.",
    "one_hut_per_island": "Each player may have one hut on an island.",
    "flat_bonus": "The Diver and the Fisherman bring 1 instead of the tile's value.",
    "bonus_obliges": "If an action is possible only with your character, you must carry it out.",
    "beggar_own_turn_only": "You may beg only on your own turn.",
    "beggar_round_end": "If you gained points since you could last beg, you may beg "
    "once more before the round ends.",
    "unlimited_goods": "The supply of goods never runs out.",
    "tie_remainder": "The vatu left after scoring break a tie on huts.",
    "tie_huts_placed": "Huts lost to the sea count in a tie.",
    "flood_counts_governor": "Moving markers with the Governor lowers the flood die.",
    "flood_counts_retrieve": "Taking markers back lowers the flood die.",
    "flood_at_round_end": "A flood that has not come yet comes when the round ends.",
    "placement_nested": "A new tile must fit between two tiles that touch each other.",
    "placement_lookahead": "The first tile must leave a regular space for the second, if it can.",
    "governor_repeats": "The Governor may move markers to an action you have done this round.",
    "neutral_split": "Two players: the neutral markers of the first player and of the other one.",
    "tie_with_character": "Two players: with the action's character, as many markers as the "
    "neutral ones are enough.",
    "boats_block": "Two players: a canoe may not stop on the tile of the other one.",
    "pool_size": "Two players: characters on offer each round.",
    "pool_no_repeat": "Two players: last round's characters are not on offer.",
    "remove_tourist": "Two players: the tourist tile left in the box.",
}


def options() -> list[Option]:
    """List the options for people and programs."""
    info = msgspec.inspect.type_info(OptionSet)
    assert isinstance(info, msgspec.inspect.StructType)
    return [_option(field) for field in info.fields]


def _option(field: msgspec.inspect.Field) -> Option:
    text = EXPLAINED[field.name]
    default = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    default = msgspec.json.decode(msgspec.json.encode(default))  # as it is stored
    match field.type:
        case msgspec.inspect.BoolType():
            return Option(field.name, "switch", default, [True, False], text)
        case msgspec.inspect.LiteralType(values=values):
            return Option(field.name, "choice", default, list(values), text)
        case msgspec.inspect.IntType(ge=low, le=high):
            return Option(field.name, "number", default, [low, high], text)
    return Option(field.name, "other", default, [], text)


def read_options(given: Any, players: int) -> OptionSet:
    """Check a set of options for a number of players; raises BadSetup."""
    try:
        options = msgspec.convert(given, OptionSet)
    except msgspec.ValidationError as error:
        raise BadSetup(f"options: {_plain(error)}") from None
    if players == 2 and not options.characters:
        raise BadSetup("options.characters: the two-player game needs characters; leave them on")
    pool = CHARACTERS if options.character_pool == 11 else CHARACTERS - 1
    most = pool // 2 if options.pool_no_repeat else pool
    if options.pool_size > most:
        raise BadSetup(f"options.pool_size: at most {most} characters can be on offer each round")
    if options.pool_size < 3 and not options.pool_no_repeat:
        raise BadSetup(
            "options.pool_size: with repeats on offer at least 3, as nobody may keep a character"
        )
    if options.tile_set != "custom" and options.tiles:
        raise BadSetup("options.tiles: give tiles only with tile_set 'custom'")
    if options.demand_set != "custom" and options.demand:
        raise BadSetup("options.demand: give demand tiles only with demand_set 'custom'")
    return options


def _plain(error: msgspec.ValidationError) -> str:
    return str(error).replace("`", "'").replace("$.", "").replace("$", "the options")


def engine_options(options: OptionSet) -> Options:
    """Return the options in the form the engine reads."""
    rules = Options()
    rules.characters = options.characters
    rules.rising_waters = options.rising_waters
    rules.planning_check = {"strict": 2, "basic": 1, "off": 0}[options.planning_check]
    rules.sail_detours = options.sail_detours
    rules.fish_price_floor = options.fish_price_floor
    rules.drop_per_tile = options.price_drop == "per_tile"
    rules.one_hut_per_island = options.one_hut_per_island
    rules.flat_bonus = options.flat_bonus
    rules.bonus_obliges = options.bonus_obliges
    rules.beggar_own_turn_only = options.beggar_own_turn_only
    rules.beggar_round_end = options.beggar_round_end
    rules.unlimited_goods = options.unlimited_goods
    rules.tie_remainder = options.tie_remainder
    rules.tie_huts_placed = options.tie_huts_placed
    rules.flood_counts_governor = options.flood_counts_governor
    rules.flood_counts_retrieve = options.flood_counts_retrieve
    rules.flood_at_round_end = options.flood_at_round_end
    rules.placement_nested = options.placement_nested
    rules.placement_lookahead = options.placement_lookahead
    rules.governor_repeats = options.governor_repeats
    rules.neutral_first, rules.neutral_other = options.neutral_split
    rules.tie_with_character = options.tie_with_character
    rules.boats_block = options.boats_block
    rules.pool_size = options.pool_size
    rules.pool_no_repeat = options.pool_no_repeat
    if options.character_pool == 10:
        rules.all_characters &= ~(1 << GOVERNOR)
    return rules
