"""One short story per elder."""

from skerry.games.nusfjord.game import NUSFJORD
from tests.nusfjord.tables import Table


def council(elder, plates=3, players=5, **amounts):
    return Table(players=players).plates(plates).give(elders=[elder], **amounts)


def test_01_contractor_builds_a_building_or_a_ship():
    table = council(1, wood=3, gold=1, fish=2).show("A103").do("place elder 1")
    assert table.asks() == ["option 1", "option 2"]
    assert table.do("option 2").player().sloops == 1


def test_01_contractor_with_one_choice_left_is_not_asked():
    table = council(1, wood=1).show("A103").do("place elder 1", "cell 1,0")
    assert table.player().buildings


def test_02_harbor_master_needs_a_free_unit():
    assert council(2).give(ships=(1, 0, 0)).do("place elder 2").player().cutters == 1
    assert not council(2).give(ships=(0, 1, 3)).can("place elder 2")
    assert not council(2).can("place elder 2")


def test_03_sailor_serves_with_wood_for_every_plate():
    table = council(3, plates=3, fish=7).do("place elder 3", "serve 2")
    assert table.goods() == (2, 1, 2)  # the plate just emptied is filled again
    assert table.state.plates == 4


def test_04_forest_manager_reforests_or_thins_out():
    assert council(4).do("place elder 4", "option 2").goods() == (4, 0, 0)
    table = council(4, wood=12).do("place elder 4", "forest 1,0")
    assert table.player().forests == 6


def test_05_woodcutter_deforests_for_six_wood():
    assert council(5).do("place elder 5", "forest 1,2").goods() == (6, 0, 0)
    assert not council(5).forests().can("place elder 5")


def test_06_storekeeper_needs_goods_in_the_reserve():
    assert council(6, reserve_fish=3).do("place elder 6").goods() == (0, 3, 1)
    assert not council(6).can("place elder 6")


def test_07_builder_clears_a_forest_then_may_build():
    table = council(7).show("A103").do("place elder 7", "forest 1,2")
    assert table.goods() == (1, 0, 0)
    assert table.asks() == ["act", "decline"]
    table.do("act", "cell 1,2")
    assert table.player().cells[6] >= 0


def test_07_builder_need_not_build_but_needs_a_forest():
    table = council(7).show("A103").do("place elder 7", "forest 1,2", "decline")
    assert table.player().buildings == []
    assert not council(7, wood=5).forests().show("A103").can("place elder 7")


def test_07_builder_is_no_deforest_action():
    table = council(7).own("A109").do("place elder 7", "forest 1,2")
    assert table.goods() == (1, 0, 0)
    assert table.seat == 1


def test_08_broker_issues_with_fish_or_buys_cheaper():
    assert council(8).do("place elder 8").goods() == (0, 2, 2)
    table = council(8, gold=1).market(1, 1).do("place elder 8", "option 2")
    assert table.goods() == (0, 0, 0)
    assert table.player().shares == [3, 1, 0, 0, 0]


def test_09_fisherman_counts_ships():
    assert council(9).give(ships=(1, 1, 0)).do("place elder 9").goods() == (0, 4, 0)


def test_10_merchant_sells_fish_or_wood():
    table = council(10, wood=3, fish=3).do("place elder 10", "option 2")
    assert table.goods() == (0, 3, 2)
    assert not council(10, wood=2, fish=2).can("place elder 10")


def test_10_merchant_may_spend_the_fish_he_is_cleared_of():
    assert not council(10, fish=2).can("place elder 10")
    table = Table(players=5).plates(1).give(elders=[(10, 2)], fish=2)
    assert table.do("place elder 10").goods() == (0, 0, 2)


def test_11_shipwright_saves_two_wood():
    assert council(11, wood=4, gold=1).do("place elder 11").player().cutters == 1


def test_12_carpenter_saves_two_wood():
    table = council(12).show("A105").do("place elder 12", "cell 1,0")
    assert table.player().buildings


def test_13_forester_reforests_and_counts_stacks():
    assert council(13).do("place elder 13", "forest 1,0").goods() == (4, 0, 0)
    assert not council(13).fill().can("place elder 13")


def test_14_treasurer_turns_a_fish_into_two_gold():
    table = Table(players=5).plates(1).give(elders=[14], fish=1).do("place elder 14")
    assert table.goods() == (0, 0, 2)
    assert not council(14).can("place elder 14")


def test_15_schoolmaster_takes_an_elder_who_needs_his_own_plate():
    table = council(15, plates=2).do("place elder 15", "take elder 9", "use elder 9")
    assert table.state.plates == 0
    assert table.goods() == (0, 2, 0)
    table = council(15, plates=1).do("place elder 15", "take elder 9")
    assert table.seat == 1


def test_16_pastor_pays_and_feeds_the_council():
    table = Table(players=5).plates(1).give(elders=[(16, 0), (1, 2)]).do("place elder 16")
    assert table.goods() == (0, 1, 1)
    assert table.player().elder_fish == [2, 0]


def test_17_captain_counts_ships_in_pairs():
    table = council(17).give(ships=(3, 2, 0)).do("place elder 17")
    assert table.goods() == (0, 1, 2)


def test_18_mayor_copies_a_blocked_space():
    table = council(18).block("gold", "thin_out").do("place elder 18")
    assert table.asks() == ["copy gold", "copy thin_out"]
    assert table.do("copy thin_out").goods() == (4, 0, 0)
    assert not council(18).can("place elder 18")


def test_18_mayor_taken_by_the_second_worker_may_copy_take_an_elder():
    table = Table(players=5).plates(4)
    table.state.stacks = [18, 0, 0, *table.state.stacks[3:]]
    table.do("place take_elder", "take elder 8", "decline")
    table.do("place take_elder", "take elder 18", "use elder 18")
    assert table.kind == "take_elder" and table.seat == 1


def test_elder_events_come_after_his_action_for_the_user_first():
    table = Table(players=3).plates(2).give(elders=[9], buildings=["A208"])
    table.give(1, buildings=["A302"]).do("place elder 9")
    assert table.seat == 0
    table.do("use A208.1")
    assert table.seat == 1
    table.do("use A302.1")
    assert table.goods(1) == (0, 1, 0)


def test_every_elder_says_why_he_cannot_be_used():
    table = Table(players=5).plates(0).give(elders=[9])
    assert NUSFJORD.why_not(table.state, 0, "elder:9").code == "no_plate_filled"
