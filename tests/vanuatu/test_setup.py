"""Dealing from explicit piles, and set-ups that cannot be."""

from typing import Any

import pytest
from hypothesis import given

from skerry.games.vanuatu.game import VANUATU
from skerry.games.vanuatu.rules import OptionSet
from skerry.kernel.errors import BadSetup, SkerryError
from skerry.kernel.events import Json
from skerry.kernel.rng import Rng
from tests.vanuatu.tables import OFFERS, SEA, STACK, setup, tourist_tiles
from tests.vanuatu.test_properties import seeds, setups

EXPLICIT = setup(
    4,
    first=3,
    piles={
        "demand_reshuffles": [
            [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
            [10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
        ]
    },
    rising_waters=True,
)


def test_every_pile_comes_as_given() -> None:
    state = VANUATU.deal(EXPLICIT, Rng(1))
    assert VANUATU.setup(state) == EXPLICIT
    assert VANUATU.setup(VANUATU.deal(EXPLICIT, Rng(2))) == EXPLICIT
    view = VANUATU.view(state, None)
    assert view["first"] == 3
    assert {c["cell"]: c["tile"] for c in view["cells"] if c.get("kind") == "ocean"} == SEA
    assert view["volcano"] == STACK[:2]
    assert view["office"] == tourist_tiles(4)[0]
    assert [ship["ship"] for ship in view["ships"]] == [2, 9, 5]


def test_two_players_get_the_characters_given() -> None:
    state = VANUATU.deal(setup(2), Rng(1))
    assert VANUATU.setup(state)["piles"]["characters"] == OFFERS


def test_rounds_that_were_never_reached_need_no_roll_and_no_characters() -> None:
    """The sea may win in round 4; whoever writes the game down knows two rolls only."""
    given_ = setup(2, piles={"dice": [5, 2], "characters": OFFERS[:3]}, rising_waters=True)
    whole = VANUATU.setup(VANUATU.deal(given_, Rng(1)))["piles"]
    assert len(whole["dice"]) == 4
    assert whole["dice"][:2] == [5, 2]
    assert len(whole["characters"]) == 8
    assert whole["characters"][:3] == OFFERS[:3]
    assert not set(whole["characters"][3]) & set(OFFERS[2])


def test_what_is_left_out_is_drawn_and_then_written_down() -> None:
    state = VANUATU.deal({"players": 2, "piles": {"first": 1}}, Rng(5))
    whole = VANUATU.setup(state)
    assert whole["piles"]["first"] == 1
    assert set(whole["piles"]) == {
        "first",
        "start_tiles",
        "tile_stack",
        "tourists",
        "demand",
        "demand_reshuffles",
        "characters",
    }


@given(given_=setups(), seed=seeds)
def test_dealing_the_explicit_set_up_gives_the_same_game(given_: Json, seed: int) -> None:
    state = VANUATU.deal(given_, Rng(seed))
    again = VANUATU.deal(VANUATU.setup(state), Rng(seed + 1))
    assert VANUATU.position(again) == VANUATU.position(state)


def test_the_given_set_up_is_not_changed() -> None:
    given_ = setup(3)
    before = repr(given_)
    state = VANUATU.deal(given_, Rng(1))
    while state.turn() >= 0:
        state.play(state.options()[0])
    assert repr(given_) == before


def piles(**changed: Any) -> Json:
    return {"players": 3, "piles": changed}


def options(players: int = 3, **changed: Any) -> Json:
    return {"players": players, "options": changed}


TILE = {"kind": "ocean"}
CASES: list[tuple[Any, str]] = [
    (None, "set-up"),
    ([], "set-up"),
    ({}, "players"),
    ({"players": 1}, "players"),
    ({"players": 6}, "players"),
    ({"players": "three"}, "players"),
    ({"players": 3, "colour": "red"}, "colour"),
    (piles(weather=[]), "weather"),
    (piles(first=3), "piles.first"),
    (piles(first=-1), "piles.first"),
    (piles(start_tiles={"1,0": "START_FISH"}), "piles.start_tiles"),
    (piles(start_tiles=SEA | {"1,0": "START_BLANK"}), "piles.start_tiles"),
    (piles(tile_stack=STACK[:-1]), "piles.tile_stack"),
    (piles(tile_stack=STACK[::-1]), "piles.tile_stack"),
    (piles(tourists=[1, 2, 3]), "piles.tourists"),
    (piles(tourists=tourist_tiles(4)), "piles.tourists"),
    (piles(demand=[1, 2, 3]), "piles.demand"),
    (piles(demand=[1, 1, 2, 3, 4, 5, 6, 7, 8, 9]), "piles.demand"),
    (piles(demand_reshuffles=[[1, 1]]), "piles.demand_reshuffles[0]"),
    (piles(demand_reshuffles=[[11]]), "piles.demand_reshuffles[0]"),
    (piles(demand_reshuffles=[[], [], [], []]), "piles.demand_reshuffles"),
    (piles(dice=[1, 2, 3, 4]), "piles.dice"),
    ({"players": 3, "options": {"rising_waters": True}, "piles": {"dice": [7, 1, 1, 1]}}, "dice"),
    ({"players": 3, "options": {"rising_waters": True}, "piles": {"dice": [1] * 5}}, "dice"),
    (piles(characters=OFFERS), "piles.characters"),
    ({"players": 2, "piles": {"characters": [*OFFERS, OFFERS[0]]}}, "piles.characters"),
    ({"players": 2, "piles": {"characters": [OFFERS[0]] * 8}}, "piles.characters[1]"),
    ({"players": 2, "piles": {"characters": [["artist"]] * 8}}, "piles.characters[0]"),
    ({"players": 2, "piles": {"characters": [["pirate"] * 5] * 8}}, "piles.characters[0]"),
    (
        {"players": 2, "options": {"character_pool": 10}, "piles": {"characters": OFFERS}},
        "Governor",
    ),
    (options(weather="fine"), "weather"),
    (options(tile_set="mine"), "tile_set"),
    (options(tile_set="custom", tiles={"Z9": TILE}), "Z9"),
    (options(tile_set="custom", tiles={"A1": TILE}), "options.tiles.A1"),
    (options(tile_set="custom", tiles={"B1": TILE | {"huts": 1}}), "options.tiles.B1"),
    (options(tile_set="custom", tiles={"B1": TILE | {"fish": 4}}), "fish"),
    (options(tiles={"B1": TILE}), "options.tiles"),
    (options(demand_set="custom"), "options.demand"),
    (options(demand_set="custom", demand=[["kava"]] * 4), "options.demand[0]"),
    (options(demand_set="custom", demand=[["gold"] * 3] * 4), "demand"),
    (options(demand=[["kava"] * 3] * 4), "options.demand"),
    (options(players=2, characters=False), "options.characters"),
    (options(character_pool=9), "character_pool"),
    (options(planning_check="loose"), "planning_check"),
    (options(rising_waters=1), "rising_waters"),
    (options(fish_price_floor=2), "fish_price_floor"),
    (options(neutral_split=[2]), "neutral_split"),
    (options(neutral_split=[2, -1]), "neutral_split"),
    (options(pool_size=6), "options.pool_size"),
    (options(pool_size=2, pool_no_repeat=False), "options.pool_size"),
    (options(remove_tourist=5), "remove_tourist"),
]


@pytest.mark.parametrize(("given_", "named"), CASES, ids=[repr(case[0])[:60] for case in CASES])
def test_a_set_up_that_cannot_be_is_refused_by_name(given_: Any, named: str) -> None:
    with pytest.raises(BadSetup) as error:
        VANUATU.deal(given_, Rng(1))
    message = str(error.value)
    assert named in message
    assert "\n" not in message
    assert len(message) < 400


@pytest.mark.parametrize("name", OptionSet.__struct_fields__)
@pytest.mark.parametrize("value", [None, -1, 10**30, "x", [], {}, 1.5, [[]], {"A1": None}])
def test_nonsense_for_any_option_is_refused_or_harmless(name: str, value: Any) -> None:
    try:
        VANUATU.deal({"players": 2, "options": {name: value}}, Rng(1))
    except SkerryError as error:
        assert "\n" not in str(error)


def test_a_custom_tile_set_is_played() -> None:
    own = {name: {"kind": "ocean", "fish": 3, "treasure": 3} for name in ("B1", "B2", "C1", "C2")}
    state = VANUATU.deal(options(tile_set="custom", tiles=own), Rng(3))
    while state.turn() >= 0:
        state.play(state.options()[0])
    assert VANUATU.setup(state)["options"]["tiles"]["B1"] == own["B1"]
