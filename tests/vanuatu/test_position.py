"""Positions as JSON: written and read in the middle of every question; damaged ones are refused."""

import copy
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skerry.games.vanuatu.engine.state import State
from skerry.games.vanuatu.game import VANUATU
from skerry.games.vanuatu.questions import KINDS
from skerry.kernel.errors import BadSetup, SkerryError
from skerry.kernel.events import Json
from skerry.kernel.rng import Rng
from tests.vanuatu.tables import vanuatu
from tests.vanuatu.test_properties import seeds, setups

POISON: list[Any] = [
    None,
    True,
    -1,
    0,
    7,
    99,
    10**20,
    1.5,
    "",
    "fish",
    "0,0",
    [],
    [1],
    {},
    {"a": 1},
]


def some_game(setup: Json, seed: int, most: int = 10_000) -> Iterator[State]:
    state = VANUATU.deal(setup, Rng(seed))
    chance = random.Random(seed)
    for _ in range(most):
        yield state
        if state.turn() < 0:
            return
        state.play(chance.choice(state.options()))


def position_after(setup: Json, seed: int, moves: int) -> Json:
    *_, state = some_game(setup, seed, moves + 1)
    return VANUATU.position(state)


def refused(given_: Any) -> str:
    with pytest.raises(SkerryError) as error:
        VANUATU.from_position(given_)
    message = str(error.value)
    assert message
    assert "\n" not in message
    return message


# -- round trips


@given(setup=setups(), seed=seeds)
def test_positions_read_back_at_every_question(setup: Json, seed: int) -> None:
    last = None
    chance = random.Random(seed)
    for state in some_game(setup, seed):
        question = VANUATU.question(state)
        if question != last and chance.random() < 0.4:
            position = VANUATU.position(state)
            again = VANUATU.from_position(json.loads(json.dumps(position)))
            assert VANUATU.position(again) == position
            assert again == state
            assert again.turn() == state.turn()
            if state.turn() >= 0:
                assert again.options() == state.options()
        last = question


def test_every_kind_of_question_is_met() -> None:
    met = set()
    for seed in range(20):
        for players in (2, 3):
            for state in some_game({"players": players}, seed):
                question = VANUATU.question(state)
                if question is not None and question.kind not in met:
                    met.add(question.kind)
                    again = VANUATU.from_position(VANUATU.position(state))
                    assert VANUATU.question(again) == question
    assert met == set(KINDS.values())


def test_a_position_is_plain_json() -> None:
    position = position_after({"players": 5, "options": {"rising_waters": True}}, 3, 200)
    assert json.loads(json.dumps(position)) == position


# -- impossible positions


def start() -> Json:
    return VANUATU.position(vanuatu(rising_waters=True).state)


def turn() -> Json:
    table = vanuatu(rising_waters=True).player(1, money=5)
    table.markers(fish=[1, 2, 0], draw=[1, 0, 0]).turn_of(0)
    return VANUATU.position(table.state)


def turn_of_two() -> Json:
    table = vanuatu(players=2).markers(fish=[1, 0], draw=[1, 0]).neutral(fish=2, rest=3).turn_of(0)
    return VANUATU.position(table.state)


def placing_of_two() -> Json:
    return VANUATU.position(vanuatu(players=2).round_begins(2).state)


def neutral_of_two() -> Json:
    state = vanuatu(players=2).state
    assert state.turn() == 0
    state.play(VANUATU.read(state, "neutral fish"))
    return VANUATU.position(state)


def sailing() -> Json:
    table = vanuatu().player(0, character="guide").markers(sail=[1, 0, 0]).turn_of(0)
    table.play("perform sail")
    return VANUATU.position(table.state)


def guiding() -> Json:
    table = vanuatu().markers(tourist=[1, 0, 0]).turn_of(0)
    table.play("perform tourist")
    return VANUATU.position(table.state)


CASES: list[tuple[str, Callable[[], Json], list[str | int], Any]] = [
    ("game", start, ["game"], "chess"),
    ("rules", start, ["rules"], 99),
    ("setup", start, ["setup"], {}),
    ("round", start, ["round"], 9),
    ("first", start, ["first"], 3),
    ("price", start, ["price"], 0),
    ("office", start, ["office"], 5),
    ("die", start, ["die"], 3),
    ("dikes_left", start, ["dikes_left"], 19),
    ("pool", start, ["pool"], ["artist"]),
    ("pool", start, ["pool", 0], "pirate"),
    ("cells", start, ["cells", "9,9"], {"tile": "A1"}),
    ("cells.0,0.tile", start, ["cells", "0,0", "tile"], "Z9"),
    ("cells.1,1.tile", start, ["cells", "1,1", "tile"], "START_ISLAND"),
    ("cells.1,0.fish", start, ["cells", "1,0", "fish"], 3),
    ("cells.1,0.water", start, ["cells", "1,0", "water"], 1),
    ("cells.1,0.dikes", start, ["cells", "1,0", "dikes"], ["E"]),
    ("cells.0,0.dikes", start, ["cells", "0,0", "dikes"], ["N"]),
    ("cells.0,0.water", start, ["cells", "0,0", "water"], 5),
    ("cells.0,0.huts", start, ["cells", "0,0", "huts"], [2, 2, 0]),
    ("cells.0,0.huts", start, ["cells", "0,0", "huts"], [1, 1]),
    ("cells.0,0.goods", start, ["cells", "0,0", "goods"], {"kava": 2}),
    ("cells.0,0", start, ["cells", "0,0", "sunk"], True),
    ("cells.1,0.sunk", start, ["cells", "1,0", "sunk"], True),
    ("island_order", start, ["island_order"], []),
    ("players", start, ["players"], []),
    ("players[0].money", start, ["players", 0, "money"], 10),
    ("players[0].boat", start, ["players", 0, "boat"], "0,0"),
    ("players[0].boat", start, ["players", 0, "boat"], "4,2"),
    ("players[0].huts_left", start, ["players", 0, "huts_left"], 7),
    ("players[0].fish", start, ["players", 0, "fish"], [4]),
    ("players[0].character", start, ["players", 0, "character"], "artist"),
    ("rest_taken", start, ["rest_taken"], [{"seat": 0, "token": "sleep"}]),
    ("rest_taken", start, ["rest_taken"], [{"seat": 9, "token": "first"}]),
    ("rest_taken", start, ["rest_taken"], [{"seat": s, "token": "first"} for s in (0, 1)]),
    ("markers", start, ["markers", "dance"], [0, 0, 0]),
    ("markers.fish", turn, ["markers", "fish"], [1]),
    ("markers", turn, ["markers", "fish"], [6, 0, 0]),
    ("neutral.fish", start, ["neutral", "fish"], 1),
    ("ships", start, ["ships", 0, "ship"], 9),
    ("ships", start, ["demand_stack"], []),
    ("reserve.kava", start, ["reserve", "kava"], 3),
    ("volcano", start, ["volcano"], ["A2"]),
    ("tiles_drawn", start, ["tiles_drawn"], 13),
    ("demand_reshuffled", start, ["demand_reshuffled"], 9),
    ("lost", start, ["lost"], True),
    ("agenda", start, ["agenda"], []),
    ("agenda", turn, ["agenda", -1], "TakeTurn 2"),
    ("agenda", turn, ["agenda", -1], "Explode"),
    ("neutral", turn_of_two, ["neutral", "fish"], 0),
    ("neutral", placing_of_two, ["neutral", "fish"], 1),
    ("neutral", neutral_of_two, ["neutral", "fish"], 2),
    ("agenda", sailing, ["agenda", -1], "Sail 0 1"),
    ("agenda", guiding, ["office"], 0),
]


@pytest.mark.parametrize(
    ("named", "position", "path", "value"),
    CASES,
    ids=[f"{'.'.join(map(str, case[2]))}={str(case[3])[:20]}" for case in CASES],
)
def test_an_impossible_position_is_refused_by_name(
    named: str, position: Callable[[], Json], path: list[str | int], value: Any
) -> None:
    given_ = position()
    VANUATU.from_position(given_)
    spot: Any = given_
    for key in path[:-1]:
        spot = spot[key]
    spot[path[-1]] = value
    assert named in refused(given_)


@given(setup=setups(), seed=seeds)
def test_a_position_mixed_from_two_is_refused_or_can_be_played(setup: Json, seed: int) -> None:
    chance = random.Random(seed)
    moments = [VANUATU.position(state) for state in some_game(setup, seed)]
    for _ in range(10):
        mixed = copy.deepcopy(chance.choice(moments))
        other = chance.choice(moments)
        for field in chance.sample(sorted(mixed.keys() & other.keys() - {"setup"}), 2):
            mixed[field] = copy.deepcopy(other[field])
        try:
            state = VANUATU.from_position(mixed)
        except BadSetup:
            continue
        while state.turn() >= 0:
            if chance.random() < 0.02:
                VANUATU.from_position(VANUATU.position(state))
            state.play(chance.choice(state.options()))


def test_start_tiles_lie_where_the_game_begins() -> None:
    position = start()
    del position["cells"]["1,0"]
    assert "position.cells" in refused(position)
    position = start()
    position["cells"]["2,2"] = position["cells"].pop("1,0")
    assert "position.cells" in refused(position)


@pytest.mark.parametrize("later", [2, 5, 8])
def test_tiles_are_drawn_as_the_rounds_go_by(later: int) -> None:
    """In round 8 without all tiles on the board no tile could ever be placed again."""
    position = start()
    position["round"] = later
    position["office"] = 0
    position["agenda"] = [
        task.replace("Round 2", f"Round {later + 1}" if later < 8 else "LastSales")
        for task in position["agenda"]
    ]
    assert "position.tiles_drawn" in refused(position)


def test_tiles_on_the_volcano_are_those_to_be_placed() -> None:
    position = VANUATU.position(vanuatu().round_begins(2).state)
    assert len(position["volcano"]) == 2
    tile = position["volcano"].pop()
    position["cells"]["-1,0"] = {"tile": tile}
    position["agenda"].pop()
    VANUATU.from_position(position)
    position["agenda"].append(position["agenda"][-1])
    refused(position)


@pytest.mark.parametrize("given_", POISON)
def test_something_else_is_no_position(given_: Any) -> None:
    assert "position" in refused(given_)


def test_a_missing_or_unknown_field_is_named() -> None:
    given_ = start()
    del given_["office"]
    assert "office" in refused(given_)
    given_ = start() | {"weather": "fine"}
    assert "weather" in refused(given_)


# -- damaged at random


def spots(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = tree.items() if isinstance(tree, dict) else enumerate(tree)
    for key, value in items:
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from spots(value, (*path, key))


def damage(tree: Json, chance: random.Random) -> None:
    """Change, remove or repeat one thing."""
    *way, key = chance.choice(list(spots(tree)))
    spot: Any = tree
    for step in way:
        spot = spot[step]
    what = chance.randrange(5)
    old = spot[key]
    if what == 0:
        del spot[key]
    elif what == 1 and isinstance(old, int):
        spot[key] = old + chance.choice([-1, 1])
    elif what == 2 and isinstance(spot, list):
        spot.append(old)
    elif what == 3 and isinstance(spot, list):
        chance.shuffle(spot)
    else:
        spot[key] = chance.choice(POISON)


def check_damaged(given_: Json, seed: int) -> None:
    """A damaged position is refused in one line, or it is a game that can be played."""
    try:
        state = VANUATU.from_position(given_)
    except BadSetup as error:
        assert str(error)
        assert "\n" not in str(error)
        return
    chance = random.Random(seed)
    VANUATU.position(state)
    while state.turn() >= 0:
        if chance.random() < 0.1:
            VANUATU.view(state, state.turn())
            VANUATU.closed(state, state.turn())
        state.play(chance.choice(state.options()))
    VANUATU.scores(state)


@given(setup=setups(), seed=seeds, moves=st.integers(0, 300), wounds=st.integers(1, 3))
def test_a_damaged_position_is_refused_or_playable(
    setup: Json, seed: int, moves: int, wounds: int
) -> None:
    chance = random.Random(seed)
    whole = json.dumps(position_after(setup, seed, moves))
    for _ in range(8):
        given_ = json.loads(whole)
        for _ in range(wounds):
            damage(given_, chance)
        check_damaged(given_, seed)


@pytest.mark.heavy
@pytest.mark.parametrize("seed", range(150))
def test_many_damaged_positions(seed: int) -> None:
    chance = random.Random(seed)
    setup = {"players": 2 + seed % 4, "options": {"rising_waters": seed % 3 == 0}}
    whole = json.dumps(position_after(setup, seed, chance.randrange(350)))
    for _ in range(100):
        given_ = json.loads(whole)
        damage(given_, chance)
        check_damaged(given_, seed)
