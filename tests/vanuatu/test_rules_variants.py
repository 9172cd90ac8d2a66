"""Section 13, Rising Waters, and section 14, two players; the game without characters."""

from itertools import pairwise

import pytest

from skerry.games.vanuatu.game import VANUATU
from skerry.kernel.rng import Rng
from tests.vanuatu.tables import OFFERS, Table, vanuatu

# -- Rising Waters


def waters(die: int = 3, round_: int = 2) -> Table:
    table = vanuatu(rising_waters=True)
    table.state.round, table.state.die = round_, die
    return table


def test_the_die_is_rolled_in_even_rounds_before_the_tiles() -> None:
    for round_, value in ((2, 6), (3, 0), (4, 5), (5, 0), (6, 4), (7, 0)):
        table = vanuatu(rising_waters=True).round_begins(round_)
        assert table.asked() == "place_tile"
        assert table.view()["die"] == value


def test_an_action_lowers_the_die() -> None:
    table = waters().markers(draw=[1, 1, 0], fish=[0, 1, 0]).turn_of(0)
    table.play("perform draw", "draw 0,0")
    assert table.state.die == 2


def test_fishing_and_exploring_lower_the_die_too() -> None:
    table = waters().player(0, boat="0,1").player(1, boat="0,1")
    table.markers(fish=[1, 0, 0], explore=[0, 1, 0], draw=[0, 0, 1]).turn_of(0)
    table.play("perform fish")
    assert table.state.die == 2
    table.play("perform explore")
    assert table.state.die == 1


def test_preaching_lowers_the_die_but_governing_selling_and_begging_do_not() -> None:
    table = waters().player(0, character="preacher").player(1, character="governor")
    table.player(2, character="beggar", points=5, treasure=[1])
    table.markers(draw=[1, 2, 0], rest=[0, 0, 2], fish=[0, 1, 0]).turn_of(0)
    table.play("preach draw", "draw 0,0")
    assert table.state.die == 2
    table.play("govern fish rest", "treasure 1 by 2", "beg 1 by 2")
    assert table.state.die == 2
    table.play("perform rest", "rest vatu")
    assert table.state.die == 1


def test_the_flood_comes_when_the_action_is_complete() -> None:
    table = waters(die=1).markers(build=[1, 1, 0]).turn_of(0)
    table.play("perform build")
    assert table.seen("0,0")["water"] == 0
    table.play("build 0,0 hut")
    assert table.seen("0,0")["water"] == 3
    assert table.view()["die"] == 0


def test_a_dike_built_just_in_time_holds() -> None:
    table = waters(die=1).markers(build=[1, 1, 0]).turn_of(0)
    table.play("perform build", "build 0,0 dike E")
    assert table.seen("0,0")["water"] == 2
    assert table.view()["dikes_left"] == 19


def test_at_most_one_flood_a_round() -> None:
    table = waters(die=1).markers(rest=[1, 1, 0], draw=[1, 0, 1]).turn_of(0)
    table.play("perform rest", "rest vatu", "perform rest", "rest point")
    assert table.seen("0,0")["water"] == 3


def test_a_flood_that_is_not_reached_does_not_come() -> None:
    table = waters(die=6).markers(rest=[1, 0, 0]).turn_of(0)
    table.play("perform rest", "rest vatu")
    assert table.state.round == 3
    assert (table.seen("0,0")["water"], table.view()["die"]) == (0, 0)


def test_sides_towards_islands_and_empty_cells_are_safe() -> None:
    table = waters(die=1).lay("A1", "-1,0").markers(rest=[1, 1, 0]).turn_of(0)
    table.play("perform rest", "rest vatu")
    assert table.seen("0,0")["water"] == 3  # E, SE, SW; an island lies to the W
    assert table.seen("-1,0")["water"] == 1  # only 0,1 is ocean


def test_what_is_left_of_a_sunken_island() -> None:
    table = waters(die=1).island("0,0", huts=[1, 1, 0], water=4, tourists=2, drawings=1)
    table.island("0,0", dikes=["E"], goods=["beef"])
    table.state.dikes_left = 19
    before = table.view()["reserve"]["beef"]
    table.markers(rest=[1, 1, 0], draw=[0, 0, 1]).turn_of(0)
    table.play("perform rest", "rest vatu")
    cell = table.seen("0,0")
    assert cell["sunk"]
    assert (cell["huts"], cell["tourists"], cell["drawings"]) == ([0, 0, 0], 0, 0)
    assert (cell["water"], cell["dikes"], sum(cell["goods"].values())) == (0, [], 0)
    assert table.view()["reserve"]["beef"] == before + 1
    assert table.view()["dikes_left"] == 19
    assert table.state.huts_left == [7, 7, 8]


def test_a_sunken_island_accepts_nothing_and_gets_no_goods() -> None:
    table = waters(die=1).island("0,0", water=4, goods=[])
    table.markers(rest=[1, 0, 0]).turn_of(0)
    table.play("perform rest", "rest vatu")  # round 3 begins
    assert sum(table.seen("0,0")["goods"].values()) == 0
    assert not table.plannable(0) & {"build", "draw", "tourist", "buy"}


def test_a_neighbour_of_a_sunken_island_is_safe_on_that_side() -> None:
    table = waters(die=1).lay("A1", "-1,0").island("0,0", water=4)
    table.markers(rest=[1, 1, 1]).turn_of(0)
    table.play("perform rest", "rest vatu")
    assert table.seen("0,0")["sunk"]
    table.state.round, table.state.die = 4, 1
    table.play("perform rest", "rest point")
    assert table.seen("-1,0")["water"] == 1 + 1


def test_all_islands_rise_at_once() -> None:
    # Both lie beside each other; neither shields the other by sinking first.
    table = waters(die=1).lay("A1", "-1,0").island("0,0", water=4).island("-1,0", water=4)
    table.markers(rest=[1, 1, 0]).turn_of(0)
    table.play("perform rest", "rest vatu")
    assert table.seen("0,0")["sunk"]
    assert table.seen("-1,0")["sunk"]


def test_hut_dike_or_both_on_one_island() -> None:
    table = waters().player(0, money=4).markers(build=[1, 0, 0]).turn_of(0)
    table.play("perform build")
    sides = ("E", "SE", "SW")
    assert set(table.asks(0)) == {"build 0,0 hut"} | {
        f"build 0,0 {what}dike {side}" for side in sides for what in ("", "hut ")
    }
    table.play("build 0,0 hut dike SW")
    assert (table.money(0), table.seen("0,0")["dikes"]) == (0, ["SW"])


def test_a_hut_and_a_dike_cost_four() -> None:
    table = waters().player(0, money=3).markers(build=[1, 0, 0]).turn_of(0)
    table.play("perform build")
    assert not any(text.startswith("build 0,0 hut dike") for text in table.asks(0))


def test_the_builders_discount_is_for_the_hut_only() -> None:
    table = waters().player(0, money=2, character="builder").markers(build=[1, 1, 0]).turn_of(0)
    assert table.asks(0) == ["perform build", "perform build bonus"]
    table.play("perform build bonus")
    assert "build 0,0 hut dike E" in table.asks(0)
    table.play("build 0,0 hut dike E")
    assert table.money(0) == 0


def test_the_builder_builds_a_dike_for_one() -> None:
    table = waters().player(0, money=2, character="builder").markers(build=[1, 1, 0]).turn_of(0)
    table.play("perform build", "build 0,0 dike E")
    assert table.money(0) == 1


def test_a_side_takes_one_dike() -> None:
    table = waters().player(0, money=1).island("0,0", dikes=["E", "SE"]).markers(build=[1, 0, 0])
    table.turn_of(0)
    table.play("perform build")
    assert table.asks(0) == ["build 0,0 dike SW"]


def test_twenty_dikes_in_all() -> None:
    table = waters().player(0, money=1)
    table.state.dikes_left = 0
    assert "build" not in table.plannable(0)
    table.markers(build=[1, 0, 0]).turn_of(0)
    assert table.asks(0) == ["retrieve build"]


def test_a_tile_placed_later_exposes_a_side() -> None:
    table = vanuatu(rising_waters=True)
    assert table.state.open_sides(1).bit_count() == 3
    table.lay("B1", "-1,0")
    assert table.state.open_sides(1).bit_count() == 4


# -- two players


def test_the_order_of_a_round_for_two() -> None:
    table = vanuatu(players=2, first=1)
    asked = []
    while table.asked() != "plan_marker":
        asked.append((table.asked(), table.turn()))
        table.play(table.asks(table.turn())[0])
    assert asked == [
        ("place_neutral", 1),
        ("place_neutral", 1),
        ("place_neutral", 0),
        ("place_neutral", 0),
        ("place_neutral", 0),
        ("choose_character", 1),
        ("choose_character", 0),
    ]


def test_neutral_markers_go_anywhere_and_stack() -> None:
    table = vanuatu(players=2)
    assert len(table.asks(0)) == 9
    table.play(*["neutral fish"] * 5)
    assert table.view()["spaces"][3]["neutral"] == 5


def test_neutral_markers_leave_at_the_end_of_the_round() -> None:
    table = vanuatu(players=2).neutral(fish=3).round_begins(2)
    assert all(space["neutral"] == 0 for space in table.view()["spaces"])


def test_five_characters_are_on_offer_and_three_stay_unused() -> None:
    table = vanuatu(players=2)
    table.play(*["neutral fish"] * 5)
    assert table.asks(0) == [f"take {name}" for name in OFFERS[0]]
    table.play("take beggar")
    assert table.asks(1) == [f"take {name}" for name in OFFERS[0] if name != "beggar"]


@pytest.mark.parametrize("seed", range(5))
def test_last_rounds_five_are_not_on_offer_again(seed: int) -> None:
    offers = VANUATU.setup(VANUATU.deal({"players": 2}, Rng(seed)))["piles"]["characters"]
    assert len(offers) == 8
    for before, after in pairwise(offers):
        assert len(set(after)) == 5
        assert not set(before) & set(after)


def test_a_stack_that_does_not_beat_the_neutral_ones_can_only_go_back() -> None:
    table = vanuatu(players=2).markers(draw=[1, 0]).neutral(draw=1).turn_of(0)
    assert table.asks(0) == ["retrieve draw"]
    assert table.why_not(0, "perform:draw").code == "neutral_markers"


def test_the_preacher_ignores_neutral_markers() -> None:
    table = vanuatu(players=2).player(0, character="preacher")
    table.markers(draw=[1, 0]).neutral(draw=3).turn_of(0)
    assert table.asks(0) == ["retrieve draw", "preach draw"]


def test_the_smaller_stack_does_not_lead_when_the_larger_ties_with_neutral() -> None:
    # Seat 1 is blocked by the neutral stack; seat 0 must still beat seat 1.
    table = vanuatu(players=2).player(0, character="artist").player(1, character="diver")
    table.markers(draw=[1, 2]).neutral(draw=2)
    assert table.leader("draw") is None


def test_an_equal_stack_with_the_tied_character_behind_a_blocked_first_player() -> None:
    """Ruling V-05: the tie between players is settled before the neutral stack is looked at."""
    table = vanuatu(players=2).player(0, character="diver").player(1, character="artist")
    table.markers(draw=[2, 2]).neutral(draw=2)
    assert table.leader("draw") is None


def test_both_boats_start_together_and_may_leave() -> None:
    table = vanuatu(players=2)
    assert table.boat(0) == table.boat(1) == "1,1"
    table.markers(sail=[1, 0]).turn_of(0)
    table.play("perform sail")
    assert "sail 1,1 2" not in table.asks(0)
    assert "sail 1,0 1" in table.asks(0)


def test_sailing_is_impossible_if_every_end_is_taken() -> None:
    table = vanuatu(players=2).player(0, money=1, boat="1,0").player(1, boat="1,1")
    table.markers(sail=[1, 0]).turn_of(0)
    assert table.asks(0) == ["retrieve sail"]
    table.player(0, money=2)
    assert table.asks(0) == ["perform sail"]


def test_rising_waters_works_for_two() -> None:
    table = vanuatu(players=2, rising_waters=True)
    table.state.round, table.state.die = 2, 1
    table.markers(rest=[1, 1]).turn_of(0)
    table.play("perform rest", "rest vatu")
    assert table.seen("0,0")["water"] == 3


# -- without characters


def test_nobody_holds_a_character_in_the_plain_game() -> None:
    table = vanuatu(characters=False)
    while table.turn() >= 0:
        assert table.asked() != "choose_character"
        table.state.play(table.state.options()[0])
    assert [table.character(seat) for seat in range(3)] == [None, None, None]
