"""One short story per building of the Herring deck."""

from tests.nusfjord.tables import Table, paying


def test_a101_boathouse_places_a_sloop_for_free():
    table = paying("A101").build("A101").do("use A101.1")
    assert table.player().sloops == 1
    assert table.goods() == (0, 0, 0)


def test_a101_boathouse_without_sloops_is_still_built():
    table = paying("A101").give(1, ships=(3, 0, 0)).build("A101")
    assert table.kind == "take_turn"
    assert table.player().sloops == 0


def test_a102_boatbuilder_takes_three_wood_off_a_ship():
    table = paying("A102", wood=3, gold=1).build("A102").do("use A102.1")
    assert table.player().cutters == 1
    assert table.goods() == (0, 0, 0)


def test_a103_fish_stand_sells_two_fish_up_to_three_times():
    table = paying("A103", fish=9).build("A103").do("use A103.1", "again", "again")
    assert table.goods() == (0, 3, 3)
    assert table.kind == "take_turn"


def test_a104_yard_brings_five_wood():
    assert paying("A104").build("A104").do("use A104.1").goods() == (5, 0, 0)


def test_a105_pier_house_pays_for_every_ship():
    table = Table().own("A105").give(wood=2, fish=2).do("place build_ship", "use A105.1")
    assert table.goods() == (0, 0, 1)


def test_a106_forest_lake_hut_reacts_to_thinning_and_serving():
    table = Table(players=3).own("A106").give(fish=3)
    assert table.do("place thin_out", "use A106.1").goods() == (4, 5, 0)
    table.do("pass", "pass", "place serve_fish", "use A106.2")
    assert table.goods() == (5, 2, 1)


def test_a107_arboretum_reforests_twice_after_taking_its_space():
    table = paying("A107").build("A107", "0,1").do("use A107.1", "forest 1,0", "again")
    assert table.player().forests == 8
    assert table.player().free == 0


def test_a107_arboretum_with_one_double_space_left_reforests_once():
    table = paying("A107").build("A107", "1,0").do("use A107.1")
    assert table.player().forests == 6
    assert table.kind == "take_turn"


def test_a108_village_center_counts_itself():
    table = paying("A108").own("A103").build("A108").do("use A108.1")
    assert table.goods() == (0, 0, 1)


def test_a109_raftbuilder_adds_two_wood_to_deforesting():
    table = Table().own("A109").do("place deforest", "forest 1,2", "use A109.1")
    assert table.goods() == (7, 0, 0)


def test_a110_foresters_house_reforests_then_counts_forests():
    table = paying("A110").build("A110", "0,1").do("use A110.1", "forest 1,0")
    assert table.goods() == (6, 0, 0)


def test_a110_foresters_house_without_space_still_brings_wood():
    table = paying("A110").fill(keep=("0,1",)).build("A110").do("use A110.1")
    assert table.goods() == (4, 0, 0)


def test_a111_slipway_makes_ships_two_wood_cheaper():
    table = Table().own("A111").give(fish=2).do("place build_ship")
    assert table.player().sloops == 1


def test_a112_wet_storage_raises_the_wood_limit():
    table = Table().own("A112").give(wood=12)
    assert table.can("place thin_out")
    assert table.do("place deforest", "forest 1,2").goods() == (17, 0, 0)
    assert table.points("A112") == 1


def test_a113_portal_builds_another_with_its_own_effect():
    table = paying("A113", fish=3).show("A104").build("A113").do("use A113.1", "cell 1,0")
    assert table.do("use A104.1").goods() == (5, 0, 0)


def test_a113_portal_takes_two_wood_off_once():
    table = paying("A113", wood=0).show("A112", "A105").build("A113").do("use A113.1")
    assert table.asks() == ["build A112", "build A105"]
    table.do("build A112", "cell 1,0")
    assert table.kind == "take_turn"
    assert table.seat == 1


def test_a113_joinery_built_through_portal_does_not_react_to_portal():
    table = paying("A113", fish=1, wood=3).show("A114").build("A113").do("use A113.1", "cell 1,0")
    assert table.seat == 1
    assert table.goods() == (3, 0, 0)


def test_a114_joinery_sells_a_wood_when_another_building_is_built():
    table = paying("A104").own("A114").build("A104").do("use A104.1", "use A114.1")
    assert table.goods() == (4, 0, 1)


def test_a115_anglers_house_brings_fish_here_and_there():
    table = paying("A115").build("A115").do("use A115.1")
    assert table.goods() == (0, 3, 0)
    assert table.player().reserve_fish == 3


def test_a116_fishers_house_opens_the_reserve_after_fishing():
    table = Table().own("A116").give(reserve_fish=4).fishing()
    assert table.asks() == ["use A116.1", "decline"]
    table.do("use A116.1")
    assert table.asks() == ["count 1", "count 2"]
    table.do("count 2")
    assert (table.player().fish, table.player().reserve_fish) == (4, 3)


def test_a117_shipping_office_saves_a_gold_on_schooners():
    table = Table().own("A117").give(gold=3).do("place build_ship")
    assert table.player().schooners == 1


def test_a118_theater_counts_elders():
    assert Table(players=5).own("A118").give(elders=[1, 2, 3]).points("A118") == 3


def test_b121_parish_house_uses_the_elder_without_a_plate():
    table = paying("B121").plates(0).build("B121").do("use B121.1", "take elder 4")
    table.do("use elder 4", "option 2")
    assert table.goods() == (4, 0, 0)
    assert table.player().elder_fish == [0]


def test_b122_trading_house_sells_wood_and_fish():
    table = Table().own("B122").give(wood=4, fish=2).do("use B122.1", "use B122.1")
    assert table.goods() == (0, 0, 2)
    assert not table.can("use B122.1")


def test_b123_resource_trade_goes_both_ways_but_not_in_circles():
    table = Table().own("B123").give(wood=1).do("use B123.1")
    assert table.goods() == (0, 1, 0)
    assert not table.can("use B123.2")  # ruling 6.5: back to goods held before
    table.do("place gold")
    assert table.seat == 0 and table.asks() == ["done", "use B123.2"]


def test_b124_wood_trade_sells_four_and_buys_three():
    table = Table().own("B124").give(wood=4).do("use B124.1")
    assert table.goods() == (0, 0, 1)
    assert table.do("use B124.2").goods() == (3, 0, 0)


def test_b124_wood_trade_works_once_more_before_scoring():
    table = Table(round=7).own("B124").give(wood=4)
    table.do("pass", "done", "pass", "pass", "done", "pass", "pass", "done", "pass")
    assert table.kind == "use_anytime"
    table.do("use B124.1", "done")
    assert table.kind is None
    assert table.score()["gold"] == 1


def test_b125_dairy_keeps_the_haul_from_elders():
    table = Table().own("B125").give(elders=[(1, 2)]).fishing()
    assert table.player().elder_fish == [2]
    assert (table.player().fish, table.player().reserve_fish) == (2, 1)


def test_b125_dairy_elders_still_clear_when_used():
    table = Table().plates(1).own("B125").give(elders=[(9, 2)]).do("place elder 9")
    assert table.player().elder_fish == [0]
    assert table.player().fish == 3


def test_b126_town_hall_pays_per_elder():
    assert paying("B126").give(elders=[1, 2]).build("B126").do("use B126.1").goods() == (0, 0, 2)


def test_b127_sawmill_sells_after_deforesting_or_thinning():
    table = Table().own("B127").do("place thin_out", "use B127.1")
    assert table.goods() == (2, 0, 2)
    table = Table().own("B127").do("place deforest", "forest 1,2", "decline")
    assert table.goods() == (5, 0, 0)


def test_b128_seafaring_society_ignores_sloops():
    table = Table().own("B128").give(wood=2, fish=2).do("place build_ship")
    assert table.seat == 1
    table = Table().own("B128").give(gold=4).do("place build_ship", "use B128.1")
    assert table.goods() == (0, 2, 1)


def test_b129_lighthouse_raises_the_haul_beyond_twelve():
    table = Table(players=5).own("B129").give(ships=(0, 1, 3)).fishing()
    assert table.player().fish == 2
    assert table.player().reserve_fish == 8
    assert next(e.data["haul"] for e in table.events if e.kind == "fish_caught") == 14


def test_b130_ship_holding_co_may_issue_with_every_ship():
    table = Table().own("B130").give(gold=4).do("place build_ship", "use B130.1")
    assert table.goods() == (0, 0, 2)
    assert table.state.market == [1, 0]


def test_b131_residential_home_welcomes_elders_before_they_act():
    table = Table().plates(1).own("B131").do("place take_elder", "take elder 6")
    assert table.asks() == ["use B131.1", "decline"]
    table.do("use B131.1")
    assert table.goods() == (0, 1, 1)


def test_b132_boatcarver_counts_sloops_up_to_six_points():
    assert Table(players=5).own("B132").give(ships=(2, 0, 0)).points("B132") == 4
    assert Table(players=5).own("B132").give(ships=(5, 0, 0)).points("B132") == 6


def test_c141_boardwalk_empties_the_reserve():
    table = paying("C141", reserve_fish=4).build("C141").do("use C141.1")
    assert table.goods() == (0, 4, 1)


def test_c141_boardwalk_with_empty_reserve_still_pays():
    assert paying("C141").build("C141").do("use C141.1").goods() == (0, 0, 1)


def test_c142_shipping_lane_makes_a_schooner_three_gold():
    table = paying("C142", gold=3).build("C142").do("use C142.1", "ship schooner gold")
    assert table.player().schooners == 1
    assert table.goods() == (0, 0, 0)


def test_c143_wharf_upgrades_twice_once_in_the_game():
    table = Table().own("C143").give(ships=(1, 0, 0)).do("use C143.1", "again")
    assert table.player().schooners == 1
    assert not table.can("use C143.1")


def test_c144_fish_market_sells_three_fish_for_two_gold():
    table = paying("C144", fish=7).build("C144").do("use C144.1", "again")
    assert table.goods() == (0, 1, 4)


def test_c145_market_hall_takes_three_shares_of_choice():
    table = paying("C145").market(1, 3).build("C145").do("use C145.1")
    table.do("share 1", "share 1", "share 0")
    assert table.player().shares == [3, 2]
    assert table.state.market == [0, 1]


def test_c145_market_hall_may_take_fewer():
    table = paying("C145").market(0, 2).build("C145").do("use C145.1", "done")
    assert table.player().shares == [2, 1]


def test_c146_retirement_home_pays_gold_and_fish():
    table = paying("C146").give(elders=[1, 2]).build("C146").do("use C146.1")
    assert table.goods() == (0, 2, 2)


def test_c147_fortress_excuses_three_free_spaces():
    table = Table().own("C147")
    assert table.score()["empty_spaces"] == -1  # four are left of five


def test_c148_castle_loses_a_point_per_free_space():
    assert Table().own("C148").points("C148") == 4
    assert Table().forests().own("C148").points("C148") == 3


def test_c149_aquarium_counts_all_fish():
    assert Table().own("C149").give(fish=4, reserve_fish=5).points("C149") == 3
    assert Table().own("C149").give(fish=50).points("C149") == 7


def test_c150_village_church_counts_elders_twice():
    assert Table(players=5).own("C150").give(elders=[1, 2, 3]).points("C150") == 6
    assert Table(players=5).own("C150").give(elders=[1, 2, 3, 4, 5]).points("C150") == 8


def test_c151_harbor_installation_counts_ships_but_not_the_catboat():
    assert Table().own("C151").points("C151") == 0
    assert Table().own("C151").give(ships=(1, 1, 1)).points("C151") == 6


def test_c152_swing_net_fishery_rewards_a_large_haul():
    assert Table().own("C152").points("C152") == 0
    assert Table().own("C152").give(ships=(0, 0, 1)).points("C152") == 2
    assert Table(players=5).own("C152").give(ships=(0, 1, 3)).points("C152") == 8


def test_c153_manor_counts_buildings_and_itself():
    assert Table().own("C153").own("A103").points("C153") == 2


def test_c154_small_forest_castle_counts_forests():
    assert Table().own("C154").points("C154") == 4
    assert Table().forests(c02=9).own("C154").points("C154") == 8
