"""What each viewer may see (section 15), built up from nothing.

Compiled: fields are given by position, in the order of `view_types.py`, which is the fastest way.
"""

from typing import Any, Final, cast

from skerry.games.vanuatu.engine.actions.buy import place_for
from skerry.games.vanuatu.engine.actions.sell import proceeds
from skerry.games.vanuatu.engine.board import CELLS, NOWHERE, SIDE_NAMES, SIDES
from skerry.games.vanuatu.engine.components import (
    ACTION_NAMES,
    ACTIONS,
    CHARACTER_NAMES,
    CHARACTERS,
    GOOD_NAMES,
    GOOD_POINTS,
    GOOD_PRICE,
    GOODS,
    LAST_GOOD_POINTS,
    MARKERS,
    MOST_SEATS,
    NO_CHARACTER,
    NO_TILE,
    REST,
    REST_NAMES,
    REST_TOKENS,
    ROUNDS,
    SINKS_AT,
    START_PRICE,
    TILE_NAMES,
    VALUES,
)
from skerry.games.vanuatu.engine.moves import (
    BUY_AT,
    DRAW_AT,
    PERFORM,
    PERFORM_BONUS,
    PREACH,
    SELL_FISH,
    SELL_SPAN,
)
from skerry.games.vanuatu.engine.scoring import ITEM_NAMES, final_items, places
from skerry.games.vanuatu.engine.state import FULL_SHIP, State
from skerry.games.vanuatu.engine.text import cell_name
from skerry.games.vanuatu.questions import phase, question
from skerry.games.vanuatu.view_types import (
    Cell,
    EmptyCell,
    Export,
    Face,
    Good,
    Island,
    IslandFace,
    MoveDetails,
    Ocean,
    OceanFace,
    OpenQuestion,
    Phase,
    Player,
    ScoreNow,
    Ship,
    Side,
    Space,
    View,
)
from skerry.kernel.agenda import NOBODY
from skerry.kernel.protocol import Difference, Score

_GOOD_NAMES: Final = cast("list[Good]", GOOD_NAMES)
_SIDE_NAMES: Final = cast("list[Side]", SIDE_NAMES)
_FISH_PRICES: Final = list(range(START_PRICE, 0, -1))
_FLOODS: Final = list(range(2, ROUNDS + 1, 2))
_NO_FLOODS: Final[list[int]] = []
_PRICES: Final = dict(zip(_GOOD_NAMES, GOOD_PRICE, strict=True))
_POINTS: Final = dict(zip(_GOOD_NAMES, GOOD_POINTS, strict=True))
_ITEMS_OF_THE_BASE_GAME: Final = ITEM_NAMES[:-1]
_PHASES: Final[list[Phase]] = ["setup", "characters", "planning", "resolving", "end"]
_NO_DETAILS: Final = MoveDetails()  # one object, so that it is seen to be the same
_RULE_OF: Final = {
    "vatu": "9",
    "trade": "10.6",
    "fish": "10.5",
    "markers": "8",
    "treasure": "10",
    "die": "13",
    "office": "10.8",
    "rest": "10.9",
    "volcano": "7",
    "character": "11",
    "score": "12",
    "score.water": "13",
}


def view(state: State, viewer: int | None, since: tuple[State, View] | None = None) -> View:
    """Show the table to a seat, or to a spectator (None); see `Game.view`."""
    asked = question(state)
    rising = state.rules.rising_waters
    floods = _FLOODS if rising else _NO_FLOODS
    before, old = (state, None) if since is None else since
    touched = _touched_cells(state, before)
    if old is None or state.ships != before.ships or state.filled != before.filled:
        ships = [_ship(state, slot) for slot in range(len(state.ships))]
        exports = {_GOOD_NAMES[good]: _export(state, good) for good in range(GOODS)}
    else:
        ships, exports = old.ships, old.exports
    if old is None or state.shown != before.shown:
        volcano = [TILE_NAMES[tile] for tile in state.shown]
        faces = [_face(state, tile) for tile in state.shown]
    else:
        volcano, faces = old.volcano, old.volcano_tiles
    if old is None or state.tiles_drawn != before.tiles_drawn:
        letters = [TILE_NAMES[t][0] for t in state.tile_pile[state.tiles_drawn :]]
    else:
        letters = old.stack_letters
    if old is None or state.pool != before.pool:
        characters = [CHARACTER_NAMES[c] for c in range(CHARACTERS) if state.pool >> c & 1]
    else:
        characters = old.characters
    return View(
        "vanuatu",
        viewer,
        state.origin.get("options", {}),
        state.round,
        ROUNDS,
        cast("Phase", phase(asked.kind if asked else None)),
        _PHASES,
        state.first,
        [(state.first + i) % state.n for i in range(state.n)],
        asked.seat if asked else None,
        OpenQuestion(asked.kind, asked.seat, **asked.args) if asked else None,
        asked is None,
        state.lost,
        _cells(state, touched, old),
        _spaces(state, before, old),
        _players(state, viewer, touched, before, old),
        state.price,
        state.office,
        state.tourist_pile[: state.round],
        state.die,
        floods,
        _next_flood(state, floods),
        state.dikes_left,
        ships,
        exports,
        len(state.demand_pile),
        [ship + 1 for ship in state.discards],
        _goods(state.reserve),
        _PRICES,
        _POINTS,
        volcano,
        faces,
        letters,
        characters,
        old.all_characters if old else _all_characters(state),
        REST_TOKENS - len(state.rest_order),
        _rest_tokens(state, viewer),
        ITEM_NAMES if rising else _ITEMS_OF_THE_BASE_GAME,
        _RULE_OF,
        _FISH_PRICES,
        SINKS_AT,
        LAST_GOOD_POINTS,
    )


def own_difference(state: State, viewer: int) -> Difference:
    """Return how a seat's view differs from a spectator's."""
    own: dict[str, Any] = {"viewer": viewer}
    tokens = _rest_tokens(state, viewer)
    if tokens is not None:
        own["rest_tokens"] = tokens
    held = state.rest_of(viewer)
    if not held:
        return Difference(own, {})
    names = [REST_NAMES[token] for token in held]
    return Difference(own, {"players": {viewer: {"rest_token": names[0], "rest_kept": names}}})


def move_details(state: State, move: int) -> MoveDetails:
    """Return what a client shows beside a move of the open question."""
    if SELL_FISH <= move < BUY_AT:
        which = move - SELL_FISH
        ones, twos = which % SELL_SPAN, which // SELL_SPAN % SELL_SPAN
        threes = which // (SELL_SPAN * SELL_SPAN)
        return MoveDetails(vatus=proceeds(state, ones, twos, threes))
    if BUY_AT <= move < DRAW_AT:
        return MoveDetails(export=_export(state, (move - BUY_AT) % GOODS))
    if move in (PERFORM + REST, PERFORM_BONUS + REST, PREACH + REST):
        return MoveDetails(reveals=True)  # the tokens that are left
    return _NO_DETAILS


def _all_characters(state: State) -> list[str]:
    """Name the characters of this game."""
    if not state.rules.characters:
        return []
    return [CHARACTER_NAMES[c] for c in range(CHARACTERS) if state.rules.all_characters >> c & 1]


def _next_flood(state: State, floods: list[int]) -> int | None:
    """Return the round in which the sea may rise next; without a die this round's is over."""
    for number in floods:
        if number > state.round or (number == state.round and state.die):
            return number
    return None


def _export(state: State, good: int) -> Export | None:
    place = place_for(state, good)
    if place == NOWHERE:
        return None
    slot = place // 3
    completes = state.filled[slot] | 1 << place % 3 == FULL_SHIP
    points = GOOD_POINTS[good] + (LAST_GOOD_POINTS if completes else 0)
    return Export(slot + 1, place % 3 + 1, points, completes)


def _rest_tokens(state: State, viewer: int | None) -> list[str] | None:
    """Name the tokens left for the seat that is choosing one, or as it left them."""
    choices = None
    if viewer is not None and state.turn() == viewer and state.action_in_hand() == REST:
        choices = len(state.rest_order)
    elif viewer is not None and viewer in state.rest_order:
        choices = max(i + 1 for i, seat in enumerate(state.rest_order) if seat == viewer)
    if choices is None:
        return None
    left = state.rest_left(choices)
    return [REST_NAMES[token] for token in range(REST_TOKENS) if left >> token & 1]


def _touched_cells(state: State, before: State) -> int:
    """Return a bit for each cell on which something differs."""
    touched = state.sunk ^ before.sunk
    touched |= _differing(state.tile_at, before.tile_at, 1)
    touched |= _differing(state.fish, before.fish, 1)
    touched |= _differing(state.treasure, before.treasure, 1)
    touched |= _differing(state.cubes, before.cubes, GOODS)
    touched |= _differing(state.drawn, before.drawn, 1)
    touched |= _differing(state.visitors, before.visitors, 1)
    touched |= _differing(state.huts, before.huts, MOST_SEATS)
    touched |= _differing(state.water, before.water, 1)
    touched |= _differing(state.dikes, before.dikes, 1)
    for cell, was in zip(state.boat, before.boat, strict=True):
        if cell != was:
            touched |= (0 if cell == NOWHERE else 1 << cell) | (0 if was == NOWHERE else 1 << was)
    return touched


def _differing(now: list[int], then: list[int], size: int) -> int:
    """Return a bit for each place that differs; a place takes *size* numbers."""
    found = 0
    if now is not then and now != then:
        for i in range(len(now)):
            if now[i] != then[i]:
                found |= 1 << i // size
    return found


def _cells(state: State, touched: int, old: View | None) -> list[Cell]:
    if old is None:
        return [_cell(state, cell) for cell in range(CELLS)]
    if not touched:
        return old.cells
    return [_cell(state, cell) if touched >> cell & 1 else old.cells[cell] for cell in range(CELLS)]


def _cell(state: State, cell: int) -> Cell:
    tile = state.tile_at[cell]
    if tile == NO_TILE:
        return EmptyCell(cell_name(cell))
    if not state.tiles.island[tile]:
        return Ocean(
            cell_name(cell),
            TILE_NAMES[tile],
            state.fish[cell],
            state.tiles.fish[tile],
            state.treasure[cell],
            state.tiles.treasure[tile],
            [seat for seat in range(state.n) if state.boat[seat] == cell],
        )
    huts = state.huts[cell * MOST_SEATS : cell * MOST_SEATS + state.n]
    return Island(
        cell_name(cell),
        TILE_NAMES[tile],
        bool(state.sunk >> cell & 1),
        huts,
        state.tiles.huts[tile],
        state.tiles.huts[tile] - sum(huts),
        state.drawn[cell],
        state.tiles.drawings[tile],
        state.visitors[cell],
        state.tiles.tourists[tile],
        _goods(state.cubes[cell * GOODS : cell * GOODS + GOODS]),
        _goods(state.tiles.goods[tile * GOODS : tile * GOODS + GOODS]),
        state.water[cell],
        max(0, 2 * state.water[cell] - 1),
        [_SIDE_NAMES[side] for side in range(SIDES) if state.dikes[cell] >> side & 1],
    )


def _face(state: State, tile: int) -> Face:
    """Show a tile as it will lie on the board."""
    tiles = state.tiles
    if not tiles.island[tile]:
        return OceanFace(tiles.fish[tile], tiles.treasure[tile])
    return IslandFace(
        tiles.huts[tile],
        tiles.drawings[tile],
        tiles.tourists[tile],
        _goods(tiles.goods[tile * GOODS : tile * GOODS + GOODS]),
    )


def _goods(counts: list[int]) -> dict[Good, int]:
    return dict(zip(_GOOD_NAMES, counts, strict=True))


def _ship(state: State, slot: int) -> Ship:
    ship = state.ships[slot]
    wants = state.demand_tiles[ship * 3 : ship * 3 + 3]
    return Ship(
        ship + 1,
        [_GOOD_NAMES[good] for good in wants],
        [bool(state.filled[slot] >> place & 1) for place in range(3)],
    )


def _spaces(state: State, before: State, old: View | None) -> list[Space]:
    # Who leads depends on more than the markers only with two players.
    if old is None or state.n == 2 or state.first != before.first:
        return [_space(state, action) for action in range(ACTIONS)]
    touched = _differing(state.markers, before.markers, MOST_SEATS)
    if not touched:
        return old.spaces
    return [
        _space(state, action) if touched >> action & 1 else old.spaces[action]
        for action in range(ACTIONS)
    ]


def _space(state: State, action: int) -> Space:
    leader = state.leader(action)
    markers = state.markers[action * MOST_SEATS : action * MOST_SEATS + state.n]
    most = max(markers)
    order: list[int] = []
    for count in range(most, 0, -1):
        for i in range(state.n):
            seat = (state.first + i) % state.n  # section 6: ties go to the earlier in turn order
            if markers[seat] == count:
                order.append(seat)
    return Space(
        ACTION_NAMES[action],
        markers,
        state.neutral[action],
        None if leader == NOBODY else leader,
        order,
        most > 0 and markers.count(most) > 1,
        f"10.{action + 1}",
    )


def _players(
    state: State, viewer: int | None, touched: int, before: State, old: View | None
) -> list[Player]:
    # Huts, visitors and water give points; so does going first.
    if old is None or touched or state.first != before.first:
        return [_player(state, seat, viewer) for seat in range(state.n)]
    rested = state.rest_tokens != before.rest_tokens or state.rest_order != before.rest_order
    holding = _differing(state.held_fish, before.held_fish, VALUES)
    holding |= _differing(state.held_treasure, before.held_treasure, VALUES)
    if state.markers != before.markers:
        for i in range(len(state.markers)):
            if state.markers[i] != before.markers[i]:
                holding |= 1 << i % MOST_SEATS
    return [
        _player(state, seat, viewer)
        if rested or holding >> seat & 1 or _differs(state, before, seat)
        else old.players[seat]
        for seat in range(state.n)
    ]


def _differs(state: State, before: State, seat: int) -> bool:
    """Return whether a seat's money, points, huts or character differ."""
    return (
        state.money[seat] != before.money[seat]
        or state.points[seat] != before.points[seat]
        or state.huts_left[seat] != before.huts_left[seat]
        or state.character[seat] != before.character[seat]
        or state.used[seat] != before.used[seat]
    )


def _player(state: State, seat: int, viewer: int | None) -> Player:
    character = state.character[seat]
    tokens = state.rest_of(seat)
    on_board = sum(state.markers[action * MOST_SEATS + seat] for action in range(ACTIONS))
    score = items(state, seat)
    return Player(
        seat,
        state.money[seat],
        state.points[seat],
        cell_name(state.boat[seat]),
        state.huts_left[seat],
        _tiles(state.held_fish, seat),
        _tiles(state.held_treasure, seat),
        None if character == NO_CHARACTER else CHARACTER_NAMES[character],
        bool(state.used[seat]),
        on_board,
        MARKERS - on_board,
        bool(tokens),
        REST_NAMES[tokens[0]] if tokens and seat == viewer else None,
        [REST_NAMES[t] for t in tokens] if seat == viewer else [None] * len(tokens),
        ScoreNow(sum(score.values()), score),
    )


def _tiles(held: list[int], seat: int) -> list[int]:
    counts = held[seat * VALUES : seat * VALUES + VALUES]
    return [value for value in (3, 2, 1) for _ in range(counts[value - 1])]


def items(state: State, seat: int) -> dict[str, int]:
    """Return a seat's points by source."""
    return dict(zip(ITEM_NAMES, final_items(state, seat), strict=True))


def scores(state: State) -> list[Score]:
    """Score every seat as if the game ended now."""
    place = places(state)
    scored = [items(state, seat) for seat in range(state.n)]
    return [Score(s, sum(scored[s].values()), scored[s], place[s]) for s in range(state.n)]
