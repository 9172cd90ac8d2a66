"""What `skerry analyse` prints is true of the part of the game that was judged."""

import io

import pytest

from skerry.analysis import Review, Reviewer
from skerry.bots.match import play_match
from skerry.cli.analyse import print_review
from skerry.cli.screen import Screen
from skerry.games import GAMES
from tests.analysis.test_review import QUICK


@pytest.fixture(scope="module")
def reviewer() -> Reviewer:
    record, _ = play_match(GAMES, "nusfjord", {"players": 2}, ["look:1", "random"], seed=4)
    return Reviewer(GAMES, record, upto=14, effort=QUICK)


def printed(found: Review) -> str:
    screen, written = Screen(plain=True), io.StringIO()
    screen.file = written
    print_review(screen, GAMES[found.game], found)
    return written.getvalue()


def test_where_nothing_was_judged_nobody_is_praised(reviewer: Reviewer) -> None:
    text = printed(reviewer.review())
    assert f"{reviewer.of} of {reviewer.of} decisions were not judged" in text
    assert "Well played" not in text
    assert "accuracy" not in text


def test_a_part_of_the_game_has_grades_and_no_accuracy(reviewer: Reviewer) -> None:
    reviewer.step()
    reviewer.step(grade_first=True)
    text = printed(reviewer.review())
    assert f"{reviewer.of - 1} of {reviewer.of} decisions were not judged" in text
    assert "accuracy" not in text
    assert "Well played" not in text


def test_a_whole_game_has_everybodys_grades(reviewer: Reviewer) -> None:
    for _ in reviewer.run():
        pass
    text = printed(reviewer.review())
    assert "not judged" not in text
    assert "Coral: " in text
    assert "Indigo: " in text
    assert "accuracy" in text
    assert "You " not in text  # a game of several people has no single reader
