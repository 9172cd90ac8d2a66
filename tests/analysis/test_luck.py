"""Luck is what a seat could not foresee, measured against what else might have turned up."""

import pytest

from skerry.analysis import luck
from skerry.analysis.judging import Judge
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

    def lead(judge: Judge, reached: State, _iterations: int) -> float:
        return worth * (GAME.view(reached, mover) == seen) * (judge.seat == 1)

    monkeypatch.setattr(luck, "_lead", lead)
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

    def lead(judge: Judge, reached: State, _iterations: int) -> float:
        mine = 4.0 * (GAME.view(reached, mover) == seen)
        return (mine + spread * (next(draws) // 2 % 2)) * (judge.seat == mover)

    after = state.copy()
    after.play(move)
    mover = state.turn()
    seen = GAME.view(after, mover)
    monkeypatch.setattr(luck, "_lead", lead)
    assert (luck_of(GAME, state, GAME.write(state, move)) is not None) == (spread == 0.0)


def test_what_a_seat_knew_is_no_luck_of_its_own(monkeypatch):
    """Every seat is compared with deals that look the same to it."""
    state, move = played(5, wanted=True)
    seen: list[bool] = []

    def imagine(dealt: State, seat: int, tried: int, rng: Rng) -> State | None:
        other = other_deal(dealt, seat, tried, rng)
        if other is not None:
            seen.append(GAME.view(other, seat) == GAME.view(dealt, seat))
        return other

    other_deal = luck._other_deal
    monkeypatch.setattr(luck, "_other_deal", imagine)
    luck_of(GAME, state, GAME.write(state, move), screening=(2, 3), verifying=(2, 3))
    assert len(seen) >= 6 and all(seen)
