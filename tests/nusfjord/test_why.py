"""Reasons with the numbers that count for this seat, now."""

from skerry.games.nusfjord.game import NUSFJORD
from tests.nusfjord.tables import Table


def why(table: Table, ref: str):
    return NUSFJORD.why_not(table.state, table.seat, ref)


def test_a_ship_that_could_be_paid_is_just_not_asked_for():
    reason = why(Table().give(gold=4), "ship:schooner")
    assert (reason.code, reason.args) == ("not_asked", {"question": "take_turn"})


def test_prices_of_ships_are_told_with_reductions():
    table = Table().own("A111").give(wood=2, fish=2, gold=4).do("place build_ship")
    assert table.asks() == ["ship sloop", "ship schooner gold"]
    assert why(table, "ship:cutter").args["needs"] == {"wood": 4, "gold": 1}


def test_both_prices_of_a_schooner_are_told():
    table = Table().give(wood=6, fish=2, gold=1).do("place build_ship")
    reason = why(table, "ship:schooner")
    assert reason.code == "cannot_pay"
    assert reason.args["needs"] == {"wood": 8, "fish": 8}
    assert reason.args["or_needs"] == {"gold": 4}


def test_the_last_free_space_is_one():
    table = Table().show("A103").fill(keep=("1,0",))
    assert why(table, "space:build_building").code == "no_affordable_building"
    table = Table().show("A103").fill(keep=("0,1",))
    assert why(table, "space:build_building").code == "no_affordable_building"


def test_plates_are_too_dear_or_all_filled():
    reason = why(Table().plates(2).give(fish=2), "space:serve_fish")
    assert (reason.code, reason.args["needs"]) == ("cannot_pay", {"fish": 3})
    reason = why(Table().plates(8).give(fish=9), "space:serve_fish")
    assert (reason.code, reason.args) == ("plates_full", {"plates": 8})
