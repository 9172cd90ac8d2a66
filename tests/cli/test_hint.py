"""The coach's hint in the terminal gives the page's move, reason and alternatives."""

from skerry.analysis import Advice, advise
from skerry.analysis.hinting import AdvisedMove
from skerry.analysis.words import sentence
from skerry.cli.hint import hint_lines, move_words
from skerry.games import GAMES
from skerry.kernel.terminal import NAMES
from tests.analysis.test_hinting import QUICK, judged
from tests.analysis.test_judging import middle

GAME = GAMES["vanuatu"]


def test_the_reason_and_the_alternatives_are_those_of_the_coach() -> None:
    state = middle("vanuatu", {"players": 3})
    seat = state.turn()
    advice = advise(GAME, state, seat, seed=1, effort=QUICK)
    lines = hint_lines(GAME, advice, seat)
    assert lines[0].startswith(f"Hint: {move_words(GAME, 'take vendor')}, ")
    assert lines[0].endswith("% to win")
    assert lines[1] == " ".join(sentence(part, seat, NAMES, GAME) for part in advice.why)
    others = [line for line in lines if line.startswith("Instead: ")]
    assert len(others) == sum(not one.close for one in advice.moves[1:])
    assert "it sees only what you see" in lines[-1]


def test_close_moves_are_not_ranked_and_a_single_move_is_named() -> None:
    first, second = judged("plan fish", 2, 3, 4), judged("plan sail", 2, 3, 3)
    near = Advice([AdvisedMove(first, 0.5, 0.0, False), AdvisedMove(second, 0.5, 0.2, True)])
    near.close = True
    lines = hint_lines(GAME, near, 0)
    assert any(line.startswith("Just as good") and "plan sail" in line for line in lines)
    assert not any(line.startswith("Instead") for line in lines)
    only = Advice([AdvisedMove(first, None, 0.0, False)], only=True)
    assert hint_lines(GAME, only, 0) == [
        f"There is only one move: {move_words(GAME, 'plan fish')}."
    ]
