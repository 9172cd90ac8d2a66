"""Sections 10 and 11: the nine actions and the eleven characters."""

import pytest

from tests.vanuatu.tables import vanuatu

# -- sail


def test_sailing_costs_a_vatu_for_each_step() -> None:
    table = vanuatu().player(0, money=3).markers(sail=[1, 0, 0]).turn_of(0)
    table.play("perform sail", "sail 1,0 1")
    assert (table.boat(0), table.money(0)) == ("1,0", 2)


def test_detours_cost_their_steps() -> None:
    table = vanuatu().player(0, money=2).markers(sail=[1, 0, 0]).turn_of(0)
    table.play("perform sail", "sail 1,1 2")
    assert (table.boat(0), table.money(0)) == ("1,1", 0)


def test_a_boat_never_enters_an_island_or_an_empty_cell() -> None:
    table = vanuatu().player(0, money=3).markers(sail=[1, 0, 0]).turn_of(0)
    table.play("perform sail")
    assert {text.split()[1] for text in table.asks(0)} == {"1,0", "0,1", "1,1"}
    assert table.why_not(0, "hex:0,0").code == "not_an_ocean"
    assert table.why_not(0, "hex:2,1").code == "empty_cell"


def test_boats_share_cells() -> None:
    table = vanuatu().player(0, boat="1,0").player(1, boat="0,1").markers(sail=[1, 0, 0]).turn_of(0)
    table.play("perform sail", "sail 0,1 2")
    assert table.boat(0) == table.boat(1) == "0,1"


def test_the_navigator_sails_free() -> None:
    table = vanuatu().player(0, money=0, character="navigator").markers(sail=[1, 0, 0]).turn_of(0)
    assert table.asks(0) == ["perform sail bonus", "retrieve sail"]
    table.play("perform sail bonus", "sail 1,0 3")
    assert (table.boat(0), table.money(0)) == ("1,0", 0)


def test_the_navigator_may_pay() -> None:
    table = vanuatu().player(0, money=2, character="navigator").markers(sail=[1, 0, 0]).turn_of(0)
    assert table.asks(0) == ["perform sail", "perform sail bonus"]
    table.play("perform sail", "sail 1,0 1")
    assert table.money(0) == 1
    assert table.state.used[0] == 1


# -- build


def test_several_own_huts_on_one_island_until_it_is_full() -> None:
    table = vanuatu().player(0, money=9).island("0,0", huts=[2, 0, 0])
    table.markers(build=[1, 1, 0]).turn_of(0)
    table.play("perform build", "build 0,0 hut")
    assert table.seen("0,0")["huts"] == [3, 0, 0]
    assert (table.money(0), table.state.huts_left[0]) == (6, 5)
    assert table.asks(1) == ["retrieve build"]
    assert table.why_not(1, "perform:build").code == "no_site"


def test_the_builder_pays_one_or_three() -> None:
    table = vanuatu().player(0, money=3, character="builder").markers(build=[1, 0, 0]).turn_of(0)
    assert table.asks(0) == ["perform build", "perform build bonus"]
    table.play("perform build bonus", "build 0,0 hut")
    assert table.money(0) == 2


# -- explore and fish


def test_treasures_are_worth_what_is_left() -> None:
    table = vanuatu().lay("B1", "-1,0").everybody(boat="-1,0").markers(explore=[1, 1, 1]).turn_of(0)
    table.play("perform explore", "perform explore", "perform explore")
    assert [table.treasure(seat) for seat in range(3)] == [[3], [2], [1]]
    assert table.seen("-1,0")["treasure"] == 0


def test_the_diver_may_decline() -> None:
    table = vanuatu().player(0, boat="0,1", money=3, character="diver")
    table.markers(explore=[1, 0, 0]).turn_of(0)
    assert table.asks(0) == ["perform explore", "perform explore bonus"]
    table.play("perform explore")
    assert (table.money(0), table.state.used[0]) == (3, 1)


# -- sell


def test_selling_needs_an_own_hut_beside_the_boat() -> None:
    table = vanuatu().player(0, fish=[2]).island("0,0", huts=[0, 1, 0]).markers(sell=[1, 0, 0])
    table.turn_of(0)
    assert table.asks(0) == ["retrieve sell"]
    assert table.why_not(0, "perform:sell").code == "no_hut_near"
    table.island("0,0", huts=[1, 1, 0])
    assert table.asks(0) == ["perform sell"]


def test_every_selection_of_fish_may_be_sold() -> None:
    table = vanuatu().player(0, fish=[3, 1, 1]).island("0,0", huts=[1, 0, 0])
    table.markers(sell=[1, 0, 0]).turn_of(0)
    table.play("perform sell")
    assert table.asks(0) == ["sell 1", "sell 1 1", "sell 3", "sell 3 1", "sell 3 1 1"]


def test_the_price_falls_once_however_many_fish_are_sold() -> None:
    table = vanuatu().player(0, fish=[2, 1], money=0).island("0,0", huts=[1, 0, 0])
    table.markers(sell=[1, 0, 0], rest=[0, 1, 0]).turn_of(0)
    table.play("perform sell", "sell 2 1")
    assert (table.money(0), table.state.price) == (9, 2)


def test_the_vendor_beside_an_own_hut_sells_like_anybody() -> None:
    table = vanuatu().player(0, fish=[2], character="vendor").island("0,0", huts=[1, 0, 0])
    table.markers(sell=[1, 0, 0]).turn_of(0)
    assert table.asks(0) == ["perform sell"]


# -- buy


@pytest.mark.parametrize(
    ("good", "price", "points"), [("kava", 1, 1), ("copra", 2, 3), ("beef", 3, 5)]
)
def test_prices_and_points(good: str, price: int, points: int) -> None:
    table = vanuatu().ship(1, 1).player(0, money=5).markers(buy=[1, 0, 0]).turn_of(0)
    table.play("perform buy", f"buy {good} 0,0")
    assert (table.money(0), table.points(0)) == (5 - price, points)


def test_the_last_good_of_a_ship_brings_two_more() -> None:
    table = vanuatu().ship(1, 1, "xx.").player(0, money=1).markers(buy=[1, 0, 0]).turn_of(0)
    table.play("perform buy", "buy kava 0,0")
    assert table.points(0) == 3


def test_buying_needs_no_hut_and_what_one_cannot_pay_is_not_offered() -> None:
    table = vanuatu().player(0, money=2).markers(buy=[1, 0, 0]).turn_of(0)
    table.play("perform buy")
    assert table.asks(0) == ["buy kava 0,0", "buy copra 0,0"]
    assert table.why_not(0, "good:beef@0,0").args == {
        "good": "beef",
        "cell": "0,0",
        "needs": 3,
        "have": 2,
    }


def test_the_buyer_gets_nothing_more_from_an_empty_reserve() -> None:
    table = vanuatu().ship(1, 9).player(0, money=1, character="buyer").markers(buy=[1, 0, 0])
    table.state.reserve[0] = 0
    table.turn_of(0)
    table.play("perform buy bonus", "buy kava 0,0")
    assert table.points(0) == 1
    assert sum(table.view()["ships"][0]["filled"]) == 1


def test_the_buyers_second_cube_is_lost_without_demand() -> None:
    table = vanuatu().ship(1, 2, "xx.").ship(2, 6, "xxx").ship(3, 5)
    table.player(0, money=2, character="buyer").markers(buy=[1, 0, 0], rest=[0, 1, 0])
    before = table.view()["reserve"]["copra"]
    table.turn_of(0)
    table.play("perform buy bonus", "buy copra 0,0")
    assert table.points(0) == 3 + 2
    assert table.view()["reserve"]["copra"] == before


# -- draw and tourist


def test_drawing_brings_three_points_and_five_for_the_artist() -> None:
    plain = vanuatu().markers(draw=[1, 0, 0]).turn_of(0)
    plain.play("perform draw", "draw 0,0")
    assert plain.points(0) == 3
    artist = vanuatu().player(0, character="artist").markers(draw=[1, 0, 0]).turn_of(0)
    artist.play("perform draw bonus", "draw 0,0")
    assert artist.points(0) == 5


def test_each_drawing_site_serves_once() -> None:
    table = vanuatu().markers(draw=[1, 1, 0]).turn_of(0)
    table.play("perform draw", "draw 0,0")
    assert table.asks(1) == ["retrieve draw"]


def test_a_tourist_pays_for_every_hut_of_any_colour() -> None:
    table = vanuatu().player(0, money=0).office(1).island("0,0", huts=[0, 2, 1])
    table.markers(tourist=[1, 0, 0]).turn_of(0)
    table.play("perform tourist", "tourist 0,0")
    assert table.money(0) == 3


# -- the characters that are tied to no action


def test_the_beggar_begs_on_another_players_turn() -> None:
    table = vanuatu().player(1, points=9, money=9, character="beggar").markers(draw=[1, 1, 0])
    table.turn_of(0)
    assert table.asks(1) == ["beg 1 by 1", "beg 2 by 1", "beg 3 by 1"]
    table.play("beg 1 by 1")
    assert (table.money(1), table.points(1)) == (0, 9 - 1 + 5)
    assert table.turn() == 0


def test_an_old_beggar_does_not_work_before_the_new_choice() -> None:
    table = vanuatu().player(0, points=9, character="beggar").round_begins(2)
    assert all("beg" not in text for text in table.asks(0))


def test_the_governor_may_move_instead_of_taking_back() -> None:
    table = vanuatu().player(0, character="governor").markers(fish=[1, 2, 0]).turn_of(0)
    assert table.asks(0)[0] == "retrieve fish"
    assert len([text for text in table.asks(0) if text.startswith("govern fish")]) == 8
    assert len(table.asks(0)) == 9


def test_the_governor_moves_onto_a_space_he_could_not_plan() -> None:
    table = vanuatu().player(0, character="governor", money=0).markers(rest=[1, 0, 0]).turn_of(0)
    assert "sail" not in table.plannable(0)
    table.play("govern rest sail")
    assert table.asks(0) == ["retrieve sail"]


def test_the_preacher_acts_and_the_others_stacks_stay() -> None:
    table = vanuatu().player(0, character="preacher").markers(draw=[1, 2, 0]).turn_of(0)
    table.play("preach draw", "draw 0,0")
    assert table.points(0) == 3
    assert table.stack("draw") == [0, 2, 0]
    assert table.state.used[0] == 1


def test_a_used_preacher_takes_back_like_anybody() -> None:
    table = vanuatu().player(0, character="preacher", used=True).markers(draw=[1, 2, 0]).turn_of(0)
    assert table.asks(0) == ["retrieve draw"]


# -- treasure at any time


@pytest.mark.parametrize("moment", ["placing", "choosing", "planning", "acting"])
def test_treasure_is_sold_in_every_phase_and_out_of_turn(moment: str) -> None:
    table = vanuatu().everybody(treasure=[2]).markers(draw=[1, 0, 0])
    if moment == "placing":
        table.round_begins(2)
    elif moment == "planning":
        table.planning_of(0)
    elif moment == "acting":
        table.turn_of(0)
    assert table.turn() == 0
    assert table.asks(2) == ["treasure 2 by 2"]
    assert "treasure 2 by 0" in table.asks(0)
    table.play("treasure 2 by 2")
    assert (table.money(2), table.turn()) == (5, 0)


def test_nobody_sells_in_the_middle_of_an_own_action_but_the_others_may() -> None:
    """Ruling V-01."""
    table = vanuatu().everybody(treasure=[2]).markers(draw=[1, 0, 0]).turn_of(0)
    table.play("perform draw")
    assert table.asks(0) == ["draw 0,0"]
    assert table.asks(1) == ["treasure 2 by 1"]
    assert table.why_not(0, "treasure:2").code == "finish_your_action_first"
