"""`skerry learn` as a person uses it."""

import json
from pathlib import Path

from skerry.lessons import Lesson, load
from tests.cli.command import Terminal, skerry_command
from tests.lessons.walk import asks


def learn(where: Path, *args: str, typed: str = ""):
    return skerry_command("learn", *args, typed=typed, where=where, XDG_DATA_HOME=str(where))


def answers(game: str, number: int) -> str:
    """Type the first accepted answer of every step, Enter between the steps."""
    typed = ""
    step = 0
    lesson = Lesson(load(game)[number - 1])
    for waiting in asks(lesson):
        done = waiting.progress()["step"]
        typed += "\n" * (done - step) + waiting.ask.moves[0] + "\n"
        step = done
    return typed + "\n" * (len(lesson.chapter.steps) - step)


def test_without_arguments_all_chapters_are_listed(tmp_path: Path) -> None:
    output = learn(tmp_path)
    assert output.returncode == 0, output.stderr
    for game in ("vanuatu", "nusfjord"):
        for chapter in load(game):
            assert chapter.text("title") in output.stdout
    assert "0 of" in output.stdout and "skerry learn vanuatu canoe" in output.stdout
    assert not list(tmp_path.iterdir()), "looking keeps nothing"


def test_one_game_is_listed_alone(tmp_path: Path) -> None:
    output = learn(tmp_path, "Nusfjord")
    assert "Vanuatu" not in output.stdout and "Nusfjord" in output.stdout


def test_wrong_arguments_are_told_in_one_line(tmp_path: Path) -> None:
    for args, words in [
        (["chess"], "no game is called 'chess'"),
        (["vanuatu", "77"], "no chapter is called '77'; there are 1 canoe"),
        (["vanuatu", "1", "--language", "tlh"], "no lessons in the language 'tlh'"),
        (["vanuatu", "1", "--nonsense"], "nonsense"),
    ]:
        output = learn(tmp_path, *args)
        assert output.returncode == 2
        assert words in output.stderr and len(output.stderr.splitlines()) == 1


def test_a_whole_chapter_is_played_and_counted(tmp_path: Path) -> None:
    output = learn(tmp_path, "vanuatu", "1", "--plain", typed=answers("vanuatu", 1) + "n\n")
    assert output.returncode == 0, output.stderr
    assert "Chapter done" in output.stdout and output.stdout.isascii()
    assert all(load("vanuatu")[0].text(f"learnt.{i}") in output.stdout for i in (1, 2, 3))
    kept = json.loads((tmp_path / "skerry" / "lessons.json").read_text())
    assert kept["vanuatu.canoe"]["done"]
    assert "done" in learn(tmp_path, "vanuatu").stdout.split("The islands and the canoe")[1]


def test_another_move_is_explained_and_taken_back(tmp_path: Path) -> None:
    typed = "\n\n" + "place gold\nplace build_ship\nhint\nwhy build_ship\nhelp\nkeep\nquit\n"
    output = learn(tmp_path, "nusfjord", "harbor", typed=typed)
    assert output.returncode == 0, output.stderr
    assert "You tried: place gold" in output.stdout
    assert "Gold" in output.stdout and "your move   asked" in output.stdout
    assert "'place build_ship' is not possible now" in output.stdout
    assert "You have four forests" in output.stdout
    assert "There is no move to keep" in output.stdout
    assert "Your progress is kept in" in output.stdout


def test_a_move_is_kept_where_the_lesson_can_go_on_with_it(tmp_path: Path) -> None:
    typed = "\n\n\nperform sail\nsail 1,0 3\nkeep\n\n\nquit\n"
    output = learn(tmp_path, "vanuatu", "1", typed=typed)
    assert "Type 'keep' to keep it" in output.stdout
    assert "Coral sails from 1,1 to 1,0 (-3 vatu)" in output.stdout
    assert "Step 6 of" in output.stdout, output.stdout[-2000:]


def test_leaving_keeps_the_step(tmp_path: Path) -> None:
    with Terminal("learn", "vanuatu", "1", where=tmp_path, XDG_DATA_HOME=str(tmp_path)) as terminal:
        terminal.until("Step 1 of")
        terminal.type("\n")
        terminal.until("Step 2 of")
        terminal.interrupt()
        terminal.until("progress is kept")
        assert terminal.ended() == 130
    assert "step 2 of" in learn(tmp_path, "vanuatu").stdout
    output = learn(tmp_path, "vanuatu", "1")
    assert "Step 2 of" in output.stdout and "Step 1 of" not in output.stdout
    assert "Step 1 of" in learn(tmp_path, "vanuatu", "1", "--over").stdout


def test_a_changed_chapter_begins_again(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text('{"vanuatu.canoe": {"step": 3, "moves": ["0 plan sail"]}}')
    output = learn(tmp_path, "vanuatu", "1", "--progress", str(file))
    assert "has changed since you left it" in output.stdout and "Step 1 of" in output.stdout


def test_a_progress_file_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text('{"vanuatu.canoe": 3}')
    output = learn(tmp_path, "--progress", str(file))
    assert output.returncode == 2 and "not the progress of lessons" in output.stderr


def test_playing_on_goes_on_with_the_position(tmp_path: Path) -> None:
    output = learn(tmp_path, "vanuatu", "1", typed=answers("vanuatu", 1) + "y\nquit\n")
    assert output.returncode == 0, output.stderr
    assert "Coral me, Indigo relaxed, Amber relaxed" in output.stdout
    assert "the game is saved in" in output.stdout.lower()
