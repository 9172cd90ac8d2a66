"""Observations hold what the view shows, depend on nothing hidden, and stay within their bounds."""

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skerry.games import GAMES
from skerry.kernel.errors import BadSetup, NoSuchSeat
from skerry.kernel.rng import Rng
from skerry.research import mask, observation_spec, observe
from skerry.research.observations import table
from tests.test_every_game import games, moment, seeds, setups, walk

ROOT = Path(__file__).parents[2]


def seen(state: Any, seat: int, size: int) -> bytes:
    out = bytearray(size)
    observe(state, seat, out)
    return bytes(out)


@games
@given(data=st.data(), seed=seeds)
def test_an_observation_does_not_depend_on_what_is_hidden(
    name: str, data: st.DataObject, seed: int
) -> None:
    setup = data.draw(setups(name))
    state = moment(GAMES[name], setup, seed)
    size = observation_spec(name, state.n).size
    for viewer in range(state.n):
        other = state.imagine(viewer, Rng(seed + 7))  # hidden things differ, visible ones do not
        assert seen(other, viewer, size) == seen(state, viewer, size)


@games
@settings(max_examples=12)
@given(data=st.data(), seed=seeds)
def test_observations_and_masks_of_whole_games(name: str, data: st.DataObject, seed: int) -> None:
    setup = data.draw(setups(name))
    spec = observation_spec(name, setup["players"])
    highs = spec.highs()
    game = GAMES[name]
    chance = random.Random(seed)
    for state, _, _ in walk(game, setup, seed):
        if chance.random() < 0.9:
            continue
        viewer = chance.randrange(state.n)
        numbers = seen(state, viewer, spec.size)
        assert all(number <= high for number, high in zip(numbers, highs, strict=True))
        COMPARE[name](spec.named(numbers), game.view(state, viewer), viewer)
        allowed = bytearray(spec.moves)
        mask(state, allowed)
        assert [move for move in range(spec.moves) if allowed[move]] == sorted(state.options())


def compare_vanuatu(numbers: dict[str, int], view: Any, viewer: int) -> None:
    """Compare an observation with the view, which is made by other code."""
    n = len(view.players)

    def label(seat: int) -> str:
        away = (seat - viewer) % n
        return f"+{away}" if away else "self"

    assert numbers["round"] == view.round
    kinds = [key for key in numbers if key.startswith("question[") and numbers[key]]
    assert kinds == ([f"question[{view.question.kind}]"] if view.question else [])
    if view.question:
        assert numbers[f"turn[{label(view.turn)}]"] == 1
        assert numbers["bonus"] == int(getattr(view.question, "bonus", False) is True)
    assert numbers[f"first[{label(view.first)}]"] == 1
    assert (numbers["fish_price"], numbers["office"]) == (view.fish_price, view.office)
    assert (numbers["die"], numbers["dikes_left"]) == (view.die, view.dikes_left)
    for value in range(5):
        assert numbers[f"tourist_tiles[{value}]"] == view.tourist_tiles.count(value)
    for good, count in view.reserve.items():
        assert numbers[f"reserve[{good}]"] == count
    assert [tile for tile in view.volcano if numbers[f"volcano[{tile}]"]] == view.volcano
    letters = [numbers[f"stack[{at + 1}]"] for at in range(12)]
    assert [" ABCDEF"[letter] for letter in letters if letter] == view.stack_letters
    for slot, ship in enumerate(view.ships):
        for place, (good, filled) in enumerate(zip(ship.wants, ship.filled, strict=True)):
            assert numbers[f"ship_wants[{slot + 1}.{place + 1}.{good}]"] == (not filled)
    assert numbers["demand_left"] == view.demand_left
    for tile in range(12):
        assert numbers[f"demand_discards[{tile + 1}]"] == (tile + 1 in view.demand_discards)
    for character in view.all_characters:
        assert numbers[f"characters[{character}]"] == (character in view.characters)
    assert numbers["rest_left"] == view.rest_left
    known = [t for t in ("first", "vatu+point", "point", "vatu") if numbers[f"rest_tokens[{t}]"]]
    assert (known if numbers["rest_known"] else None) == view.rest_tokens
    for space in view.spaces:
        for seat, count in enumerate(space.markers):
            assert numbers[f"{space.action}.markers[{label(seat)}]"] == count
        assert numbers[f"{space.action}.neutral"] == space.neutral
        leader = 0 if space.leader is None else (space.leader - viewer) % n + 1
        assert numbers[f"{space.action}.leader"] == leader
    for player in view.players:
        who = label(player.seat)
        assert numbers[f"{who}.money"] == player.money
        assert numbers[f"{who}.points"] == player.points
        assert numbers[f"{who}.huts_left"] == player.huts_left
        for value in (1, 2, 3):
            assert numbers[f"{who}.fish[{value}]"] == player.fish.count(value)
            assert numbers[f"{who}.treasure[{value}]"] == player.treasure.count(value)
        if player.character:
            assert numbers[f"{who}.character[{player.character}]"] == 1
        assert numbers[f"{who}.character_used"] == player.character_used
        assert numbers[f"{who}.markers_left"] == player.markers_left
        assert numbers[f"{who}.rest_held"] == len(player.rest_kept)
    own = view.players[viewer].rest_kept
    assert [t for t in own if not numbers[f"rest_own[{t}]"]] == []
    for cell in view.cells:
        kind = type(cell).__name__
        island, name = kind == "Island", cell.cell
        assert numbers[f"{name}.kind[ocean]"] == (kind == "Ocean")
        assert numbers[f"{name}.kind[island]"] == (island and not cell.sunk)
        assert numbers[f"{name}.kind[sunk]"] == (island and cell.sunk)
        if kind == "Ocean":
            assert numbers[f"{name}.fish"] == cell.fish
            assert numbers[f"{name}.treasure"] == cell.treasure
        for seat in range(n):
            there = kind == "Ocean" and seat in cell.boats
            assert numbers[f"{name}.boats[{label(seat)}]"] == there
            huts = cell.huts[seat] if island else 0
            assert numbers[f"{name}.huts[{label(seat)}]"] == huts
        if island and not cell.sunk:
            assert numbers[f"{name}.huts_free"] == cell.huts_free
            assert numbers[f"{name}.drawings_free"] == cell.drawings_max - cell.drawings
            assert numbers[f"{name}.tourists_free"] == cell.tourists_max - cell.tourists
            assert numbers[f"{name}.water"] == cell.water
            for good, count in cell.goods.items():
                assert numbers[f"{name}.goods[{good}]"] == count
                assert numbers[f"{name}.produces[{good}]"] == cell.produces[good]
            for side in ("E", "SE", "SW", "W", "NW", "NE"):
                assert numbers[f"{name}.dikes[{side}]"] == (side in cell.dikes)


def compare_nusfjord(numbers: dict[str, int], view: Any, viewer: int) -> None:
    """Compare an observation with the view, which is made by other code."""
    n = len(view.players)

    def label(seat: int) -> str:
        away = (seat - viewer) % n
        return f"+{away}" if away else "self"

    groups: dict[str, set[str]] = {}
    for key, value in numbers.items():
        if value and key.endswith("]"):
            group, _, item = key[:-1].partition("[")
            groups.setdefault(group, set()).add(item)

    def named(group: str) -> set[str]:
        return groups.get(group, set())

    assert numbers["round"] == view.round
    assert named("question") == ({view.question.kind} if view.question else set())
    assert named("turn") == ({label(view.turn)} if view.question else set())
    assert named("first") == {label(view.first)}
    assert numbers["plates"] == view.plates.filled
    for ship, count in view.ships.items():
        assert numbers[f"ships[{ship}]"] == count
    for letter, count in view.piles.items():
        assert numbers[f"piles[{letter}]"] == count
    for color, count in enumerate(view.market):
        assert numbers[f"market[{label(color)}]"] == count
    for space in view.spaces:
        name = COPY_SPACES.get(space.space, space.space)
        for seat in range(n):
            assert numbers[f"{name}.workers[{label(seat)}]"] == space.workers.count(seat)
        assert (numbers[f"{name}.room"] == 0) == space.blocked
    assert named("elders.open") == {str(e) for stack in view.elder_stacks for e in stack.open}
    for at, stack in enumerate(view.elder_stacks):
        assert numbers[f"elders.face_down[{at + 1}]"] == stack.face_down
    assert named("cards.display") == {card for cards in view.display.values() for card in cards}
    assert named("cards.hand") == set(view.players[viewer].hand or [])
    for player in view.players:
        who = label(player.seat)
        assert named(f"elders.{who}") == {str(elder.elder) for elder in player.elders}
        for elder in player.elders:
            assert numbers[f"elders.fish[{elder.elder}]"] == elder.fish
            assert numbers[f"elders.worker[{elder.elder}]"] == elder.worker
        assert named(f"cards.{who}") == {building.card for building in player.buildings}
        for good in ("wood", "fish", "gold"):
            assert numbers[f"{who}.goods[{good}]"] == getattr(player, good)
            assert numbers[f"{who}.reserve[{good}]"] == player.reserve[good]
        assert numbers[f"{who}.wood_limit"] == player.wood_limit
        assert numbers[f"{who}.reserve_limit"] == player.reserve_limit
        assert numbers[f"{who}.haul"] == player.haul
        assert numbers[f"{who}.units"] == player.track.covered
        for ship, count in player.ships.items():
            assert numbers[f"{who}.ships[{ship}]"] == count
        assert numbers[f"{who}.unissued"] == player.unissued
        for color, count in enumerate(player.shares):
            assert numbers[f"{who}.shares[{label(color)}]"] == count
        for cell in (f"{row},{column}" for row in range(3) for column in range(4)):
            assert numbers[f"{who}.forest[{cell}]"] == player.forests.get(cell, 0)
            assert numbers[f"{who}.free[{cell}]"] == (cell in player.free)
        assert numbers[f"{who}.hand_size"] == player.hand_size
        assert numbers[f"{who}.elders"] == len(player.elders)


COPY_SPACES = {
    "copy": "copy_1",
    "copy_left": "copy_1",
    "copy_middle": "copy_2",
    "copy_right": "copy_3",
}
COMPARE = {"vanuatu": compare_vanuatu, "nusfjord": compare_nusfjord}


def test_a_solo_game_is_observed_too() -> None:
    spec = observation_spec("nusfjord", 1)
    for options in ({}, {"solo": "advanced"}):
        state = GAMES["nusfjord"].deal({"players": 1, "options": options}, Rng(3))
        while state.turn() >= 0:
            numbers = spec.named(seen(state, 0, spec.size))
            assert numbers["round"] == state.round
            state.play(state.options()[-1])


@games
def test_an_array_of_another_size_is_refused(name: str) -> None:
    state = GAMES[name].deal({"players": 3}, Rng(1))
    spec = observation_spec(name, 3)
    with pytest.raises(BadSetup, match=f"array of {spec.size} bytes, not 10"):
        observe(state, 0, bytearray(10))
    with pytest.raises(BadSetup, match="cannot take the mask"):
        mask(state, bytearray(10))
    with pytest.raises(NoSuchSeat):
        observe(state, 3, bytearray(spec.size))
    with pytest.raises(BadSetup, match="players, not 9"):
        observation_spec(name, 9)
    with pytest.raises(BadSetup, match="no game is called"):
        observation_spec("chess")


@games
def test_the_documented_fields_are_those_of_the_code(name: str) -> None:
    text = (ROOT / "docs" / "observations.md").read_text(encoding="utf-8")
    assert table(name) in text, "run `make observations`"
