"""Hints: the clear best move with its reason, moves that are close, and a move without choice."""

import pytest

from skerry.analysis import HintEffort, Judge, advise, hinting
from skerry.analysis.hinting import added_up, best_first, is_clear, scaled, sureness, weigh
from skerry.analysis.judging import Judgement, combined
from skerry.analysis.reasons import Continuations
from skerry.bots.shared_search import MoveStatistics
from skerry.games import GAMES
from skerry.kernel.rng import Rng
from tests.analysis.test_judging import middle, with_options

QUICK = HintEffort(40, (2, 8), (3, 20), 2, Continuations(2, 10, 8))


def judged(move: str, *leads: float, totals: tuple[float, ...] = (20.0, 20.0)) -> Judgement:
    """Return a judgement by restarts that found these leads."""
    mean = sum(leads) / len(leads)
    spread = sum((lead - mean) ** 2 for lead in leads) / (len(leads) - 1) / len(leads)
    return Judgement(move, mean, spread**0.5, list(totals), 0.0, 10 * len(leads), list(leads))


def test_a_clearly_best_move_is_found_with_its_reason():
    game = GAMES["vanuatu"]
    state = middle("vanuatu", {"players": 3})
    found = advise(game, state, state.turn(), seed=1, effort=QUICK)
    best = found.moves[0]
    assert best.behind == 0.0 and not best.close and not found.only
    assert [one.behind for one in found.moves] == sorted(one.behind for one in found.moves)
    assert best.judgement.move == "take vendor"
    assert found.moves[1].behind > 2.0 and not found.close and found.sure >= 3
    assert found.against == found.moves[1].judgement.move
    first = found.why[0]
    assert (first.seat, first.label, first.kind) == (state.turn(), "sell", "gained")
    assert first.points > 0 and first.share > first.share_other


def test_moves_within_their_uncertainty_are_close_and_not_explained():
    state = middle("nusfjord", {"players": 2})
    near = weigh(GAMES["nusfjord"], state, [judged("a", 2, 3, 4, 5), judged("b", 1, 3, 3, 5)])
    assert near.close and near.moves[1].close and near.sure == 1
    assert not hinting.can_be_explained(near)
    far = weigh(GAMES["nusfjord"], state, [judged("a", 9, 9, 10, 10), judged("b", 1, 3, 3, 5)])
    assert not far.close and far.sure == 4 and hinting.can_be_explained(far)
    early = weigh(
        GAMES["nusfjord"], state, [judged("a", 2, 3, 4, 5), judged("b", 1, 3, 3, 5)], final=False
    )
    assert not early.close, "before the end nothing is called close"


def test_a_chance_does_not_contradict_the_order():
    state = middle("nusfjord", {"players": 2})
    seat = state.turn()
    ahead = tuple(30.0 if n == seat else 20.0 for n in range(2))
    found = weigh(
        GAMES["nusfjord"],
        state,
        [judged("a", 5, 5, 5, 6), judged("b", 1, 1, 2, 1, totals=ahead)],
    )
    first, second = (move.win for move in found.moves)
    assert first is not None and second is not None and second <= first


def test_a_forced_move_is_said_to_be_the_only_one():
    game = GAMES["vanuatu"]
    state = game.deal({"players": 2}, Rng(1))
    rng = Rng(1)
    while len(state.options()) > 1:
        options = state.options()
        state.play(options[rng.below(len(options))])
    found = advise(game, state, state.turn(), effort=QUICK)
    assert found.only and len(found.moves) == 1 and found.tries == 0
    assert found.moves[0].judgement.move == game.write(state, state.options()[0])


def test_alone_there_is_no_chance_to_win():
    game = GAMES["nusfjord"]
    state = middle("nusfjord", {"players": 1}, moves=6)
    found = advise(game, state, 0, effort=HintEffort(10, (2, 2), (2, 3), 1, Continuations(2, 2, 2)))
    assert all(move.win is None for move in found.moves)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_hidden_does_not_change_a_hint(name):
    state = middle(name, {"players": 4})
    game, seat = GAMES[name], state.turn()
    quick = HintEffort(10, (2, 2), (2, 4), 1, Continuations(2, 2, 3))
    found = [
        advise(game, state.imagine(seat, Rng(deal)), seat, seed=9, effort=quick) for deal in (5, 6)
    ]
    assert found[0] == found[1]


def test_rounds_add_up():
    one, two = judged("a", 1.0, 2.0, totals=(10.0, 4.0)), judged("a", 3.0, 6.0, totals=(20.0, 8.0))
    both = combined(one, two)
    assert (both.points, both.tries, both.leads) == (3.0, 40, [1.0, 2.0, 3.0, 6.0])
    assert both.totals == [15.0, 6.0]
    assert added_up([[one, judged("b", 0.0, 0.0)], [judged("b", 9.0, 9.0), two]])[0].move == "b"
    assert [each.move for each in best_first([one, judged("b", 5.0, 5.0)])] == ["b", "a"]


def test_comparing_ends_when_one_move_is_clearly_best():
    assert is_clear([judged("a", 9, 9, 10, 10), judged("b", 1, 1, 2, 2)])
    assert not is_clear([judged("a", 9, 10), judged("b", 1, 2)]), "too few restarts to trust"
    assert not is_clear([judged("a", 1, 3, 5, 9), judged("b", 1, 3, 4, 7)])
    assert sureness([judged("a", 9, 10), judged("b", 1, 2)]) == 1


def test_a_slow_machine_compares_less_and_keeps_its_restarts():
    less = scaled(HintEffort(), 0.4)
    assert less.comparing == (2, 150) and less.why.restarts == 6 and less.rounds == 5
    assert scaled(HintEffort(), 0.0001).comparing[1] >= 30


def test_moves_that_the_search_leaves_out_are_compared_where_nothing_else_is_left(monkeypatch):
    state = middle("nusfjord", {"players": 2})
    judge = Judge(GAMES["nusfjord"], state, Rng(1))
    monkeypatch.setattr(judge, "options", lambda: state.options()[:1])
    found = hinting.first_look(judge, QUICK)
    assert len(found) == 2


def test_two_spaces_of_one_action_are_proposed_once(monkeypatch):
    state = with_options("nusfjord", "place build_building", "place build_building_2", "place gold")
    judge = Judge(GAMES["nusfjord"], state, Rng(1))
    visits = {"place build_building_2": 9, "place build_building": 8, "place gold": 7}
    ranked = [MoveStatistics(move, count) for move, count in visits.items()]
    monkeypatch.setattr(judge, "rank", lambda _iterations: (ranked, Judgement("")))
    proposed = {one.move for one in hinting.first_look(judge, QUICK)}
    assert proposed == {"place build_building_2", "place gold"}
