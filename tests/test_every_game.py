"""Properties of every game, over all of GAMES and many of their variants."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.errors import BadNotation, BadSetup, IllegalMove, NoSuchSeat, SkerryError
from skerry.kernel.events import Json
from skerry.kernel.protocol import Game, legal, play
from skerry.kernel.record import GameRecord, read_record, replay
from skerry.kernel.rng import Rng

VARIANTS: dict[str, list[Json]] = {
    "vanuatu": [
        {},
        {"rising_waters": True},
        {"tile_set": "scan16_8", "planning_check": "basic"},
        {"one_hut_per_island": True, "flat_bonus": True, "bonus_obliges": True},
    ],
    "nusfjord": [{"deck": deck} for deck in ("herring", "mackerel", "codfish")],
}
seeds = st.integers(0, 10**9)
games = pytest.mark.parametrize("name", GAMES)


@st.composite
def setups(draw: st.DrawFn, name: str) -> Json:
    """Choose a number of players and a variant."""
    options = draw(st.sampled_from(VARIANTS.get(name, [{}])))
    return {"players": draw(st.integers(2, 5)), "options": options}


def walk(game: Game, setup: Json, seed: int) -> Iterator[tuple[State, int, int]]:
    """Play a random game; give the state before each move, who moves, and the move.

    Now and then somebody moves out of turn, where a game allows that.
    """
    chance = random.Random(seed)
    state: State = game.deal(setup, Rng(seed))
    while state.turn() >= 0:
        seat = state.turn()
        moves = state.options()
        others = [(s, move) for s in range(state.n) if s != seat for move in state.anytime(s)]
        if others and chance.random() < 0.05:
            seat, move = chance.choice(others)
        else:
            move = chance.choice(moves)
        yield state, seat, move
        state.play(move)


def moment(game: Game, setup: Json, seed: int) -> State:
    """Return a random game at a random moment."""
    length = sum(1 for _ in walk(game, setup, seed))
    stop = random.Random(seed + 1).randrange(length)
    for number, (state, _, _) in enumerate(walk(game, setup, seed)):
        if number == stop:
            return state
    raise AssertionError("the same seed gives the same game")


def shown(game: Game, state: State, viewer: int) -> str:
    """Return all that a viewer can find out, as text."""
    view = msgspec.to_builtins(game.view(state, viewer))
    seen = [view, {k: str(v) for k, v in game.closed(state, viewer).items()}]
    if state.turn() == viewer:
        seen.append({"options": [game.write(state, move) for move in state.options()]})
    return json.dumps(seen, sort_keys=True)


def written(game: Game, state: State) -> str:
    return json.dumps(game.position(state), sort_keys=True)


def play_out_alike(game: Game, one: State, other: State, seed: int) -> None:
    """Play two games with the same moves to the end; every hidden pile comes to light."""
    chance = random.Random(seed)
    assert written(game, one) == written(game, other)
    while one.turn() >= 0:
        assert one.options() == other.options()
        move = chance.choice(one.options())
        one.play(move)
        other.play(move)
    assert written(game, one) == written(game, other)


@games
@given(data=st.data(), seed=seeds)
def test_a_game_never_gets_stuck_and_its_scores_add_up(
    name: str, data: st.DataObject, seed: int
) -> None:
    game = GAMES[name]
    state = None
    for state, _, _ in walk(game, data.draw(setups(name)), seed):
        moves = state.options()
        assert moves
        assert len(set(moves)) == len(moves)
        everybodys = legal(state)
        assert len(set(everybodys)) == len(everybodys)
    assert state is not None
    assert game.question(state) is None
    assert legal(state) == state.options() == []
    scores = game.scores(state)
    assert [score.seat for score in scores] == list(range(state.n))
    assert all(score.total == sum(score.items.values()) for score in scores)
    assert [score.total for score in scores] == state.results()


@games
@given(data=st.data(), seed=seeds)
def test_a_move_reads_back_as_it_was_written(name: str, data: st.DataObject, seed: int) -> None:
    game = GAMES[name]
    for state, _, _ in walk(game, data.draw(setups(name)), seed):
        for move in legal(state):
            text = game.write(state, move)
            assert "\n" not in text
            assert game.read(state, text) == move
            assert all(isinstance(ref, str) for ref in game.touches(state, move).values())


@games
@given(data=st.data(), seed=seeds)
def test_a_move_is_written_alike_in_every_position(
    name: str, data: st.DataObject, seed: int
) -> None:
    """The server keeps the texts of moves for all tables of a game."""
    game = GAMES[name]
    elsewhere = moment(game, data.draw(setups(name)), seed + 1)
    for state, _, _ in walk(game, data.draw(setups(name)), seed):
        for move in legal(state):
            assert game.write(elsewhere, move) == game.write(state, move)
            assert game.touches(elsewhere, move) == game.touches(state, move)


@games
@given(data=st.data(), seed=seeds)
def test_replaying_a_record_gives_the_same_game(name: str, data: st.DataObject, seed: int) -> None:
    game = GAMES[name]
    record = None
    for state, seat, move in walk(game, data.draw(setups(name)), seed):
        record = record or GameRecord.of(game, state)
        record.add(game, state, seat, move)
    assert record is not None
    record.close(game, state)
    again = read_record(record.text())
    assert again.text() == record.text()
    assert written(game, replay(GAMES, again)) == written(game, state)


@games
@given(data=st.data(), seed=seeds)
def test_a_copy_is_independent(name: str, data: st.DataObject, seed: int) -> None:
    game = GAMES[name]
    state = moment(game, data.draw(setups(name)), seed)
    before = written(game, state)
    twin = state.copy()
    assert written(game, twin) == before
    chance = random.Random(seed)
    for _ in range(40):
        if twin.turn() >= 0:
            twin.play(chance.choice(twin.options()))
    assert written(game, state) == before


@games
@given(data=st.data(), seed=seeds)
def test_a_position_reads_back_and_plays_on_alike(
    name: str, data: st.DataObject, seed: int
) -> None:
    game = GAMES[name]
    state = moment(game, data.draw(setups(name)), seed)
    text = written(game, state)
    again = game.from_position(json.loads(text))
    assert written(game, again) == text
    play_out_alike(game, state, again, seed)


@games
@given(data=st.data(), seed=seeds)
def test_a_refused_move_changes_nothing(name: str, data: st.DataObject, seed: int) -> None:
    game = GAMES[name]
    state = moment(game, data.draw(setups(name)), seed)
    before = written(game, state)
    allowed = legal(state)
    for move in [-1, 10**9, *random.Random(seed).sample(range(500), 10)]:
        if move not in allowed:
            with pytest.raises(IllegalMove) as error:
                play(game, state, move)
            assert str(error.value)
            assert "\n" not in str(error.value)
    for seat in range(state.n):
        if seat != state.turn():
            with pytest.raises(IllegalMove):
                play(game, state, state.options()[0], seat)
    for nonsense in ("", "hello", "12", "place", "\n"):
        with pytest.raises(SkerryError):
            game.read(state, nonsense)
    assert written(game, state) == before


@games
@given(data=st.data(), seed=seeds)
def test_imagining_changes_nothing_its_viewer_sees(
    name: str, data: st.DataObject, seed: int
) -> None:
    game = GAMES[name]
    state = moment(game, data.draw(setups(name)), seed)
    before = written(game, state)
    for viewer in range(state.n):
        twin = state.imagine(viewer, Rng(seed))
        assert shown(game, twin, viewer) == shown(game, state, viewer)
    assert written(game, state) == before


@games
@given(data=st.data(), seed=seeds)
def test_views_and_imaginings_do_not_depend_on_what_is_hidden(
    name: str, data: st.DataObject, seed: int
) -> None:
    game = GAMES[name]
    state = moment(game, data.draw(setups(name)), seed)
    for viewer in range(state.n):
        other = state.imagine(viewer, Rng(seed + 7))  # hidden things differ, visible ones do not
        assert shown(game, other, viewer) == shown(game, state, viewer)
        play_out_alike(
            game, state.imagine(viewer, Rng(seed)), other.imagine(viewer, Rng(seed)), seed
        )


@games
@given(data=st.data(), seed=seeds)
def test_an_imagined_game_can_be_played_to_its_end(
    name: str, data: st.DataObject, seed: int
) -> None:
    game = GAMES[name]
    state = moment(game, data.draw(setups(name)), seed)
    twin = state.imagine(seed % state.n, Rng(seed))
    chance = random.Random(seed)
    for _ in range(5000):
        if twin.turn() < 0:
            break
        twin.play(chance.choice(twin.options()))
    assert twin.turn() < 0


@games
@given(data=st.data(), seed=seeds)
def test_everything_closed_has_its_reason(name: str, data: st.DataObject, seed: int) -> None:
    game = GAMES[name]
    state = moment(game, data.draw(setups(name)), seed)
    before = written(game, state)
    for seat in range(state.n):
        for ref, reason in game.closed(state, seat).items():
            assert reason.code
            assert reason.rule
            assert game.why_not(state, seat, ref) == reason
            json.dumps(reason.args)
    assert written(game, state) == before


@games
@given(data=st.data(), seed=seeds)
def test_every_event_can_be_told_to_everybody(name: str, data: st.DataObject, seed: int) -> None:
    game = GAMES[name]
    state: Any = game.deal(data.draw(setups(name)), Rng(seed))
    chance = random.Random(seed)
    while state.turn() >= 0:
        for event in play(game, state, chance.choice(state.options())):
            for viewer in (None, *range(state.n)):
                sentence = game.describe(event.seen_by(viewer))
                assert sentence
                assert "\n" not in sentence


@games
@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_a_seat_that_does_not_exist_is_named(name: str, seat: int) -> None:
    game = GAMES[name]
    state: Any = game.deal({"players": 3}, Rng(1))
    before = written(game, state)
    record = GameRecord.of(game, state)
    record.moves.append((seat, game.write(state, state.options()[0])))
    asked: list[Callable[[], object]] = [
        lambda: game.view(state, seat),
        lambda: game.closed(state, seat),
        lambda: game.why_not(state, seat, "treasure:1"),
        lambda: state.imagine(seat, Rng(1)),
        lambda: state.anytime(seat),
        lambda: play(game, state, state.options()[0], seat),
        lambda: replay(GAMES, record),
    ]
    for ask in asked:
        with pytest.raises(NoSuchSeat, match=f"there is no seat {seat}; seats are 0 to 2"):
            ask()
    assert written(game, state) == before


@games
def test_half_a_character_is_refused_in_one_line(name: str) -> None:
    game = GAMES[name]
    half = chr(0xD800)
    state: Any = game.deal({"players": 3}, Rng(1))
    record = GameRecord.of(game, state)
    position = game.position(state)
    text = record.text()
    asked: list[Callable[[], object]] = [
        lambda: game.read(state, half),
        lambda: game.read(state, game.write(state, state.options()[0]) + half),
        lambda: game.why_not(state, 0, half),
        lambda: game.deal({"players": 3, half: 1}, Rng(1)),
        lambda: game.deal({"players": 3, "options": {half: half}}, Rng(1)),
        lambda: game.deal({"players": 3, "piles": {"first": [half]}}, Rng(1)),
        lambda: game.from_position({**position, "agenda": [half]}),
        lambda: game.from_position({**position, half: 1}),
        lambda: read_record(text + half),
        lambda: read_record(text + f"# {half}"),
        lambda: read_record(text + f"0 {half}"),
        lambda: read_record(text + 'meta seats: ["\\ud800"]'),
        lambda: read_record(text + 'setup options: {"\\ud800": 1}'),
        lambda: GameRecord(game.name, 1, {}, meta={"seats": [half]}).text(),
        lambda: GameRecord(game.name, 1, {}, moves=[(0, half)]).text(),
    ]
    for number, ask in enumerate(asked):
        with pytest.raises((BadNotation, BadSetup)) as error:
            ask()
        assert "\n" not in str(error.value), number
        str(error.value).encode()


@games
def test_a_game_of_unknown_rules_is_refused(name: str) -> None:
    game = GAMES[name]
    state: Any = game.deal({"players": 3}, Rng(1))
    for rules in (0, game.rules + 1):
        with pytest.raises(BadNotation, match=f"rules {rules}"):
            game.adapt(game.setup(state), rules)
        with pytest.raises(BadSetup):
            game.from_position({**game.position(state), "rules": rules})
    assert game.adapt(game.setup(state), game.rules) == game.setup(state)


@games
@given(data=st.data(), seed=seeds)
def test_a_shared_view_with_ones_own_difference_is_the_own_view(name, data, seed):
    """What a table's viewers share, and what is added for each, are the bytes of its view."""
    game = GAMES[name]
    state = moment(game, data.draw(setups(name)), seed)
    encode = msgspec.json.encode
    public = game.view(state, None)
    shared = msgspec.json.decode(encode(public), type=dict[str, msgspec.Raw])
    assert encode(shared) == encode(public)
    for viewer in range(state.n):
        own = game.own_difference(state, viewer, public)
        view = shared | own.fields
        for field, items in own.items.items():
            view[field] = list(getattr(public, field))
            for place, changes in items.items():
                view[field][place] = msgspec.structs.replace(view[field][place], **changes)
        assert encode(view) == encode(game.view(state, viewer))
    assert encode(public) == encode(game.view(state, None)), "which it did not change"
