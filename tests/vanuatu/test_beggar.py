"""The Beggar works until the round ends (section 11, option beggar_round_end; not in rules 1)."""

import json
import random
from typing import Any

import pytest

from skerry.games.vanuatu.game import VANUATU
from skerry.kernel.errors import BadSetup
from skerry.kernel.record import GameRecord, replay
from skerry.kernel.rng import Rng
from tests.vanuatu.tables import Table, vanuatu


def last_drawing(**options: Any) -> Table:
    """Seat 0 holds the Beggar and is about to draw, the last action of the round."""
    table = vanuatu(**options).player(0, character="beggar", money=3)
    return table.markers(draw=[1, 0, 0]).turn_of(0)


def test_points_of_the_last_action_can_be_begged_with() -> None:
    table = last_drawing()
    assert table.asks(0) == ["perform draw"]
    table.play("perform draw", "draw 0,0")
    assert (table.asked(), table.turn()) == ("last_begging", 0)
    assert table.asks(0) == ["done", "beg 1 by 0", "beg 2 by 0", "beg 3 by 0"]
    table.play("beg 3 by 0")
    assert (table.money(0), table.points(0)) == (6, 0)
    assert table.asks(0) == ["done"]
    table.play("done")
    assert table.asked() == "place_tile"


def test_the_first_seat_may_beg_for_a_single_vatu() -> None:
    table = vanuatu().player(0, character="beggar", money=3, points=5)
    table.markers(rest=[1, 0, 0]).turn_of(0)
    table.play("beg 1 by 0")
    assert (table.money(0), table.points(0)) == (4, 4)
    assert "beg 1 by 0" not in table.asks(0), "once a round"


def test_he_may_also_decline() -> None:
    table = last_drawing()
    table.play("perform draw", "draw 0,0", "done")
    assert (table.money(0), table.points(0)) == (3, 3)
    assert table.asked() == "place_tile"
    assert "beg 1 by 0" not in table.asks(0), "the round is over"


def test_points_of_a_rest_token_count_too() -> None:
    table = vanuatu().player(1, character="beggar")
    table.markers(rest=[0, 1, 0]).turn_of(1)
    table.play("perform rest", "rest point")
    assert (table.asked(), table.turn()) == ("last_begging", 1)


def test_points_from_converted_vatus_count_too() -> None:
    table = vanuatu().player(1, character="beggar", money=9)
    table.markers(rest=[0, 1, 0]).turn_of(1)
    table.play("perform rest", "rest vatu")
    assert table.points(1) == 5
    assert table.asked() == "last_begging"


def test_nobody_is_asked_who_gained_nothing() -> None:
    table = vanuatu().player(0, character="beggar", points=9)
    table.markers(rest=[1, 0, 0]).turn_of(0)
    table.play("perform rest", "rest vatu")
    assert table.asked() == "place_tile"


def test_nobody_is_asked_who_could_still_beg_after_the_gain() -> None:
    table = vanuatu().player(0, character="beggar")
    table.markers(draw=[1, 0, 0], rest=[0, 1, 0]).turn_of(0)
    table.play("perform draw", "draw 0,0")
    assert (table.asked(), table.turn()) == ("take_turn", 1)
    table.play("perform rest", "rest vatu")
    assert table.asked() == "place_tile"


def test_with_own_turns_only_the_gain_of_the_own_last_turn_counts() -> None:
    table = vanuatu(beggar_own_turn_only=True).player(0, character="beggar")
    table.markers(draw=[1, 0, 0], rest=[0, 1, 0]).turn_of(0)
    table.play("perform draw", "draw 0,0")
    position = VANUATU.position(table.state)
    assert position["beggar_points"] == 0
    again = VANUATU.from_position(json.loads(json.dumps(position)))
    assert again == table.state
    table.play("perform rest", "rest vatu")
    assert (table.asked(), table.turn()) == ("last_begging", 0)


def test_a_sale_between_is_a_chance_to_beg() -> None:
    table = vanuatu().player(0, character="beggar", money=9, treasure=[1])
    table.markers(rest=[0, 1, 0]).turn_of(1)
    table.play("treasure 1 by 0")
    assert table.points(0) == 5
    table.play("perform rest", "rest vatu")
    assert table.asked() == "place_tile"


@pytest.mark.parametrize("points", [1, 9, -1])
def test_a_position_says_only_what_could_be(points: int) -> None:
    table = vanuatu(beggar_own_turn_only=True).player(0, character="beggar")
    table.markers(rest=[0, 1, 0]).turn_of(1)
    position = VANUATU.position(table.state)
    with pytest.raises(BadSetup, match=r"position\.beggar_points"):
        VANUATU.from_position({**position, "beggar_points": points})


def test_a_used_beggar_is_not_asked() -> None:
    table = vanuatu().player(0, character="beggar", points=2)
    table.markers(draw=[1, 0, 0]).turn_of(0)
    table.play("beg 1 by 0", "perform draw", "draw 0,0")
    assert table.asked() == "place_tile"


def test_after_round_8_he_is_asked_once() -> None:
    table = vanuatu().player(0, character="beggar").last_round()
    table.markers(draw=[1, 0, 0]).turn_of(0)
    table.play("perform draw", "draw 0,0")
    assert table.asked() == "last_sales"
    table.play("done")
    assert table.asked() is None


def test_the_option_can_be_off() -> None:
    table = last_drawing(beggar_round_end=False)
    table.play("perform draw", "draw 0,0")
    assert table.asked() == "place_tile"


# -- rules 1


def test_a_record_of_rules_1_is_played_by_them() -> None:
    setup = {"players": 3, "options": {"beggar_round_end": False}}
    for seed in range(30):
        chance = random.Random(seed)
        state = VANUATU.deal(setup, Rng(seed))
        record = GameRecord.of(VANUATU, state)
        while state.turn() >= 0:
            move = chance.choice(state.options())
            record.add(VANUATU, state, state.turn(), move)
            state.play(move)
        record.close(VANUATU, state)
        assert record.rules == 2
        old = {key: value for key, value in record.setup.items() if key != "options"}
        record.rules, record.setup = 1, old
        assert replay({"vanuatu": VANUATU}, record) == state


def test_a_position_of_rules_1_is_played_on_by_them() -> None:
    position = VANUATU.position(last_drawing(beggar_round_end=False).state)
    position["rules"] = 1
    del position["setup"]["options"]["beggar_round_end"]
    state = VANUATU.from_position(position)
    assert state.origin["options"] == {"beggar_round_end": False}
    for text in ("perform draw", "draw 0,0"):
        state.play(VANUATU.read(state, text))
    question = VANUATU.question(state)
    assert question is not None
    assert question.kind == "place_tile"
    assert VANUATU.position(state)["rules"] == 2
