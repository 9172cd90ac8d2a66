"""The Reserve: what goes in, what comes out, its limit, cards that open it (rules 5, cards 6)."""

from typing import Any

import pytest

from tests.nusfjord.positions import GAME, Position


def built(card: str, **arranged: Any) -> Position:
    """Seat 0 has just built *card* with all it wanted to pay."""
    here = Position(display=[card], **arranged).do("place build_building", "cell 1,0")
    return here.do(f"use {card}.1") if f"use {card}.1" in here.asks else here


def after_fishing(**arranged: Any) -> Position:
    """The last worker of a round was placed; the next Fishing Phase is over."""
    players = arranged.setdefault("players", 3)
    return Position(turn=3 * players - 3, **arranged).do(*["pass"] * 3)


# -- Transfer Reserve


def test_transferring_moves_every_good() -> None:
    here = Position(reserve=(2, 5, 3), wood=1, fish=1, gold=1).do("place transfer_reserve")
    assert here.goods() == (3, 6, 4)
    assert here.reserve() == (0, 0, 0)


@pytest.mark.parametrize("reserve", [(1, 0, 0), (0, 1, 0), (0, 0, 1)])
def test_one_good_of_any_kind_is_enough_to_transfer(reserve: tuple[int, int, int]) -> None:
    here = Position(reserve=reserve)
    assert "place transfer_reserve" in here.asks
    assert here.do("place transfer_reserve").goods() == reserve


def test_an_empty_reserve_cannot_be_transferred() -> None:
    here = Position()
    assert "place transfer_reserve" not in here.asks
    reason = GAME.why_not(here.state, 0, "space:transfer_reserve")
    assert reason is not None and reason.code == "reserve_empty"


def test_wood_above_the_limit_is_lost_when_it_is_transferred() -> None:
    here = Position(reserve=(4, 0, 0), wood=11).do("place transfer_reserve")
    assert here.goods() == (12, 0, 0)
    assert here.reserve() == (0, 0, 0)


# -- fishing fills it: haul 3 (no ship), two own Shares at home, so one fish is left


@pytest.mark.parametrize(("before", "after"), [(0, 1), (6, 7), (7, 8), (8, 8), (10, 10)])
def test_fishing_fills_the_reserve_up_to_eight(before: int, after: int) -> None:
    assert after_fishing(reserve=(0, before, 0)).reserve() == (0, after, 0)


@pytest.mark.parametrize(
    ("card", "limit"), [("A212", 14), ("A315", 11)], ids=["Supply Storage", "Reserve Depot"]
)
def test_a_building_raises_the_limit(card: str, limit: int) -> None:
    for before, after in [(limit - 1, limit), (limit, limit), (8, 9)]:
        here = after_fishing(reserve=(0, before, 0), owns=[card])
        assert here.reserve() == (0, after, 0)
    assert here.seat()["reserve_limit"] == limit


def test_wood_in_the_reserve_takes_no_room_from_fish() -> None:
    assert after_fishing(reserve=(5, 7, 0)).reserve() == (5, 8, 0)


def test_driftwood_brings_wood_into_the_reserve() -> None:
    here = after_fishing(owns=["B226"], reserve=(1, 8, 0))
    assert here.asks[:1] == ["use B226.1"]
    assert here.do("use B226.1").reserve() == (3, 8, 0)


@pytest.mark.parametrize(("held", "choices"), [(1, 1), (2, 2), (5, 2)])
def test_fishers_house_takes_up_to_two_fish_out(held: int, choices: int) -> None:
    here = after_fishing(owns=["A116"], reserve=(0, held - 1, 0))  # fishing brings one more
    before = here.goods()[1]
    here.do("use A116.1")
    if choices > 1:
        assert here.asks == [f"count {count}" for count in range(1, choices + 1)]
        here.do(f"count {choices}")
    assert here.goods()[1] == before + choices
    assert here.reserve() == (0, held - choices, 0)


@pytest.mark.parametrize("kept", [1, 2])
def test_fishers_cottage_keeps_fish_that_find_no_room(kept: int) -> None:
    # A Schooner: haul 6, two at home, four left over at a full Reserve.
    here = after_fishing(owns=["A203"], reserve=(0, 8, 0), ships=(0, 0, 1)).do("use A203.1")
    assert here.asks == ["count 1", "count 2"]
    here.do(f"count {kept}")
    assert here.goods()[1] == 2 + kept
    assert here.reserve() == (0, 8, 0)


# -- buildings that fill it


@pytest.mark.parametrize(("before", "after"), [(0, 8), (5, 8), (7, 8)])
def test_net_pen_fills_up_to_the_limit(before: int, after: int) -> None:
    assert built("A209", wood=1, reserve=(0, before, 0)).reserve() == (0, after, 0)


def test_net_pen_at_a_full_reserve_does_nothing() -> None:
    here = Position(display=["A209"], wood=1, reserve=(0, 8, 0))
    assert "use A209.1" not in here.do("place build_building", "cell 1,0").asks


@pytest.mark.parametrize(("before", "after"), [(0, 3), (6, 8), (8, 8)])
def test_anglers_house_brings_three_fish_each_way(before: int, after: int) -> None:
    here = built("A115", wood=1, reserve=(0, before, 0))
    assert here.goods() == (0, 3, 0)
    assert here.reserve() == (0, after, 0)


@pytest.mark.parametrize(("before", "after"), [(1, 2), (6, 12), (8, 14)])
def test_cooling_house_doubles_the_fish_up_to_six_whatever_the_limit(
    before: int, after: int
) -> None:
    assert built("A313", wood=1, reserve=(0, before, 0)).reserve() == (0, after, 0)


def test_loggers_pond_puts_wood_into_the_reserve() -> None:
    here = Position(owns=["A206"]).do("place deforest", "forest 1,2", "use A206.1")
    assert here.goods() == (5, 0, 0)
    assert here.reserve() == (3, 0, 0)


@pytest.mark.parametrize("kept", [1, 4])
def test_forest_storage_keeps_up_to_four_wood_in_the_reserve(kept: int) -> None:
    here = Position(owns=["A301"], wood=12).do("place deforest", "forest 1,2", "use A301.1")
    assert here.asks == ["count 1", "count 2", "count 3", "count 4"]
    here.do(f"count {kept}")
    assert here.goods() == (12, 0, 0)
    assert here.reserve() == (kept, 0, 0)


# -- buildings that empty it


def test_collection_point_takes_all_fish_and_leaves_the_rest() -> None:
    here = built("A309", wood=1, reserve=(1, 6, 1))
    assert here.goods() == (2, 6, 0)
    assert here.reserve() == (1, 0, 1)


@pytest.mark.parametrize(
    ("card", "goods", "after"),
    [
        ("C141", {"wood": 6, "fish": 2}, (1, 4, 3)),
        ("B224", {"wood": 4, "gold": 1}, (1, 6, 2)),
    ],
    ids=["Boardwalk", "Water Tower"],
)
def test_a_building_transfers_and_adds(
    card: str, goods: dict[str, Any], after: tuple[int, int, int]
) -> None:
    here = built(card, reserve=(1, 4, 2), **goods)
    assert here.goods() == after
    assert here.reserve() == (0, 0, 0)


def test_the_storekeeper_transfers_and_adds_a_gold() -> None:
    here = Position(elders=[6], reserve=(1, 2, 0)).do("place elder 6")
    assert here.goods() == (1, 2, 1)
    assert "place elder 6" not in Position(elders=[6]).asks


def test_haulage_firm_reacts_to_transferring() -> None:
    here = Position(owns=["A318"], reserve=(0, 2, 0)).do("place transfer_reserve", "use A318.1")
    assert here.goods() == (1, 2, 1)


# -- paying from it


def test_cold_storage_pays_ships_with_fish_of_the_reserve() -> None:
    here = Position(owns=["A217"], wood=2, fish=1, reserve=(0, 1, 0)).do("place build_ship")
    assert here.seat()["ships"]["sloop"] == 1
    assert (here.goods(), here.reserve()) == ((0, 0, 0), (0, 0, 0))
    assert "place build_ship" not in Position(owns=["A217"], wood=2, reserve=(0, 1, 0)).asks
    assert "place build_ship" not in Position(wood=2, fish=1, reserve=(0, 1, 0)).asks


@pytest.mark.parametrize("count", [0, 1, 2])
def test_the_owner_decides_how_many_fish_come_from_the_reserve(count: int) -> None:
    here = Position(owns=["A217"], wood=2, fish=5, reserve=(0, 5, 0)).do("place build_ship")
    assert here.kind == "pay_from_reserve"
    assert here.asks == ["count 0", "count 1", "count 2"]
    here.do(f"count {count}")
    assert (here.goods(), here.reserve()) == ((0, 5 - (2 - count), 0), (0, 5 - count, 0))


def test_what_the_supply_lacks_must_come_from_the_reserve() -> None:
    here = Position(owns=["A217"], wood=2, fish=1, reserve=(0, 5, 0)).do("place build_ship")
    assert here.asks == ["count 1", "count 2"]


def test_cold_storage_serves_fish_of_the_reserve() -> None:
    here = Position(owns=["A217"], plates=2, fish=1, reserve=(0, 5, 0)).do("place serve_fish")
    assert here.asks == ["serve 1", "serve 2"]  # 3, and 3 + 3
    here.do("serve 2")
    assert (here.goods(), here.reserve()) == ((0, 0, 2), (0, 0, 0))


def test_cold_storage_pays_no_building() -> None:
    here = Position(owns=["A217"], display=["A104"], fish=1, reserve=(0, 9, 0))
    assert "place build_building" not in here.asks
    assert here.seat()["affordable"] == []


def test_reserve_depot_pays_buildings_and_no_ships() -> None:
    here = Position(owns=["A315"], display=["A104"], fish=1, reserve=(0, 2, 0), wood=2)
    assert here.seat()["affordable"] == ["A104"]
    assert "place build_ship" not in here.asks
    assert "place serve_fish" not in here.asks
    here.do("place build_building")
    assert (here.goods(), here.reserve()) == ((2, 0, 0), (0, 0, 0))


@pytest.mark.parametrize(
    ("card", "points"), [("C244", [0, 0, 1, 1, 2]), ("C350", [0, 0, 0, 2, 2, 2, 4, 4, 6])]
)
def test_fish_in_the_reserve_are_worth_points(card: str, points: list[int]) -> None:
    for fish, worth in enumerate(points):
        here = Position(owns=[card], reserve=(0, fish, 0))
        assert [building["points"] for building in here.seat()["buildings"]] == [worth]
