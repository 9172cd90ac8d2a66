"""Spaces that a seat leads and cannot use: why, and what it can do instead."""

from hypothesis import given

from skerry.games.vanuatu.game import VANUATU
from skerry.kernel.events import Json
from skerry.kernel.protocol import LedSpace, Way
from skerry.kernel.rng import Rng
from tests.vanuatu.tables import Table, vanuatu
from tests.vanuatu.test_properties import seeds, setups


def led(table: Table, seat: int, action: str) -> LedSpace:
    found = {space.ref: space for space in VANUATU.led(table.state, seat)}
    return found[f"space:{action}"]


def ways(space: LedSpace) -> list[tuple[str, str]]:
    return [(way.kind, way.move) for way in space.ways]


def way(space: LedSpace, kind: str) -> Way:
    return next(way for way in space.ways if way.kind == kind)


def test_fish_from_open_water_sail_first() -> None:
    table = vanuatu().player(0, money=3, boat="1,1")
    table.markers(fish=[2, 0, 0], sail=[1, 0, 0], draw=[1, 0, 0]).turn_of(0)
    space = led(table, 0, "fish")
    assert space.reason is not None
    assert (space.usable, space.reason.code, space.forced) == (False, "not_on_shoal", False)
    assert ways(space) == [
        ("first", "perform sail"),
        ("other", "perform draw"),
        ("take_back", "retrieve fish"),
    ]
    assert way(space, "first").refs == ["hex:0,1", "hex:1,0"]
    assert way(space, "first").args["costs"] == [1, 1]
    assert way(space, "take_back").args["markers"] == 2
    assert led(table, 0, "sail").usable


def test_without_the_money_to_sail_there_is_no_way_to_the_fish() -> None:
    table = vanuatu().player(0, money=0, boat="1,1")
    table.markers(fish=[2, 0, 0], sail=[1, 0, 0], draw=[1, 0, 0]).turn_of(0)
    kinds = [kind for kind, _ in ways(led(table, 0, "fish"))]
    assert kinds == ["other", "take_back"]


def test_all_that_is_led_is_impossible() -> None:
    table = vanuatu().player(0, money=0, boat="1,1")
    table.markers(fish=[2, 0, 0], build=[1, 0, 0]).turn_of(0)
    for action in ("fish", "build"):
        space = led(table, 0, action)
        assert space.forced
        assert ways(space) == [("take_back", f"retrieve {action}")]


def test_treasure_pays_for_the_hut() -> None:
    table = vanuatu().player(0, money=1, boat="1,1", treasure=[1, 2])
    table.markers(build=[1, 0, 0]).turn_of(0)
    sale = way(led(table, 0, "build"), "treasure")
    assert (sale.move, sale.args) == ("treasure 2 by 0", {"count": 1, "vatus": 2})


def test_two_treasures_pay_if_one_is_too_little() -> None:
    table = vanuatu().player(0, money=1, boat="1,1", treasure=[1, 1])
    table.markers(build=[1, 0, 0]).turn_of(0)
    sale = way(led(table, 0, "build"), "treasure")
    assert sale.args == {"count": 2, "vatus": 2}


def test_the_beggar_begs_for_the_hut() -> None:
    table = vanuatu().player(0, money=1, points=5, boat="1,1", character="beggar")
    table.markers(build=[1, 0, 0]).turn_of(0)
    beg = way(led(table, 0, "build"), "character")
    assert (beg.key, beg.move) == ("beg", "beg 2 by 0")


def test_the_governor_moves_the_stack_to_where_it_helps() -> None:
    table = vanuatu().player(0, money=0, boat="1,1", character="governor")
    table.markers(fish=[2, 0, 0], draw=[0, 1, 0]).turn_of(0)
    govern = way(led(table, 0, "fish"), "character")
    assert govern.key == "govern"
    assert "space:draw" in govern.refs
    assert "space:build" not in govern.refs


def test_a_space_that_opens_once_its_leader_has_acted() -> None:
    table = vanuatu().player(0, money=3, boat="1,1").player(1, money=3)
    table.markers(fish=[2, 0, 0], sail=[1, 2, 0], draw=[1, 0, 0]).turn_of(0)
    later = way(led(table, 0, "fish"), "later")
    assert (later.move, later.args) == ("", {"action": "sail", "leader": 1})


def test_another_governor_could_take_the_lead() -> None:
    table = vanuatu().player(0, boat="1,1").player(2, character="governor")
    table.markers(fish=[2, 0, 0], sell=[0, 3, 2], draw=[1, 0, 3]).turn_of(0)
    assert led(table, 0, "fish").risk == [2]
    table.player(2, character="governor", used=True)
    assert led(table, 0, "fish").risk == []


def test_nobody_else_is_told_and_only_in_the_turn() -> None:
    table = vanuatu().markers(fish=[2, 0, 0]).turn_of(0)
    assert VANUATU.led(table.state, 1) == []
    assert VANUATU.led(vanuatu().planning_of(0).state, 0) == []


@given(setup=setups(), seed=seeds)
def test_every_way_begins_with_a_legal_move(setup: Json, seed: int) -> None:
    state = VANUATU.deal(setup, Rng(seed))
    chance = Rng(seed)
    while (seat := state.turn()) >= 0:
        options = state.options()
        allowed = {VANUATU.write(state, move) for move in options + state.anytime(seat)}
        spaces = VANUATU.led(state, seat)
        performs = {text.split()[1] for text in allowed if text.startswith("perform ")}
        for space in spaces:
            name = space.ref.partition(":")[2]
            assert space.usable == (name in performs)
            assert space.usable == (space.reason is None)
            assert all(way.move in allowed for way in space.ways if way.kind != "later")
            assert space.usable or space.ways[-1].move == f"retrieve {name}"
        state.play(options[chance.below(len(options))])
