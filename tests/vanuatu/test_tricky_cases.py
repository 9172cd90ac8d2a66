"""The 48 tricky cases of the rules page, section 18, in its order."""

from tests.vanuatu.tables import vanuatu


def test_01_equal_stacks_belong_to_whoever_is_first_in_turn_order() -> None:
    table = vanuatu(first=2).lay("B2", "2,0").everybody(boat="2,0")
    table.markers(fish=[1, 2, 2], rest=[1, 0, 0])
    table.turn_of(2)
    assert table.leader("fish") == 2
    table.play("perform fish")
    assert table.leader("fish") == 1
    table.play("perform rest", "rest vatu")
    table.play("perform fish")
    assert table.leader("fish") == 0


def test_02_the_tie_goes_by_turn_order_not_by_who_acts() -> None:
    table = vanuatu(first=0).lay("B2", "2,0").everybody(boat="2,0")
    table.markers(fish=[1, 2, 2], rest=[1, 0, 0])
    table.turn_of(0)
    assert table.leader("fish") == 1
    table.play("perform rest", "rest vatu", "perform fish")
    assert table.leader("fish") == 2
    table.play("perform fish")
    assert table.leader("fish") == 0


def test_03_a_majority_that_is_impossible_may_wait_or_go_back_but_nobody_passes() -> None:
    table = vanuatu().player(0, money=2).markers(build=[1, 0, 0], sail=[1, 0, 0])
    table.turn_of(0)
    assert table.asks(0) == ["perform sail", "retrieve build"]


def test_04_without_a_majority_one_stack_goes_back() -> None:
    table = vanuatu().markers(fish=[1, 2, 0], draw=[1, 2, 0])
    table.turn_of(0)
    assert table.asks(0) == ["retrieve fish", "retrieve draw"]


def test_05_the_preacher_may_perform_what_is_possible_instead() -> None:
    table = vanuatu().player(0, character="preacher").markers(fish=[1, 2, 0], draw=[1, 2, 0])
    table.turn_of(0)
    assert table.asks(0) == ["retrieve fish", "retrieve draw", "preach draw"]


def test_06_the_preacher_is_silent_while_he_leads_somewhere() -> None:
    table = vanuatu().player(0, character="preacher").markers(fish=[1, 0, 0], draw=[1, 2, 0])
    table.turn_of(0)
    assert table.asks(0) == ["retrieve fish"]


def test_07_the_governor_moves_a_whole_stack_and_ends_his_turn() -> None:
    table = vanuatu(rising_waters=True).player(0, character="governor")
    table.state.round, table.state.die = 2, 3
    table.markers(fish=[2, 0, 0], explore=[1, 0, 0], rest=[0, 1, 0])
    table.turn_of(0)
    table.play("govern fish explore")
    assert table.stack("explore") == [3, 0, 0]
    assert table.stack("fish") == [0, 0, 0]
    assert table.turn() == 1
    assert table.state.used[0] == 1
    assert table.state.die == 3


def test_08_fish_tiles_are_worth_what_is_left() -> None:
    table = vanuatu(players=4).lay("B2", "2,0").everybody(boat="2,0")
    table.markers(fish=[2, 2, 2, 2])
    table.turn_of(0)
    table.play("perform fish", "perform fish", "perform fish")
    assert [table.fish(seat) for seat in range(3)] == [[3], [2], [1]]
    assert table.asks(3) == ["retrieve fish"]


def test_09_the_fisherman_scores_the_tile_too() -> None:
    table = vanuatu().lay("B2", "2,0").player(0, boat="2,0", character="fisherman")
    table.markers(fish=[1, 0, 0])
    table.turn_of(0)
    table.play("perform fish bonus")
    assert table.fish(0) == [3]
    assert table.points(0) == 3
    assert table.seen("2,0")["fish"] == 2


def test_10_the_diver_earns_the_tile_and_money_converts() -> None:
    table = vanuatu().lay("B1", "2,0").player(0, boat="2,0", money=8, character="diver")
    table.markers(explore=[1, 0, 0])
    table.turn_of(0)
    table.play("perform explore bonus")
    assert (table.money(0), table.points(0), table.treasure(0)) == (1, 5, [3])


def test_11_the_price_of_fish_falls_with_each_sale_and_recovers_next_round() -> None:
    table = vanuatu(players=4).everybody(fish=[1], money=0, boat="1,1")
    table.lay("A1", "2,2").island("0,0", huts=[1, 1, 1, 0]).island("2,2", huts=[0, 0, 0, 1])
    table.markers(sell=[1, 1, 1, 1])
    table.turn_of(0)
    for seat in range(4):
        table.play("perform sell", "sell 1")
        assert table.turn() == (seat + 1) % 4 or table.asked() == "place_tile"
    assert [table.money(seat) for seat in range(4)] == [3, 2, 1, 1]
    assert table.state.price == 3


def test_12_selling_some_fish_and_keeping_the_rest() -> None:
    table = vanuatu().player(0, fish=[3, 2], money=0).island("0,0", huts=[1, 0, 0])
    table.state.price = 2
    table.markers(sell=[1, 0, 0])
    table.turn_of(0)
    table.play("perform sell", "sell 2")
    assert table.money(0) == 4
    assert table.fish(0) == [3]


def test_13_the_vendor_sells_at_sea() -> None:
    table = vanuatu().lay("C1", "2,0").player(0, boat="2,0", fish=[1], character="vendor")
    table.markers(sell=[1, 0, 0])
    table.turn_of(0)
    assert table.asks(0) == ["perform sell bonus", "retrieve sell"]


def test_14_the_buyer_loads_the_top_ship_then_the_next() -> None:
    table = vanuatu().player(0, money=3, character="buyer").markers(buy=[1, 0, 0])
    table.ship(1, 2, "x..").ship(2, 9).ship(3, 5)
    table.turn_of(0)
    table.play("perform buy bonus", "buy kava 0,0")
    assert table.points(0) == 2
    assert table.money(0) == 2
    assert [ship["filled"] for ship in table.view()["ships"]][:2] == [
        [True, True, False],
        [True, False, False],
    ]


def test_14_and_the_first_cube_may_complete_the_top_ship() -> None:
    table = vanuatu().player(0, money=3, character="buyer").markers(buy=[1, 0, 0])
    table.ship(1, 2, "x.x").ship(2, 9).ship(3, 5)
    table.turn_of(0)
    table.play("perform buy bonus", "buy kava 0,0")
    assert table.points(0) == (1 + 2) + 1


def test_15_a_good_nobody_wants_is_paid_and_lost() -> None:
    table = vanuatu().player(0, money=3).markers(buy=[1, 0, 0])
    table.ship(1, 2).ship(2, 9).ship(3, 6)
    before = table.view()["reserve"]["beef"]
    table.turn_of(0)
    table.play("perform buy", "buy beef 0,0")
    assert (table.money(0), table.points(0)) == (0, 0)
    assert table.view()["reserve"]["beef"] == before + 1


def test_16_an_island_with_a_cube_left_is_not_refilled() -> None:
    table = vanuatu().island("0,0", goods=["kava"])
    table.round_begins(2)
    assert table.seen("0,0")["goods"] == {"kava": 1, "copra": 0, "beef": 0}


def test_16_and_an_empty_island_is_refilled_fully() -> None:
    table = vanuatu().island("0,0", goods=[])
    table.round_begins(2)
    assert table.seen("0,0")["goods"] == {"kava": 1, "copra": 1, "beef": 1}


def test_17_two_full_ships_are_replaced_and_the_third_moves_up() -> None:
    table = vanuatu().ship(1, 2, "xxx").ship(2, 9, "x..").ship(3, 5, "xxx")
    table.round_begins(2)
    ships = table.view()["ships"]
    assert [ship["ship"] for ship in ships] == [9, 1, 3]
    assert [any(ship["filled"]) for ship in ships] == [True, False, False]


def test_18_a_ship_filled_in_round_8_scores_and_stays() -> None:
    table = vanuatu().last_round().player(0, money=1).markers(buy=[1, 0, 0])
    table.ship(1, 2, "x.x").ship(2, 9).ship(3, 5)
    table.turn_of(0)
    table.play("perform buy", "buy kava 0,0")
    assert table.points(0) == 1 + 2
    assert table.turn() == -1
    assert table.view()["ships"][0] == {
        "ship": 2,
        "wants": ["kava", "kava", "copra"],
        "filled": [True, True, True],
    }


def test_19_the_third_player_finds_the_office_empty() -> None:
    table = vanuatu().office(2).markers(tourist=[1, 1, 1])
    table.turn_of(0)
    table.play("perform tourist", "tourist 0,0", "perform tourist", "tourist 0,0")
    assert table.asks(2) == ["retrieve tourist"]


def test_20_a_full_island_takes_no_tourist_but_its_neighbour_does() -> None:
    table = vanuatu().lay("A1", "2,2").island("0,0", tourists=5).office(1)
    table.markers(tourist=[1, 0, 0])
    table.turn_of(0)
    table.play("perform tourist")
    assert table.asks(0) == ["tourist 2,2"]


def test_21_a_tourist_on_an_island_without_huts_pays_nothing() -> None:
    table = vanuatu().office(1).player(0, money=3).markers(tourist=[1, 0, 0])
    table.turn_of(0)
    table.play("perform tourist", "tourist 0,0")
    assert table.money(0) == 3
    assert table.seen("0,0")["tourists"] == 1


def test_22_the_guide_scores_drawings_and_the_huts_convert() -> None:
    table = vanuatu().lay("A1", "2,2").player(0, money=8, character="guide").office(1)
    table.island("2,2", huts=[1, 2, 0], drawings=2).markers(tourist=[1, 0, 0])
    table.turn_of(0)
    table.play("perform tourist bonus", "tourist 2,2")
    assert (table.money(0), table.points(0)) == (1, 5 + 4)


def test_23_the_fifth_to_rest_finds_no_token() -> None:
    table = vanuatu(players=5).markers(rest=[1, 1, 1, 1, 1])
    table.turn_of(0)
    for token in ("first", "vatu", "point", "vatu+point"):
        table.play("perform rest", f"rest {token}")
    assert table.asks(4) == ["retrieve rest"]


def test_24_the_first_player_token_of_round_8_brings_three_points() -> None:
    table = vanuatu(players=4).last_round().markers(rest=[0, 0, 0, 1])
    table.turn_of(3)
    table.play("perform rest", "rest first")
    assert table.turn() == -1
    assert [table.items(seat)["first_player"] for seat in range(4)] == [0, 0, 0, 3]


def test_25_sailing_moves_at_least_one_and_at_most_three_cells() -> None:
    table = vanuatu().lay("B1", "2,1").lay("B2", "3,1").lay("C1", "4,2")
    table.player(0, money=3).markers(sail=[1, 0, 0])
    table.turn_of(0)
    table.play("perform sail")
    ways = [text.split()[1:] for text in table.asks(0)]
    assert {steps for _, steps in ways} == {"1", "2", "3"}
    assert ["4,2", "3"] in ways
    assert ["1,1", "1"] not in ways


def test_26_a_penniless_sailor_may_give_up_or_sell_a_treasure_first() -> None:
    table = vanuatu().player(0, money=0, treasure=[1]).markers(sail=[1, 0, 0])
    table.turn_of(0)
    assert table.asks(0) == ["retrieve sail", "treasure 1 by 0"]
    table.play("treasure 1 by 0")
    assert table.asks(0) == ["perform sail"]
    table.play("perform sail")
    assert table.asks(0) == ["sail 1,0 1", "sail 0,1 1"]


def test_27_the_builder_may_build_for_one_vatu_or_give_up() -> None:
    table = vanuatu().player(0, money=1, character="builder").markers(build=[1, 0, 0])
    table.turn_of(0)
    assert table.asks(0) == ["perform build bonus", "retrieve build"]


def test_28_without_huts_there_is_no_building_and_no_planning_it() -> None:
    table = vanuatu().player(0, huts_left=0, money=9)
    assert "build" not in table.plannable(0)
    table.markers(build=[1, 0, 0])
    table.turn_of(0)
    assert table.asks(0) == ["retrieve build"]


def test_29_without_huts_a_dike_can_still_be_built() -> None:
    table = vanuatu(rising_waters=True).player(0, huts_left=0, money=1)
    assert "build" in table.plannable(0)
    table.markers(build=[1, 0, 0])
    table.turn_of(0)
    table.play("perform build")
    assert sorted(table.asks(0)) == [
        "build 0,0 dike E",
        "build 0,0 dike SE",
        "build 0,0 dike SW",
    ]


def test_30_a_character_just_returned_may_be_taken() -> None:
    table = vanuatu().last_round().player(0, character="artist").player(1, character="guide")
    table.player(2, character="vendor")
    table.round_begins(8)
    table.play("take diver")
    assert "take artist" in table.asks(1)


def test_31_nobody_keeps_a_character_for_two_rounds() -> None:
    table = vanuatu().player(0, character="artist").player(1, character="guide")
    table.player(2, character="vendor")
    table.round_begins(8)
    assert "take artist" not in table.asks(0)
    table.play("take diver")
    assert "artist" in table.pool()


def test_32_the_ocean_goes_first_when_the_island_has_no_regular_cell() -> None:
    table = vanuatu().lay("A1", "2,1").lay("A2", "1,2")
    table.state.shown = [10, 12]  # D1, an island, and E1, an ocean
    table.round_begins(2)
    assert table.asks(0) == ["place E1 -1,0", "place E1 2,0", "place E1 0,2", "place E1 2,2"]
    table.play("place E1 0,2")
    assert table.asks(0) == ["place D1 -1,1"]


def test_33_sail_then_fish_but_not_fish_then_sail() -> None:
    table = vanuatu().planning_of(0)
    assert "plan fish" not in table.asks(0)
    table.play("plan sail")
    assert "plan fish" in table.asks(0)


def test_34_ten_vatus_vanish_before_the_beef_is_paid() -> None:
    table = vanuatu().player(0, money=1, fish=[3], boat="1,0").planned(0, "sell")
    table.island("0,0", huts=[1, 0, 0], goods=["beef"])
    assert "buy" not in table.plannable(0)
    table.player(0, money=0)
    assert "buy" in table.plannable(0)


def test_35_without_tourists_in_the_office_nobody_plans_to_bring_one() -> None:
    table = vanuatu().office(0)
    table.planned(0, "draw", "sail", "build")
    assert "tourist" not in table.plannable(0)


def test_36_treasure_is_sold_while_another_player_plans() -> None:
    table = vanuatu().player(1, money=2, treasure=[1])
    table.planning_of(0, 1)
    assert table.asks(1) == ["treasure 1 by 1"]
    table.play("treasure 1 by 1")
    assert table.money(1) == 3
    table.player(1, money=8, treasure=[2])
    assert "build" in table.plannable(1)
    table.play("treasure 2 by 1")
    assert "build" not in table.plannable(1)


def test_37_the_beggar_exchanges_no_more_than_he_has() -> None:
    table = vanuatu().player(1, points=2, character="beggar")
    table.planning_of(0)
    assert table.asks(1) == ["beg 1 by 1", "beg 2 by 1"]


def test_38_the_beggar_begs_once_a_round() -> None:
    table = vanuatu().player(1, points=6, money=1, character="beggar")
    table.planning_of(0)
    table.play("beg 1 by 1")
    assert (table.money(1), table.points(1)) == (2, 5)
    assert table.asks(1) == []


def test_39_a_used_artist_still_ties_with_the_neutral_marker() -> None:
    table = vanuatu(players=2).player(0, character="artist", used=True)
    table.markers(draw=[1, 0]).neutral(draw=1)
    assert table.leader("draw") == 0


def test_40_with_two_players_boats_pass_but_do_not_share_a_cell() -> None:
    table = vanuatu(players=2).player(0, money=3, boat="0,1").player(1, boat="1,1")
    table.markers(sail=[1, 0])
    table.turn_of(0)
    table.play("perform sail")
    assert "sail 1,1 1" not in table.asks(0)
    assert "sail 1,0 2" in table.asks(0)


def test_41_a_dike_holds_one_of_three_coasts() -> None:
    table = vanuatu(rising_waters=True).island("0,0", dikes=["E"])
    table.state.round, table.state.die = 2, 1
    table.markers(rest=[1, 0, 0], draw=[0, 1, 0])
    table.turn_of(0)
    table.play("perform rest", "rest vatu")
    assert table.seen("0,0")["water"] == 2


def test_42_the_third_sunken_island_ends_the_game_for_everybody() -> None:
    table = vanuatu(rising_waters=True).lay("A1", "2,2").lay("A2", "-1,1")
    table.island("0,0", water=4).island("2,2", water=4).island("-1,1", water=4)
    table.state.round, table.state.die = 6, 1
    table.markers(rest=[1, 1, 1])
    table.turn_of(0)
    table.play("perform rest", "rest vatu")
    assert table.turn() == -1
    assert table.view()["lost"]
    assert table.places() == [0, 0, 0]


def test_43_a_hut_lost_to_the_flood_is_gone() -> None:
    table = vanuatu(rising_waters=True).island("0,0", huts=[2, 0, 0], tourists=3, water=4)
    table.state.round, table.state.die = 8, 1
    assert table.items(0)["huts"] == 12
    table.markers(rest=[0, 1, 0])
    table.turn_of(1)
    table.play("perform rest", "rest vatu")
    assert table.seen("0,0")["sunk"]
    assert table.items(0)["huts"] == 0
    assert table.state.huts_left[0] == 6


def test_44_ties_are_broken_by_huts_then_vatus() -> None:
    table = vanuatu(first=2).player(0, money=2, points=60).player(1, money=4, points=59)
    table.player(2, points=0)
    for cell in ("2,2", "-1,1"):
        table.lay("A1" if cell == "2,2" else "A2", cell)
    table.island("0,0", huts=[1, 1, 1]).island("2,2", huts=[2, 1]).island("-1,1", huts=[2, 3])
    table.game_over()
    assert [table.total(0), table.total(1)] == [60, 60]
    assert table.places()[:2] == [2, 1]
    table.player(0, money=2, points=60).player(1, money=2, points=60)
    assert table.places()[:2] == [1, 1]


def test_45_the_last_fish_converts_before_vatus_are_counted() -> None:
    table = vanuatu(first=1).player(0, money=9, fish=[1], points=0).game_over()
    items = table.items(0)
    assert (items["fish"], items["vatus"]) == (5, 0)
    assert table.total(0) == 5


def test_46_round_8_places_no_tile_but_sets_up_all_else() -> None:
    table = vanuatu(rising_waters=True).island("0,0", goods=[]).ship(1, 2, "xxx")
    table.state.price, table.state.shown = 1, []
    table.round_begins(8)
    assert table.asked() == "choose_character"
    view = table.view()
    assert (view["fish_price"], view["die"], view["office"]) == (3, 3, 2)
    assert table.seen("0,0")["goods"] == {"kava": 1, "copra": 1, "beef": 1}
    assert [ship["ship"] for ship in view["ships"]] == [9, 5, 1]


def test_47_the_board_is_full_from_round_7_on() -> None:
    table = vanuatu(characters=False)
    while table.state.round < 7 or table.asked() == "place_tile":
        table.state.play(table.state.options()[-1])
    assert all(cell["tile"] for cell in table.view()["cells"])
    assert table.view()["volcano"] == []


def test_48_an_empty_demand_stack_is_made_anew_from_the_discards() -> None:
    table = vanuatu(piles={"demand_reshuffles": [[10, 8, 2, 7]]})
    state = table.state
    state.demand_pile = []
    state.discards = [6, 7, 9]  # tiles 7, 8 and 10
    table.ship(1, 2, "xxx").ship(2, 9).ship(3, 5)
    round_view = table.round_begins(2).view()
    # Ruled on the page: the tile discarded in this same step is shuffled in too.
    assert [ship["ship"] for ship in round_view["ships"]] == [9, 5, 10]
    assert round_view["demand_left"] == 3
    assert round_view["demand_discards"] == []
