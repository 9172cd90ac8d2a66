"""What each viewer may see (section 15), built up from nothing."""

from skerry.games.vanuatu.engine.board import CELLS, SIDE_NAMES, SIDES
from skerry.games.vanuatu.engine.components import (
    ACTION_NAMES,
    ACTIONS,
    CHARACTER_NAMES,
    CHARACTERS,
    GOOD_NAMES,
    GOOD_POINTS,
    GOOD_PRICE,
    GOODS,
    MARKERS,
    MOST_SEATS,
    NO_CHARACTER,
    NO_TILE,
    REST,
    REST_NAMES,
    REST_TOKENS,
    TILE_NAMES,
    VALUES,
)
from skerry.games.vanuatu.engine.scoring import ITEM_NAMES, final_items, places
from skerry.games.vanuatu.engine.state import State
from skerry.games.vanuatu.engine.text import cell_name
from skerry.games.vanuatu.questions import phase, question
from skerry.kernel.agenda import NOBODY
from skerry.kernel.events import Json
from skerry.kernel.protocol import Score


def view(state: State, viewer: int | None) -> Json:
    """Show the table to a seat, or to a spectator (None)."""
    asked = question(state)
    return {
        "game": "vanuatu",
        "viewer": viewer,
        "options": state.origin.get("options", {}),
        "round": state.round,
        "phase": phase(asked.kind if asked else None),
        "first": state.first,
        "turn": asked.seat if asked else None,
        "question": {"kind": asked.kind, "seat": asked.seat, **asked.args} if asked else None,
        "over": asked is None,
        "lost": state.lost,
        "cells": [_cell(state, cell) for cell in range(CELLS)],
        "spaces": [_space(state, action) for action in range(ACTIONS)],
        "players": [_player(state, seat, viewer) for seat in range(state.n)],
        "fish_price": state.price,
        "office": state.office,
        "tourist_tiles": state.tourist_pile[: state.round],
        "die": state.die,
        "dikes_left": state.dikes_left,
        "ships": [_ship(state, slot) for slot in range(len(state.ships))],
        "demand_left": len(state.demand_pile),
        "demand_discards": [ship + 1 for ship in state.discards],
        "reserve": dict(zip(GOOD_NAMES, state.reserve, strict=True)),
        "prices": _goods(GOOD_PRICE),
        "worth": _goods(GOOD_POINTS),
        "volcano": [TILE_NAMES[tile] for tile in state.shown],
        "volcano_tiles": [_face(state, tile) for tile in state.shown],
        "stack_letters": [TILE_NAMES[t][0] for t in state.tile_pile[state.tiles_drawn :]],
        "characters": [CHARACTER_NAMES[c] for c in range(CHARACTERS) if state.pool >> c & 1],
        "rest_left": REST_TOKENS - len(state.rest_order),
        "rest_tokens": _rest_tokens(state, viewer),
    }


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


def _cell(state: State, cell: int) -> Json:
    tile = state.tile_at[cell]
    if tile == NO_TILE:
        return {"cell": cell_name(cell), "tile": None}
    shown: Json = {"cell": cell_name(cell), "tile": TILE_NAMES[tile]}
    boats = [seat for seat in range(state.n) if state.boat[seat] == cell]
    if not state.tiles.island[tile]:
        return shown | {
            "kind": "ocean",
            "fish": state.fish[cell],
            "fish_max": state.tiles.fish[tile],
            "treasure": state.treasure[cell],
            "treasure_max": state.tiles.treasure[tile],
            "boats": boats,
        }
    return shown | {
        "kind": "island",
        "sunk": bool(state.sunk >> cell & 1),
        "huts": state.huts[cell * MOST_SEATS : cell * MOST_SEATS + state.n],
        "huts_max": state.tiles.huts[tile],
        "drawings": state.drawn[cell],
        "drawings_max": state.tiles.drawings[tile],
        "tourists": state.visitors[cell],
        "tourists_max": state.tiles.tourists[tile],
        "goods": _goods(state.cubes[cell * GOODS : cell * GOODS + GOODS]),
        "produces": _goods(state.tiles.goods[tile * GOODS : tile * GOODS + GOODS]),
        "water": state.water[cell],
        "loss": max(0, 2 * state.water[cell] - 1),
        "dikes": [SIDE_NAMES[side] for side in range(SIDES) if state.dikes[cell] >> side & 1],
    }


def _face(state: State, tile: int) -> Json:
    """Show a tile as it will lie on the board."""
    tiles = state.tiles
    if not tiles.island[tile]:
        return {"kind": "ocean", "fish_max": tiles.fish[tile], "treasure_max": tiles.treasure[tile]}
    return {
        "kind": "island",
        "huts_max": tiles.huts[tile],
        "drawings_max": tiles.drawings[tile],
        "tourists_max": tiles.tourists[tile],
        "produces": _goods(tiles.goods[tile * GOODS : tile * GOODS + GOODS]),
    }


def _goods(counts: list[int]) -> dict[str, int]:
    return dict(zip(GOOD_NAMES, counts, strict=True))


def _ship(state: State, slot: int) -> Json:
    ship = state.ships[slot]
    wants = state.demand_tiles[ship * 3 : ship * 3 + 3]
    return {
        "ship": ship + 1,
        "wants": [GOOD_NAMES[good] for good in wants],
        "filled": [bool(state.filled[slot] >> place & 1) for place in range(3)],
    }


def _space(state: State, action: int) -> Json:
    leader = state.leader(action)
    return {
        "action": ACTION_NAMES[action],
        "markers": state.markers[action * MOST_SEATS : action * MOST_SEATS + state.n],
        "neutral": state.neutral[action],
        "leader": None if leader == NOBODY else leader,
    }


def _player(state: State, seat: int, viewer: int | None) -> Json:
    character = state.character[seat]
    tokens = state.rest_of(seat)
    on_board = sum(state.markers[action * MOST_SEATS + seat] for action in range(ACTIONS))
    score = items(state, seat)
    return {
        "seat": seat,
        "money": state.money[seat],
        "points": state.points[seat],
        "boat": cell_name(state.boat[seat]),
        "huts_left": state.huts_left[seat],
        "fish": _tiles(state.held_fish, seat),
        "treasure": _tiles(state.held_treasure, seat),
        "character": None if character == NO_CHARACTER else CHARACTER_NAMES[character],
        "character_used": bool(state.used[seat]),
        "markers_on_board": on_board,
        "markers_left": MARKERS - on_board,
        "has_rest_token": bool(tokens),
        "rest_token": REST_NAMES[tokens[0]] if tokens and seat == viewer else None,
        "rest_kept": [REST_NAMES[t] for t in tokens] if seat == viewer else [None] * len(tokens),
        "score_now": {"total": sum(score.values()), "items": score},
    }


def _tiles(held: list[int], seat: int) -> list[int]:
    counts = held[seat * VALUES : seat * VALUES + VALUES]
    return [value for value in (3, 2, 1) for _ in range(counts[value - 1])]


def items(state: State, seat: int) -> dict[str, int]:
    """Give a seat's points by source."""
    return dict(zip(ITEM_NAMES, final_items(state, seat), strict=True))


def scores(state: State) -> list[Score]:
    """Score every seat as if the game ended now."""
    place = places(state)
    scored = [items(state, seat) for seat in range(state.n)]
    return [Score(s, sum(scored[s].values()), scored[s], place[s]) for s in range(state.n)]
