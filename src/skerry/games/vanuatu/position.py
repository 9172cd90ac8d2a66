"""A whole position, hidden things included, as JSON and back.

Reading checks shape first (msgspec), then sense: components that exist, boats on the sea, an
agenda that the rules could have left. docs/formats.md lists the fields.
"""

from collections.abc import Callable
from typing import Annotated

import msgspec

from skerry.games.vanuatu.agendas import markers_of, possible_agendas
from skerry.games.vanuatu.engine.actions.board_actions import BOARD_ACTIONS
from skerry.games.vanuatu.engine.board import (
    CELLS,
    SIDE_NAMES,
    START_ISLAND_CELL,
    START_OCEAN_CELLS,
)
from skerry.games.vanuatu.engine.components import (
    ACTION_NAMES,
    ACTIONS,
    CHARACTER_NAMES,
    CUBES,
    DIKES,
    FIRST_LETTERED,
    GOOD_NAMES,
    GOODS,
    HUTS,
    LOST_AT,
    MARKERS,
    MOST_SEATS,
    NO_CHARACTER,
    NO_TILE,
    REST_NAMES,
    ROUNDS,
    SINKS_AT,
    START_ISLAND,
    TIED_TO,
    TILE_NAMES,
    VALUES,
)
from skerry.games.vanuatu.engine.resolving import NextTurn
from skerry.games.vanuatu.engine.state import NO_BEGGAR, ActionQuestion, State
from skerry.games.vanuatu.engine.text import CELL_NAMES
from skerry.games.vanuatu.questions import TASKS
from skerry.games.vanuatu.setup import deal
from skerry.kernel.agenda import NOBODY, Task
from skerry.kernel.errors import BadNotation, BadSetup
from skerry.kernel.events import Json
from skerry.kernel.rng import Rng

Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
Vatus = Annotated[int, msgspec.Meta(ge=0, le=9)]
Points = Annotated[int, msgspec.Meta(ge=-1000, le=1000)]
Flag = bool


class CellData(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A placed tile and what lies on it."""

    tile: str
    fish: Count = 0
    treasure: Count = 0
    goods: dict[str, Count] = {}
    drawings: Count = 0
    tourists: Count = 0
    huts: list[Count] = []
    water: Count = 0
    dikes: list[str] = []
    sunk: Flag = False


class PlayerData(msgspec.Struct, forbid_unknown_fields=True):
    """What a seat has."""

    money: Vatus
    points: Points
    boat: str
    huts_left: Count
    fish: list[int]
    treasure: list[int]
    character: str | None
    used: Flag
    performed: list[str]
    governed: list[str]


class RestData(msgspec.Struct, forbid_unknown_fields=True):
    """A rest token taken this round."""

    seat: Count
    token: str


class ShipData(msgspec.Struct, forbid_unknown_fields=True):
    """A demand tile on display; `filled` says which of its three places hold a cube."""

    ship: Count
    filled: Annotated[list[Flag], msgspec.Meta(min_length=3, max_length=3)]


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """Everything a game in progress is made of."""

    game: str
    rules: int
    setup: Json
    round: Annotated[int, msgspec.Meta(ge=1, le=ROUNDS)]
    first: Count
    price: Annotated[int, msgspec.Meta(ge=0, le=3)]
    office: Count
    die: Annotated[int, msgspec.Meta(ge=0, le=6)]
    dikes_left: Count
    pool: list[str]
    cells: dict[str, CellData]
    island_order: list[str]
    players: list[PlayerData]
    markers: dict[str, list[Count]]
    neutral: dict[str, Count]
    ships: Annotated[list[ShipData], msgspec.Meta(min_length=3, max_length=3)]
    reserve: dict[str, int]
    volcano: list[str]
    tiles_drawn: Count
    demand_stack: list[Count]
    demand_discards: list[Count]
    demand_reshuffled: Count
    rest_taken: list[RestData]
    lost: Flag
    agenda: list[str]  # the next task comes last
    # The Beggar's points when he could last beg; left out if they are the same now.
    beggar_points: int | msgspec.UnsetType = msgspec.UNSET


# -- writing


def write_position(state: State, rules: int) -> Json:
    """Write the whole state."""
    cells = {CELL_NAMES[c]: _cell(state, c) for c in range(CELLS) if state.tile_at[c] != NO_TILE}
    position = Position(
        game="vanuatu",
        rules=rules,
        setup=state.origin,
        round=state.round,
        first=state.first,
        price=state.price,
        office=state.office,
        die=state.die,
        dikes_left=state.dikes_left,
        pool=_names(state.pool, CHARACTER_NAMES),
        cells=cells,
        island_order=[CELL_NAMES[cell] for cell in state.island_order],
        players=[_player(state, seat) for seat in range(state.n)],
        markers={
            ACTION_NAMES[a]: state.markers[a * MOST_SEATS : a * MOST_SEATS + state.n]
            for a in range(ACTIONS)
        },
        neutral=dict(zip(ACTION_NAMES, state.neutral, strict=True)),
        ships=[
            ShipData(ship + 1, [bool(filled >> place & 1) for place in range(3)])
            for ship, filled in zip(state.ships, state.filled, strict=True)
        ],
        reserve=dict(zip(GOOD_NAMES, state.reserve, strict=True)),
        volcano=[TILE_NAMES[tile] for tile in state.shown],
        tiles_drawn=state.tiles_drawn,
        demand_stack=[ship + 1 for ship in state.demand_pile],
        demand_discards=[ship + 1 for ship in state.discards],
        demand_reshuffled=state.reshuffled,
        rest_taken=[
            RestData(seat, REST_NAMES[token])
            for seat, token in zip(state.rest_order, state.rest_tokens, strict=True)
        ],
        lost=state.lost,
        agenda=[" ".join([type(task).__name__, *map(str, task.args())]) for task in state.agenda],
        beggar_points=_beggar_points(state),
    )
    written: Json = msgspec.to_builtins(position)
    return written


def _beggar_points(state: State) -> int | msgspec.UnsetType:
    seat = state.beggar()
    same = seat == NOBODY or state.beg_points in (NO_BEGGAR, state.points[seat])
    return msgspec.UNSET if same else state.beg_points


def _names(bits: int, names: list[str]) -> list[str]:
    return [name for i, name in enumerate(names) if bits >> i & 1]


def _cell(state: State, cell: int) -> CellData:
    return CellData(
        tile=TILE_NAMES[state.tile_at[cell]],
        fish=state.fish[cell],
        treasure=state.treasure[cell],
        goods={g: n for g, n in zip(GOOD_NAMES, state.cubes[cell * GOODS :], strict=False) if n},
        drawings=state.drawn[cell],
        tourists=state.visitors[cell],
        huts=state.huts[cell * MOST_SEATS : cell * MOST_SEATS + state.n]
        if state.huts_on(cell)
        else [],
        water=state.water[cell],
        dikes=_names(state.dikes[cell], SIDE_NAMES),
        sunk=bool(state.sunk >> cell & 1),
    )


def _player(state: State, seat: int) -> PlayerData:
    def values(held: list[int]) -> list[int]:
        return [v for v in (3, 2, 1) for _ in range(held[seat * VALUES + v - 1])]

    character = state.character[seat]
    return PlayerData(
        money=state.money[seat],
        points=state.points[seat],
        boat=CELL_NAMES[state.boat[seat]],
        huts_left=state.huts_left[seat],
        fish=values(state.held_fish),
        treasure=values(state.held_treasure),
        character=None if character == NO_CHARACTER else CHARACTER_NAMES[character],
        used=bool(state.used[seat]),
        performed=_names(state.performed[seat], ACTION_NAMES),
        governed=_names(state.governed[seat], ACTION_NAMES),
    )


# -- reading


def read_position(given: Json, adapt: Callable[[Json, int], Json]) -> State:
    """Read a position back; raises BadSetup naming the field and what it should be.

    One of older rules is played on by them: *adapt* is the game's verb of that name.
    """
    try:
        position = msgspec.convert(given, Position)
    except msgspec.ValidationError as error:
        message = str(error).replace("`", "'").replace("$.", "").replace("$", "the position")
        raise BadSetup(f"position: {message}") from None
    _check(position.game == "vanuatu", "game", "expected 'vanuatu'")
    _check("piles" in position.setup, "setup", "the explicit set-up with its piles is missing")
    try:
        setup = adapt(position.setup, position.rules)
    except BadNotation as error:
        raise BadSetup(f"position.rules: {error}") from None
    state = deal(setup, Rng(0))
    _read_table(state, position)
    _read_cells(state, position)
    _read_players(state, position)
    _read_spaces(state, position)
    _read_piles(state, position)
    _count_components(state)
    _read_agenda(state, position)
    return state


def _index(names: list[str], name: str, where: str) -> int:
    if name not in names:
        raise BadSetup(f"position.{where}: {name[:40]!r} is not one of {', '.join(names)}")
    return names.index(name)


def _check(fine: bool, where: str, hint: str) -> None:
    if not fine:
        raise BadSetup(f"position.{where}: {hint}")


def _bits(given: list[str], names: list[str], where: str) -> int:
    bits = 0
    for name in given:
        bits |= 1 << _index(names, name, where)
    return bits


def _read_table(state: State, position: Position) -> None:
    _check(position.first < state.n, "first", f"seats are 0 to {state.n - 1}")
    state.round = position.round
    state.first = position.first
    state.price = position.price
    floor = state.rules.fish_price_floor
    _check(position.price >= floor, "price", f"fish cost at least {floor}")
    state.office = position.office
    most = state.tourist_pile[state.round - 1]
    _check(state.office <= most, "office", f"this round's tile brings {most} tourists")
    state.die = position.die
    counts = state.rules.rising_waters and state.round % 2 == 0
    _check(state.die == 0 or counts, "die", "it counts only in even rounds of Rising Waters")
    state.dikes_left = position.dikes_left
    state.pool = _bits(position.pool, CHARACTER_NAMES, "pool")
    _check(
        state.pool & ~state.rules.all_characters == 0, "pool", "the Governor is not in this game"
    )
    state.lost = position.lost


def _read_cells(state: State, position: Position) -> None:
    state.tile_at = [NO_TILE] * CELLS
    state.ocean = state.land = state.sunk = 0
    islands = 0
    for name, data in position.cells.items():
        cell = _index(CELL_NAMES, name, "cells")
        where = f"cells.{name}"
        tile = _index(TILE_NAMES, data.tile, f"{where}.tile")
        _check(tile not in state.tile_at, f"{where}.tile", f"{data.tile} lies on two cells")
        state.tile_at[cell] = tile
        island = bool(state.tiles.island[tile])
        if island:
            islands |= 1 << cell
        else:
            state.ocean |= 1 << cell
        _read_cell(state, cell, tile, data, where)
    _check(
        state.tile_at[START_ISLAND_CELL] == START_ISLAND
        and sorted(state.tile_at[cell] for cell in START_OCEAN_CELLS)
        == list(range(START_ISLAND + 1, FIRST_LETTERED)),
        "cells",
        "the four starting tiles lie where every game begins, the island on 0,0",
    )
    order = [_index(CELL_NAMES, name, "island_order") for name in position.island_order]
    same = len(order) == len(set(order)) and sum(1 << cell for cell in order) == islands
    _check(same, "island_order", "name every island's cell once")
    state.island_order = order
    state.land = islands & ~state.sunk
    sunk = state.sunk.bit_count()
    _check(state.lost == (sunk >= LOST_AT), "lost", f"the game is lost with {LOST_AT} islands sunk")


def _read_cell(state: State, cell: int, tile: int, data: CellData, where: str) -> None:
    tiles = state.tiles
    huts = data.huts or [0] * state.n
    _check(len(huts) == state.n, f"{where}.huts", f"give {state.n} numbers, one for each seat")
    goods = {_index(GOOD_NAMES, name, f"{where}.goods"): n for name, n in data.goods.items()}
    limits = {
        "fish": (data.fish, tiles.fish[tile]),
        "treasure": (data.treasure, tiles.treasure[tile]),
        "drawings": (data.drawings, tiles.drawings[tile]),
        "tourists": (data.tourists, tiles.tourists[tile]),
        "huts": (sum(huts), tiles.huts[tile]),
        "water": (data.water, SINKS_AT - 1 if tiles.island[tile] else 0),
    }
    for name, (count, most) in limits.items():
        _check(count <= most, f"{where}.{name}", f"{TILE_NAMES[tile]} holds at most {most}")
    for good, count in goods.items():
        most = tiles.goods[tile * GOODS + good]
        _check(count <= most, f"{where}.goods", f"produces at most {most} {GOOD_NAMES[good]}")
    dikes = _bits(data.dikes, SIDE_NAMES, f"{where}.dikes")
    _check(not dikes or bool(tiles.island[tile]), f"{where}.dikes", "dikes stand on islands")
    if data.sunk:
        _check(bool(tiles.island[tile]), f"{where}.sunk", "only islands sink")
        empty = not (sum(huts) or goods or dikes or data.drawings or data.tourists or data.water)
        _check(empty, where, "nothing is left on a sunken island")
        state.sunk |= 1 << cell
    state.fish[cell] = data.fish
    state.treasure[cell] = data.treasure
    state.drawn[cell] = data.drawings
    state.visitors[cell] = data.tourists
    state.water[cell] = data.water
    state.dikes[cell] = dikes
    for good in range(GOODS):
        state.cubes[cell * GOODS + good] = goods.get(good, 0)
    for seat in range(state.n):
        state.huts[cell * MOST_SEATS + seat] = huts[seat]


def _read_players(state: State, position: Position) -> None:
    _check(len(position.players) == state.n, "players", f"this game has {state.n} seats")
    for seat, data in enumerate(position.players):
        where = f"players[{seat}]"
        state.money[seat] = data.money
        state.points[seat] = data.points
        state.boat[seat] = _index(CELL_NAMES, data.boat, f"{where}.boat")
        _check(state.is_ocean(state.boat[seat]), f"{where}.boat", "a boat stands on an ocean tile")
        state.huts_left[seat] = data.huts_left
        built = state.huts_of(seat) + data.huts_left
        _check(
            built == HUTS or (built < HUTS and state.sunk != 0),
            f"{where}.huts_left",
            f"{HUTS} huts in all, on the board and left, unless an island sank",
        )
        _read_values(state.held_fish, seat, data.fish, f"{where}.fish")
        _read_values(state.held_treasure, seat, data.treasure, f"{where}.treasure")
        state.used[seat] = int(data.used)
        state.performed[seat] = _bits(data.performed, ACTION_NAMES, f"{where}.performed")
        state.governed[seat] = _bits(data.governed, ACTION_NAMES, f"{where}.governed")
        state.character[seat] = NO_CHARACTER
        if data.character is not None:
            character = _index(CHARACTER_NAMES, data.character, f"{where}.character")
            fine = character not in state.character[:seat] or _may_be_held_twice(state, position)
            fine = fine and state.rules.characters
            _check(fine, f"{where}.character", f"{data.character} cannot be held here")
            fine = not state.pool >> character & 1 or state.n == 2
            _check(fine, f"{where}.character", f"{data.character} is still in the pool")
            state.character[seat] = character
    if state.n > 2 and state.rules.characters:
        held = sum(1 << c for c in state.character if c != NO_CHARACTER)
        fine = held | state.pool == state.rules.all_characters
        _check(fine, "pool", "every character is in the pool or held")
    state.rest_order = [data.seat for data in position.rest_taken]
    state.rest_tokens = [
        _index(REST_NAMES, data.token, "rest_taken") for data in position.rest_taken
    ]
    known = all(seat < state.n for seat in state.rest_order)
    _check(known, "rest_taken", f"seats are 0 to {state.n - 1}")
    different = len(set(state.rest_tokens)) == len(state.rest_tokens)
    _check(different, "rest_taken", "each token can be taken once")


def _may_be_held_twice(state: State, position: Position) -> bool:
    # Two players with repeats: one takes what the other still holds from the round before.
    return (
        state.n == 2
        and not state.rules.pool_no_repeat
        and any(task.startswith("ChooseCharacter") for task in position.agenda)
    )


def _read_values(held: list[int], seat: int, values: list[int], where: str) -> None:
    for value in range(1, VALUES + 1):
        count = values.count(value)
        _check(count <= 11, where, "at most 11 tiles of one value")
        held[seat * VALUES + value - 1] = count
    _check(all(1 <= value <= VALUES for value in values), where, "values are 1, 2 or 3")


def _read_spaces(state: State, position: Position) -> None:
    for name in position.markers:
        _index(ACTION_NAMES, name, "markers")
    for name, count in position.neutral.items():
        fine = count == 0 or state.n == 2
        state.neutral[_index(ACTION_NAMES, name, "neutral")] = count
        _check(fine, f"neutral.{name}", "neutral markers belong to the two-player game")
    most = state.rules.neutral_first + state.rules.neutral_other
    _check(sum(state.neutral) <= most, "neutral", f"at most {most} neutral markers")
    for action in range(ACTIONS):
        counts = position.markers.get(ACTION_NAMES[action], [0] * state.n)
        where = f"markers.{ACTION_NAMES[action]}"
        _check(len(counts) == state.n, where, f"give {state.n} numbers, one for each seat")
        for seat in range(state.n):
            state.markers[action * MOST_SEATS + seat] = counts[seat]
    for seat in range(state.n):
        total = markers_of(state, seat)
        _check(total <= MARKERS, "markers", f"seat {seat} has only {MARKERS} markers")


def _read_piles(state: State, position: Position) -> None:
    count = len(state.demand_tiles) // 3
    shown = [data.ship for data in position.ships]
    everything = sorted(shown + position.demand_stack + position.demand_discards)
    fine = everything == list(range(1, count + 1))
    _check(fine, "ships", f"demand tiles 1 to {count} are each on display, stacked or discarded")
    state.ships = [ship - 1 for ship in shown]
    state.filled = [
        sum(1 << place for place in range(3) if data.filled[place]) for data in position.ships
    ]
    state.demand_pile = [ship - 1 for ship in position.demand_stack]
    state.discards = [ship - 1 for ship in position.demand_discards]
    _check(
        position.demand_reshuffled <= len(state.reshuffles),
        "demand_reshuffled",
        f"at most {len(state.reshuffles)} reshuffles can have happened",
    )
    state.reshuffled = position.demand_reshuffled
    draws = 3 * (ROUNDS - state.round)
    sizes = len(state.demand_pile) + (count - 2) * (len(state.reshuffles) - state.reshuffled)
    _check(draws <= sizes, "demand_reshuffled", "too few reshuffles are left for the game")
    state.shown = [_index(TILE_NAMES, name, "volcano") for name in position.volcano]
    _check(position.tiles_drawn <= len(state.tile_pile), "tiles_drawn", "the stack has 12 tiles")
    state.tiles_drawn = position.tiles_drawn
    drawn = sorted(state.tile_pile[: state.tiles_drawn])
    placed = [tile for tile in state.tile_at if tile >= FIRST_LETTERED] + state.shown
    _check(sorted(placed) == drawn, "volcano", "drawn tiles lie on the board or on the volcano")
    for name in position.reserve:
        _index(GOOD_NAMES, name, "reserve")
    state.reserve = [position.reserve.get(name, 0) for name in GOOD_NAMES]


def _count_components(state: State) -> None:
    for good in range(GOODS):
        on_islands = sum(state.cubes[good::GOODS])
        aboard = sum(
            state.filled[slot] >> place & 1
            for slot in range(3)
            for place in range(3)
            if state.demand_tiles[state.ships[slot] * 3 + place] == good
        )
        total = on_islands + aboard + state.reserve[good]
        fine = total == CUBES[good] and (state.reserve[good] >= 0 or state.rules.unlimited_goods)
        name = GOOD_NAMES[good]
        _check(fine, f"reserve.{name}", f"{CUBES[good]} {name} cubes in all, this makes {total}")
    dikes = sum(mask.bit_count() for mask in state.dikes) + state.dikes_left
    fine = dikes == DIKES or (dikes < DIKES and state.sunk != 0)
    _check(fine, "dikes_left", f"{DIKES} dikes in all, unless an island sank")


def _read_agenda(state: State, position: Position) -> None:
    possible = possible_agendas(state)
    fine = position.agenda in possible
    _check(fine, "agenda", "no game could have this agenda in this position")
    if state.n == 2:
        _check(state.pool == _offer(state, position), "pool", "these characters are not on offer")
    _check_tiles(state, position)
    _check_neutral(state, position)
    state.agenda = [_task(text) for text in position.agenda]
    _check_action(state)
    seat = state.beggar()
    if state.rules.beggar_round_end and seat != NOBODY and _is_resolving(state):
        state.beg_points = state.points[seat]
    if position.beggar_points is not msgspec.UNSET:
        fine = state.rules.beggar_own_turn_only and 0 <= position.beggar_points <= state.beg_points
        _check(fine, "beggar_points", "the Beggar had no other number of points at his last chance")
        state.beg_points = position.beggar_points
    if state.agenda and not state.agenda[-1].options(state):
        raise BadSetup("position.agenda: the open question has no answer in this position")


def _check_tiles(state: State, position: Position) -> None:
    """Two tiles are revealed at the deal, and two more whenever a round's two are placed."""
    placing = "RevealTiles" in position.agenda
    drawn = min(2 * (state.round - (1 if placing else 0)), len(state.tile_pile))
    fine = state.tiles_drawn == drawn
    _check(fine, "tiles_drawn", f"{drawn} tiles have been drawn by now")
    shown = 2 if state.round < ROUNDS - 1 else 0
    if placing:
        shown = position.agenda.count(f"PlaceTile {state.first}")
    _check(len(state.shown) == shown, "volcano", f"{shown} tiles lie on the volcano now")


def _check_neutral(state: State, position: Position) -> None:
    if state.n > 2:
        return
    waiting = sum(task.startswith("PlaceNeutral") for task in position.agenda)
    placed = state.rules.neutral_first + state.rules.neutral_other - waiting
    if "Preparation" in position.agenda:
        placed = 0
    fine = sum(state.neutral) == placed
    _check(fine, "neutral", f"{placed} neutral markers have been placed by now")


def _check_action(state: State) -> None:
    task = state.agenda[-1] if state.agenda else None
    if not isinstance(task, ActionQuestion):
        return
    name = ACTION_NAMES[task.action()]
    character = state.character[task.seat]
    tied = character != NO_CHARACTER and TIED_TO[character] == task.action()
    fine = tied or not task.bonus
    _check(fine, "agenda", f"seat {task.seat} has no character with a bonus for {name}")
    fine = BOARD_ACTIONS[task.action()].possible(state, task.seat, task.bonus)
    _check(fine, "agenda", f"{name} cannot be carried out here")


def _is_resolving(state: State) -> bool:
    return any(isinstance(task, NextTurn) and task.after >= 0 for task in state.agenda)


def _offer(state: State, position: Position) -> int:
    """Return the characters left of this round's offer, or of the last before it is dealt."""
    pending = "Preparation" in position.agenda
    offer = state.pool_pile[state.round - (2 if pending else 1)]
    for seat in range(state.n):
        chosen = f"ChooseCharacter {seat}" not in position.agenda
        if chosen and state.character[seat] != NO_CHARACTER:
            offer &= ~(1 << state.character[seat])
    return offer


def _task(text: str) -> Task:
    name, *args = text.split()
    build: Callable[..., Task] = TASKS[name]
    return build(*map(int, args))
