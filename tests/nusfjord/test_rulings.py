"""The rulings for implementers (cards page, section 6), one story each where cards meet."""

import json

from skerry.games.nusfjord.game import NUSFJORD
from tests.nusfjord.tables import Table, paying


def test_1_nobody_pays_for_nothing():
    assert paying("B126").build("B126").seat == 1  # Town Hall without elders: not offered
    table = Table().own("B223").give(gold=4)  # Ship Broker without ships
    assert not table.can("use B223.1")


def test_1_wood_at_the_limit_still_counts_as_an_effect():
    table = Table().own("A109").give(wood=12).do("place deforest", "forest 1,2")
    assert table.asks() == ["use A109.1", "decline"]


def test_3_the_last_window_belongs_to_round_seven():
    table = Table(round=7).own("A310").give(wood=9, fish=12).do("use A310.1", "use A310.1")
    for _ in range(6):
        table.do("pass")
    assert table.kind is None  # both uses of the round are gone
    assert table.goods() == (7, 6, 4)


def test_5_no_trade_between_nested_steps():
    table = paying("A113", fish=3).own("B325").show("A104").give(fish=6)
    table.do("place build_building")
    while table.kind != "take_turn" and table.kind != "use_anytime":
        assert not any("B325" in text for text in table.asks())
        table.do(table.asks()[0])


def test_6_effects_first_then_triggers_in_the_owners_order():
    table = paying("A104", wood=0).own("A114").own("A306").build("A104")
    assert table.asks() == ["use A104.1", "decline"]
    table.do("decline")
    # No wood yet: Joinery cannot be paid, but stays pending until the owner stops.
    assert table.asks() == ["use A306.1", "decline"]
    table.do("use A306.1")
    assert table.asks() == ["use A114.1", "decline"]
    assert table.do("use A114.1").goods() == (0, 0, 1)


def test_10_declining_stops_all_the_rest():
    table = paying("A104").own("A306").own("A207").build("A104").do("use A104.1")
    assert sorted(table.asks()) == ["decline", "use A207.1", "use A306.1"]
    assert table.do("decline").seat == 1
    assert table.goods() == (5, 0, 0)


def test_11_every_gain_of_wood_is_its_own_excess():
    table = Table().own("A301").own("A109").give(wood=10)
    table.do("place deforest", "forest 1,2")
    assert table.asks() == ["use A301.1", "decline"]  # Deforest's excess before Raftbuilder
    table.do("use A301.1", "count 3")
    table.do("use A109.1", "use A301.1", "count 2")
    assert (table.player().wood, table.player().reserve_wood) == (12, 5)


def test_11_sailor_at_the_limit_keeps_wood_plate_by_plate():
    table = Table().plates(1).own("A301").give(elders=[3], wood=12, fish=3)
    table.do("place elder 3", "serve 2")
    table.do("use A301.1")
    assert table.player().reserve_wood == 1
    assert table.do("use A301.1").player().reserve_wood == 2


def test_12_clearing_comes_before_the_wood():
    table = Table().own("A213").own("A109").do("place deforest", "forest 1,2")
    assert table.asks() == ["use A213.1", "decline"]
    assert table.do("use A213.1").asks() == ["use A109.1", "decline"]


def test_13_fishing_end_goes_round_in_turn_order():
    table = Table(players=3, round=2).own("B226", seat=2).own("A307", seat=1).fishing()
    assert table.seat == 1
    table.do("use A307.1")
    assert table.seat == 2
    assert table.player(0).fish == 2  # dividends are in the supplies already


def test_14_one_split_of_reserve_fish_for_the_whole_serving():
    table = Table().own("A217").plates(2).give(fish=5, reserve_fish=4)
    table.do("place serve_fish", "serve 2")
    assert table.asks() == [f"count {n}" for n in range(1, 5)]
    table.do("count 3")
    assert (table.player().fish, table.player().reserve_fish) == (2, 1)


def test_14_bank_and_broker_add_up():
    table = Table(players=3).plates(1).own("C343").market(2, 3).give(elders=[8])
    table.do("place elder 8", "option 2", "share 0", "share 0", "share 1", "share 1")
    assert table.kind == "take_turn"  # a fifth would cost 1 gold, and there is none
    assert table.player().shares[:2] == [4, 2]


def test_15_either_building_space_can_be_copied_in_solo():
    table = Table(players=1).show("A103", "A202").give(wood=9)
    table.do("place build_building_2", "build A103", "cell 1,0")
    assert table.can("copy build_building_2")
    assert not table.can("copy build_building")
    table.do("copy build_building_2", "cell 1,1")
    assert len(table.player().buildings) == 2


def test_15_a_forced_pass_is_a_pass():
    table = Table().own("A303")
    table.block(*table.state.board.space_names[:12])
    assert table.asks() == ["pass"]
    assert table.do("pass").asks() == ["use A303.1", "decline"]


def test_a_nested_story_can_be_saved_in_the_middle():
    """An elder builds a building that builds a ship that issues a Share."""
    table = Table(round=4).plates(3).own("B130").show("A102", "A103")
    table.give(elders=[1], wood=4, fish=5)
    table.do("place elder 1", "option 1", "build A102", "cell 1,1", "use A102.1")
    position = json.loads(json.dumps(NUSFJORD.position(table.state)))
    assert table.asks() == ["use B130.1", "decline"]
    table.state = NUSFJORD.from_position(position)
    table.do("use B130.1")
    assert table.state.market == [1, 0]
    assert table.player().sloops == 1
    assert table.seat == 1
