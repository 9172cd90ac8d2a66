"""Moves are judged from what their seat can see, with a spread that says how sure that is."""

import pytest

from skerry.analysis import Judge
from skerry.analysis.judging import Judgement, difference
from skerry.bots.engine.judging import ALL_LOST, lead
from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.rng import Rng

RISING_WATERS = {"players": 3, "options": {"rising_waters": True}}


def middle(name: str, setup: dict[str, object], moves: int = 40, seed: int = 3) -> State:
    """Return a position with a choice, reached by random moves."""
    state: State = GAMES[name].deal(setup, Rng(seed))
    rng = Rng(seed)
    while moves > 0 or len(state.options()) < 2:
        options = state.options()
        state.play(options[rng.below(len(options))])
        moves -= 1
    return state


def with_options(name: str, *moves: str) -> State:
    """Return a position in which these moves are possible."""
    game = GAMES[name]
    for count in range(200):
        state = middle(name, {"players": 2}, count)
        if set(moves) <= {game.write(state, move) for move in state.options()}:
            return state
    raise AssertionError(f"no position with {moves}")


def test_the_lead_is_over_half_the_best_and_half_the_mean_rival():
    assert lead([20.0, 12.0, 4.0], 0) == 20.0 - 0.5 * 12.0 - 0.5 * 8.0
    assert lead([31.0], 0) == 31.0


@pytest.mark.parametrize("name", GAMES)
def test_every_iteration_goes_through_the_judged_move(name):
    state = middle(name, {"players": 3})
    move = GAMES[name].write(state, state.options()[-1])
    found = Judge(GAMES[name], state, Rng(1)).judge(move, 3, 12)
    assert (found.tries, len(found.leads)) == (36, 3)
    assert found.error > 0.0
    assert found.points == pytest.approx(sum(found.leads) / 3)


def test_a_restart_adds_up_by_its_iterations():
    state = middle("nusfjord", {"players": 2})
    judge = Judge(GAMES["nusfjord"], state, Rng(1))
    whole = Judgement("x")
    for iterations in (5, 15):
        search = judge.search()
        search.judge(state, state.options()[0], iterations)
        part = search.mean_totals()
        whole.add(search)
    assert whole.tries == 20
    first = (whole.totals[0] * 20 - part[0] * 15) / 5
    assert whole.totals[0] == pytest.approx((first * 5 + part[0] * 15) / 20)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_hidden_does_not_change_a_judgement(name):
    state = middle(name, {"players": 4})
    game = GAMES[name]
    seat = state.turn()
    move = game.write(state, state.options()[0])
    found = []
    for deal in (5, 6):
        twin = state.imagine(seat, Rng(deal))
        found.append(Judge(game, twin, Rng(9)).judge(move, 2, 10))
    assert found[0] == found[1]


def test_judging_changes_nothing():
    state = middle("vanuatu", {"players": 3})
    before = state.copy()
    Judge(GAMES["vanuatu"], state, Rng(1)).rank(10)
    assert state == before


def test_a_game_that_everybody_loses_counts_as_a_defeat_for_all():
    state = middle("vanuatu", RISING_WATERS)
    search = Judge(GAMES["vanuatu"], state, Rng(1)).search()
    search.judge(state, state.options()[0], 10)
    assert 0.0 <= search.mean_risk() <= 1.0
    safe = [lead(search.mean_totals(), search.viewer)]
    assert ALL_LOST < search.mean_lead() < safe[0] + 40


def test_a_difference_has_the_error_of_both():
    one = Judgement("a", points=2.0, error=3.0)
    two = Judgement("b", points=0.5, error=4.0)
    assert difference(one, two) == (1.5, 5.0)
