"""Plans that stand or fall with one vatu (section 8): which payment saves them from conversion."""

from typing import Any

import pytest

from skerry.games.vanuatu.engine.planning_nodes import fish_in, total_of, with_fish_tile
from tests.vanuatu.tables import Table, vanuatu


def beef_two_steps_away(money: int, fish: list[int], waters: bool = True, **options: Any) -> Table:
    """A hut beside the boat to sell at, and the only good, beef, two steps to the south.

    Sailing there takes 2 vatus and the beef 3, so selling must leave at least 5.
    """
    table = vanuatu(rising_waters=waters, **options).lay("B2", "1,2").lay("A1", "1,3")
    table.island("0,0", huts=[1, 0, 0], goods=[])
    table.island("1,3", huts=[0, 1, 2], goods=["beef"])  # no site left to build and sell there
    return table.player(0, money=money, boat="1,0", fish=fish)


def test_a_hut_and_a_dike_together_take_four_vatus() -> None:
    """4 V: nothing spent 13, a dike 12, a hut 10, all convert; both leave 0 + 9."""
    table = beef_two_steps_away(money=4, fish=[3]).planned(0, "sell", "build", "sail")
    assert "buy" in table.plannable(0)


def test_no_hut_and_dike_where_every_coast_has_its_dike() -> None:
    table = beef_two_steps_away(money=4, fish=[3]).planned(0, "sell", "build", "sail")
    assert "buy" not in table.island("0,0", dikes=["E", "SE", "SW"]).plannable(0)


def test_no_hut_and_dike_where_every_site_is_taken() -> None:
    table = beef_two_steps_away(money=4, fish=[3]).planned(0, "sell", "build", "sail")
    assert "buy" not in table.island("0,0", huts=[1, 1, 1]).plannable(0)


def test_no_hut_and_dike_without_rising_waters() -> None:
    table = beef_two_steps_away(money=4, fish=[3], waters=False)
    assert "buy" not in table.planned(0, "sell", "build", "sail").plannable(0)


def test_no_dike_when_all_twenty_are_built() -> None:
    table = beef_two_steps_away(money=4, fish=[3]).planned(0, "sell", "build", "sail")
    table.state.dikes_left = 0
    assert "buy" not in table.plannable(0)


def test_the_builders_hut_and_a_dike_take_two_vatus() -> None:
    """2 V: nothing spent 11, hut or dike 10, all convert; both leave 0 + 9."""
    table = beef_two_steps_away(money=2, fish=[3]).planned(0, "sell", "build", "sail")
    assert "buy" not in table.plannable(0)
    assert "buy" in table.player(0, character="builder").plannable(0)
    assert "buy" not in table.player(0, character="builder", used=True).plannable(0)


def test_the_builder_may_pay_the_full_price() -> None:
    """3 V: nothing spent 12, the Builder's hut 11; the plain hut leaves 0 + 9."""
    table = beef_two_steps_away(money=3, fish=[3], waters=False).player(0, character="builder")
    assert "buy" in table.planned(0, "sell", "build", "sail").plannable(0)
    assert "buy" not in table.island("0,0", huts=[1, 1, 1]).plannable(0)


def test_a_dike_alone_takes_one_vatu() -> None:
    """1 V: nothing spent 10, converted; a dike leaves 0 + 9."""
    table = beef_two_steps_away(money=1, fish=[3]).planned(0, "sell", "build", "sail")
    assert "buy" in table.plannable(0)
    assert "buy" not in table.planned(0, "sell", "sail").plannable(0)


def test_the_navigator_may_pay_for_his_steps() -> None:
    """1 V: free steps leave 1 + 9, converted; one paid step leaves 0 + 9."""
    table = vanuatu().island("0,0", huts=[1, 0, 0], goods=["beef"])
    table.player(0, money=1, fish=[3], character="navigator")
    assert "buy" in table.planned(0, "sell", "sail").plannable(0)
    assert "buy" not in table.planned(0, "sell").plannable(0)


@pytest.mark.parametrize(("treasure", "legal"), [(1, False), (2, True), (3, True)])
def test_the_diver_counts_his_bonus_and_the_sale_of_the_tile(treasure: int, legal: bool) -> None:
    """0 V: a tile of 1 brings 1 + 1, one short of the beef; a tile of 2 brings 2 + 2."""
    table = vanuatu().player(0, money=0, boat="0,1", character="diver").planned(0, "explore")
    table.island("0,0", goods=["beef"]).ocean("0,1", treasure=treasure)
    assert ("buy" in table.plannable(0)) == legal


def test_treasure_found_in_the_plan_may_be_sold() -> None:
    table = vanuatu().player(0, money=0, boat="0,1").planned(0, "explore")
    table.island("0,0", goods=["beef"]).ocean("0,1", treasure=3)
    assert "buy" in table.plannable(0)
    assert "buy" not in table.ocean("0,1", treasure=2).plannable(0)


def test_some_fish_may_be_kept() -> None:
    """1 V, price 3: the fish of 3 makes 10 and converts, that of 2 makes 7."""
    table = vanuatu().island("0,0", huts=[1, 0, 0], goods=["beef"]).planned(0, "sell")
    assert "buy" not in table.player(0, money=1, fish=[3]).plannable(0)
    assert "buy" in table.player(0, money=1, fish=[3, 2]).plannable(0)


def test_a_hut_built_in_the_plan_is_a_place_to_sell() -> None:
    table = vanuatu().player(0, money=3, fish=[1]).planned(0, "build")
    assert "sell" in table.plannable(0)
    assert "sell" not in table.player(0, money=2).plannable(0)


def test_the_diver_can_build_with_what_he_finds() -> None:
    """1 V: a tile of 1 brings 1 + 1, just enough for a hut."""
    table = vanuatu().player(0, money=1, boat="0,1", character="diver").planned(0, "explore")
    table.island("0,0", goods=[]).ocean("0,1", treasure=1)
    assert "build" in table.plannable(0)
    assert "build" not in table.player(0, character="diver", used=True).plannable(0)


@pytest.mark.parametrize(("filled", "legal"), [(".xx", True), ("..x", False)])
def test_the_beggar_counts_the_points_of_a_completed_ship(filled: str, legal: bool) -> None:
    """1 V, 0 points: kava for the last place scores 1 + 2, and 3 begged build a hut."""
    table = vanuatu().player(0, money=1, points=0, character="beggar").planned(0, "buy")
    table.ship(1, 2, filled).island("0,0", goods=["kava"])
    assert ("build" in table.plannable(0)) == legal


def test_a_purchase_saves_a_sale_from_conversion() -> None:
    """1 V and a fish of 3: 10, converted; kava bought first leaves 0 + 9 for the way and a hut."""
    table = vanuatu().lay("B2", "1,2").lay("A1", "1,3").player(0, money=1, boat="1,0", fish=[3])
    table.island("0,0", huts=[1, 1, 1], goods=["kava"]).island("1,3", goods=[])
    assert "build" in table.planned(0, "buy", "sell", "sail").plannable(0)
    assert "build" not in table.planned(0, "sell", "sail").plannable(0)
    assert "build" not in table.planned(0, "buy", "sail").plannable(0)


def test_several_conversions_at_once() -> None:
    """3 V, three fish of 3: 12, 21 or 30, of which 2, 1 or nothing is left."""
    table = beef_two_steps_away(money=3, fish=[3, 3, 3]).planned(0, "sell", "sail")
    assert "buy" not in table.plannable(0)
    assert "buy" in table.player(0, fish=[3, 3, 2]).plannable(0)  # the 2 alone: 9


@pytest.mark.parametrize(("shoal", "legal"), [("1,0", True), ("1,2", False)])
def test_fish_are_sold_beside_the_hut_built_in_the_plan(shoal: str, legal: bool) -> None:
    """4 V for a hut and a step; the shoal must lie beside the new hut."""
    table = vanuatu().lay("C1", "1,2").ocean("1,0").ocean("0,1").ocean(shoal, fish=2)
    table.player(0, money=4).planned(0, "build", "sail", "fish")
    assert ("sell" in table.plannable(0)) == legal


@pytest.mark.parametrize(("flat", "legal"), [(False, True), (True, False)])
def test_the_divers_bonus_is_one_vatu_with_the_option(flat: bool, legal: bool) -> None:
    """0 V, a tile of 3: 3 + 3 pay for the way and the beef, 3 + 1 do not."""
    table = beef_two_steps_away(money=0, fish=[], flat_bonus=flat).ocean("1,0", treasure=3)
    table.player(0, character="diver").planned(0, "explore", "sail")
    assert ("buy" in table.plannable(0)) == legal


def test_tiles_are_worth_the_sum_of_their_values() -> None:
    node = 0
    for value in (1, 2, 3, 3):
        node = with_fish_tile(node, value)
    assert total_of(fish_in(node)) == 9
    assert total_of(0) == 0
