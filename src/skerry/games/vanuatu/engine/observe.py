"""The game as numbers, as one seat sees it, for learning.

The fields are listed in `observation.py`, in the order in which they are written here. Seats are
relative: the viewer first, then the others in seating order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, u8

from skerry.games.vanuatu.engine.board import CELLS, SIDES
from skerry.games.vanuatu.engine.components import (
    ACTIONS,
    CHARACTERS,
    DIKES,
    FIRST_LETTERED,
    GOODS,
    HUTS,
    MARKERS,
    MOST_SEATS,
    NO_TILE,
    REST,
    REST_TOKENS,
    ROUNDS,
    START_PRICE,
    TILES,
    VALUES,
)
from skerry.kernel.agenda import NOBODY
from skerry.kernel.bytes_writer import BytesWriter
from skerry.kernel.observing import put, put_bits, put_one_hot, question_number

if TYPE_CHECKING:
    from skerry.games.vanuatu.engine.state import State

# The highest values; a test compares them with those of the fields.
MOST_WAITING: Final = 16
MOST_CUBES: Final = 24
MOST_POINTS: Final = 255
MOST_HELD: Final = 12
MOST_MONEY: Final = 9
MOST_TILES: Final = 9  # of fish or treasure in a cell
MOST_OF_DIE: Final = 6
STACK: Final = 12
SHIPS: Final = 3
DEMAND_TILES: Final = 12  # the larger set; fewer tiles leave the last fields at 0
TOURIST_VALUES: Final = 5
KINDS: Final = 14
# How many numbers each part has; those of the game and of a cell without the ones for each seat.
OF_GAME: Final = 1 + KINDS + 1 + 7 + GOODS + TOURIST_VALUES + TILES + STACK
OF_SHIPS: Final = SHIPS * 3 * GOODS + 1 + DEMAND_TILES
OF_REST_TOKENS: Final = 2 + 2 * REST_TOKENS
CHARACTER_AT: Final = 3 + 2 * VALUES
MARKERS_AT: Final = CHARACTER_AT + CHARACTERS + 1
OF_PLAYER: Final = MARKERS_AT + 2
BOATS_AT: Final = 5
OF_CELL: Final = BOATS_AT + 1 + GOODS + GOODS + 1 + 1 + 1 + SIDES


def _size(n: int) -> int:
    once = OF_GAME + 2 * n + OF_SHIPS + CHARACTERS + OF_REST_TOKENS
    return once + ACTIONS * (n + 2) + n * OF_PLAYER + CELLS * (OF_CELL + 2 * n)


_ZEROS: Final = [bytes(_size(n)) for n in range(MOST_SEATS + 1)]


def write_observation(state: State, viewer: int, out: BytesWriter, bonus: bool) -> None:
    """Write what *viewer* sees; *bonus*: the action in hand has the bonus of the character."""
    n: i64 = state.n
    first: i64 = len(out)
    out.write(_ZEROS[state.n])
    _write_game(state, viewer, out, first, bonus)
    at: i64 = first + OF_GAME + 2 * n
    _write_ships(state, out, at)
    at += OF_SHIPS
    put_bits(out, at, state.pool)
    at += CHARACTERS
    _write_rest_tokens(state, viewer, out, at)
    at += OF_REST_TOKENS
    players: i64 = at + ACTIONS * (n + 2)
    _write_players(state, viewer, out, players)
    _write_actions(state, viewer, out, at, players)
    _write_cells(state, viewer, out, players + n * OF_PLAYER)


def _write_game(state: State, viewer: int, out: BytesWriter, first: i64, bonus: bool) -> None:
    n: i64 = state.n
    at: i64 = first
    put(out, at, state.round, ROUNDS)
    at += 1
    put_one_hot(out, at, question_number(state.agenda))
    at += KINDS
    if bonus:
        out[at] = 1
    at += 1
    turn = state.turn()
    put_one_hot(out, at, NOBODY if turn == NOBODY else (turn - viewer) % state.n)
    at += n
    put_one_hot(out, at, (state.first - viewer) % state.n)
    at += n
    if state.rules.rising_waters:
        out[at] = 1
    if state.rules.characters:
        out[at + 1] = 1
    if state.lost:
        out[at + 2] = 1
    put(out, at + 3, state.price, START_PRICE)
    put(out, at + 4, state.office, MOST_WAITING)
    put(out, at + 5, state.die, MOST_OF_DIE)
    put(out, at + 6, state.dikes_left, DIKES)
    at += 7
    for count in state.reserve:
        put(out, at, count, MOST_CUBES)
        at += 1
    tourists = state.tourist_pile
    for i in range(min(state.round, len(tourists))):
        place: i64 = at + tourists[i]
        out[place] = out[place] + 1
    at += TOURIST_VALUES
    for tile in state.shown:
        put_one_hot(out, at, tile)
    at += TILES
    pile = state.tile_pile
    for i in range(state.tiles_drawn, min(len(pile), state.tiles_drawn + STACK)):
        letter: i64 = (pile[i] - FIRST_LETTERED) // 2 + 1
        out[at] = u8(letter)
        at += 1


def _write_ships(state: State, out: BytesWriter, at: i64) -> None:
    demands = state.demand_tiles
    for slot in range(SHIPS):
        ship = state.ships[slot] * 3
        filled = state.filled[slot]
        for place in range(3):
            if not filled >> place & 1:
                put_one_hot(out, at, demands[ship + place])
            at += GOODS
    put(out, at, len(state.demand_pile), DEMAND_TILES)
    at += 1
    for ship in state.discards:
        put_one_hot(out, at, ship)


def _write_rest_tokens(state: State, viewer: int, out: BytesWriter, at: i64) -> None:
    """Write the tokens left as far as the viewer knows: while choosing, or as it left them."""
    order = state.rest_order
    put(out, at, REST_TOKENS - len(order), REST_TOKENS)
    choices = -1
    if state.turn() == viewer and state.action_in_hand() == REST:
        choices = len(order)
    for i in range(len(order)):
        if order[i] == viewer:
            if choices <= i:
                choices = i + 1
            put_one_hot(out, at + 2 + REST_TOKENS, state.rest_tokens[i])
    if choices >= 0:
        out[at + 1] = 1
        put_bits(out, at + 2, state.rest_left(choices))


def _write_players(state: State, viewer: int, out: BytesWriter, at: i64) -> None:
    n = state.n
    seat = viewer
    for _ in range(n):
        put(out, at, state.money[seat], MOST_MONEY)
        put(out, at + 1, state.points[seat], MOST_POINTS)
        put(out, at + 2, state.huts_left[seat], HUTS)
        base: i64 = seat * VALUES
        held: i64 = at + 3
        for i in range(VALUES):
            put(out, held, state.held_fish[base + i], MOST_HELD)
            put(out, held + VALUES, state.held_treasure[base + i], MOST_HELD)
            held += 1
        put_one_hot(out, at + CHARACTER_AT, state.character[seat])
        put(out, at + MARKERS_AT - 1, state.used[seat], 1)
        out[at + MARKERS_AT] = MARKERS  # those on the board are subtracted with the actions
        at += OF_PLAYER
        seat += 1
        if seat == n:
            seat = 0
    first: i64 = at - n * OF_PLAYER + MARKERS_AT + 1
    for owner in state.rest_order:
        place: i64 = first + (owner - viewer) % n * OF_PLAYER
        out[place] = out[place] + 1


def _write_actions(state: State, viewer: int, out: BytesWriter, at: i64, players: i64) -> None:
    n: i64 = state.n
    own: i64 = viewer
    markers = state.markers
    for action in range(ACTIONS):
        base: i64 = action * MOST_SEATS
        seat: i64 = own
        placed = False
        in_hand: i64 = players + MARKERS_AT
        for _ in range(state.n):
            count: i64 = markers[base + seat]
            if count:
                placed = True
                out[at] = u8(count)
                out[in_hand] = out[in_hand] - u8(count)
            at += 1
            in_hand += OF_PLAYER
            seat += 1
            if seat == n:
                seat = 0
        put(out, at, state.neutral[action], MARKERS)
        if placed:
            leader = state.leader(action)
            if leader != NOBODY:
                put(out, at + 1, (leader - viewer) % state.n + 1, MOST_SEATS)
        at += 2


def _write_cells(state: State, viewer: int, out: BytesWriter, at: i64) -> None:
    n: i64 = state.n
    width: i64 = OF_CELL + 2 * n
    boats: i64 = at + BOATS_AT
    seat = viewer
    for _ in range(state.n):
        boat: i64 = state.boat[seat]
        if boat >= 0:
            out[boats + boat * width] = 1
        boats += 1
        seat += 1
        if seat == state.n:
            seat = 0
    tile_at = state.tile_at
    islands = state.tiles.island
    for cell in range(CELLS):
        tile = tile_at[cell]
        if tile == NO_TILE:
            pass
        elif islands[tile]:
            _write_island(state, viewer, cell, tile, out, at)
        else:
            out[at] = 1
            put(out, at + 3, state.fish[cell], MOST_TILES)
            put(out, at + 4, state.treasure[cell], MOST_TILES)
        at += width


def _write_island(
    state: State, viewer: int, cell: int, tile: int, out: BytesWriter, at: i64
) -> None:
    n: i64 = state.n
    base: i64 = cell * MOST_SEATS
    huts = state.huts
    free: i64 = state.tiles.huts[tile]
    seat: i64 = viewer
    place: i64 = at + BOATS_AT + n
    for _ in range(state.n):
        count: i64 = huts[base + seat]
        if count:
            out[place] = u8(count)
            free -= count
        place += 1
        seat += 1
        if seat == n:
            seat = 0
    if state.sunk >> cell & 1:
        out[at + 2] = 1
        return
    out[at + 1] = 1
    out[place] = u8(free)
    place += 1
    cubes = state.cubes
    goods = state.tiles.goods
    there: i64 = cell * GOODS
    shown: i64 = tile * GOODS
    for i in range(GOODS):
        put(out, place, cubes[there + i], MOST_HELD)
        out[place + GOODS] = u8(goods[shown + i])
        place += 1
    place += GOODS
    drawings: i64 = state.tiles.drawings[tile] - state.drawn[cell]
    tourists: i64 = state.tiles.tourists[tile] - state.visitors[cell]
    out[place] = u8(drawings)
    out[place + 1] = u8(tourists)
    put(out, place + 2, state.water[cell], SIDES)
    put_bits(out, place + 3, state.dikes[cell])
