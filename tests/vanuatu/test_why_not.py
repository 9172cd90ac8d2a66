"""Why not? Every closed thing has its reason, with a code, a rule and the true numbers."""

import random

import pytest
from hypothesis import given

from skerry.games.vanuatu import notation
from skerry.games.vanuatu.engine.state import State
from skerry.games.vanuatu.game import VANUATU
from skerry.games.vanuatu.why import refs_of
from skerry.kernel.errors import BadNotation
from skerry.kernel.events import Json
from skerry.kernel.protocol import Reason
from skerry.kernel.rng import Rng
from tests.vanuatu.tables import Table, vanuatu
from tests.vanuatu.test_properties import seeds, setups

KINDS = ["space", "perform", "hex", "good", "character", "tile", "rest", "treasure", "beg"]
EVERYTHING = [ref for kind in [*KINDS, "govern", "preach"] for ref in refs_of(kind)]


def reason(table: Table, seat: int, ref: str) -> tuple[str, Json]:
    answer = table.why_not(seat, ref)
    return answer.code, answer.args


# -- planning


def test_planning_without_money() -> None:
    table = vanuatu().player(0, money=1).planning_of(0)
    assert reason(table, 0, "space:build") == (
        "cannot_pay",
        {"action": "build", "needs": 3, "have": 1},
    )


def test_planning_names_what_would_open_it() -> None:
    table = vanuatu().planning_of(0)
    code, args = reason(table, 0, "space:fish")
    assert (code, args["plan_first"], args["cell"]) == ("not_on_shoal", ["sail"], "1,1")


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ("fish", "not_on_shoal"),
        ("explore", "not_on_wreck"),
        ("sell", "no_fish_tile"),
        ("tourist", "no_tourist"),
        ("draw", "no_drawing_site"),
        ("buy", "no_goods"),
        ("build", "no_site"),
    ],
)
def test_planning_what_is_missing(action: str, code: str) -> None:
    table = vanuatu().office(0).island("0,0", drawings=1, goods=[], huts=[1, 1, 1])
    answer = table.planning_of(0).why_not(0, f"space:{action}")
    assert (answer.code, answer.rule) == (code, "8")


def test_planning_to_build_without_huts() -> None:
    table = vanuatu().player(0, huts_left=0).planning_of(0)
    assert reason(table, 0, "space:build")[0] == "no_hut_left"


def test_planning_to_sell_without_a_hut() -> None:
    table = vanuatu().player(0, fish=[1], money=0).planning_of(0)
    assert reason(table, 0, "space:sell")[0] == "no_hut_near"


# -- the turn


def taking_turns() -> Table:
    table = vanuatu(first=1).player(0, money=2)
    table.markers(fish=[1, 2, 0], draw=[1, 1, 0], build=[1, 0, 0], sail=[1, 0, 0])
    return table.turn_of(0)


def test_another_player_has_more_markers() -> None:
    assert reason(taking_turns(), 0, "perform:fish") == (
        "outnumbered",
        {"leader": 1, "markers": 2, "yours": 1},
    )


def test_another_player_is_earlier_in_turn_order() -> None:
    assert reason(taking_turns(), 0, "perform:draw") == (
        "tie_earlier_in_turn_order",
        {"leader": 1, "markers": 1},
    )


def test_too_little_money_to_carry_it_out() -> None:
    table = taking_turns()
    assert reason(table, 0, "perform:build") == ("cannot_pay", {"needs": 3, "have": 2})
    assert VANUATU.why_not(table.state, 0, "space:build") is None  # it may be taken back
    assert VANUATU.why_not(table.state, 0, "perform:sail") is None


def test_no_marker_there() -> None:
    assert reason(taking_turns(), 0, "space:rest") == ("no_marker", {"action": "rest"})


def test_neutral_markers_stand_in_the_way() -> None:
    table = vanuatu(players=2).markers(draw=[1, 0]).neutral(draw=2).turn_of(0)
    assert reason(table, 0, "perform:draw") == ("neutral_markers", {"neutral": 2, "yours": 1})


def test_a_tie_behind_the_first_player_among_neutral_markers() -> None:
    table = vanuatu(players=2, first=1).markers(draw=[1, 1]).neutral(draw=1).turn_of(0)
    assert reason(table, 0, "perform:draw")[0] == "tie_earlier_in_turn_order"


def test_no_rest_token_is_left() -> None:
    table = vanuatu(players=5).markers(rest=[1, 1, 1, 1, 1]).turn_of(0)
    for token in ("first", "vatu", "point", "vatu+point"):
        table.play("perform rest", f"rest {token}")
    assert reason(table, 4, "perform:rest")[0] == "no_rest_token"


def test_it_is_another_players_turn() -> None:
    assert reason(taking_turns(), 1, "space:fish") == (
        "not_your_turn",
        {"seat": 0, "question": "take_turn"},
    )


def test_governing_and_preaching() -> None:
    table = taking_turns()
    assert reason(table, 0, "govern") == ("not_your_character", {"character": "governor"})
    table.player(0, character="governor", used=True)
    assert reason(table, 0, "govern") == ("already_used", {"character": "governor"})
    table.player(0, character="preacher")
    assert reason(table, 0, "preach") == (
        "you_lead_somewhere",
        {"spaces": ["sail", "build"]},
    )
    table.markers(fish=[1, 2, 0])
    assert reason(table, 0, "preach") == ("nothing_possible", {})


# -- cells, goods, tiles, tokens


def test_sailing_too_far_or_too_dear() -> None:
    table = vanuatu().lay("B1", "2,1").lay("C1", "3,1").lay("C2", "4,2")
    table.player(0, money=1, boat="0,1").markers(sail=[1, 0, 0]).turn_of(0)
    table.play("perform sail")
    assert reason(table, 0, "hex:2,1") == (
        "cannot_pay",
        {"cell": "2,1", "needs": 2, "have": 1},
    )
    assert reason(table, 0, "hex:4,2") == ("too_far", {"cell": "4,2", "max": 3})


def test_the_other_boat_is_in_the_way() -> None:
    table = vanuatu(players=2).player(1, boat="1,0").markers(sail=[1, 0]).turn_of(0)
    table.play("perform sail")
    assert reason(table, 0, "hex:1,0")[0] == "boat_in_the_way"


@pytest.mark.parametrize(
    ("cell", "code"),
    [("3,1", "empty_cell"), ("1,0", "not_an_island"), ("-1,1", "not_beside_boat")],
)
def test_where_nothing_can_be_drawn(cell: str, code: str) -> None:
    table = vanuatu().lay("A1", "-1,1").markers(draw=[1, 0, 0]).turn_of(0)
    table.play("perform draw")
    assert reason(table, 0, f"hex:{cell}")[0] == code


def test_a_sunken_island_is_named_as_such() -> None:
    table = vanuatu(rising_waters=True).lay("A1", "2,2").island("0,0", water=4)
    table.state.round, table.state.die = 2, 1
    table.markers(rest=[1, 0, 0], draw=[0, 1, 0]).turn_of(0)
    table.play("perform rest", "rest vatu", "perform draw")
    assert reason(table, 1, "hex:0,0") == ("submerged", {"cell": "0,0"})


def test_goods_that_are_gone() -> None:
    table = vanuatu().island("0,0", goods=["kava"]).markers(buy=[1, 0, 0]).turn_of(0)
    table.play("perform buy")
    assert reason(table, 0, "good:beef@0,0") == ("no_such_good", {"good": "beef", "cell": "0,0"})


def test_building_a_hut_beside_a_cheap_dike() -> None:
    table = vanuatu(rising_waters=True).lay("A1", "2,2").player(0, money=1)
    table.island("2,2", dikes=["E", "SE", "SW", "W", "NW", "NE"]).markers(build=[1, 0, 0])
    table.turn_of(0)
    table.play("perform build")
    assert reason(table, 0, "hex:2,2") == ("cannot_pay", {"cell": "2,2", "needs": 3, "have": 1})
    table.player(0, huts_left=0, money=9)
    assert reason(table, 0, "hex:2,2")[0] == "no_hut_left"


def test_building_without_huts_or_dikes() -> None:
    table = vanuatu(rising_waters=True).player(0, money=9, huts_left=0)
    table.state.dikes_left = 0
    table.markers(build=[1, 0, 0]).turn_of(0)
    assert reason(table, 0, "perform:build")[0] == "no_hut_left"


def test_building_a_dike_without_a_vatu() -> None:
    table = vanuatu(rising_waters=True).player(0, money=0).island("0,0", huts=[0, 1, 2])
    table.markers(build=[1, 0, 0]).turn_of(0)
    assert reason(table, 0, "perform:build") == ("cannot_pay", {"needs": 1, "have": 0})


def test_places_for_the_tiles() -> None:
    table = vanuatu().round_begins(2)
    assert reason(table, 0, "hex:0,0") == ("occupied", {"cell": "0,0", "tile": "START_ISLAND"})
    assert reason(table, 0, "hex:4,2")[0] == "needs_two_neighbours"
    assert reason(table, 0, "tile:C1") == ("not_on_the_volcano", {"tile": "C1"})
    table.play("place A1 2,1")
    assert reason(table, 0, "hex:1,2")[0] == "ocean_needs_island"
    assert reason(table, 0, "tile:A1") == ("already_placed", {"tile": "A1"})


def test_the_other_tile_goes_first() -> None:
    table = vanuatu().lay("A1", "2,1").lay("A2", "1,2")
    table.state.shown = [10, 12]
    table.round_begins(2)
    assert reason(table, 0, "tile:D1") == ("other_tile_first", {"tile": "D1"})


def test_rest_tokens_that_are_taken() -> None:
    table = vanuatu().markers(rest=[1, 1, 0]).turn_of(0)
    table.play("perform rest", "rest first", "perform rest")
    assert reason(table, 1, "rest:first")[0] == "token_taken"


# -- characters and things at any time


def test_characters_that_are_not_on_offer() -> None:
    table = vanuatu().player(0, character="artist").player(1, character="guide")
    table.player(2, character="vendor").round_begins(8)
    assert reason(table, 0, "character:artist") == ("yours_last_round", {"character": "artist"})
    assert reason(table, 0, "character:guide") == ("taken", {"character": "guide", "seat": 1})
    two = vanuatu(players=2)
    two.play(*["neutral fish"] * 5)
    assert reason(two, 0, "character:vendor")[0] == "not_on_offer"


def test_treasure_and_begging() -> None:
    table = vanuatu().player(0, points=1, treasure=[2], character="beggar").planning_of(1)
    assert VANUATU.why_not(table.state, 0, "treasure:2") is None
    assert reason(table, 0, "treasure:3") == ("no_such_treasure", {"value": 3})
    assert reason(table, 0, "beg:2") == ("too_few_points", {"needs": 2, "have": 1})
    assert reason(table, 1, "beg:1") == ("not_your_character", {"character": "beggar"})


def test_after_the_game_everything_is_over() -> None:
    assert reason(vanuatu().game_over(), 0, "space:fish")[0] == "game_over"


@pytest.mark.parametrize("ref", ["", "space", "space:", "space:dance", "hex:9,9", "beg:4", "a:b:c"])
def test_a_ref_that_names_nothing(ref: str) -> None:
    with pytest.raises(BadNotation) as error:
        VANUATU.why_not(vanuatu().state, 0, ref)
    assert "\n" not in str(error.value)


def test_a_reason_reads_as_a_line() -> None:
    answer = str(Reason("cannot_pay", "10.2", {"needs": 3, "have": 2}))
    assert answer == "cannot pay (needs 3, have 2), rule 10.2"


# -- properties


def touched(state: State, seat: int) -> set[str]:
    """Name every ref that some move of the seat touches now."""
    moves = state.options() if state.turn() == seat else state.anytime(seat)
    refs: set[str] = set()
    for move in moves:
        refs |= set(notation.touches(move).values())
        verb, *rest = notation.write(move).split()
        if verb in ("perform", "preach"):
            refs.add(f"perform:{rest[0]}")
        if verb in ("govern", "preach"):
            refs.add(verb)
    return refs


@given(setup=setups(), seed=seeds)
def test_a_thing_is_open_or_has_a_reason_with_true_numbers(setup: Json, seed: int) -> None:
    chance = random.Random(seed)
    state = VANUATU.deal(setup, Rng(seed))
    while state.turn() >= 0:
        if chance.random() < 0.02:
            for seat in range(state.n):
                refs = touched(state, seat)
                for ref in EVERYTHING:
                    answer = VANUATU.why_not(state, seat, ref)
                    assert (answer is None) == (ref in refs), f"{ref} for seat {seat}: {answer}"
                    if answer is not None:
                        check_numbers(state, seat, answer)
                assert not set(VANUATU.closed(state, seat)) & refs
        state.play(chance.choice(state.options()))


def check_numbers(state: State, seat: int, answer: Reason) -> None:
    args = answer.args
    assert answer.rule.split(".")[0] in {"6", "7", "8", "10", "11", "13", "14", "17"}
    if answer.code == "cannot_pay":
        assert args["have"] == state.money[seat]
        assert args["needs"] > args["have"]
    if answer.code == "too_few_points":
        assert args["needs"] > args["have"] == state.points[seat]
    if answer.code == "outnumbered":
        assert args["markers"] > args["yours"]
