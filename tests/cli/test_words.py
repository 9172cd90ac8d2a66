"""Every reason and question has a sentence, and boards hold at any time of a game."""

import inspect
import re
from types import ModuleType

import pytest
from rich.text import Text

from skerry.cli.boards import BOARDS
from skerry.cli.sentences import nusfjord as nusfjord_words
from skerry.cli.sentences import question_told, reason_told
from skerry.cli.sentences import vanuatu as vanuatu_words
from skerry.games import GAMES
from skerry.games.nusfjord import questions as nusfjord_questions
from skerry.games.nusfjord import why as nusfjord_why
from skerry.games.vanuatu import questions as vanuatu_questions
from skerry.games.vanuatu import why as vanuatu_why
from skerry.kernel.rng import Rng


def codes(module: ModuleType) -> set[str]:
    return set(re.findall(r'Reason\(\s*"(\w+)"', inspect.getsource(module)))


def test_every_reason_has_its_sentence() -> None:
    assert codes(vanuatu_why) == set(vanuatu_words.REASONS)
    assert codes(nusfjord_why) == set(nusfjord_words.REASONS)


def test_every_question_has_its_sentence() -> None:
    assert set(vanuatu_questions.KINDS.values()) == set(vanuatu_words.QUESTIONS)
    kinds = {kind for kind, _ in nusfjord_questions.KINDS.values()}
    assert kinds == set(nusfjord_words.QUESTIONS)


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
            assert question_told(game, asked)
            if rng.below(4) == 0:
                drawings = BOARDS[game.name](game, game.view(state, seat), [], True)
                for line in Text("\n").join(drawings).plain.splitlines():
                    assert len(line) <= 80, line
                for reason in game.closed(state, seat).values():
                    told = reason_told(game, reason)
                    assert "{" not in told and told.endswith(f"(rule {reason.rule})")
            options = state.options()
            state.play(options[rng.below(len(options))])
