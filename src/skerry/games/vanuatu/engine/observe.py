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
    REST,
    REST_TOKENS,
    ROUNDS,
    START_PRICE,
    TILES,
    VALUES,
)
from skerry.kernel.bytes_writer import BytesWriter
from skerry.kernel.observing import put, put_bits, put_one_hot, question_number, seats_after

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
    own: i64 = viewer
    first: i64 = len(out)
    out.write(_ZEROS[n])
    _write_game(state, own, n, out, first, bonus)
    at: i64 = first + OF_GAME + 2 * n
    _write_ships(state, out, at)
    at += OF_SHIPS
    put_bits(out, at, state.pool)
    at += CHARACTERS
    _write_rest_tokens(state, own, out, at)
    at += OF_REST_TOKENS
    players: i64 = at + ACTIONS * (n + 2)
    _write_players(state, own, n, out, players)
    _write_actions(state, own, n, out, at, players)
    _write_cells(state, own, n, out, players + n * OF_PLAYER)


# Loops count in i64 as well: a list is read in half the time with such an index.


def _write_game(
    state: State, viewer: i64, n: i64, out: BytesWriter, first: i64, bonus: bool
) -> None:
    at: i64 = first
    round: i64 = state.round
    put(out, at, round, ROUNDS)
    at += 1
    put_one_hot(out, at, question_number(state.agenda))
    at += KINDS
    if bonus:
        out[at] = 1
    at += 1
    put_one_hot(out, at, seats_after(state.turn(), viewer, n))
    at += n
    put_one_hot(out, at, seats_after(state.first, viewer, n))
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
    reserve = state.reserve
    good: i64
    for good in range(GOODS):
        put(out, at + good, reserve[good], MOST_CUBES)
    at += GOODS
    tourists = state.tourist_pile
    tiles: i64 = len(tourists)
    i: i64
    for i in range(min(round, tiles)):
        place: i64 = at + tourists[i]
        out[place] = out[place] + 1
    at += TOURIST_VALUES
    for tile in state.shown:
        put_one_hot(out, at, tile)
    at += TILES
    pile = state.tile_pile
    drawn: i64 = state.tiles_drawn
    left: i64 = len(pile) - drawn
    for i in range(min(left, STACK)):
        letter: i64 = pile[drawn + i] - FIRST_LETTERED
        out[at + i] = u8(letter // 2 + 1)


def _write_ships(state: State, out: BytesWriter, at: i64) -> None:
    demands = state.demand_tiles
    slot: i64
    for slot in range(SHIPS):
        ship: i64 = state.ships[slot] * 3
        filled: i64 = state.filled[slot]
        place: i64
        for place in range(3):
            if not filled >> place & 1:
                put_one_hot(out, at, demands[ship + place])
            at += GOODS
    put(out, at, len(state.demand_pile), DEMAND_TILES)
    at += 1
    for discard in state.discards:
        put_one_hot(out, at, discard)


def _write_rest_tokens(state: State, viewer: i64, out: BytesWriter, at: i64) -> None:
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


def _write_players(state: State, viewer: i64, n: i64, out: BytesWriter, at: i64) -> None:
    width: i64 = OF_PLAYER
    first: i64 = at + MARKERS_AT + 1
    held_fish = state.held_fish
    held_treasure = state.held_treasure
    away: i64
    for away in range(n):
        seat: i64 = viewer + away
        if seat >= n:
            seat -= n
        put(out, at, state.money[seat], MOST_MONEY)
        put(out, at + 1, state.points[seat], MOST_POINTS)
        put(out, at + 2, state.huts_left[seat], HUTS)
        base: i64 = seat * VALUES
        held: i64 = at + 3
        i: i64
        for i in range(VALUES):
            put(out, held + i, held_fish[base + i], MOST_HELD)
            put(out, held + VALUES + i, held_treasure[base + i], MOST_HELD)
        put_one_hot(out, at + CHARACTER_AT, state.character[seat])
        put(out, at + MARKERS_AT - 1, state.used[seat], 1)
        out[at + MARKERS_AT] = MARKERS  # those on the board are subtracted with the actions
        at += width
    for owner in state.rest_order:
        place: i64 = first + seats_after(owner, viewer, n) * width
        out[place] = out[place] + 1


def _write_actions(
    state: State, viewer: i64, n: i64, out: BytesWriter, at: i64, players: i64
) -> None:
    width: i64 = OF_PLAYER
    markers = state.markers
    action: i64
    for action in range(ACTIONS):
        base: i64 = action * MOST_SEATS
        placed = False
        in_hand: i64 = players + MARKERS_AT
        away: i64
        for away in range(n):
            seat: i64 = viewer + away
            if seat >= n:
                seat -= n
            count: i64 = markers[base + seat]
            if count:
                placed = True
                out[at] = u8(count)
                out[in_hand] = out[in_hand] - u8(count)
            at += 1
            in_hand += width
        if n == 2:
            put(out, at, state.neutral[action], MARKERS)
        if placed:
            put(out, at + 1, seats_after(state.leader(action), viewer, n) + 1, MOST_SEATS)
        at += 2


def _write_cells(state: State, viewer: i64, n: i64, out: BytesWriter, at: i64) -> None:
    width: i64 = OF_CELL + 2 * n
    away: i64
    for away in range(n):
        seat: i64 = viewer + away
        if seat >= n:
            seat -= n
        boat: i64 = state.boat[seat]
        if boat >= 0:
            out[at + BOATS_AT + away + boat * width] = 1
    ocean: i64 = state.ocean
    islands: i64 = state.land | state.sunk
    fish = state.fish
    treasure = state.treasure
    cell: i64
    for cell in range(CELLS):
        if ocean >> cell & 1:
            out[at] = 1
            put(out, at + 3, fish[cell], MOST_TILES)
            put(out, at + 4, treasure[cell], MOST_TILES)
        elif islands >> cell & 1:
            _write_island(state, viewer, n, cell, out, at)
        at += width


def _write_island(state: State, viewer: i64, n: i64, cell: i64, out: BytesWriter, at: i64) -> None:
    tiles = state.tiles
    tile: i64 = state.tile_at[cell]
    base: i64 = cell * MOST_SEATS
    huts = state.huts
    free: i64 = tiles.huts[tile]
    place: i64 = at + BOATS_AT + n
    away: i64
    for away in range(n):
        seat: i64 = viewer + away
        if seat >= n:
            seat -= n
        count: i64 = huts[base + seat]
        if count:
            out[place + away] = u8(count)
            free -= count
    if state.sunk >> cell & 1:
        out[at + 2] = 1
        return
    out[at + 1] = 1
    place += n
    out[place] = u8(free)
    place += 1
    cubes = state.cubes
    goods = tiles.goods
    there: i64 = cell * GOODS
    shown: i64 = tile * GOODS
    good: i64
    for good in range(GOODS):
        put(out, place + good, cubes[there + good], MOST_HELD)
        out[place + GOODS + good] = u8(goods[shown + good])
    place += 2 * GOODS
    drawings: i64 = tiles.drawings[tile] - state.drawn[cell]
    tourists: i64 = tiles.tourists[tile] - state.visitors[cell]
    out[place] = u8(drawings)
    out[place + 1] = u8(tourists)
    put(out, place + 2, state.water[cell], SIDES)
    put_bits(out, place + 3, state.dikes[cell])
