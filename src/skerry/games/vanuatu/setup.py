"""Dealing a game (section 5): from a seed, from explicit piles, or from some of both.

All chance is settled here. Piles are kept in the order they will be drawn.
"""

from typing import Annotated, Any

import msgspec

from skerry.games.vanuatu.engine.board import START_ISLAND_CELL, START_OCEAN_CELLS
from skerry.games.vanuatu.engine.components import (
    CHARACTER_NAMES,
    CHARACTERS,
    FIRST_LETTERED,
    LETTERS,
    ROUNDS,
    START_BLANK,
    START_ISLAND,
    TILE_NAMES,
    Options,
)
from skerry.games.vanuatu.engine.placing import lay_tile
from skerry.games.vanuatu.engine.pools import first_of, pool_deck
from skerry.games.vanuatu.engine.rounds import RevealTiles, Round, draw_ship
from skerry.games.vanuatu.engine.state import State
from skerry.games.vanuatu.engine.text import cell_name
from skerry.games.vanuatu.rules import OptionSet, engine_options, read_options
from skerry.games.vanuatu.tiles import demand_tiles, tile_set
from skerry.kernel.errors import BadSetup
from skerry.kernel.events import Json
from skerry.kernel.rng import Chance

TOURIST_TILES = [0, 1, 1, 2, 2, 2, 3, 3, 4]
LEFT_IN_THE_BOX = {3: 4, 4: 2, 5: 0}  # the tourist tile not used with 3, 4, 5 players
DRAWS_AT_MOST = 24  # demand tiles: three at the start and three in each of seven set-ups


class Piles(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Everything chance decides. What is left out is drawn."""

    first: int | None = None
    start_tiles: dict[str, str] | None = None
    tile_stack: list[str] | None = None
    tourists: list[int] | None = None
    demand: list[int] | None = None
    demand_reshuffles: list[list[int]] | None = None
    dice: list[int] | None = None
    characters: list[list[str]] | None = None


class Setup(msgspec.Struct, forbid_unknown_fields=True):
    """What a game is dealt from."""

    players: Annotated[int, msgspec.Meta(ge=2, le=5)]
    options: dict[str, Any] = {}
    piles: Piles = msgspec.field(default_factory=Piles)


def deal(given: Json, rng: Chance) -> State:
    """Deal a game from a set-up; raises BadSetup naming what is wrong."""
    try:
        setup = msgspec.convert(given, Setup)
    except msgspec.ValidationError as error:
        message = str(error).replace("`", "'").replace("$.", "").replace("$", "the set-up")
        raise BadSetup(f"set-up: {message}") from None
    options = read_options(setup.options, setup.players)
    rules = engine_options(options)
    state = State(setup.players, rules, tile_set(options), demand_tiles(options))
    piles = setup.piles
    state.first = _first(piles, setup.players, rng)
    start = _start_tiles(piles, rng)
    state.tile_pile = _tile_stack(piles, rng)
    state.tourist_pile = _tourists(piles, setup.players, options, rng)
    _deal_demand(state, piles, rng)
    if rules.rising_waters:
        state.dice_pile = _dice(piles, rng)
    elif piles.dice:
        raise BadSetup("piles.dice: the die is rolled only with the option rising_waters")
    if setup.players == 2:
        state.pool_pile = _pools(piles, rules, rng)
    elif piles.characters:
        raise BadSetup("piles.characters: characters are drawn only in the two-player game")
    state.origin = _explicit(setup, options, state, start)
    _lay_out(state, start)
    state.push([RevealTiles(), Round(1)])
    state.settle()
    return state


def as_of(given: Json, rules: int) -> Json:
    """Return a set-up of an older rules number with the options that play by those rules."""
    options = given.get("options", {})
    if rules >= 2 or not isinstance(options, dict):
        return given
    return {**given, "options": {**options, "beggar_round_end": False}}


def _lay_out(state: State, start: list[int]) -> None:
    lay_tile(state, START_ISLAND, START_ISLAND_CELL)
    for cell, tile in zip(START_OCEAN_CELLS, start, strict=True):
        lay_tile(state, tile, cell)
        if tile == START_BLANK:
            state.boat = [cell] * state.n
    state.ships = [draw_ship(state) for _ in range(3)]
    state.office = state.tourist_pile[0]


def _first(piles: Piles, players: int, rng: Chance) -> int:
    if piles.first is None:
        return rng.below(players)
    if not 0 <= piles.first < players:
        raise BadSetup(f"piles.first: seats are 0 to {players - 1}")
    return piles.first


def _start_tiles(piles: Piles, rng: Chance) -> list[int]:
    tiles = list(range(1, FIRST_LETTERED))
    if piles.start_tiles is None:
        rng.shuffle(tiles)
        return tiles
    cells = [cell_name(cell) for cell in START_OCEAN_CELLS]
    names = [TILE_NAMES[tile] for tile in tiles]
    given = {key.replace(" ", ""): value for key, value in piles.start_tiles.items()}
    if sorted(given) != sorted(cells) or sorted(given.values()) != sorted(names):
        raise BadSetup(f"piles.start_tiles: put {', '.join(names)} on {' '.join(cells)}")
    return [TILE_NAMES.index(given[cell]) for cell in cells]


def _tile_stack(piles: Piles, rng: Chance) -> list[int]:
    if piles.tile_stack is None:
        swaps = [rng.below(2) for _ in range(LETTERS)]
        upper = [FIRST_LETTERED + 2 * letter + swaps[letter] for letter in range(LETTERS)]
        lower = [FIRST_LETTERED + 2 * letter + 1 - swaps[letter] for letter in range(LETTERS)]
        return upper + lower
    names = TILE_NAMES[FIRST_LETTERED:]
    if sorted(piles.tile_stack) != sorted(names):
        raise BadSetup("piles.tile_stack: name each of A1, A2, B1 ... F2 once, in draw order")
    letters = "".join(name[0] for name in piles.tile_stack)
    if letters != "ABCDEFABCDEF":
        raise BadSetup(f"piles.tile_stack: letters run A to F twice, not {letters}")
    return [TILE_NAMES.index(name) for name in piles.tile_stack]


def _tourists(piles: Piles, players: int, options: OptionSet, rng: Chance) -> list[int]:
    tiles = TOURIST_TILES.copy()
    tiles.remove(options.remove_tourist if players == 2 else LEFT_IN_THE_BOX[players])
    if piles.tourists is None:
        rng.shuffle(tiles)
        return tiles
    if sorted(piles.tourists) != tiles:
        raise BadSetup(f"piles.tourists: {players} players use the tiles {tiles}, in any order")
    return piles.tourists


def _deal_demand(state: State, piles: Piles, rng: Chance) -> None:
    count = len(state.demand_tiles) // 3
    order = list(range(count))
    if piles.demand is None:
        rng.shuffle(order)
    else:
        if sorted(piles.demand) != [ship + 1 for ship in order]:
            raise BadSetup(f"piles.demand: name each demand tile from 1 to {count} once")
        order = [ship - 1 for ship in piles.demand]
    state.demand_pile = order
    needed = max(0, -(-(DRAWS_AT_MOST - count) // (count - 2)))
    given = piles.demand_reshuffles or []
    if len(given) > needed:
        raise BadSetup(f"piles.demand_reshuffles: at most {needed} reshuffles can happen")
    state.reshuffles = []
    for number, ships in enumerate(given):
        if len(set(ships)) != len(ships) or not all(1 <= ship <= count for ship in ships):
            where = f"piles.demand_reshuffles[{number}]"
            raise BadSetup(f"{where}: name demand tiles from 1 to {count}, none twice")
        rest = [ship for ship in range(count) if ship + 1 not in ships]
        state.reshuffles.append([ship - 1 for ship in ships] + rest)
    while len(state.reshuffles) < needed:
        order = list(range(count))
        rng.shuffle(order)
        state.reshuffles.append(order)


def _dice(piles: Piles, rng: Chance) -> list[int]:
    rolls = ROUNDS // 2
    given = piles.dice or []
    if len(given) > rolls or not all(1 <= roll <= 6 for roll in given):
        raise BadSetup("piles.dice: give four rolls from 1 to 6, for rounds 2, 4, 6 and 8")
    # A game the sea has won may have seen fewer rolls.
    return given + [1 + rng.below(6) for _ in range(rolls - len(given))]


def _pools(piles: Piles, rules: Options, rng: Chance) -> list[int]:
    pools: list[int] = []
    given = piles.characters or []
    if len(given) > ROUNDS:
        raise BadSetup("piles.characters: list the characters of each of the 8 rounds")
    for round_ in range(ROUNDS):
        previous = pools[-1] if pools else 0
        if round_ >= len(given):
            deck = pool_deck(rules, previous)
            rng.shuffle(deck)
            pools.append(first_of(rules, deck))
            continue
        where = f"piles.characters[{round_}]"
        pool = 0
        for name in given[round_]:
            if name not in CHARACTER_NAMES:
                raise BadSetup(f"{where}: no character {name!r}; they are {CHARACTER_NAMES}")
            pool |= 1 << CHARACTER_NAMES.index(name)
        if len(given[round_]) != rules.pool_size or pool.bit_count() != rules.pool_size:
            raise BadSetup(f"{where}: name {rules.pool_size} different characters")
        if pool & ~rules.all_characters:
            raise BadSetup(f"{where}: the Governor is not in a pool of ten")
        if rules.pool_no_repeat and pool & previous:
            raise BadSetup(f"{where}: a character of the round before is not on offer again")
        pools.append(pool)
    return pools


def _explicit(setup: Setup, options: OptionSet, state: State, start: list[int]) -> Json:
    """Write the set-up with everything chance decided."""
    cells = [cell_name(cell) for cell in START_OCEAN_CELLS]
    piles: Json = {
        "first": state.first,
        "start_tiles": {cells[i]: TILE_NAMES[start[i]] for i in range(len(cells))},
        "tile_stack": [TILE_NAMES[tile] for tile in state.tile_pile],
        "tourists": state.tourist_pile,
        "demand": [ship + 1 for ship in state.demand_pile],
        "demand_reshuffles": [[ship + 1 for ship in order] for order in state.reshuffles],
    }
    if state.dice_pile:
        piles["dice"] = state.dice_pile
    if state.pool_pile:
        piles["characters"] = [
            [CHARACTER_NAMES[c] for c in range(CHARACTERS) if pool >> c & 1]
            for pool in state.pool_pile
        ]
    return {
        "players": setup.players,
        "options": msgspec.json.decode(msgspec.json.encode(options)),
        "piles": piles,
    }
