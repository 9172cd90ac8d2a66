"""The game as numbers, as one seat sees it, for learning.

The fields are listed in `observation.py`, in the order in which they are written here. Seats and
colours of Shares are relative: the viewer first, then the others in seating order. Cards are
numbered among those that exist (`Cards.in_use`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from skerry.games.nusfjord.engine.cards import Cards
from skerry.games.nusfjord.engine.moves import CARDS, ELDERS
from skerry.games.nusfjord.engine.player import Player
from skerry.games.nusfjord.engine.tasks import EffectQuestion, SourceQuestion
from skerry.games.nusfjord.engine.words import CELLS, PLACES_A_STACK
from skerry.kernel.bytes_writer import BytesWriter
from skerry.kernel.observing import put, put_bits, put_one_hot, question_number, seats_after

if TYPE_CHECKING:
    from skerry.games.nusfjord.engine.state import State

# The highest values; a test compares them with those of the fields.
MOST_GOODS: Final = 99
MOST_FISH_ON: Final = 3
MOST_SHIPS: Final = 9
MOST_SHARES: Final = 25
MOST_FORESTS: Final = 9
MOST_CARDS: Final = 60
MOST_HAUL: Final = 60
MOST_UNITS: Final = 15
SPACES: Final = 15
STACKS: Final = 6
KINDS: Final = 25
BY_ELDER: Final = 20  # as in causes.py, which builds on the state
BY_CARD: Final = 50
MOST_ROUND: Final = 7
MOST_PLATES: Final = 8
MOST_ROOM: Final = 9
# How many numbers each part has, without the ones for each seat.
OF_GAME: Final = 1 + KINDS + 1 + 3 + 3
OF_PLAYER: Final = 14 + 2 * CELLS + 2


def card_numbers(cards: Cards) -> list[int]:
    """Return for each slot its place among the cards that exist, -1 if there is none."""
    numbers: list[int] = []
    count = 0
    for slot in range(CARDS):
        if cards.cards[slot].name:
            numbers.append(count)
            count += 1
        else:
            numbers.append(-1)
    return numbers


def _zeros(state: State) -> bytes:
    """Return as many zeros as an observation has numbers."""
    n = state.n
    cards = (n + 3) * state.cards.known + 1
    size = OF_GAME + 4 * n + SPACES * (1 + n) + (n + 3) * ELDERS + STACKS + cards
    return bytes(size + n * (OF_PLAYER + n))


def write_observation(state: State, viewer: int, out: BytesWriter) -> None:
    """Write what *viewer* sees."""
    cards = state.cards
    if not cards.in_use:
        cards.in_use = card_numbers(cards)
        cards.known = 1 + max(cards.in_use)
    while len(cards.nothing) <= state.n:
        cards.nothing.append(b"")
    nothing = cards.nothing[state.n]
    if not nothing:
        nothing = _zeros(state)
        cards.nothing[state.n] = nothing
    n: i64 = state.n
    own: i64 = viewer
    at: i64 = len(out)
    out.write(nothing)
    _write_game(state, own, n, out, at)
    at += OF_GAME + 4 * n
    _write_spaces(state, own, n, out, at)
    at += SPACES * (1 + n)
    _write_elders(state, own, n, out, at)
    at += (n + 3) * ELDERS + STACKS
    at = _write_cards(state, own, n, out, at)
    width: i64 = OF_PLAYER + n
    away: i64
    for away in range(n):
        seat: i64 = own + away
        if seat >= n:
            seat -= n
        _write_player(state, own, n, state.players[seat], out, at)
        at += width


# Loops count in i64 as well: a list is read in half the time with such an index.


def _write_game(state: State, viewer: i64, n: i64, out: BytesWriter, first: i64) -> None:
    at: i64 = first
    put(out, at, state.round, MOST_ROUND)
    at += 1
    put_one_hot(out, at, question_number(state.agenda))
    at += KINDS
    put_one_hot(out, at, seats_after(state.turn(), viewer, n))
    at += n
    put_one_hot(out, at, seats_after(state.first, viewer, n))
    at += n
    put_one_hot(out, at, seats_after(state.acting, viewer, n))
    at += n
    put(out, at, state.plates, MOST_PLATES)
    put(out, at + 1, state.ships[0], MOST_SHIPS)
    put(out, at + 2, state.ships[1], MOST_SHIPS)
    put(out, at + 3, state.ships[2], MOST_SHIPS)
    put(out, at + 4, len(state.pile_a), MOST_CARDS)
    put(out, at + 5, len(state.pile_b), MOST_CARDS)
    put(out, at + 6, len(state.pile_c), MOST_CARDS)
    _write_by_color(state.market, viewer, out, at + 7)


def _write_by_color(counts: list[int], viewer: i64, out: BytesWriter, at: i64) -> None:
    n: i64 = len(counts)
    color: i64 = viewer
    away: i64
    for away in range(n):
        put(out, at + away, counts[color], MOST_SHARES)
        color += 1
        if color == n:
            color = 0


def _write_spaces(state: State, viewer: i64, n: i64, out: BytesWriter, at: i64) -> None:
    room = state.room
    workers = state.workers
    space: i64
    for space in range(SPACES):
        put(out, at, room[space], MOST_ROOM)
        at += 1
        for seat in workers[space]:
            place: i64 = at + seats_after(seat, viewer, n)
            out[place] = out[place] + 1
        at += n


def _write_elders(state: State, viewer: i64, n: i64, out: BytesWriter, first: i64) -> None:
    stacks = state.stacks
    at: i64 = first + ELDERS
    stack: i64
    for stack in range(STACKS):
        place: i64 = stack * PLACES_A_STACK
        down: i64 = stacks[place]
        lower: i64 = stacks[place + 1]
        upper: i64 = stacks[place + 2]
        if lower:
            out[first + lower] = 1
        if upper:
            out[first + upper] = 1
        if down:
            if lower or upper:
                out[at + stack] = 1
            else:
                out[first + down] = 1
    at += STACKS
    fish: i64 = at + n * ELDERS
    busy: i64 = fish + ELDERS
    since: i64 = state.round - state.board.colors  # workers placed after it are still there
    away: i64
    for away in range(n):
        seat: i64 = viewer + away
        if seat >= n:
            seat -= n
        player = state.players[seat]
        elders = player.elders
        i: i64
        for i in range(len(elders)):
            elder: i64 = elders[i]
            placed: i64 = player.elder_since[i]
            out[at + elder] = 1
            put(out, fish + elder, player.elder_fish[i], MOST_FISH_ON)
            if placed > 0 and placed > since:
                out[busy + elder] = 1
        at += ELDERS


def _write_cards(state: State, viewer: i64, n: i64, out: BytesWriter, first: i64) -> i64:
    """Write where the cards are; return the place behind them."""
    numbers = state.cards.in_use
    count: i64 = state.cards.known
    at: i64 = first
    _write_slots(state.display_a, numbers, out, at)
    _write_slots(state.display_b, numbers, out, at)
    _write_slots(state.display_c, numbers, out, at)
    at += count
    _write_slots(state.players[viewer].hand, numbers, out, at)
    at += count
    away: i64
    for away in range(n):
        seat: i64 = viewer + away
        if seat >= n:
            seat -= n
        _write_slots(state.players[seat].buildings, numbers, out, at)
        at += count
    source = _source(state)
    if source >= BY_CARD:
        put_one_hot(out, at, numbers[source - BY_CARD])
    at += count
    if BY_ELDER <= source < BY_CARD:
        put(out, at, source - BY_ELDER, ELDERS)
    return at + 1


def _write_slots(slots: list[int], numbers: list[int], out: BytesWriter, at: i64) -> None:
    i: i64
    for i in range(len(slots)):
        slot: i64 = slots[i]
        put_one_hot(out, at, numbers[slot])


def _source(state: State) -> int:
    """Return what caused the open question, -1 if that is not known."""
    if not state.agenda:
        return -1
    question = state.agenda[-1]
    if isinstance(question, EffectQuestion):
        return question.source
    if isinstance(question, SourceQuestion):
        return question.source
    return -1


def _write_player(
    state: State, viewer: i64, n: i64, player: Player, out: BytesWriter, at: i64
) -> None:
    put(out, at, player.wood, MOST_GOODS)
    put(out, at + 1, player.fish, MOST_GOODS)
    put(out, at + 2, player.gold, MOST_GOODS)
    put(out, at + 3, player.reserve_wood, MOST_GOODS)
    put(out, at + 4, player.reserve_fish, MOST_GOODS)
    put(out, at + 5, player.reserve_gold, MOST_GOODS)
    put(out, at + 6, player.rules.wood_limit, MOST_GOODS)
    put(out, at + 7, player.rules.reserve_limit, MOST_GOODS)
    put(out, at + 8, state.board.haul[player.units] + player.rules.haul_bonus, MOST_HAUL)
    put(out, at + 9, player.units, MOST_UNITS)
    put(out, at + 10, player.sloops, MOST_SHIPS)
    put(out, at + 11, player.cutters, MOST_SHIPS)
    put(out, at + 12, player.schooners, MOST_SHIPS)
    put(out, at + 13, player.unissued, MOST_SHARES)
    at += 14
    _write_by_color(player.shares, viewer, out, at)
    at += n
    forest = player.forest
    cell: i64
    for cell in range(CELLS):
        put(out, at + cell, forest[cell], MOST_FORESTS)
    at += CELLS
    put_bits(out, at, player.free)
    at += CELLS
    put(out, at, len(player.hand), MOST_CARDS)
    put(out, at + 1, len(player.elders), ELDERS)
