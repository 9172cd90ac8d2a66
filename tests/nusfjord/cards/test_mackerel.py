"""One short story per building of the Mackerel deck."""

from tests.nusfjord.tables import Table, paying


def test_a201_bird_colony_thickens_forests():
    table = paying("A201").build("A201").do("use A201.1", "forest 1,2", "forest 1,2", "forest 0,2")
    assert table.player().forest[6] == 3
    assert table.player().forest[2] == 3


def test_a201_bird_colony_may_stop_after_one():
    table = paying("A201").build("A201").do("use A201.1", "forest 1,2", "done")
    assert table.player().forests == 5


def test_a201_bird_colony_does_not_ask_for_the_only_stack():
    table = paying("A201").forests(c12=1).build("A201").do("use A201.1")
    assert table.player().forest[6] == 2  # at least one Forest (cards 6.4), and only one place
    assert table.asks() == ["forest 1,2", "done"]


def test_a202_workers_cottage_rewards_the_third_worker():
    table = Table().own("A202").turn(4).do("place gold", "use A202.1", "option 2")
    assert table.goods() == (0, 1, 1)


def test_a202_workers_cottage_ignores_a_third_turn_passed():
    assert Table().own("A202").turn(4).do("pass").seat == 1


def test_a202_workers_cottage_built_on_the_third_turn_reacts():
    table = paying("A202").turn(4).build("A202").do("use A202.1", "option 1")
    assert table.goods() == (1, 0, 0)


def test_a203_fishers_cottage_keeps_fish_of_a_full_reserve():
    table = Table().own("A203").give(reserve_fish=8, ships=(0, 0, 1)).fishing()
    assert table.do("use A203.1").asks() == ["count 1", "count 2"]
    assert table.do("count 2").player().fish == 2 + 2


def test_a204_fish_trade_sells_four_and_buys_three():
    table = Table().own("A204").give(fish=4).do("use A204.1")
    assert table.goods() == (0, 0, 1)
    assert table.do("use A204.2").goods() == (0, 3, 0)


def test_a205_foresters_cottage_may_reforest_for_a_gold():
    table = paying("A205", gold=1).build("A205", "0,1").do("use A205.1", "option 1", "forest 1,0")
    assert table.goods() == (4, 0, 0)
    assert table.player().forests == 6


def test_a205_foresters_cottage_without_gold_only_brings_wood():
    table = paying("A205").build("A205", "0,1").do("use A205.1")
    assert table.goods() == (4, 0, 0)
    assert table.seat == 1


def test_a206_loggers_pond_stores_wood_when_deforesting():
    table = Table().own("A206").do("place deforest", "forest 1,2", "use A206.1")
    assert table.player().reserve_wood == 3
    assert table.goods() == (5, 0, 0)


def test_a207_youth_center_pays_for_other_a_buildings_only():
    table = paying("A209").own("A207").build("A209").do("use A209.1", "use A207.1")
    assert table.goods() == (0, 0, 1)
    assert paying("B225").own("A207").build("B225").seat == 1


def test_a208_youth_hostel_feeds_on_elder_actions():
    table = Table().plates(2).own("A208").give(elders=[9]).do("place elder 9", "use A208.1")
    assert table.goods() == (0, 4, 0)


def test_a208_youth_hostel_built_by_an_elder_does_not_react_to_him():
    table = paying("A208").plates(2).give(elders=[1]).do("place elder 1")
    table.build("A208")
    assert table.seat == 1


def test_a209_net_pen_fills_the_reserve():
    table = paying("A209", reserve_fish=3).build("A209").do("use A209.1")
    assert table.player().reserve_fish == 8


def test_a209_net_pen_at_a_full_reserve_does_nothing():
    assert paying("A209", reserve_fish=8).build("A209").seat == 1


def test_a210_laborer_square_sweetens_the_gold_space():
    assert Table().own("A210").do("place gold", "use A210.1").goods() == (2, 1, 1)


def test_a211_rigging_workshop_returns_wood_after_a_ship():
    table = Table().own("A211").give(wood=2, fish=2).do("place build_ship", "use A211.1")
    assert table.goods() == (2, 0, 0)


def test_a212_supply_storage_raises_the_reserve_limit():
    table = Table().own("A212").give(reserve_fish=8, ships=(0, 0, 1)).fishing()
    assert table.player().reserve_fish == 12


def test_a213_clearing_pays_for_forests_removed_before_the_wood_comes():
    table = Table().own("A213").do("place deforest", "forest 1,2")
    assert table.goods() == (0, 0, 0)
    assert table.do("use A213.1").goods() == (5, 0, 1)
    assert table.points("A213") == -1


def test_a214_building_company_returns_wood_for_b_and_c():
    table = paying("B225").own("A214").build("B225").do("use A214.1")
    assert table.goods() == (2, 0, 0)
    assert paying("A209").own("A214").build("A209").do("decline").seat == 1


def test_a215_chiefs_house_pays_for_new_elders():
    table = Table().plates(0).own("A215").do("place take_elder", "take elder 7", "use A215.1")
    assert table.goods() == (0, 0, 1)


def test_a216_purveyor_reacts_plate_by_plate():
    table = Table().plates(0).own("A216").give(fish=3).do("place serve_fish", "serve 2")
    assert table.asks() == ["use A216.1", "decline"]
    assert table.do("use A216.1", "use A216.1").goods() == (2, 0, 2)


def test_a217_cold_storage_pays_ships_and_plates_from_the_reserve():
    table = Table().own("A217").give(wood=2, fish=1, reserve_fish=3).do("place build_ship")
    assert table.asks() == ["count 1", "count 2"]
    table.do("count 2")
    assert (table.player().sloops, table.player().fish, table.player().reserve_fish) == (1, 1, 1)


def test_a217_cold_storage_makes_serving_legal():
    table = Table().own("A217").plates(2).give(fish=1, reserve_fish=5)
    table.do("place serve_fish", "serve 2")  # six fish: no choice is left
    assert (table.player().fish, table.player().reserve_fish, table.player().gold) == (0, 0, 2)


def test_a218_stock_management_starves_the_newly_issued_space_only():
    table = Table().own("A218").market(2).hold(1, 0).fishing()
    assert table.player().fish == 2
    assert table.player(1).fish == 3


def test_b221_poor_house_counts_gold_after_paying():
    assert paying("B221", gold=1).build("B221").do("use B221.1").goods() == (0, 0, 5)
    assert paying("B221", gold=2).build("B221").seat == 1


def test_b222_smoking_cottage_sells_twice():
    table = paying("B222", wood=3, fish=5).build("B222").do("use B222.1", "again")
    assert table.goods() == (1, 1, 4)


def test_b223_ship_broker_upgrades_once_a_round():
    table = Table().own("B223").give(gold=4, ships=(2, 0, 0)).do("use B223.1")
    assert table.player().cutters == 1
    assert table.player().gold == 2
    assert not table.can("use B223.1")


def test_b223_ship_broker_is_not_a_ship_built():
    table = Table().own("B223").own("A105").give(gold=2, ships=(1, 0, 0)).do("use B223.1")
    assert table.kind == "take_turn"


def test_b224_water_tower_empties_the_reserve_and_adds_fish():
    table = paying("B224", reserve_fish=3, reserve_wood=1).build("B224").do("use B224.1")
    assert table.goods() == (1, 5, 0)


def test_b225_sailors_home_brings_fish_per_ship():
    table = paying("B225").give(ships=(1, 1, 0)).build("B225").do("use B225.1")
    assert table.goods() == (0, 4, 0)


def test_b226_driftwood_rafting_stores_wood_after_fishing():
    table = Table().own("B226").fishing().do("use B226.1")
    assert table.player().reserve_wood == 2


def test_b227_rangers_office_pays_for_reforesting():
    table = Table().own("B227").do("place reforest", "forest 1,0", "use B227.1")
    assert table.goods() == (0, 0, 2)


def test_b228_stilt_house_saves_two_fish_on_a_ship():
    table = paying("B228", wood=2).build("B228").do("use B228.1")
    assert table.player().sloops == 1


def test_b229_whaling_station_works_once():
    table = Table().own("B229").give(ships=(0, 0, 2)).do("use B229.1")
    assert table.goods() == (0, 4, 2)
    assert not table.can("use B229.1")


def test_b230_manufacture_trades_once_a_round():
    table = Table(round=3).own("B230").give(wood=4, fish=4).do("use B230.1")
    assert table.goods() == (2, 2, 2)
    assert not table.can("use B230.1")
    for _ in range(6):
        table.do("pass")
    while table.seat != 0:
        table.do("pass")
    assert table.can("use B230.1")


def test_b231_residence_seats_an_elder_who_waits():
    table = paying("B231").build("B231").do("use B231.1", "take elder 4")
    assert table.player().elders == [4]
    assert table.seat == 1
    assert table.points("B231") == 4


def test_b232_play_house_counts_elders_and_their_fish():
    assert Table(players=5).own("B232").give(elders=[(1, 2), (2, 1)]).points("B232") == 5


def test_c241_bank_center_issues_three_times():
    table = paying("C241").build("C241").do("use C241.1", "again", "again")
    assert table.goods() == (0, 0, 6)
    assert table.state.market == [3, 0]


def test_c242_nursery_excuses_the_right_half():
    table = Table().forests().own("C242", cell="0,1")
    assert table.score()["empty_spaces"] == -4


def test_c242_nursery_and_fortress_do_not_count_a_space_twice():
    table = Table().forests().own("C242", cell="0,1").own("C147", cell="1,0")
    assert table.score()["empty_spaces"] == 0  # six on the right, three of the left


def test_c243_longhouse_needs_no_space():
    table = paying("C243").fill().build("C243")
    assert table.score()["empty_spaces"] == 0
    table = paying("C243").build("C243")
    assert table.score()["empty_spaces"] == -5
    assert table.points("C243") == 5


def test_c244_fishhouse_counts_reserve_fish():
    assert Table().own("C244").give(fish=9, reserve_fish=7).points("C244") == 3
    assert Table().own("C244").give(reserve_fish=20).points("C244") == 6


def test_c245_shipping_museum_pays_per_type():
    table = paying("C245").give(ships=(2, 0, 1)).build("C245").do("use C245.1")
    assert table.goods() == (0, 0, 2)


def test_c246_depot_counts_all_wood():
    assert Table().own("C246").give(wood=5, reserve_wood=2).points("C246") == 3


def test_c247_boarding_house_counts_a_buildings():
    assert Table().own("C247").own("A103").own("A209").own("B225").points("C247") == 2


def test_c248_harbor_gate_counts_schooners():
    assert Table().own("C248").give(ships=(0, 1, 2)).points("C248") == 6


def test_c249_market_tower_counts_shares_of_any_color():
    assert Table().own("C249").hold(0, 1, 2).points("C249") == 4


def test_c250_inshore_fishery_rewards_a_small_haul():
    assert Table().own("C250").points("C250") == 7
    assert Table().own("C250").give(ships=(0, 0, 1)).points("C250") == 5
    assert Table(players=5).own("C250").give(ships=(0, 1, 3)).points("C250") == 1


def test_c251_chancellery_counts_gold():
    assert Table().own("C251").give(gold=8).points("C251") == 2


def test_c252_rich_forest_counts_deep_stacks():
    assert Table().own("C252").points("C252") == 2
    assert Table().forests(c02=2, c12=3, c22=1).own("C252").points("C252") == 4


def test_c253_renting_service_counts_own_shares_elsewhere():
    assert Table().own("C253").market(1).hold(1, 0).points("C253") == 4


def test_c254_docking_harbor_rewards_a_full_track():
    assert Table().own("C254").points("C254") == 1
    assert Table(players=5).own("C254").give(ships=(0, 1, 1)).points("C254") == 3
    assert Table(players=5).own("C254").give(ships=(0, 1, 3)).points("C254") == 8
