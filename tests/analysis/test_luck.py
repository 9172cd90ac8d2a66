"""Luck is what turned up and could not be known, measured against what else might have."""

import pytest

from skerry.analysis import luck
from skerry.analysis.luck import luck_of
from skerry.analysis.words import luck_words
from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.rng import Rng

GAME = GAMES["vanuatu"]


def played(seed: int, wanted: bool) -> tuple[State, int]:
    """Return a position and a move that turns something up, or does not."""
    rng = Rng(seed)
    state: State = GAME.deal({"players": 3}, rng)
    while True:
        options = state.options()
        move = options[rng.below(len(options))]
        if luck._turns_something_up(GAME, state, state.turn(), move, Rng(1)) == wanted:
            return state, move
        state.play(move)


def test_where_nothing_turns_up_there_is_no_luck():
    state, move = played(3, wanted=False)
    assert luck_of(GAME, state, GAME.write(state, move)) is None


@pytest.mark.parametrize(("worth", "found"), [(3.0, True), (-3.0, True), (1.0, False)])
def test_luck_is_listed_where_it_is_worth_as_much_as_a_mistake(monkeypatch, worth, found):
    state, move = played(5, wanted=True)
    after = state.copy()
    after.play(move)
    mover = state.turn()
    seen = GAME.view(after, mover)

    def leads(_judge: object, reached: State, _iterations: int) -> list[float]:
        return [0.0, worth * (GAME.view(reached, mover) == seen), 0.0]

    monkeypatch.setattr(luck, "_leads", leads)
    swing = luck_of(GAME, state, GAME.write(state, move), 41)
    assert (swing is not None) == found
    if swing is not None:
        assert (swing.number, swing.seat, swing.round) == (41, 1, state.round)
        assert abs(swing.points) > 1.5 and (swing.points > 0) == (worth > 0)
        assert ("cost" in luck_words(swing, ["Ada", "Ben", "Cora"])) == (worth < 0)


@pytest.mark.parametrize("spread", [0.0, 40.0])
def test_what_is_less_than_two_errors_is_no_luck(monkeypatch, spread):
    state, move = played(5, wanted=True)
    draws = iter(range(1000))

    def leads(_judge: object, reached: State, _iterations: int) -> list[float]:
        mine = 4.0 if reached.contents() == actual else 0.0
        return [mine + spread * (next(draws) % 2), 0.0, 0.0]

    after = state.copy()
    after.play(move)
    actual = after.contents()
    monkeypatch.setattr(luck, "_leads", leads)
    assert (luck_of(GAME, state, GAME.write(state, move)) is not None) == (spread == 0.0)
