"""Our own rulings (docs/rulings.md) that no other test shows."""

from skerry.games.vanuatu.game import VANUATU
from tests.vanuatu.tables import vanuatu


def test_v04_the_late_flood_comes_before_the_rest_tokens() -> None:
    table = vanuatu(rising_waters=True, flood_at_round_end=True, characters=False)
    table.round_begins(2)
    kinds = []
    while table.state.round == 2:
        resting = [text for text in table.asks(table.turn()) if "rest" in text]
        events = table.play((resting or table.asks(table.turn()))[0])
        kinds += [event["event"] for event in events]
    assert kinds.index("water_rose") < kinds.index("rest_revealed")


def test_v06_the_vendors_card_turns_over_beside_an_own_hut() -> None:
    table = vanuatu().player(0, fish=[2], character="vendor").island("0,0", huts=[1, 0, 0])
    table.markers(sell=[1, 0, 0]).turn_of(0)
    table.play("perform sell")
    assert table.state.used[0] == 1


def test_v07_the_builders_bonus_is_for_a_hut() -> None:
    table = vanuatu(rising_waters=True).player(0, money=5, character="builder")
    table.markers(build=[1, 0, 0]).turn_of(0)
    table.play("perform build bonus")
    assert all("hut" in text for text in table.asks(0))


def test_v08_only_those_who_can_still_sell_are_asked_last() -> None:
    table = vanuatu(first=0).last_round().player(2, treasure=[1]).round_ends()
    assert (table.asked(), table.turn()) == ("last_sales", 2)
    table.play("done")
    assert table.asked() is None


def test_v10_an_unlimited_reserve_is_counted_below_zero() -> None:
    table = vanuatu(unlimited_goods=True).island("0,0", goods=[])
    table.state.reserve = [0, 0, 0]
    assert table.round_begins(8).view()["reserve"] == {"kava": -1, "copra": -1, "beef": -1}


def test_v11_nobody_takes_the_same_character_again() -> None:
    offers = [["artist", "diver", "guide"]] * 8
    table = vanuatu(2, piles={"characters": offers}, pool_size=3, pool_no_repeat=False)
    table.play(*["neutral fish"] * 5, "take artist", "take diver")
    table.state.shown = []
    table.round_begins(8)
    table.play(*["neutral fish"] * 5)
    assert table.asks(0) == ["take diver", "take guide"]


def test_v12_a_reshuffle_may_be_written_down_loosely() -> None:
    table = vanuatu(piles={"demand_reshuffles": [[5, 10]]})
    state = table.state
    state.demand_pile = []
    state.discards = [9, 6, 7]  # tiles 10, 7 and 8; tile 5 is on display
    table.ship(1, 2, "xxx").round_begins(2)
    position = VANUATU.position(state)
    assert [ship["ship"] for ship in position["ships"]] == [9, 5, 10]
    assert position["demand_stack"] == [2, 7, 8]


def test_v13_a_preached_action_counts_as_performed() -> None:
    table = vanuatu(governor_repeats=False).player(0, character="preacher")
    table.markers(draw=[1, 2, 0], fish=[1, 2, 0]).turn_of(0)
    table.play("preach draw", "draw 0,0")
    table.player(0, character="governor").turn_of(0)
    assert "govern fish draw" not in table.asks(0)
    assert "govern fish rest" in table.asks(0)


def test_v13_markers_taken_back_do_not_count_as_performed() -> None:
    table = vanuatu(governor_repeats=False).player(0, character="governor")
    table.markers(draw=[1, 2, 0], fish=[1, 2, 0]).turn_of(0)
    table.play("retrieve draw")
    table.turn_of(0)
    assert "govern fish draw" in table.asks(0)


def test_v14_the_beggars_own_turn_includes_choosing_and_planning() -> None:
    table = vanuatu(beggar_own_turn_only=True).player(0, points=3, character="beggar")
    assert "beg 1 by 0" in table.planning_of(0).asks(0)
    assert table.planning_of(1).asks(0) == []


def test_v15_a_governors_move_can_bring_the_flood() -> None:
    table = vanuatu(rising_waters=True, flood_counts_governor=True).player(0, character="governor")
    table.state.round, table.state.die = 2, 1
    table.markers(fish=[1, 0, 0], rest=[0, 1, 0]).turn_of(0)
    table.play("govern fish draw")
    assert (table.turn(), table.seen("0,0")["water"]) == (1, 3)


def test_v16_looking_ahead_closes_nothing_if_it_cannot_help() -> None:
    # Two islands and no cell apart from islands, now or after any first placement.
    for lookahead in (False, True):
        table = vanuatu(placement_lookahead=lookahead).lay("A1", "2,1").lay("A2", "1,2")
        table.lay("B1", "-1,0").lay("B2", "-1,1").lay("C1", "0,2").lay("C2", "-1,2")
        table.state.shown = [10, 11]
        assert len(table.round_begins(2).asks(0)) == 6


def test_v18_a_lost_game_shows_points_but_no_places() -> None:
    table = vanuatu(rising_waters=True).lay("A1", "2,2").lay("A2", "-1,1").player(0, points=7)
    for cell in ("0,0", "2,2", "-1,1"):
        table.island(cell, water=4)
    table.state.round, table.state.die = 2, 1
    table.markers(rest=[0, 1, 0]).turn_of(1)
    table.play("perform rest", "rest vatu")
    assert table.places() == [0, 0, 0]
    assert table.items(0)["track"] == 7
