"""Nothing is lost or made: every component is counted through random games of every kind."""

import random
from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from skerry.games.vanuatu.engine.board import CELLS
from skerry.games.vanuatu.engine.components import (
    ACTIONS,
    CUBES,
    DIKES,
    GOODS,
    HUTS,
    MARKERS,
    MOST_SEATS,
    NO_CHARACTER,
    NO_TILE,
    SINKS_AT,
    VALUES,
)
from skerry.games.vanuatu.engine.state import State
from skerry.games.vanuatu.game import VANUATU
from skerry.kernel.events import Event, Json
from skerry.kernel.protocol import legal, play
from skerry.kernel.rng import Rng

seeds = st.integers(0, 10**9)
switch = st.booleans()
OPTIONS: dict[str, st.SearchStrategy[Any]] = {
    "tile_set": st.sampled_from(["reconciled", "scan16_8"]),
    "characters": switch,
    "character_pool": st.sampled_from([11, 10]),
    "rising_waters": switch,
    "planning_check": st.sampled_from(["strict", "basic", "off"]),
    "sail_detours": switch,
    "fish_price_floor": st.sampled_from([0, 1]),
    "price_drop": st.sampled_from(["per_action", "per_tile"]),
    "one_hut_per_island": switch,
    "flat_bonus": switch,
    "bonus_obliges": switch,
    "beggar_own_turn_only": switch,
    "unlimited_goods": switch,
    "tie_remainder": switch,
    "tie_huts_placed": switch,
    "flood_counts_governor": switch,
    "flood_counts_retrieve": switch,
    "flood_at_round_end": switch,
    "placement_nested": switch,
    "placement_lookahead": switch,
    "governor_repeats": switch,
    "neutral_split": st.tuples(st.integers(0, 4), st.integers(0, 4)),
    "tie_with_character": switch,
    "boats_block": switch,
    "pool_no_repeat": switch,
    "remove_tourist": st.integers(0, 4),
}


@st.composite
def setups(draw: st.DrawFn) -> Json:
    """Choose players and about a third of the options."""
    players = draw(st.integers(2, 5))
    names = draw(st.sets(st.sampled_from(sorted(OPTIONS)), max_size=12))
    options = {name: draw(OPTIONS[name]) for name in sorted(names)}
    if players == 2:
        options.pop("characters", None)
    return {"players": players, "options": options}


class Count:
    """What left the box and the table so far, from the events alone."""

    def __init__(self, state: State) -> None:
        self.sold: dict[str, Counter[int]] = {"fish": Counter(), "treasure": Counter()}
        self.huts: Counter[tuple[str, int]] = Counter()
        self.built = [0] * state.n
        self.dikes: set[tuple[str, str]] = set()
        self.dikes_built = 0
        self.tourists: Counter[str] = Counter()
        self.brought = 0
        self.drawings: Counter[str] = Counter()

    def note(self, event: Event) -> None:
        data = event.data
        if event.kind == "fish_sold":
            self.sold["fish"].update(data["fish"])
        elif event.kind == "treasure_sold":
            self.sold["treasure"][data["value"]] += 1
        elif event.kind == "hut_built":
            self.huts[data["cell"], event.seat] += 1
            self.built[event.seat] += 1
        elif event.kind == "dike_built":
            self.dikes.add((data["cell"], data["side"]))
            self.dikes_built += 1
        elif event.kind == "tourist_brought":
            self.tourists[data["cell"]] += 1
            self.brought += 1
        elif event.kind == "drew":
            self.drawings[data["cell"]] += 1
        elif event.kind == "tourists_arrived":
            self.brought = 0
        elif event.kind == "island_sank":
            self.sink(data["cell"])

    def sink(self, cell: str) -> None:
        for key in [key for key in self.huts if key[0] == cell]:
            del self.huts[key]
        self.dikes = {dike for dike in self.dikes if dike[0] != cell}
        del self.tourists[cell]
        del self.drawings[cell]


def rewards_given_out(left: list[int], at_first: list[int]) -> Counter[int]:
    """A tile that began with k discs and has d left gave out k, k-1, ... d+1."""
    given_out: Counter[int] = Counter()
    for now, first in zip(left, at_first, strict=True):
        given_out.update(range(now + 1, first + 1))
    return given_out


def held(tiles: list[int], n: int) -> Counter[int]:
    return Counter({v + 1: sum(tiles[s * VALUES + v] for s in range(n)) for v in range(VALUES)})


def check(state: State, count: Count) -> None:
    n = state.n
    assert all(0 <= vatus <= 9 for vatus in state.money)
    assert all(points >= 0 for points in state.points)
    assert state.rules.fish_price_floor <= state.price <= 3
    assert all(state.is_ocean(cell) for cell in state.boat)
    for good in range(GOODS):
        aboard = [
            state.demand_tiles[ship * 3 + place]
            for ship, filled in zip(state.ships, state.filled, strict=True)
            for place in range(3)
            if filled >> place & 1
        ].count(good)
        assert sum(state.cubes[good::GOODS]) + aboard + state.reserve[good] == CUBES[good]
        assert state.reserve[good] >= 0 or state.rules.unlimited_goods
    placed = [cell for cell in range(CELLS) if state.tile_at[cell] != NO_TILE]
    tiles = [state.tile_at[cell] for cell in placed]
    for kind, left, shown, in_hand in (
        ("fish", state.fish, state.tiles.fish, state.held_fish),
        ("treasure", state.treasure, state.tiles.treasure, state.held_treasure),
    ):
        out = rewards_given_out([left[c] for c in placed], [shown[t] for t in tiles])
        assert +(held(in_hand, n) + count.sold[kind]) == out
    view = VANUATU.view(state, None)
    for cell in view["cells"]:
        if cell["tile"] and cell["kind"] == "island":
            name = cell["cell"]
            assert cell["huts"] == [count.huts[name, seat] for seat in range(n)]
            assert sum(cell["huts"]) <= cell["huts_max"]
            assert cell["tourists"] == count.tourists[name] <= cell["tourists_max"]
            assert cell["drawings"] == count.drawings[name] <= cell["drawings_max"]
            assert {(name, side) for side in cell["dikes"]} <= count.dikes
            assert 0 <= cell["water"] < SINKS_AT
    assert sum(len(cell.get("dikes", [])) for cell in view["cells"]) == len(count.dikes)
    assert state.huts_left == [HUTS - built for built in count.built]
    assert state.dikes_left == DIKES - count.dikes_built >= 0
    assert state.office == state.tourist_pile[state.round - 1] - count.brought >= 0
    assert sum(state.drawn) <= 9
    assert sum(state.water) <= 20
    for seat in range(n):
        assert sum(state.markers[a * MOST_SEATS + seat] for a in range(ACTIONS)) <= MARKERS
    tokens = state.rest_tokens
    assert len(tokens) == len(set(tokens)) == len(state.rest_order)
    characters = [c for c in state.character if c != NO_CHARACTER]
    if view["phase"] != "characters" or n > 2:
        assert len(characters) == len(set(characters))
    ships = state.ships + state.discards + state.demand_pile
    assert sorted(ships) == list(range(len(state.demand_tiles) // 3))
    if state.round >= 7 and view["phase"] != "setup":
        assert len(placed) == CELLS


@given(setup=setups(), seed=seeds)
def test_components_are_conserved(setup: Json, seed: int) -> None:
    state = VANUATU.deal(setup, Rng(seed))
    chance = random.Random(seed)
    count = Count(state)
    check(state, count)
    while state.turn() >= 0:
        moves = legal(state) if chance.random() < 0.3 else state.options()
        for event in play(VANUATU, state, chance.choice(moves)):
            count.note(event)
        check(state, count)


@given(setup=setups(), seed=seeds)
def test_a_round_is_played_with_all_five_markers(setup: Json, seed: int) -> None:
    state = VANUATU.deal(setup, Rng(seed))
    chance = random.Random(seed)
    planned = [0] * state.n
    rounds = 0
    while state.turn() >= 0:
        seat = state.turn()
        question = VANUATU.question(state)
        assert question is not None
        move = chance.choice(state.options())
        if question.kind == "plan_marker" and VANUATU.write(state, move).startswith("plan"):
            planned[seat] += 1
        state.play(move)
        after = VANUATU.question(state)
        if question.kind == "plan_marker" and (after is None or after.kind != "plan_marker"):
            rounds += 1
            assert planned == [MARKERS * rounds] * state.n
            on_board = sum(state.markers)
            assert on_board == MARKERS * state.n
    assert rounds == 8 or state.lost
    assert not any(state.markers) or state.lost


@given(seed=seeds, players=st.integers(2, 5), waters=switch)
def test_a_plan_once_legal_stays_legal_without_sales(seed: int, players: int, waters: bool) -> None:
    """Section 8: achievability only grows with further markers, unless one sells or begs."""
    state = VANUATU.deal({"players": players, "options": {"rising_waters": waters}}, Rng(seed))
    chance = random.Random(seed)
    while state.turn() >= 0:
        question = VANUATU.question(state)
        assert question is not None
        moves = state.agenda[-1].options(state)
        move = chance.choice(moves)
        state.play(move)
        after = VANUATU.question(state)
        if question.kind == "plan_marker" and after == question:
            assert set(moves) <= set(state.agenda[-1].options(state))
