"""Every reason and question has a sentence, and boards hold at any time of a game."""

import re
from pathlib import Path

import pytest

from skerry import games
from skerry.cli.sentences import question_sentence, reason_sentence
from skerry.games import GAMES
from skerry.games.nusfjord import questions as nusfjord_questions
from skerry.games.vanuatu import questions as vanuatu_questions
from skerry.kernel.rng import Rng


def codes(name: str) -> set[str]:
    """Return the codes of all reasons that the source of a game holds."""
    files = (Path(games.__file__).parent / name).rglob("*.py")
    source = "\n".join(file.read_text("utf-8") for file in files)
    return set(re.findall(r'Reason\(\s*"(\w+)"', source))


@pytest.mark.parametrize("name", GAMES)
def test_every_reason_has_its_sentence(name: str) -> None:
    assert codes(name) == set(GAMES[name].terminal.reasons)


def test_every_question_has_its_sentence() -> None:
    assert set(vanuatu_questions.KINDS.values()) == set(GAMES["vanuatu"].terminal.questions)
    kinds = {kind for kind, _ in nusfjord_questions.KINDS.values()}
    assert kinds == set(GAMES["nusfjord"].terminal.questions)


@pytest.mark.parametrize(
    "setup",
    [
        {"game": "vanuatu", "players": 2},
        {"game": "vanuatu", "players": 5, "options": {"rising_waters": True}},
        {"game": "nusfjord", "players": 1},
        {"game": "nusfjord", "players": 5, "options": {"deck": "mixed"}},
    ],
    ids=lambda setup: f"{setup['game']} {setup['players']}",
)
def test_a_random_game_can_be_drawn_and_told_in_80_columns(setup: dict[str, object]) -> None:
    game = GAMES[str(setup.pop("game"))]
    for seed in range(2):
        rng = Rng(seed)
        state = game.deal(setup, Rng(seed))
        while (seat := state.turn()) >= 0:
            asked = game.question(state)
            assert asked is not None
            assert question_sentence(game, asked)
            if rng.below(4) == 0:
                for drawing in game.terminal.draw(game.view(state, seat), [], True):
                    for line in drawing.lines:
                        assert sum(len(text) for text, _ in line) <= 80, line
                for reason in game.closed(state, seat).values():
                    sentence = reason_sentence(game, reason)
                    assert "{" not in sentence and sentence.endswith(f"(rule {reason.rule})")
            options = state.options()
            state.play(options[rng.below(len(options))])
