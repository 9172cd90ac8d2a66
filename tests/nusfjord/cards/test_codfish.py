"""One short story per building of the Codfish deck."""

from tests.nusfjord.tables import Table, paying


def test_a301_forest_storage_keeps_excess_wood():
    table = Table().own("A301").give(wood=10).do("place deforest", "forest 1,2", "use A301.1")
    assert table.asks() == ["count 1", "count 2", "count 3"]
    table.do("count 3")
    assert (table.player().wood, table.player().reserve_wood) == (12, 3)


def test_a301_forest_storage_does_not_make_thinning_legal_at_the_limit():
    assert not Table().own("A301").give(wood=12).can("place thin_out")


def test_a301_forest_storage_keeps_what_a_transfer_would_lose():
    table = Table().own("A301").give(wood=12, reserve_wood=2).do("place transfer_reserve")
    table.do("use A301.1", "count 2")
    assert (table.player().wood, table.player().reserve_wood) == (12, 2)


def test_a302_holiday_resort_watches_the_elders_of_others():
    table = Table().plates(2).own("A302").give(1, elders=[9]).turn(1).do("place elder 9")
    assert table.seat == 0
    assert table.do("use A302.1").goods() == (0, 1, 0)


def test_a303_refuge_rewards_one_pass_a_round():
    table = Table().own("A303").do("pass", "use A303.1")
    assert table.goods() == (0, 2, 1)
    assert table.do("pass", "pass").seat == 1


def test_a303_refuge_declined_is_not_used_up():
    table = Table().own("A303").do("pass", "decline", "pass", "pass")
    assert table.asks() == ["use A303.1", "decline"]


def test_a304_head_office_issues_and_adds_a_gold():
    table = paying("A304").build("A304").do("use A304.1")
    assert table.goods() == (0, 0, 3)
    assert table.state.market == [1, 0]


def test_a305_office_pays_for_own_shares_at_home():
    assert paying("A305").build("A305").do("use A305.1").goods() == (0, 0, 2)


def test_a306_construction_yard_returns_a_wood():
    table = paying("A309").own("A306").build("A309").do("use A309.1", "use A306.1")
    assert table.goods() == (3, 0, 0)


def test_a307_forestry_brings_wood_after_fishing():
    assert Table().own("A307").fishing().do("use A307.1").player().wood == 2
    assert Table().forests(c12=1).own("A307").fishing().kind is None


def test_a308_woodcarver_pays_for_thinning():
    assert Table().own("A308").do("place thin_out", "use A308.1").goods() == (4, 0, 1)


def test_a309_collection_point_brings_all_reserve_fish():
    table = paying("A309", reserve_fish=5, reserve_wood=1).build("A309").do("use A309.1")
    assert table.goods() == (2, 5, 0)
    assert table.player().reserve_wood == 1


def test_a310_cooperage_works_twice_a_round():
    table = Table().own("A310").give(wood=3, fish=9).do("use A310.1", "use A310.1")
    assert table.goods() == (1, 3, 4)
    assert not table.can("use A310.1")


def test_a311_forest_hut_rewards_reforesting():
    table = Table().own("A311", cell="1,0").do("place reforest", "use A311.1")
    assert table.goods() == (1, 3, 0)


def test_a312_wood_exchange_each_way_once_a_round():
    table = Table().own("A312").give(wood=2).do("use A312.1")
    assert table.goods() == (0, 4, 0)
    assert table.do("use A312.2").goods() == (2, 1, 0)
    assert not table.can("use A312.1")


def test_a313_cooling_house_doubles_the_reserve_beyond_its_limit():
    table = paying("A313", reserve_fish=7).build("A313").do("use A313.1")
    assert table.player().reserve_fish == 13


def test_a314_hideaway_brings_gold_for_points():
    table = paying("A314").build("A314").do("use A314.1")
    assert table.goods() == (0, 0, 4)
    assert table.points("A314") == -2


def test_a315_reserve_depot_pays_buildings_from_the_reserve():
    table = Table(round=4).own("A315").show("A314").give(reserve_fish=3)
    table.do("place build_building")
    assert table.kind == "choose_cell"  # two fish from the Reserve, no choice
    assert table.player().reserve_fish == 1
    table = Table(round=4).own("A315").show("A314").give(fish=1, reserve_fish=3)
    assert table.do("place build_building").asks() == ["count 1", "count 2"]
    assert table.player().rules.reserve_limit == 11


def test_a316_holding_company_feeds_own_shares_first():
    table = Table(players=3).own("A316").market(1).hold(1, 0).give(elders=[1]).fishing()
    assert table.player().fish == 2
    assert table.player(1).fish == 2


def test_a317_park_lodge_pays_per_two_forests():
    assert paying("A317").build("A317").do("use A317.1").goods() == (0, 0, 2)


def test_a318_haulage_firm_sweetens_the_transfer():
    table = Table().own("A318").give(reserve_fish=2).do("place transfer_reserve", "use A318.1")
    assert table.goods() == (1, 2, 1)


def test_b321_dockhouse_builds_a_cutter_for_two_wood():
    table = paying("B321", wood=2).build("B321").do("use B321.1")
    assert table.player().cutters == 1
    assert table.goods() == (0, 0, 0)


def test_b322_harbor_park_reforests_once_and_counts_stacks():
    table = Table().own("B322", cell="0,1").do("use B322.1", "forest 1,0")
    assert table.goods() == (0, 0, 4)
    assert not table.can("use B322.1")


def test_b323_rathskeller_serves_three_cheaper_plates():
    table = paying("B323", fish=20).plates(1).build("B323").do("use B323.1")
    assert table.asks() == ["serve 1", "serve 2", "serve 3"]
    assert table.do("serve 3").goods() == (0, 15, 3)


def test_b324_harbor_area_pays_per_ship():
    table = paying("B324").give(ships=(1, 1, 0)).build("B324").do("use B324.1")
    assert table.goods() == (0, 0, 2)


def test_b325_stockfishery_sells_fish_at_any_time():
    table = Table().own("B325").give(fish=7).do("use B325.1", "use B325.1")
    assert table.goods() == (0, 1, 2)


def test_b326_pond_hut_brings_five_fish():
    assert paying("B326").build("B326").do("use B326.1").goods() == (0, 5, 0)


def test_b327_customs_area_counts_all_shares_on_offer():
    table = paying("B327").market(2, 3).build("B327").do("use B327.1")
    assert table.goods() == (0, 0, 4)


def test_b328_boat_hall_upgrades_a_ship():
    table = paying("B328").give(ships=(1, 1, 0)).build("B328").do("use B328.1", "upgrade cutter")
    assert table.player().schooners == 1


def test_b329_wood_shipping_co_sells_up_to_four_times():
    table = Table().own("B329").give(wood=12).do("use B329.1", "again", "again", "again")
    assert table.goods() == (0, 0, 8)
    assert not table.can("use B329.1")


def test_b330_forest_admin_counts_stacks():
    assert Table().own("B330").points("B330") == 3


def test_b331_club_rewards_elders_in_steps():
    assert Table(players=5).own("B331").points("B331") == 0
    assert Table(players=5).own("B331").give(elders=[1, 2]).points("B331") == 3
    assert Table(players=5).own("B331").give(elders=[1, 2, 3, 4, 5]).points("B331") == 6


def test_b332_villa_loses_a_point_per_free_space():
    assert Table().own("B332").points("B332") == 2
    assert Table().forests().own("B332").points("B332") == 0


def test_c341_hermitage_excuses_unissued_shares():
    assert Table().own("C341").score()["unissued_shares"] == 0


def test_c342_repair_hall_upgrades_one_ship_twice():
    table = paying("C342").give(ships=(1, 0, 0)).build("C342").do("use C342.1", "again")
    assert table.player().schooners == 1


def test_c343_bank_buys_some_for_three_gold_less():
    table = Table(round=4).own("C343").market(2, 3).give(gold=1).do("place buy_all_shares")
    table.do("share 1", "share 1", "share 1", "share 0")
    assert table.asks() == ["share 0", "done"]  # the fifth would cost 1
    table.do("share 0")
    assert table.goods() == (0, 0, 0)
    assert table.player().shares == [4, 3]


def test_c343_bank_may_stop_at_any_number():
    table = Table(round=1).own("C343").market(2, 3).do("place buy_all_shares", "share 1", "done")
    assert table.player().shares == [2, 1]


def test_c344_extension_counts_b_buildings():
    assert Table().own("C344").own("B225").own("B326").own("A103").points("C344") == 4


def test_c345_dock_counts_cutters():
    assert Table().own("C345").give(ships=(1, 2, 0)).points("C345") == 6


def test_c346_carver_counts_plain_buildings():
    table = Table().own("C346").own("A103").own("A314").own("A112").own("A118")
    assert table.points("C346") == 2  # not the one worth 1, not the starred ones


def test_c347_ballroom_serves_every_plate_for_two_fish():
    table = paying("C347", fish=4).plates(0).build("C347").do("use C347.1", "serve 2")
    assert table.goods() == (0, 0, 2)  # also where the printed price is lower


def test_c348_fishery_counts_filled_plates():
    table = Table().own("C348").plates(5)
    assert table.points("C348") == 5
    assert table.plates(8).points("C348") == 6


def test_c349_church_rewards_elders_in_steps():
    assert Table(players=5).own("C349").give(elders=[1, 2, 3, 4]).points("C349") == 6
    assert Table(players=5).own("C349").give(elders=[1, 2, 3, 4, 5]).points("C349") == 8


def test_c350_codfish_farm_counts_reserve_fish_in_steps():
    assert Table().own("C350").give(reserve_fish=7).points("C350") == 4


def test_c351_forest_home_counts_forests_in_steps():
    assert Table().own("C351").points("C351") == 4


def test_c352_beach_hostel_likes_free_spaces():
    table = Table().own("C352").fill(keep=("0,1", "1,0", "1,1"))
    assert (table.points("C352"), table.score()["empty_spaces"]) == (4, -2)
    table = Table().fill(keep=("1,0", "1,1", "2,0", "2,1")).own("C352", cell="1,0")
    assert (table.points("C352"), table.score()["empty_spaces"]) == (6, -3)


def test_c353_fish_oil_cookery_counts_supply_fish():
    assert Table().own("C353").give(fish=5, reserve_fish=8).points("C353") == 2


def test_c354_administration_counts_own_shares_at_home():
    assert Table().own("C354").points("C354") == 4
