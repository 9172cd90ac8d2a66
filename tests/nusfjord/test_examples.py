"""The worked examples of rules section 13, one each, in their order."""

from skerry.games.nusfjord.campaign import new_rank
from skerry.games.nusfjord.engine.ships import haul
from skerry.games.nusfjord.game import NUSFJORD
from skerry.kernel.rng import Rng
from tests.nusfjord.tables import Table


def test_01_first_fishing_phase():
    player = NUSFJORD.deal({"players": 4}, Rng(2)).players[0]
    assert (player.fish, player.reserve_fish) == (2, 1)


def test_02_busy_company():
    table = Table(players=3).market(1).hold(1, 0).give(reserve_fish=7, ships=(0, 1, 1))
    table.give(elders=[(1, 0), (2, 1), (3, 2)])
    assert haul(table.state, table.player()) == 8
    table.fishing()
    assert table.player().elder_fish == [1, 2, 0]
    assert table.player().reserve_fish == 8
    assert table.player().fish == 3
    assert table.player(1).fish == 2 + 1


def test_03_short_haul():
    table = Table(players=3).market(1).hold(1, 0).give(elders=[1, 2]).fishing()
    assert table.player().fish == 0
    assert table.player(1).fish == 2  # its own Shares


def test_04_serving():
    table = Table().plates(1).give(fish=8).give(1, elders=[9], fish=3)
    table.do("place serve_fish", "serve 3")
    assert table.goods() == (0, 0, 3)
    assert table.state.plates == 4
    table.do("place elder 9")
    assert table.state.plates == 3
    table.do("pass")
    assert NUSFJORD.why_not(table.turn(0).state, 0, "space:serve_fish").code == "blocked"
    table.state.room = table.state.board.capacity
    table.give(fish=3).do("place serve_fish")
    assert table.goods() == (0, 0, 4)


def test_05_serving_with_three_players():
    table = Table(players=3)
    assert table.state.plates == 2
    assert table.give(fish=10).do("place serve_fish", "serve 3").goods() == (0, 0, 3)


def test_06_buying():
    for round_, price in ((3, 3), (5, 2), (6, 1)):
        table = Table(round=round_).market(2, 1).give(gold=5).do("place buy_all_shares")
        assert table.goods() == (0, 0, 5 - price)
    assert Table(round=7).market(1).do("place buy_all_shares").goods() == (0, 0, 0)


def test_07_wood_limit():
    assert Table().give(wood=9).do("place deforest", "forest 1,2").goods() == (12, 0, 0)
    assert Table().give(wood=12).do("place deforest", "forest 1,2").player().forests == 3
    assert not Table().give(wood=12).can("place thin_out")
    table = Table().give(wood=11, reserve_wood=2, reserve_fish=3).do("place transfer_reserve")
    assert table.goods() == (12, 3, 0)
    assert table.events[-1].data["lost"] == 1


def test_08_ships():
    table = Table(players=5)
    hauls = []
    for fleet in ((0, 0, 1), (0, 1, 0), (0, 1, 0)):
        hauls.append(haul(table.give(ships=fleet).state, table.player()))
    assert hauls == [6, 8, 10]
    schooner = Table(players=5).give(ships=(0, 2, 2))
    assert haul(schooner.state, schooner.player()) == 12
    sloop = Table(players=5).give(ships=(1, 2, 1), wood=12, fish=9, gold=9)
    assert haul(sloop.state, sloop.player()) == 11
    assert sloop.do("place build_ship").asks() == ["ship sloop", "ship cutter"]
    assert Table(players=5).give(ships=(0, 1, 3)).player().units == 15
    assert not Table(players=5).give(ships=(0, 0, 3), gold=4).can("place build_ship")


def test_09_upgrade():
    table = Table(players=5).give(ships=(1, 0, 3), elders=[2]).do("place elder 2")
    assert table.player().units == 15
    assert (table.player().sloops, table.player().cutters) == (0, 1)
    assert not table.give(elders=[]).turn(0).can("place elder 2")


def test_10_own_buy_back():
    table = Table(round=2)
    before = table.score()["total"]
    table.do("place issue_share", "pass", "place buy_all_shares")
    assert table.goods() == (0, 0, 1)
    assert table.score()["total"] == before + 3
    assert table.fishing().player().fish == 3


def test_11_scoring():
    table = Table().own("B231").own("A112").own("C151")  # 4 + 1 fixed, and Harbor Installation
    table.give(ships=(1, 1, 1), gold=9).hold(0, 1, 1)
    table.player().shares = [3, 1]
    table.player().unissued = 1
    assert table.score() == {
        "buildings": 11,
        "ships": 7,
        "shares": 4,
        "gold": 9,
        "empty_spaces": -2,
        "unissued_shares": -1,
        "total": 28,
    }


def test_12_rank():
    assert [new_rank(12, total) for total in (118, 105, 102)] == [18, 12, 11]


def test_13_reforest_space():
    table = Table().do("place reforest")
    assert table.asks() == ["forest 1,0", "forest 2,0"]
    assert Table().own("A103", cell="1,0").do("place reforest").player().forest[8] == 2
