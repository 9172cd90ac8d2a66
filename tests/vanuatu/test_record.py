"""Records of Vanuatu: they replay, and damaged or foreign ones are refused in one line."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skerry.games import GAMES
from skerry.games.vanuatu.game import VANUATU
from skerry.kernel.errors import BadNotation, BadSetup, IllegalMove, NoSuchSeat, SkerryError
from skerry.kernel.events import Json
from skerry.kernel.protocol import legal
from skerry.kernel.record import GameRecord, read_record, replay
from skerry.kernel.rng import Rng
from tests.vanuatu.tables import setup as plain_setup
from tests.vanuatu.test_properties import seeds, setups


def recorded(setup: Json, seed: int) -> GameRecord:
    """Play a random game, with sales out of turn, and keep its record."""
    chance = random.Random(seed)
    state = VANUATU.deal(setup, Rng(seed))
    record = GameRecord.of(VANUATU, state)
    while state.turn() >= 0:
        move = chance.choice(legal(state) if chance.random() < 0.2 else state.options())
        text = VANUATU.write(state, move)
        seat = int(text.split()[-1]) if " by " in text else state.turn()
        record.add(VANUATU, state, seat, move)
        state.play(move)
    record.close(VANUATU, state)
    return record


WHOLE = recorded(plain_setup(3), 7).text()


@given(setup=setups(), seed=seeds)
def test_a_record_replays_from_its_text_at_every_length(setup: Json, seed: int) -> None:
    record = recorded(setup, seed)
    again = read_record(record.text())
    assert again.setup == record.setup
    assert again.moves == record.moves
    final = replay(GAMES, again)
    assert final.results() == record.scores
    half = replay(GAMES, again, upto=len(record.moves) // 2)
    assert half.turn() >= 0


def test_remarks_and_spare_lines_do_not_matter() -> None:
    lines = WHOLE.splitlines()
    lines.insert(5, "# a remark")
    lines.insert(20, "")
    assert read_record("\n".join(lines)).text() == WHOLE


def change(old: str, new: str) -> str:
    assert old in WHOLE
    return WHOLE.replace(old, new, 1)


WORDS = ["place", "plan", "sell", "0,0", "1", "2", "fish", "A1", "by", "done", "dike", "E", "é"]
CASES: list[tuple[str, str, type[SkerryError], str]] = [
    ("nothing", "", BadNotation, "line 1"),
    ("another file", "hello\n", BadNotation, "line 1"),
    ("a later format", change("skerry record 1", "skerry record 2"), BadNotation, "line 1"),
    ("no game", change("game: vanuatu\n", ""), BadNotation, "game: NAME"),
    ("another game", change("game: vanuatu", "game: chess"), BadNotation, "chess"),
    ("other rules", change("rules: 2", "rules: 9"), BadNotation, "rules 9"),
    ("rules in words", change("rules: 2", 'rules: "one"'), BadNotation, "rules"),
    ("broken JSON", change("pile first: 0", "pile first: {"), BadNotation, "line "),
    ("a strange line", change("pile first: 0", "pile first"), BadNotation, "line "),
    ("a strange entry", change("pile first: 0", "weather: 1"), BadNotation, "weather"),
    ("no such seat first", change("pile first: 0", "pile first: 4"), BadSetup, "piles.first"),
    ("no such pile", change("pile first", "pile last"), BadSetup, "last"),
    ("too many players", change("players: 3", "players: 9"), BadSetup, "players"),
    ("no such move", change("0 take", "0 steal"), BadNotation, "move 1"),
    ("an illegal move", change("\n0 take ", "\n0 plan rest\n0 take "), IllegalMove, "move 1"),
    ("another seat", change("\n0 take", "\n1 take"), IllegalMove, "move 1"),
    ("no such seat", change("\n0 take", "\n7 take"), NoSuchSeat, "seats are 0 to 2"),
    ("other scores", change("scores: [", "scores: [1, "), IllegalMove, "scores"),
    ("scores in words", change("scores: [", "scores: [null, "), SkerryError, "scores"),
    ("moves after the end", WHOLE + "0 done\n", IllegalMove, "over"),
]


@pytest.mark.parametrize(
    ("text", "kind", "named"), [c[1:] for c in CASES], ids=[c[0] for c in CASES]
)
def test_a_wrong_record_is_refused_by_name(text: str, kind: type[SkerryError], named: str) -> None:
    with pytest.raises(kind) as error:
        replay(GAMES, read_record(text))
    message = str(error.value)
    assert named in message
    assert "\n" not in message


def try_it(text: str) -> None:
    try:
        replay(GAMES, read_record(text))
    except SkerryError as error:
        assert str(error)
        assert "\n" not in str(error)


@given(text=st.text())
def test_any_text_at_all(text: str) -> None:
    try_it(text)
    try_it("skerry record 1\n" + text)
    try_it("skerry record 1\ngame: vanuatu\nrules: 1\n" + text)


@given(data=st.data())
def test_a_damaged_record(data: st.DataObject) -> None:
    text = WHOLE
    for _ in range(data.draw(st.integers(1, 3))):
        here = data.draw(st.integers(0, len(text)))
        upto = here + data.draw(st.integers(0, 12))
        text = text[:here] + data.draw(st.text(max_size=6)) + text[upto:]
    try_it(text)


@given(data=st.data())
def test_a_record_with_lines_mixed_up(data: st.DataObject) -> None:
    lines = WHOLE.splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        one = data.draw(st.integers(0, len(lines) - 1))
        other = data.draw(st.integers(0, len(lines) - 1))
        lines[one], lines[other] = lines[other], lines[one]
    try_it("\n".join(lines))


@given(words=st.lists(st.sampled_from(WORDS)))
def test_any_words_are_a_move_or_bad_notation(words: list[str]) -> None:
    state = VANUATU.deal({"players": 3}, Rng(1))
    text = " ".join(words)
    try:
        move = VANUATU.read(state, text)
    except BadNotation as error:
        assert "\n" not in str(error)
    else:
        assert VANUATU.read(state, VANUATU.write(state, move)) == move


def test_case_spaces_and_the_order_of_fish_do_not_matter() -> None:
    state = VANUATU.deal({"players": 3}, Rng(1))
    assert VANUATU.read(state, "  PLACE  a1   2,1 ") == VANUATU.read(state, "place A1 2,1")
    assert VANUATU.read(state, "sell 1 3 2") == VANUATU.read(state, "sell 3 2 1")
    assert VANUATU.read(state, "Build 0,0 HUT dike se") == VANUATU.read(
        state, "build 0,0 hut dike SE"
    )
