"""The worked examples and tables of the rules page, sections 8, 9, 12, 13 and 14."""

import pytest

from tests.vanuatu.tables import Table, vanuatu

# -- section 8: what may be planned


def test_three_vatus_and_an_island_beside_the_boat_allow_building() -> None:
    assert "build" in vanuatu().plannable(0)


def test_fishing_needs_a_planned_sail_to_the_shoal() -> None:
    table = vanuatu()
    assert "fish" not in table.plannable(0)
    assert "fish" in table.planned(0, "sail").plannable(0)


def test_nothing_to_sell_without_fish_or_planned_fishing() -> None:
    assert "sell" not in vanuatu().island("0,0", huts=[1, 0, 0]).plannable(0)


def test_fish_then_sell_in_one_pass_but_not_the_other_way() -> None:
    table = vanuatu().player(0, boat="1,0").island("0,0", huts=[1, 0, 0]).planning_of(0)
    assert "plan sell" not in table.asks(0)
    table.play("plan fish")
    assert "plan sell" in table.asks(0)


@pytest.mark.parametrize(
    ("vatus", "planned", "legal"),
    [(1, ["sell"], False), (0, ["sell"], True), (1, ["sell", "sail"], True)],
)
def test_buying_beef_after_selling_a_fish_of_three(
    vatus: int, planned: list[str], legal: bool
) -> None:
    table = vanuatu().player(0, money=vatus, fish=[3]).planned(0, *planned)
    table.island("0,0", huts=[1, 0, 0], goods=["beef"])
    assert ("buy" in table.plannable(0)) == legal


def test_sailing_without_a_vatu_takes_a_navigator_or_a_treasure() -> None:
    assert "sail" not in vanuatu().player(0, money=0).plannable(0)
    assert "sail" in vanuatu().player(0, money=0, character="navigator").plannable(0)
    assert "sail" in vanuatu().player(0, money=0, treasure=[1]).plannable(0)


def test_the_beggar_can_pay_the_missing_vatu() -> None:
    beggar = vanuatu().player(0, money=2, points=1, character="beggar")
    assert "build" in beggar.plannable(0)
    assert "build" not in beggar.player(0, points=0).plannable(0)
    assert "build" not in beggar.player(0, points=1, character="beggar", used=True).plannable(0)


def beggar_with_a_long_plan(ships: list[int]) -> Table:
    table = vanuatu().player(0, money=3, points=0, character="beggar")
    for slot, ship in enumerate(ships, start=1):
        table.ship(slot, ship)
    return table.planned(0, "sail", "fish", "build", "buy")


def test_points_earned_by_planned_actions_feed_the_beggar() -> None:
    # Buy copra (-2 vatus, +3 points), beg 3, sail, fish, build, then sell.
    assert "sell" in beggar_with_a_long_plan([2, 9, 5]).plannable(0)


def test_but_not_if_no_ship_wants_copra() -> None:
    assert "sell" not in beggar_with_a_long_plan([7, 9, 5]).plannable(0)


def test_a_tourist_tile_of_zero_closes_the_space() -> None:
    assert "tourist" in vanuatu().office(1).plannable(0)
    assert "tourist" not in vanuatu().office(0).plannable(0)


def test_a_planned_tourist_pays_for_sailing() -> None:
    table = vanuatu().player(0, money=0).office(1).island("0,0", huts=[2, 0, 0])
    assert "sail" not in table.plannable(0)
    assert "sail" in table.planned(0, "tourist").plannable(0)


def test_a_tourist_pays_for_the_hut_just_planned() -> None:
    # Build (0 vatus left), bring a tourist to the new hut (1), sail, fish, then sell.
    table = vanuatu().player(0, money=3).office(1).planned(0, "build", "sail", "fish")
    assert "sell" not in table.plannable(0)
    assert "sell" in table.planned(0, "build", "sail", "fish", "tourist").plannable(0)


# -- section 8: consequences


def test_resting_can_always_be_planned() -> None:
    table = vanuatu(players=5).player(0, money=0, huts_left=0).office(0).lay("C1", "2,1")
    table.lay("C2", "3,1").player(0, boat="3,1").ocean("3,1")
    assert table.plannable(0) == {"rest"}


def test_selling_treasure_can_close_what_was_open_but_markers_stay() -> None:
    table = vanuatu().player(0, money=8, treasure=[2]).planning_of(0, 2)
    table.play("plan build")
    assert "plan build" in table.asks(0)
    table.play("treasure 2 by 0")
    assert (table.money(0), table.points(0)) == (0, 5)
    assert "plan build" not in table.asks(0)
    assert table.stack("build")[0] == 1


@pytest.mark.parametrize(
    ("vatus", "character", "rising_waters", "legal"),
    [
        (3, "artist", False, True),
        (2, "artist", False, False),
        (1, "builder", False, True),
        (0, "builder", False, False),
        (1, "artist", True, True),
        (0, "artist", True, False),
    ],
)
def test_building_needs_money(vatus: int, character: str, rising_waters: bool, legal: bool) -> None:
    table = vanuatu(rising_waters=rising_waters).player(0, money=vatus, character=character)
    assert ("build" in table.plannable(0)) == legal


def test_one_planned_fish_gives_one_fish_tile_however_many_markers() -> None:
    # The 2 sells for 2 vatus at price 1; only a second catch would pay for the beef.
    table = vanuatu().player(0, money=0, boat="1,0").island("0,0", huts=[1, 0, 0], goods=["beef"])
    table.state.price = 1
    table.markers(fish=[3, 0, 0], sell=[1, 0, 0])
    assert "buy" not in table.plannable(0)
    assert "buy" in table.island("0,0", goods=["copra"]).plannable(0)


def test_governor_and_preacher_do_not_widen_planning() -> None:
    plain = vanuatu().plannable(0)
    assert vanuatu().player(0, character="governor").plannable(0) == plain
    assert vanuatu().player(0, character="preacher").plannable(0) == plain


def test_neutral_markers_do_not_restrict_planning() -> None:
    plain = vanuatu(players=2).plannable(0)
    assert vanuatu(players=2).neutral(build=5).plannable(0) == plain


def test_a_good_nobody_wants_can_be_planned() -> None:
    table = vanuatu().ship(1, 2).ship(2, 9).ship(3, 6).island("0,0", goods=["beef"])
    assert "buy" in table.plannable(0)


def test_resting_funds_nothing() -> None:
    assert "sail" not in vanuatu().player(0, money=0).planned(0, "rest").plannable(0)


def test_with_two_players_the_other_boat_stays_where_it_is() -> None:
    table = vanuatu(players=2).player(0, money=1).player(1, boat="1,0").ocean("0,1")
    assert "fish" not in table.planned(0, "sail").plannable(0)
    assert "fish" in table.player(1, boat="0,1").plannable(0)


# -- section 9: ten vatus become five points


@pytest.mark.parametrize(
    ("before", "fish", "after", "points"),
    [(3, [3], 2, 5), (9, [3, 3, 1], 0, 15)],
)
def test_selling_fish_converts(before: int, fish: list[int], after: int, points: int) -> None:
    table = vanuatu().player(0, money=before, fish=fish).island("0,0", huts=[1, 0, 0])
    table.markers(sell=[1, 0, 0]).turn_of(0)
    table.play("perform sell", "sell " + " ".join(map(str, fish)))
    assert (table.money(0), table.points(0)) == (after, points)


def test_selling_treasure_converts() -> None:
    table = vanuatu().player(0, money=8, treasure=[2]).planning_of(0)
    table.play("treasure 2 by 0")
    assert (table.money(0), table.points(0)) == (0, 5)


def test_a_tourist_converts() -> None:
    table = vanuatu().player(0, money=7).office(1).island("0,0", huts=[1, 1, 1])
    table.markers(tourist=[1, 0, 0]).turn_of(0)
    table.play("perform tourist", "tourist 0,0")
    assert (table.money(0), table.points(0)) == (0, 5)


def test_selling_at_once_or_one_by_one_is_the_same() -> None:
    together = vanuatu().player(0, money=7, treasure=[3, 3, 2]).planning_of(0)
    together.play("treasure 3 by 0", "treasure 3 by 0", "treasure 2 by 0")
    backwards = vanuatu().player(0, money=7, treasure=[3, 3, 2]).planning_of(0)
    backwards.play("treasure 2 by 0", "treasure 3 by 0", "treasure 3 by 0")
    assert together.money(0) == backwards.money(0) == 5
    assert together.points(0) == backwards.points(0) == 5


# -- section 12: the final scoring


def test_the_example_of_the_final_scoring() -> None:
    table = vanuatu(first=0).player(0, money=8, fish=[2, 1], treasure=[3], points=0)
    table.lay("A1", "2,2").island("0,0", huts=[2, 0, 0], tourists=4)
    table.island("2,2", huts=[1, 0, 0], tourists=1).game_over()
    assert table.items(0) == {
        "track": 0,
        "fish": 5,
        "first_player": 3,
        "vatus": 0,
        "treasure": 6,
        "huts": 18,
        "water": 0,
    }
    assert table.total(0) == 32


# -- section 13: Rising Waters


def flood(table: Table, round_: int = 2) -> Table:
    """Let the die run out on a rest."""
    table.state.round, table.state.die = round_, 1
    table.markers(rest=[1, 1, 1]).turn_of(0)
    table.play("perform rest", "rest vatu")
    return table


def test_the_first_flood_around_the_starting_island() -> None:
    assert flood(vanuatu(rising_waters=True)).seen("0,0")["water"] == 3


def test_the_second_flood_drowns_it_in_spite_of_a_dike() -> None:
    table = vanuatu(rising_waters=True).lay("B1", "-1,0")
    table.island("0,0", water=3, dikes=["E"])
    assert flood(table, 4).seen("0,0")["sunk"]


def test_wet_huts_lose_points() -> None:
    table = vanuatu(rising_waters=True, first=1)
    table.player(0, money=0).island("0,0", huts=[2, 0, 0], tourists=2, water=3).game_over()
    assert table.items(0)["huts"] + table.items(0)["water"] == -2
    assert table.total(0) == -2


def test_taking_markers_back_does_not_lower_the_die() -> None:
    table = vanuatu(rising_waters=True)
    table.state.round, table.state.die = 2, 1
    table.markers(fish=[1, 2, 0]).turn_of(0)
    table.play("retrieve fish")
    assert table.state.die == 1


def test_two_islands_sink_at_once_after_one_before_and_all_lose() -> None:
    table = vanuatu(rising_waters=True).lay("A1", "2,2").lay("A2", "-1,1")
    table.island("-1,1", water=4)
    flood(table)
    assert not table.state.lost
    table.island("0,0", water=4).island("2,2", water=4)
    table.state.round, table.state.die = 4, 1
    table.markers(rest=[0, 1, 0]).turn_of(1)
    table.play("perform rest", "rest point")
    assert table.state.lost
    assert table.places() == [0, 0, 0]


@pytest.mark.parametrize(("water", "penalty"), [(0, 0), (1, -1), (2, -3), (3, -5), (4, -7)])
def test_the_penalty_grows_with_the_water(water: int, penalty: int) -> None:
    table = vanuatu(rising_waters=True).island("0,0", huts=[1, 0, 0], water=water)
    assert table.items(0)["water"] == penalty


# -- section 14: majorities with two players


@pytest.mark.parametrize(
    ("own", "others", "neutral", "tied", "leads_as_first", "leads_as_second"),
    [
        (2, 0, 1, False, True, True),
        (1, 0, 1, False, False, False),
        (1, 0, 1, True, True, True),
        (1, 0, 2, True, False, False),
        (2, 2, 1, False, True, False),
        (2, 3, 0, True, False, False),
        (1, 0, 0, False, True, True),
    ],
)
def test_majorities_against_neutral_markers(
    own: int, others: int, neutral: int, tied: bool, leads_as_first: bool, leads_as_second: bool
) -> None:
    for first, leads in ((0, leads_as_first), (1, leads_as_second)):
        table = vanuatu(players=2, first=first)
        table.player(0, character="artist" if tied else "diver")
        table.markers(draw=[own, others]).neutral(draw=neutral)
        assert (table.leader("draw") == 0) == leads


def test_a_stack_the_governor_moved_ties_with_the_neutral_markers() -> None:
    table = vanuatu(players=2).player(0, character="governor")
    table.markers(fish=[1, 0], rest=[0, 1]).neutral(draw=1).turn_of(0)
    table.play("govern fish draw")
    assert table.leader("draw") == 0
