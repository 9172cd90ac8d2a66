"""The planning test against brute force, over thousands of random positions."""

import random
from typing import Any

import pytest

from skerry.games.vanuatu.engine.components import (
    ACTION_NAMES,
    BEGGAR,
    BUILD,
    BUILDER,
    BUY,
    CHARACTERS,
    DIVER,
    DRAW,
    EXPLORE,
    FISH,
    GOODS,
    HUTS,
    MOST_SEATS,
    NAVIGATOR,
    NO_CHARACTER,
    NO_TILE,
    REST,
    SAIL,
    SELL,
    TOURIST,
    VALUES,
)
from skerry.games.vanuatu.engine.planning_search import achievable
from skerry.games.vanuatu.engine.state import State
from skerry.games.vanuatu.game import VANUATU
from skerry.kernel.rng import Rng
from tests.vanuatu.brute_force import Search

GAMES_PLAYED: dict[str, dict[str, Any]] = {
    "two players": {"players": 2},
    "three players": {"players": 3},
    "four players": {"players": 4},
    "five players": {"players": 5},
    "scanned tiles": {"players": 4, "tile_set": "scan16_8"},
    "rising waters": {"players": 3, "rising_waters": True},
    "rising waters for two": {"players": 2, "rising_waters": True},
    "rising waters for five": {"players": 5, "rising_waters": True},
    "no characters": {"players": 3, "characters": False},
    "one hut per island": {"players": 4, "one_hut_per_island": True},
    "no detours": {"players": 3, "sail_detours": False},
    "boats do not block": {"players": 2, "boats_block": False},
    "flat bonus": {"players": 3, "flat_bonus": True},
    "money does not matter": {"players": 4, "planning_check": "basic", "rising_waters": True},
    "price falls per tile": {"players": 3, "price_drop": "per_tile", "fish_price_floor": 0},
}


def play_some(setup: dict[str, Any], chance: random.Random, turns: int = 60) -> State:
    """Play at random up to some moment of the game."""
    options = {key: value for key, value in setup.items() if key != "players"}
    dealt = {"players": setup["players"], "options": options}
    state = VANUATU.deal(dealt, Rng(chance.randrange(1 << 30)))
    moves = chance.randrange(turns * setup["players"])
    for _ in range(moves):
        before = state.copy()
        state.play(chance.choice(state.options()))
        if state.turn() < 0:
            return before
    return state


def shake(state: State, seat: int, chance: random.Random) -> None:
    """Give the seat and the board near it other money, tiles, huts, goods and plans."""
    state.money[seat] = chance.choice([0, 0, 1, 2, 3, chance.randrange(10)])
    state.points[seat] = chance.choice([0, 0, 1, 2, 3, chance.randrange(20)])
    ocean = [cell for cell in range(16) if state.is_ocean(cell)]
    state.boat[seat] = chance.choice(ocean)
    state.price = chance.randrange(state.rules.fish_price_floor, 4)
    state.office = chance.choice([0, 1, 2])
    if state.rules.characters:
        free = [c for c in range(CHARACTERS) if c not in state.character]
        take_character(state, seat, chance.choice([*free, BEGGAR, BEGGAR]))
    state.used[seat] = int(chance.random() < 0.1)
    for held in (state.held_fish, state.held_treasure):
        for value in range(VALUES):
            held[seat * VALUES + value] = 0
        for _ in range(chance.choice([0, 0, 0, 1, 1, 2, 3])):
            held[seat * VALUES + chance.randrange(VALUES)] += 1
    for cell in ocean:
        tile = state.tile_at[cell]
        state.fish[cell] = chance.randint(0, state.tiles.fish[tile])
        state.treasure[cell] = chance.randint(0, state.tiles.treasure[tile])
    for cell in range(16):
        if state.tile_at[cell] != NO_TILE and state.is_island(cell):
            shake_island(state, cell, chance)
    state.huts_left[seat] = chance.choice([0, 1, HUTS])
    planned = chance.sample(range(REST), chance.randrange(6))
    for action in range(REST):
        state.markers[action * MOST_SEATS + seat] = int(action in planned)
    state.planning_memory = None


def take_character(state: State, seat: int, character: int) -> None:
    """Give a character to the seat, and take it from whoever held it."""
    for other in range(state.n):
        if state.character[other] == character:
            state.character[other] = NO_CHARACTER
    state.character[seat] = character


def shake_island(state: State, cell: int, chance: random.Random) -> None:
    tile = state.tile_at[cell]
    for place in range(MOST_SEATS):
        state.huts[cell * MOST_SEATS + place] = 0
    for _ in range(chance.randint(0, state.tiles.huts[tile])):
        state.huts[cell * MOST_SEATS + chance.randrange(state.n)] += 1
    state.drawn[cell] = chance.randint(0, state.tiles.drawings[tile])
    state.visitors[cell] = chance.randint(0, state.tiles.tourists[tile])
    for good in range(GOODS):
        state.cubes[cell * GOODS + good] = chance.randint(0, state.tiles.goods[tile * GOODS + good])
    if state.rules.rising_waters:
        state.dikes[cell] = chance.choice([0, 63, chance.randrange(64)])


def tighten(state: State, seat: int, chance: random.Random) -> None:
    """Leave little to be had for nothing, so that money and conversion decide."""
    state.money[seat] = chance.choice([0, 0, 1, 1, 2, 3, 3, 4, 7, 8, 9])
    state.points[seat] = chance.choice([0, 0, 0, 1, 2])
    if state.rules.characters and chance.random() < 0.4:
        take_character(state, seat, chance.choice([BEGGAR, DIVER, BUILDER, NAVIGATOR]))
        state.used[seat] = 0
    for value in range(VALUES):
        if chance.random() < 0.6:
            state.held_treasure[seat * VALUES + value] = 0
    for cell in range(16):
        if state.is_island(cell):
            goods = chance.choice([(0, 0, 0), (0, 0, 1), (0, 0, 1), (0, 1, 0)])
            state.cubes[cell * GOODS : cell * GOODS + GOODS] = goods
            if chance.random() < 0.7:
                state.drawn[cell] = state.tiles.drawings[state.tile_at[cell]]
            if chance.random() < 0.5:
                state.dikes[cell] = 63
            if chance.random() < 0.5:
                state.huts[cell * MOST_SEATS + seat] |= state.has_site(seat, cell)
    state.filled = [chance.choice([0, 3, 5, 6, 7]) for _ in range(3)]
    for action in range(REST):
        state.markers[action * MOST_SEATS + seat] = 0
    for action in chance.sample([SELL, SELL, TOURIST, EXPLORE, SAIL, BUY, BUILD, FISH, DRAW], 3):
        state.markers[action * MOST_SEATS + seat] = 1
    state.planning_memory = None


def planned_by(state: State, seat: int) -> list[str]:
    return [n for a, n in enumerate(ACTION_NAMES) if state.markers[a * MOST_SEATS + seat]]


def compare(state: State, seat: int) -> None:
    position = VANUATU.position(state)
    bits = achievable(state, seat)
    said = {name for action, name in enumerate(ACTION_NAMES) if bits >> action & 1}
    true = Search(position, seat).achievable()
    assert said == true, (
        f"seat {seat} with {planned_by(state, seat)} planned: "
        f"wrongly open {said - true}, wrongly closed {true - said}; {position}"
    )


def check(setup: dict[str, Any], seed: int, games: int) -> None:
    chance = random.Random(seed)
    for _ in range(games):
        state = play_some(setup, chance)
        question = VANUATU.question(state)
        if question is None or question.kind != "plan_marker":
            state.planning_memory = None  # planning remembers only while planning
        for seat in range(state.n):
            compare(state, seat)
        for _ in range(4):
            seat = chance.randrange(state.n)
            shake(state, seat, chance)
            compare(state, seat)


def check_tight(setup: dict[str, Any], seed: int, games: int) -> None:
    chance = random.Random(seed)
    for _ in range(games):
        state = play_some(setup, chance, turns=20)
        for _ in range(30):
            seat = chance.randrange(state.n)
            shake(state, seat, chance)
            tighten(state, seat, chance)
            compare(state, seat)


@pytest.mark.parametrize("name", GAMES_PLAYED)
def test_planning_opens_exactly_what_brute_force_finds(name: str) -> None:
    check(GAMES_PLAYED[name], seed=2016, games=6)


@pytest.mark.parametrize("name", GAMES_PLAYED)
def test_planning_is_exact_where_every_vatu_counts(name: str) -> None:
    check_tight(GAMES_PLAYED[name], seed=2016, games=20)


@pytest.mark.heavy
@pytest.mark.parametrize("name", GAMES_PLAYED)
@pytest.mark.parametrize("seed", range(4))
def test_planning_opens_exactly_what_brute_force_finds_at_length(name: str, seed: int) -> None:
    check(GAMES_PLAYED[name], seed=seed, games=20)
    check_tight(GAMES_PLAYED[name], seed=seed, games=60)
