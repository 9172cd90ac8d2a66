"""Sections 5, 6 and 7: set-up, the five phases, placing the two tiles."""

import pytest

from skerry.games.vanuatu.game import VANUATU
from skerry.kernel.rng import Rng
from tests.vanuatu.tables import tourist_tiles, vanuatu

# -- section 5: set-up


@pytest.mark.parametrize(("players", "tourists"), [(2, 14), (3, 14), (4, 16), (5, 18)])
def test_tourists_over_the_game(players: int, tourists: int) -> None:
    state = VANUATU.deal({"players": players}, Rng(1))
    assert len(state.tourist_pile) == 8
    assert sum(state.tourist_pile) == tourists


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_starts_alike(players: int) -> None:
    table = vanuatu(players)
    for player in table.view()["players"]:
        assert (player["money"], player["points"], player["huts_left"]) == (3, 0, 8)
        assert (player["markers_left"], player["character"]) == (5, None)
        assert player["boat"] == "1,1"


def test_the_starting_sea_holds_three_fish_and_two_treasures() -> None:
    cells = [cell for cell in vanuatu().view()["cells"] if cell.get("kind") == "ocean"]
    assert sum(cell["fish"] for cell in cells) == 3
    assert sum(cell["treasure"] for cell in cells) == 2
    assert {cell["cell"] for cell in cells} == {"1,0", "0,1", "1,1"}


def test_the_table_before_the_first_move() -> None:
    view = vanuatu().view()
    assert view["fish_price"] == 3
    assert view["round"] == 1
    assert view["volcano"] == ["A1", "B1"]
    assert [ship["ship"] for ship in view["ships"]] == [2, 9, 5]
    assert view["office"] == tourist_tiles(3)[0] == 2
    assert view["reserve"] == {"kava": 9, "copra": 7, "beef": 5}
    assert view["rest_left"] == 4
    assert len(view["characters"]) == 11


@pytest.mark.parametrize("seed", range(20))
def test_the_tile_stack_runs_from_a_to_f_twice(seed: int) -> None:
    piles = VANUATU.setup(VANUATU.deal({"players": 3}, Rng(seed)))["piles"]
    assert "".join(tile[0] for tile in piles["tile_stack"]) == "ABCDEFABCDEF"
    assert len(set(piles["tile_stack"])) == 12


def test_every_first_player_and_every_boat_cell_is_dealt_sometimes() -> None:
    setups = [VANUATU.setup(VANUATU.deal({"players": 5}, Rng(s)))["piles"] for s in range(60)]
    assert {piles["first"] for piles in setups} == {0, 1, 2, 3, 4}
    assert {
        cell for p in setups for cell, tile in p["start_tiles"].items() if tile == "START_BLANK"
    } == {"1,0", "0,1", "1,1"}


# -- phase I


def test_tourists_left_in_the_office_are_lost() -> None:
    table = vanuatu().office(2).round_begins(2)
    assert table.view()["office"] == tourist_tiles(3)[1] == 1


def test_the_first_round_has_no_set_up() -> None:
    table = vanuatu()
    assert table.asked() == "choose_character"
    assert vanuatu(characters=False).asked() == "plan_marker"


def test_a_full_ship_returns_its_cubes() -> None:
    table = vanuatu().ship(1, 2, "xxx")
    before = table.view()["reserve"]
    after = table.round_begins(2).view()["reserve"]
    assert (after["kava"] - before["kava"], after["copra"] - before["copra"]) == (2, 1)


def test_three_full_ships_are_all_replaced() -> None:
    table = vanuatu().ship(1, 2, "xxx").ship(2, 9, "xxx").ship(3, 5, "xxx").round_begins(2)
    assert [ship["ship"] for ship in table.view()["ships"]] == [1, 3, 4]
    assert table.view()["demand_discards"] == [2, 9, 5]


def test_a_lean_reserve_refills_the_starting_island_first() -> None:
    table = vanuatu().lay("A1", "2,2").island("0,0", goods=[]).island("2,2", goods=[])
    table.state.reserve = [1, 0, 1]
    table.round_begins(8)
    assert table.seen("0,0")["goods"] == {"kava": 1, "copra": 0, "beef": 1}
    assert table.seen("2,2")["goods"] == {"kava": 0, "copra": 0, "beef": 0}


def test_new_tiles_come_with_their_discs_and_cubes() -> None:
    table = vanuatu().round_begins(2)
    table.play("place A1 2,1", "place B1 -1,0")
    assert table.seen("2,1")["goods"] == {"kava": 1, "copra": 0, "beef": 1}
    assert (table.seen("-1,0")["fish"], table.seen("-1,0")["treasure"]) == (1, 3)
    assert table.view()["volcano"] == ["C1", "D1"]


def test_the_first_player_places_both_tiles() -> None:
    table = vanuatu(first=2).round_begins(2)
    assert (table.asked(), table.turn()) == ("place_tile", 2)
    table.play(table.asks(2)[0])
    assert (table.asked(), table.turn()) == ("place_tile", 2)


# -- section 7


def test_islands_keep_apart_and_oceans_touch_an_island() -> None:
    table = vanuatu().round_begins(2)
    assert set(table.asks(0)) == {"place A1 2,1", "place A1 1,2", "place B1 -1,0"}


def test_an_island_opens_coasts_for_the_ocean() -> None:
    table = vanuatu().round_begins(2)
    table.play("place A1 2,1")
    assert set(table.asks(0)) == {"place B1 -1,0", "place B1 2,0", "place B1 2,2"}


def test_without_any_regular_cell_every_open_cell_will_do() -> None:
    table = vanuatu().lay("A1", "2,1").lay("A2", "1,2")
    table.state.shown = [10, 11]  # two islands
    table.round_begins(2)
    cells = {"-1,0", "2,0", "0,2", "2,2"}
    assert set(table.asks(0)) == {f"place {tile} {cell}" for tile in ("D1", "D2") for cell in cells}


def test_a_sunken_island_still_counts_as_an_island_when_placing() -> None:
    table = vanuatu(rising_waters=True).island("0,0", water=4)
    table.state.round, table.state.die = 2, 1
    table.markers(rest=[1, 0, 0]).turn_of(0)
    table.play("perform rest", "rest vatu")  # floods, ends the round, round 3 begins
    assert table.seen("0,0")["sunk"]
    assert set(table.asks(0)) == {"place A1 2,1", "place A1 1,2", "place B1 -1,0"}


def test_a_cell_with_one_neighbour_is_not_open() -> None:
    table = vanuatu().round_begins(2)
    assert table.why_not(0, "hex:3,1").code == "needs_two_neighbours"


# -- phase II


def test_characters_are_taken_in_turn_order() -> None:
    table = vanuatu(first=1)
    for seat in (1, 2, 0):
        assert (table.asked(), table.turn()) == ("choose_character", seat)
        table.play(table.asks(seat)[0])
    assert [table.character(seat) for seat in range(3)] == ["builder", "artist", "beggar"]


def test_a_character_comes_face_up_each_round() -> None:
    table = vanuatu().player(0, character="artist", used=True).player(1, character="guide")
    table.player(2, character="vendor").round_begins(8)
    table.play("take diver")
    assert not table.view()["players"][0]["character_used"]


def test_without_characters_planning_follows_at_once() -> None:
    table = vanuatu(characters=False).round_begins(8)
    assert table.asked() == "plan_marker"


# -- phase III


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_markers_are_placed_two_two_and_one(players: int) -> None:
    table = vanuatu(players, first=1).planning_phase()
    placed = []
    while table.asked() == "plan_marker":
        placed.append(table.turn())
        table.play("plan rest")
    order = [(1 + i) % players for i in range(players)]
    assert placed == [s for count in (2, 2, 1) for s in order for _ in range(count)]


# -- phase IV


def test_the_turn_skips_whoever_has_no_markers() -> None:
    table = vanuatu(first=1).markers(rest=[1, 0, 0], draw=[0, 0, 1], fish=[0, 0, 1]).turn_of(2)
    table.play("perform draw", "draw 0,0")
    assert table.turn() == 0
    table.play("perform rest", "rest vatu")
    assert table.turn() == 2


def test_a_possible_majority_must_be_carried_out() -> None:
    table = vanuatu().markers(draw=[1, 0, 0]).turn_of(0)
    assert table.asks(0) == ["perform draw"]


def test_if_every_majority_is_impossible_one_of_them_goes_back() -> None:
    table = vanuatu().markers(fish=[1, 0, 0], explore=[1, 0, 0], draw=[1, 2, 0]).turn_of(0)
    assert table.asks(0) == ["retrieve explore", "retrieve fish"]


def test_the_whole_stack_comes_back() -> None:
    table = vanuatu().markers(draw=[3, 1, 0]).turn_of(0)
    table.play("perform draw", "draw 0,0")
    assert table.stack("draw") == [0, 1, 0]


# -- phase V


def test_rest_tokens_pay_in_turn_order_and_move_the_first_player() -> None:
    table = vanuatu(players=4, first=1).everybody(money=9, points=0)
    table.markers(rest=[1, 1, 1, 1]).turn_of(1)
    for token in ("first", "vatu+point", "point", "vatu"):
        table.play("perform rest", f"rest {token}")
    assert table.state.first == 1
    assert [table.money(seat) for seat in range(4)] == [0, 9, 0, 9]
    assert [table.points(seat) for seat in range(4)] == [5, 0, 6, 1]
    assert table.view()["rest_left"] == 4


def test_a_rest_token_is_known_to_its_owner_only() -> None:
    table = vanuatu().markers(rest=[1, 1, 0], draw=[1, 0, 0]).turn_of(0)
    events = table.play("perform rest", "rest point")
    assert all("token" not in event for event in events)
    assert table.view(0)["players"][0]["rest_token"] == "point"
    assert table.view(1)["players"][0]["rest_token"] is None
    assert table.view(None)["players"][0]["rest_token"] is None


def test_a_later_chooser_sees_which_tokens_remain() -> None:
    table = vanuatu().markers(rest=[1, 1, 0], draw=[1, 0, 0]).turn_of(0)
    table.play("perform rest", "rest point")
    assert table.view(1)["rest_tokens"] is None
    table.play("perform rest")
    assert table.view(1)["rest_tokens"] == ["first", "vatu+point", "vatu"]
    assert table.view(2)["rest_tokens"] is None
    assert table.view(0)["rest_tokens"] == ["first", "vatu+point", "vatu"]


def test_the_first_player_marker_stays_unless_a_token_moves_it() -> None:
    table = vanuatu(first=2).markers(rest=[0, 1, 0]).turn_of(1)
    table.play("perform rest", "rest vatu")
    assert (table.state.round, table.state.first) == (2, 2)


# -- the end


def test_before_the_final_scoring_treasure_is_sold_a_last_time() -> None:
    table = vanuatu(first=1).last_round().player(0, treasure=[3, 1], money=1)
    table.player(1, points=2, money=2, character="beggar").round_ends()
    assert (table.asked(), table.turn()) == ("last_sales", 1)
    assert table.asks(1) == ["done", "beg 1 by 1", "beg 2 by 1"]
    table.play("beg 1 by 1", "done", "treasure 1 by 0", "done")
    assert table.asked() is None
    assert table.items(1)["vatus"] == 1
    assert table.items(0) | {"track": 0, "first_player": 0} == {
        "track": 0,
        "fish": 0,
        "first_player": 0,
        "vatus": 0,
        "treasure": 6,
        "huts": 0,
        "water": 0,
    }


def test_with_nothing_to_sell_the_game_is_over_at_once() -> None:
    table = vanuatu().last_round().round_ends()
    assert table.asked() is None
    assert table.view()["over"]


def test_the_winner_has_most_points_then_most_huts_then_most_vatus() -> None:
    table = vanuatu(first=2).player(0, points=30, money=0).player(1, points=30, money=0)
    table.player(2, points=10).game_over()
    assert table.places() == [1, 1, 3]
    table.island("0,0", huts=[1, 0, 0])
    assert table.places() == [1, 2, 3]
