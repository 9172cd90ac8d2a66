"""Checked moves: legal ones are played and told, all others are refused and change nothing."""

import pytest

from skerry.games.vanuatu.game import VANUATU
from skerry.kernel.errors import BadNotation, IllegalMove, NotYourTurn
from skerry.kernel.protocol import legal, play
from skerry.kernel.record import GameRecord, read_record, replay
from skerry.kernel.rng import Rng
from tests.vanuatu.tables import vanuatu


def test_a_legal_move_tells_what_happened() -> None:
    state = vanuatu().state
    events = play(VANUATU, state, VANUATU.read(state, "take artist"), seat=0)
    assert [(event.kind, event.seat, event.data) for event in events] == [
        ("character_taken", 0, {"character": "artist"})
    ]
    assert state.journal is None


def test_a_refusal_says_what_was_asked_and_what_would_do() -> None:
    state = vanuatu().planning_of(0).state
    with pytest.raises(IllegalMove) as error:
        play(VANUATU, state, VANUATU.read(state, "plan fish"))
    assert str(error.value) == (
        "'plan fish' does not answer 'plan_marker' for seat 0; choose one of: plan sail; "
        "plan build; plan buy; plan draw; plan tourist; plan rest"
    )


def test_a_move_of_another_seat_is_refused() -> None:
    state = vanuatu().state
    with pytest.raises(NotYourTurn, match="seat 1 is not asked now"):
        play(VANUATU, state, VANUATU.read(state, "take artist"), seat=1)


def test_nobody_sells_for_another() -> None:
    table = vanuatu().player(1, treasure=[2]).planning_of(0)
    move = VANUATU.read(table.state, "treasure 2 by 1")
    with pytest.raises(IllegalMove):
        play(VANUATU, table.state, move, seat=0)
    with pytest.raises(NotYourTurn):
        play(VANUATU, table.state, move, seat=2)
    play(VANUATU, table.state, move, seat=1)
    assert table.money(1) == 5


def test_after_the_end_nothing_is_legal() -> None:
    state = vanuatu().game_over().state
    assert legal(state) == []
    with pytest.raises(IllegalMove, match="over"):
        play(VANUATU, state, 0)


def test_legal_moves_include_those_out_of_turn() -> None:
    table = vanuatu().player(2, treasure=[1]).planning_of(0)
    texts = [VANUATU.write(table.state, move) for move in legal(table.state)]
    assert texts[-1] == "treasure 1 by 2"


def test_a_move_number_that_does_not_exist() -> None:
    state = vanuatu().state
    with pytest.raises(BadNotation):
        VANUATU.write(state, -1)
    with pytest.raises(IllegalMove):
        play(VANUATU, state, 99999)


def test_a_record_can_be_replayed_in_part_and_watched() -> None:
    state = VANUATU.deal({"players": 3}, Rng(4))
    record = GameRecord.of(VANUATU, state)
    for _ in range(10):
        move = state.options()[0]
        record.add(VANUATU, state, state.turn(), move)
        state.play(move)
    seen: list[int] = []
    games = {"vanuatu": VANUATU}
    replay(games, record, watch=lambda state, seat, move, events: seen.append(seat))
    assert seen == [seat for seat, _ in record.moves]
    assert replay(games, record, upto=0).turn() == record.moves[0][0]


def test_a_record_keeps_remarks_about_itself() -> None:
    state = VANUATU.deal({"players": 2}, Rng(4))
    record = GameRecord.of(VANUATU, state)
    record.meta["seats"] = ["Ann", "Béa"]
    assert read_record(record.text()).meta == {"seats": ["Ann", "Béa"]}


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("0", "a seat number"),
        ("999 take artist", "a seat number"),
        ("setup: 3", "unknown entry"),
        ("setup piles: {}", "unknown entry"),
        ("scores: 3", "unknown entry"),
        ("rules: []", "unknown entry"),
        ("pile first: [" + "[" * 5000, "not JSON"),
        ("hello", "expected"),
    ],
)
def test_a_bad_line_is_named_by_its_number(line: str, named: str) -> None:
    with pytest.raises(BadNotation) as error:
        read_record(f"skerry record 1\ngame: vanuatu\n{line}\n")
    assert str(error.value).startswith("line 3: ")
    assert named in str(error.value)
