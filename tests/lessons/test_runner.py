"""A learner's way: accepted, other and illegal moves, keeping, leaving, coming back, bad files."""

import doctest
import json
from pathlib import Path

import msgspec
import pytest

from skerry.games import GAMES
from skerry.kernel.errors import SkerryError
from skerry.lessons import Accepted, Illegal, Lesson, LessonChanged, LessonError, Wrong, load
from skerry.lessons.chapters import Chapter, read_script
from skerry.lessons.overview import list_chapters
from skerry.lessons.texts import Texts

VANUATU = GAMES["vanuatu"]

SCRIPT = """
id = "trial"
minutes = 5
picture = "trial"

[setup]
players = 3

[setup.options]
characters = false

[setup.piles]
first = 0
start_tiles = { "1,0" = "START_FISH", "0,1" = "START_WRECK", "1,1" = "START_BLANK" }
tile_stack = ["A1", "B1", "C1", "D1", "E1", "F1", "A2", "B2", "C2", "D2", "E2", "F2"]
tourists = [2, 1, 3, 0, 2, 3, 1, 2]
demand = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

[[steps]]
id = "look"

[[steps]]
id = "plan"

[[steps.ask]]
moves = ["plan sail", "plan build"]
[[steps.ask.wrong]]
id = "rest"
move = "plan rest"
keep = true
compare = false
[[steps.ask]]
moves = ["plan draw"]

[[steps]]
id = "others"
plays = "1 plan sail\\n1 plan fish\\n2 plan rest\\n2 plan rest"
"""
WORDS = ["title", "line", "learnt.1", "learnt.2", "learnt.3", "look.title", "look.say"]
WORDS += ["plan.title", "plan.say", "plan.ask", "plan.hint", "plan.ask.2", "plan.hint.2"]
WORDS += ["plan.wrong.rest", "others.title", "others.say"]


class Words(Texts):
    """Texts that are their own keys."""

    def __init__(self) -> None:
        super().__init__("en", ["Ann", "Bo", "Cy"])
        self._entries = self._entries | {f"vanuatu.trial.{key}": key for key in WORDS}


def chapter(script: str = SCRIPT) -> Chapter:
    file = "vanuatu/01-trial.toml"
    return Chapter(VANUATU, file, read_script(file, script), Words())


def at_the_plan() -> Lesson:
    lesson = Lesson(chapter())
    lesson.advance()
    return lesson


def test_a_step_waits_for_its_moves_and_then_goes_on() -> None:
    lesson = Lesson(chapter())
    assert lesson.view().ask is None
    assert isinstance(lesson.try_move("plan sail"), Illegal), "the first step only explains"
    assert lesson.advance() == []
    with pytest.raises(SkerryError, match="asks for a move"):
        lesson.advance()
    first = lesson.try_move("PLAN  build")
    assert isinstance(first, Accepted) and not first.step_complete
    assert lesson.view().ask.text == "plan.ask.2" and not lesson.view().step_complete
    second = lesson.try_move("plan draw")
    assert isinstance(second, Accepted) and second.step_complete
    assert lesson.view().step_complete and lesson.view().ask is None
    assert [event.kind for event in lesson.advance()] == ["planned"] * 4
    assert not lesson.finished
    lesson.advance()
    assert lesson.finished and lesson.view().play_on.ready
    with pytest.raises(SkerryError, match="finished"):
        lesson.advance()


def test_another_legal_move_is_told_and_not_made() -> None:
    lesson = at_the_plan()
    outcome = lesson.try_move("plan tourist")
    assert isinstance(outcome, Wrong) and not outcome.keep_ok
    view = lesson.view()
    assert view.tried.move == "plan tourist" and view.taken_back == 1
    assert view.ask.moves == ["plan sail", "plan build"], "still the same question"
    lesson.try_move("plan sail")
    assert lesson.view().tried is None, "the note goes with the right move"


def test_a_kept_move_is_made() -> None:
    lesson = at_the_plan()
    with pytest.raises(SkerryError, match="no move was tried"):
        lesson.keep()
    lesson.try_move("plan tourist")
    with pytest.raises(SkerryError, match="no move was tried"):
        lesson.keep()
    tried = lesson.try_move("plan rest")
    assert isinstance(tried, Wrong) and tried.keep_ok
    assert isinstance(lesson.keep(), Accepted)
    assert lesson.record.moves == [(0, "plan rest")]
    assert lesson.view().taken_back == 1, "only the first was taken back"
    assert lesson.view().ask.text == "plan.ask.2"


def test_an_illegal_move_has_the_reason_of_the_game() -> None:
    lesson = at_the_plan()
    outcome = lesson.try_move("plan fish")
    assert isinstance(outcome, Illegal)
    assert outcome.reasons["space:fish"].code == "not_on_shoal"
    assert "not on shoal" in outcome.message
    assert isinstance(lesson.try_move("fly away"), Illegal)
    assert lesson.view().taken_back == 0


def test_a_lesson_is_taken_up_where_it_was_left() -> None:
    lesson = at_the_plan()
    lesson.try_move("plan rest")
    tried = Lesson(chapter(), json.loads(json.dumps(lesson.progress())))
    assert tried.view() == lesson.view() and tried.view().tried.move == "plan rest"
    tried.take_back()
    assert tried.view().tried is None and tried.view().taken_back == 1
    lesson.try_move("plan build")
    stored = json.loads(json.dumps(lesson.progress()))
    again = Lesson(chapter(), stored)
    assert again.view() == lesson.view()
    assert VANUATU.position(again.state) == VANUATU.position(lesson.state)
    assert again.progress() == stored


def test_starting_over_keeps_that_it_was_done() -> None:
    lesson = at_the_plan()
    for text in ("plan sail", "plan draw"):
        lesson.try_move(text)
    lesson.advance()
    lesson.advance()
    lesson.restart()
    view = lesson.view()
    assert (view.step, view.finished, lesson.record.moves) == (1, False, [])
    assert lesson.progress()["done"]
    over = Lesson.again(chapter(), {"moves": ["nonsense"], "done": True}, None)
    assert over.progress() == lesson.progress()


@pytest.mark.parametrize(
    "stored",
    [
        {"step": 9},
        {"step": -1},
        {"step": 1, "asked": 3},
        {"step": 3, "asked": 1},
        {"step": 1, "moves": ["0 perform sail"]},
        {"step": 1, "moves": ["nonsense"]},
        {"step": 1, "tried": "plan sail"},
        {"step": "two"},
        {"steps": 1},
    ],
)
def test_progress_that_does_not_fit_is_refused(stored: dict) -> None:
    with pytest.raises(LessonChanged, match=r"vanuatu\.trial: start over"):
        Lesson(chapter(), stored)


def test_the_price_counts_what_the_moves_bring() -> None:
    canoe = load("vanuatu")[0]
    lesson = Lesson(canoe)
    while lesson.ask is None:
        lesson.advance()
    lesson.try_move("perform sail")
    outcome = lesson.try_move("sail 1,0 3")
    assert isinstance(outcome, Wrong)
    rows = {row.icon: (row.tried, row.asked) for row in outcome.price.rows}
    assert rows == {"vatus": (0, 2)}, "two vatu more for the same place; neither makes a point"


def test_an_unfinished_action_is_carried_out_for_the_most_points() -> None:
    buildings = next(each for each in load("nusfjord") if each.script.id == "buildings")
    lesson = Lesson(buildings)
    while lesson.step.id != "stand":
        lesson.try_move(lesson.accepted[0]) if lesson.ask else lesson.advance()
    outcome = lesson.try_move("place serve_fish")
    assert isinstance(outcome, Wrong)
    rows = {row.icon: row.tried for row in outcome.price.rows}
    assert rows["fish"] == 0, "both plates that can be paid are served, for 2 gold"


def test_the_words_are_those_of_the_language() -> None:
    english, french = Lesson(load("vanuatu")[0]).view(), Lesson(load("vanuatu", "fr")[0]).view()
    assert english.title == "The islands and the canoe"
    assert french.title == "Les îles et la pirogue"
    assert english.play_on == french.play_on


def test_a_view_is_sent_as_it_is() -> None:
    lesson = at_the_plan()
    lesson.try_move("plan rest")
    sent = json.loads(msgspec.json.encode(lesson.view()))
    assert sent["tried"] == {"move": "plan rest", "label": "plan rest"}
    assert sent["price"] == {
        "horizon": "Right after the move",
        "rows": [],
        "note": "plan.wrong.rest",
    }
    assert sent["play_on"]["seats"] == ["me", "relaxed", "relaxed"]
    assert sent["minutes_left"] == 4


def test_the_list_of_chapters_follows_the_progress() -> None:
    canoe, harbor = load("vanuatu")[0], load("nusfjord")[0]
    begun = {"step": 2, "asked": 0, "moves": [], "taken_back": 0, "done": False}
    listing = list_chapters({canoe.id: begun, harbor.id: {"step": len(harbor.steps), "done": True}})
    rows = {row.id: row for row in listing.chapters}
    assert (rows[canoe.id].state, rows[canoe.id].step_done) == ("begun", 2)
    assert 0 < rows[canoe.id].minutes_left < rows[canoe.id].minutes
    assert rows[harbor.id].state == "done"
    assert listing.next_chapter == canoe.id and listing.done_count == 1
    assert listing.total_count == len(listing.chapters)
    fresh = list_chapters({canoe.id: {"nonsense": 1}}, games=["nusfjord"])
    assert fresh.next_chapter == harbor.id and fresh.done_count == 0


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('id = "plan"', 'id = "look"', "step look: field id: another step"),
        ('id = "plan"', 'id = "Plan!"', r"step Plan!: field id:"),
        ("minutes = 5", "minutes = 500", "field minutes:"),
        ("minutes = 5", "length = 5", "length"),
        ('moves = ["plan draw"]', "moves = []", r"step plan: field ask\[1\]\.moves"),
        ("keep = true", 'keep = "yes"', r"step plan: field ask\[0\]\.wrong\[0\]\.keep"),
        ("[[steps]]", "[[steps", "not TOML"),
    ],
)
def test_a_bad_file_is_named_with_step_and_field(old: str, new: str, complaint: str) -> None:
    with pytest.raises(LessonError, match=complaint) as error:
        chapter(SCRIPT.replace(old, new, 1))
    assert str(error.value).startswith("vanuatu/01-trial.toml: ")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("players = 3", "players = 9", "field setup"),
        ('picture = "trial"', 'picture = "trial"\nseat = 4', "field seat"),
        (
            'picture = "trial"',
            'picture = "trial"\nopening = "1 plan sail"',
            "field opening, move 1",
        ),
        (
            'picture = "trial"',
            'picture = "trial"\nopening = "sail"',
            "field opening: expected a seat",
        ),
    ],
)
def test_a_bad_beginning_is_named(old: str, new: str, complaint: str) -> None:
    with pytest.raises(LessonError, match=complaint):
        Lesson(chapter(SCRIPT.replace(old, new, 1)))


def test_a_scripted_move_that_does_not_fit_is_named() -> None:
    lesson = Lesson(chapter(SCRIPT.replace("1 plan fish", "1 perform fish")))
    lesson.advance()
    for text in ("plan sail", "plan draw"):
        lesson.try_move(text)
    with pytest.raises(LessonError, match=r"step others: field plays, move 1 'perform fish'"):
        lesson.advance()


def test_unknown_games_languages_and_texts_are_told() -> None:
    with pytest.raises(LessonError, match="no game is called 'chess'"):
        load("chess")
    with pytest.raises(LessonError, match="language 'tlh'"):
        load("vanuatu", "tlh")
    with pytest.raises(LessonError, match=r"lessons\.en\.json: the key 'vanuatu\.nowhere'"):
        Texts("en", [])("vanuatu.nowhere")
    with pytest.raises(LessonError, match="is called NN-name"):
        read_script("vanuatu/trial.toml", SCRIPT)


def test_the_examples_of_the_documentation_run() -> None:
    page = Path(__file__).parents[2] / "docs" / "lessons.md"
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried and not failed
