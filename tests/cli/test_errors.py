"""Whatever is wrong on the command line is one line that names the place, and exit code 2."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from skerry.cli.__main__ import main
from tests.cli.command import environment, skerry_command

WRONG = [
    (["frobnicate"], "No such command 'frobnicate'"),
    (["campaign"], "Did you mean 'admin'? Try: skerry --help"),
    (["play", "--frob"], "No such option: --frob"),
    (["play", "chess"], "no game is called 'chess'; there are vanuatu, nusfjord"),
    (["play", "--seats", "me,robot"], "no player is called 'robot'; seats are me, random"),
    (["play", "--seats", "me"], "players"),
    (["play", "--seats", "me,me,me,me,me,me"], "6 seats are too many"),
    (["play", "--seats", "me,,random"], "has an empty seat"),
    (["play", "--seed", "lucky"], "'--seed'"),
    (["play", "--option", "rising_waters"], "is not name=value"),
    (["play", "--option", "rising_waters=maybe"], "see `skerry options vanuatu`"),
    (["play", "--option", "colour=red"], "unknown field 'colour'"),
    (["play", "nusfjord", "--option", "deck=tarot"], "deck"),
    (["play", "--setup", "list.json"], "expected a JSON object"),
    (["play", "--setup", "broken.json"], "broken.json: not JSON at line 1"),
    (["play", "--setup", "deep.json"], "deep.json: this JSON cannot be read"),
    (["play", "--resume", "nothing.game"], "nothing.game: there is no such file"),
    (["play", "--resume", "other.game"], "a record begins with 'skerry record 1'"),
    (["play", "--resume", "binary.game"], "not a text file"),
    (["play", "--resume", "chess.game"], "chess.game: unknown game 'chess'"),
    (["play", "--resume", "moved.game"], "moved.game: move 1 (0 fly home)"),
    (["play", "--resume", "seats.game"], "meta seats"),
    (["play", "vanuatu", "--resume", "other.game"], "leave GAME out"),
    (["play", "--save", "no/such/place.game"], "cannot be written"),
    (["play", "vanuatu", "--solo"], "is not played alone"),
    (["play", "vanuatu", "--seats", "me"], "--seats: vanuatu has 2 to 5 players, not 1"),
    (["replay", "seat.game"], "seat.game: move 1 (7 take beggar): there is no seat 7"),
    (["play", "--campaign", "broken.json"], "broken.json: not JSON"),
    (["play", "nusfjord", "--cards", "nowhere"], "nowhere: is not a directory"),
    (["play", "--cards", "."], "--cards: vanuatu has no card files"),
    (["replay"], "Missing argument 'FILE...'. Try: skerry replay --help"),
    (["replay", "--check", "other.game"], "a record begins with"),
    (["replay", "--position", "9", "moved.game"], "has only 1 moves"),
    (["perft", "vanuatu", "--depth", "0"], "'--depth'"),
    (["perft", "vanuatu", "--players", "1"], "players"),
    (["dataset", "new", "--game", "vanuatu"], "needs both --game and --bots"),
    (["dataset", "new", "--game", "vanuatu", "--bots", "random,random", "--option", "a=1"],
     "`skerry options vanuatu` lists the options"),
    (["options", "go"], "no game is called 'go'"),
]  # fmt: skip


@pytest.fixture(scope="module")
def wrong_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wrong")
    (folder / "list.json").write_text("[1, 2]")
    (folder / "broken.json").write_text("{")
    (folder / "deep.json").write_text("[" * 100_000)
    (folder / "other.game").write_text("dear diary\n")
    (folder / "binary.game").write_bytes(b"\xff\xfe\x00")
    head = "skerry record 1\ngame: vanuatu\nrules: 1\n"
    (folder / "chess.game").write_text(head.replace("vanuatu", "chess"))
    (folder / "moved.game").write_text(head + "setup players: 3\n\n0 fly home\n")
    (folder / "seat.game").write_text(head + "setup players: 3\n\n7 take beggar\n")
    (folder / "seats.game").write_text(head + 'meta seats: ["me"]\nsetup players: 3\n')
    return folder


@pytest.mark.parametrize(("args", "words"), WRONG, ids=[" ".join(args) for args, _ in WRONG])
def test_one_line_and_exit_code_2(
    args: list[str],
    words: str,
    wrong_files: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(wrong_files)
    monkeypatch.setattr(sys, "argv", ["skerry", *args])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    output = capsys.readouterr().err
    assert output.startswith("skerry: ")
    assert output.count("\n") == 1, output
    assert words in output
    assert not list(wrong_files.glob("skerry-*"))


@pytest.mark.parametrize("args", [["play", "chess"], ["play", "--frob"]])
def test_the_real_command_says_one_line_too(args: list[str], tmp_path: Path) -> None:
    output = skerry_command(*args, where=tmp_path)
    assert output.returncode == 2
    assert output.stderr.count("\n") == 1


def test_a_closed_input_is_said_so(tmp_path: Path) -> None:
    done = subprocess.run(
        f'"{sys.executable}" -m skerry.cli play --seed 7 <&-',
        shell=True, capture_output=True, text=True, cwd=tmp_path, env=environment(), check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "the input ended before the game did" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_closed_output_ends_the_game_quietly(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "skerry.cli", "play", "--seats", "random,random,random"],
        stdout=writing, stderr=subprocess.PIPE, text=True, cwd=tmp_path, env=environment(),
        check=False,
    )  # fmt: skip
    os.close(writing)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
