"""The test cases of rules section 15, one each, in their order."""

import pytest

from skerry.games.nusfjord.campaign import new_rank, rematch
from skerry.games.nusfjord.engine.words import COPY_SPACE
from skerry.games.nusfjord.game import NUSFJORD
from skerry.kernel.errors import BadSetup
from skerry.kernel.rng import Rng
from tests.nusfjord.tables import CAT, Table


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_01_first_fishing_brings_two_fish_and_one_in_reserve(players):
    state = NUSFJORD.deal({"players": players}, Rng(3))
    for player in state.players:
        assert (player.fish, player.reserve_fish) == (2, 1)


def test_02_thin_out_at_the_start_brings_four_wood():
    assert Table().do("place thin_out").goods() == (4, 0, 0)


def test_03_deforesting_the_top_right_stack_frees_space_only_the_second_time():
    table = Table(players=3)
    free = table.player().free
    table.do("place deforest", "forest 0,2")
    assert table.player().free == free
    table.do("pass", "pass", "place deforest", "forest 0,2")
    assert bin(table.player().free).count("1") == bin(free).count("1") + 2


def test_04_deforest_at_eight_wood_loses_one():
    assert Table().give(wood=8).do("place deforest", "forest 1,2").goods() == (12, 0, 0)


def test_05_deforest_at_the_limit_is_allowed():
    table = Table().give(wood=12).do("place deforest", "forest 1,2")
    assert table.goods() == (12, 0, 0)
    assert table.player().forests == 3


def test_06_thin_out_at_the_limit_is_illegal():
    assert not Table().forests(c02=2, c12=1).give(wood=12).can("place thin_out")


def test_07_without_forests_neither_thin_out_nor_deforest():
    table = Table().forests()
    assert not table.can("place thin_out")
    assert not table.can("place deforest")


def test_08_empty_reserve_cannot_be_transferred():
    assert not Table().can("place transfer_reserve")
    assert Table().give(reserve_fish=1).can("place transfer_reserve")


def test_09_full_reserve_loses_the_rest_of_the_haul():
    table = Table().give(reserve_fish=8, ships=(0, 0, 1)).fishing()  # haul 6, two at home
    assert table.player().reserve_fish == 8
    assert table.goods() == (0, 2, 0)


def test_10_reserve_above_the_limit_stays():
    table = Table().give(reserve_fish=11, ships=(1, 0, 0)).fishing()  # haul 4, two at home
    assert table.player().reserve_fish == 11


def test_11_fishing_clears_an_elder_with_two_fish():
    table = Table().give(elders=[(1, 2)]).fishing()
    assert table.player().elder_fish == [0]
    assert table.player().fish == 1 + 2


def test_12_using_an_elder_with_two_fish_clears_him_first():
    table = Table().plates(3).give(elders=[(9, 2)]).do("place elder 9")
    assert table.state.plates == 2
    assert table.player().elder_fish == [0]
    assert table.player().fish == 1 + 2  # cleared, then the Fisherman's own two


def test_13_without_filled_plates_no_elder_can_be_used():
    table = Table().plates(0).give(elders=[9])
    assert not table.can("place elder 9")
    table.do("place take_elder", "take elder 7")
    assert table.kind == "take_turn" and table.seat == 1


def test_14_without_filled_plates_an_elder_can_still_be_taken():
    table = Table().plates(0).do("place take_elder", "take elder 7")
    assert table.player().elders == [7]


def test_15_new_elder_acts_for_free_and_again_by_worker():
    table = Table(players=3).plates(2).do("place take_elder", "take elder 9", "use elder 9")
    assert table.player().fish == 2
    table.do("pass", "pass", "place elder 9")
    assert table.player().fish == 4


def test_16_second_worker_on_an_elder_is_illegal():
    table = Table().plates(3).give(elders=[9]).do("place elder 9", "pass")
    assert not table.can("place elder 9")


def test_17_council_has_five_seats():
    assert not Table(players=5).give(elders=[1, 2, 3, 4, 5]).can("place take_elder")


def test_18_lower_elder_waits_for_the_upper_one():
    table = Table().do("place take_elder")
    assert table.can("take elder 7")
    assert not table.can("take elder 1")
    assert NUSFJORD.why_not(table.state, 0, "elder:1").code == "under_another_elder"


def test_19_hidden_elder_is_turned_up_at_once():
    table = Table(players=5)
    hidden = table.state.stacks[0]
    table.do("place take_elder", "take elder 7", "decline")
    table.do("place take_elder", "take elder 1")
    assert "elder_revealed" in [event.kind for event in table.events]
    stack = NUSFJORD.view(table.state, None)["elder_stacks"][0]
    assert (stack.open, stack.face_down) == ([hidden], 0)


def test_20_two_fish_do_not_serve_a_plate_of_three():
    assert not Table().plates(2).give(fish=2).can("place serve_fish")


def test_21_plates_cannot_be_skipped():
    table = Table().plates(2).give(fish=10).do("place serve_fish", "serve 2")
    assert table.state.plates == 4  # always the first k: the number says it all
    assert table.goods() == (0, 4, 2)


def test_22_seven_fish_serve_two_plates_of_three_three_four():
    table = Table().plates(2).give(fish=7).do("place serve_fish")
    assert table.asks() == ["serve 1", "serve 2"]
    assert table.do("serve 2").goods() == (0, 1, 2)


def test_23_full_table_cannot_be_served():
    assert not Table().plates(8).give(fish=50).can("place serve_fish")


def test_24_without_unissued_shares_nothing_to_issue():
    table = Table().hold(1, 0, 3)
    assert not table.can("place issue_share")


def test_25_four_shares_in_round_four_cost_three():
    table = Table(players=2, round=4).market(2, 2)
    assert not table.give(gold=2).can("place buy_all_shares")
    assert table.give(gold=3).can("place buy_all_shares")


def test_26_two_shares_in_round_six_cost_nothing():
    table = Table(round=6).market(1, 1).do("place buy_all_shares")
    assert table.player().shares == [3, 1]
    assert table.goods() == (0, 0, 0)


def test_27_one_share_in_round_seven_is_free_without_refund():
    table = Table(round=7).market(1).give(gold=5).do("place buy_all_shares")
    assert table.goods() == (0, 0, 5)


def test_28_no_shares_no_purchase():
    assert not Table().give(gold=9).can("place buy_all_shares")


def test_29_own_share_bought_back_lies_at_home():
    table = Table(round=2).market(1).give(gold=1).do("place buy_all_shares")
    assert table.player().shares == [3, 0]
    assert table.score()["shares"] == 3
    assert table.fishing().player().fish == 3  # step 3


def test_30_foreign_share_gets_nothing_when_elders_eat_the_haul():
    table = Table(players=3).hold(1, 0).give(elders=[1, 2, 3]).fishing()
    assert table.player(1).fish == 2  # own Shares only


def test_31_haul_four_feeds_four_of_five_elders():
    table = Table(players=5).give(elders=[1, 2, 3, 4, 5], ships=(1, 0, 0)).fishing()
    table.do("feed elder 2")
    assert table.asks() == [f"feed elder {elder}" for elder in (1, 3, 4, 5)], "one fish each"
    table.do("feed elder 5", "feed elder 1", "feed elder 4")
    assert table.player().elder_fish == [1, 1, 0, 1, 1]
    assert table.player().fish == 0
    assert table.player().reserve_fish == 0


def test_32_newly_issued_first_then_the_owner_picks_an_opponent():
    table = Table(players=3).hold(1, 0).hold(2, 0).market(1).give(elders=[1]).fishing()
    assert table.asks() == ["dividend 1", "dividend 2"]
    table.do("dividend 2")
    assert [player.fish for player in table.state.players] == [0, 2, 3]


def test_33_schooner_fits_on_the_last_four_units():
    table = Table(players=5).give(ships=(1, 3, 0), gold=4).do("place build_ship")
    assert table.player().units == 15
    assert NUSFJORD.view(table.state, None)["players"][0]["haul"] == 12


def test_34_schooner_does_not_fit_past_unit_fifteen():
    table = Table(players=5).give(ships=(0, 4, 0), gold=4)
    assert not table.can("place build_ship")


def test_35_no_ship_fits_at_fourteen_units():
    table = Table(players=5).give(ships=(1, 4, 0), gold=9, wood=12, fish=9)
    assert table.player().units == 14
    assert NUSFJORD.why_not(table.state, 0, "space:build_ship").code == "track_full"


def test_36_schooner_for_gold_alone():
    table = Table().give(gold=4).do("place build_ship")
    assert table.player().schooners == 1
    assert table.goods() == (0, 0, 0)


def test_37_two_prices_of_the_schooner_do_not_mix():
    table = Table().give(wood=4, fish=4, gold=2).do("place build_ship")
    assert table.player().schooners == 0
    assert table.player().sloops == 1


def test_38_sold_out_type_cannot_be_built():
    table = Table().give(wood=12, fish=9, gold=9).give(seat=1, ships=(3, 0, 0))
    table.do("place build_ship")
    assert table.asks() == ["ship cutter", "ship schooner", "ship schooner gold"]


def test_39_without_a_free_space_nothing_can_be_built():
    table = Table().show("A103").give(wood=9).fill()
    assert not table.can("place build_building")
    assert NUSFJORD.why_not(table.state, 0, "space:build_building").code == "no_free_space"


def test_40_round_three_fills_only_the_gaps():
    table = Table(players=4, round=2)
    table.show(*[f"A1{n:02}" for n in range(1, 7)])
    table.state.pile_a = [CAT.slots[f"A1{n:02}"] for n in range(7, 19)]
    table.begin_round(3)
    assert len(table.state.display_a) == 9
    assert CAT.names(table.state.display_a[6:]) == ["A107", "A108", "A109"]


def test_41_c_card_in_an_opponents_hand_is_not_available():
    table = Table(round=5).hand(1, "C144").give(wood=9)
    assert not table.can("place build_building")


def test_42_unbuilt_c_cards_are_available_to_all_in_round_six():
    table = Table(round=5).hand(1, "C144").give(wood=9).begin_round(6)
    while table.seat != 0:
        table.do("pass")
    assert table.can("place build_building")


@pytest.mark.parametrize("number", [3, 5])
def test_43_two_players_get_no_new_cards(number):
    table = Table(round=number - 1).begin_round(number)
    assert table.state.display_a == table.state.display_b == []


def test_44_forests_are_not_planted_vertically():
    table = Table().fill(keep=("1,0", "2,0"))
    assert not table.can("place reforest")


def test_45_forests_are_not_planted_on_a_stack():
    table = Table().fill(keep=("1,0", "1,1")).do("place reforest")
    assert table.player().forest[4] == 2  # the only free double space, not asked
    assert not table.turn(0).can("place reforest")


def test_46_build_a_building_holds_three_workers():
    table = Table(players=3).show("A103", "A117", "A202", "A203")
    for seat in range(3):
        table.give(seat=seat, wood=2)
    for name in ("A103", "A117"):
        table.do("place build_building", f"build {name}", "cell 1,0")
        if table.kind == "use_built":
            table.do("decline")
    assert table.can("place build_building")
    table.do("place build_building", "build A202", "cell 1,0")
    assert not table.can("place build_building")


def test_47_space_that_is_not_full_cannot_be_copied():
    table = Table(players=4).do("place deforest", "forest 1,2")
    assert not table.can("copy deforest")
    assert table.can("place deforest")


def test_48_own_workers_may_block_the_copied_space():
    table = Table(players=4).do("place gold", "pass", "pass", "pass", "copy gold")
    assert table.goods() == (0, 0, 2)


def test_48_a_copied_action_is_the_action_itself():
    table = Table(players=4).block("deforest").do("copy deforest")
    original = Table(players=4).do("place deforest")
    for each in (table, original):
        assert NUSFJORD.position(each.state)["agenda"] == ["TurnDone 0 0 1", "ChooseForest 0 1 5 7"]
    placed = [event.data for event in table.events if event.kind == "worker_placed"]
    assert placed == [{"space": "copy", "copies": "deforest"}]
    workers = {s["space"]: s["workers"] for s in NUSFJORD.view(table.state, 0)["spaces"]}
    assert workers["copy"] == [0]


def test_49_left_copy_space_does_not_reach_the_right_column():
    table = Table(players=5).block("thin_out", "copy_right")
    assert not table.can("copy thin_out")
    assert Table(players=5).block("thin_out", "copy_left").can("copy thin_out")


def test_49_the_last_copy_space_is_enough():
    copies = Table(players=5).state.board.space_names[COPY_SPACE:]
    for at, space in enumerate(("gold", "deforest", "thin_out")):
        others = [name for name in copies if name != copies[at]]
        assert Table(players=5).block(space, *others).can(f"copy {space}"), copies[at]
        assert not Table(players=5).block(space, *copies).can(f"copy {space}")


def test_50_copied_action_must_be_possible():
    table = Table(players=4).forests().block("deforest")
    assert not table.can("copy deforest")
    assert NUSFJORD.why_not(table.state, 0, "copy:deforest").code == "no_forest"


def test_51_passing_gives_up_one_worker_only():
    table = Table().do("pass", "pass", "place gold", "pass", "place deforest", "forest 1,2")
    assert table.seat == 1
    assert sum(len(s["workers"]) for s in NUSFJORD.view(table.state, 0)["spaces"]) == 2


def test_52_first_player_moves_to_the_right():
    state = NUSFJORD.deal({"players": 4, "piles": {"starter": 2}}, Rng(1))
    assert state.first == 2
    for _ in range(12):
        state.play(NUSFJORD.read(state, "pass"))
    assert state.round == 2
    assert state.turn() == state.first == 1


def _solo(**options):
    return Table(players=1, **options).give(gold=4)


def test_53_solo_spaces_of_the_last_round_are_blocked():
    table = _solo().plates(3).give(elders=[5])
    table.do("place gold", "place elder 5", "forest 1,2", "pass")
    assert table.state.round == 2
    gold = NUSFJORD.view(table.state, 0)["spaces"][0]
    assert (gold["space"], gold["since"], gold["blocked"]) == ("gold", 1, True)
    assert not table.can("place gold")
    assert not table.can("place elder 5")
    table.do("pass", "pass", "pass")
    assert table.state.round == 3
    assert table.can("place gold")
    assert table.can("place elder 5")


def test_54_solo_blocked_space_is_reached_by_copying():
    table = _solo().do("pass", "pass", "pass", "place gold", "pass", "pass")
    assert table.state.round == 3
    assert not table.can("place gold")
    assert table.do("copy gold").player().gold == 6
    table.do("pass", "pass")
    assert not table.can("copy gold")  # round 4: the Copy space got a worker in round 3


def test_55_advanced_solo_blocks_two_rounds():
    table = _solo(solo="advanced").do(
        "place gold", "pass", "pass", "place thin_out", "pass", "pass"
    )
    assert table.state.round == 3
    assert not table.can("place gold")
    assert not table.can("place thin_out")
    table.do("pass", "pass", "pass")
    assert table.can("place gold")
    assert not table.can("place thin_out")


def test_56_share_with_an_opponent_scores_for_the_opponent():
    table = Table().hold(1, 0)
    assert table.score(0)["shares"] == 2
    assert table.score(1)["shares"] == 3
    assert table.score(0)["unissued_shares"] == -2


def test_57_untouched_start_is_worth_minus_six():
    score = Table().score()
    assert score["total"] == -6
    assert (score["shares"], score["empty_spaces"], score["unissued_shares"]) == (2, -5, -3)


def test_58_equal_totals_share_the_victory():
    places = [score.place for score in NUSFJORD.scores(Table(players=3).give(2, gold=-1).state)]
    assert places == [1, 1, 3]


def test_59_to_62_ranks_of_campaigns():
    assert new_rank(4, 110) == 10
    assert new_rank(4, 94) == 3
    assert new_rank(4, 95) == 4
    assert new_rank(0, 60) == 0


def test_63_mixed_decks_draw_later_cards_from_one_deck():
    options = {"deck": "mixed", "mixed_deck": "codfish"}
    state = NUSFJORD.deal({"players": 3, "options": options}, Rng(4))
    for hundred in "123":
        assert sum(name[1] == hundred for name in CAT.names(state.display_a)) == 3
        assert sum(name[1] == hundred for name in CAT.names(state.display_b)) == 2
    assert len(state.pile_a) == 15 and len(state.pile_b) == 10 and len(state.pile_c) == 14
    assert {name[1] for name in CAT.names(state.pile_a + state.pile_b + state.pile_c)} == {"3"}


def test_64_rematch_uses_the_other_cards():
    state = NUSFJORD.deal({"players": 2}, Rng(4))
    first = set(state.display_a + state.display_b)
    starter = state.starter
    while state.turn() >= 0:
        state.play(NUSFJORD.read(state, "pass") if 49 in state.options() else state.options()[0])
    second = NUSFJORD.deal(rematch(state), Rng(5))
    assert not first & set(second.display_a + second.display_b)
    assert len(second.display_a) == 9 and len(second.display_b) == 6
    assert len(second.pile_c) == 14
    assert second.starter == 1 - starter
    with pytest.raises(BadSetup):
        rematch(second)
