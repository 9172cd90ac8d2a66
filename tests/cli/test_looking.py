"""Replaying, positions, options, counts: the commands that only look."""

import json
from pathlib import Path

import pytest

from skerry import __version__
from skerry.games import GAMES
from skerry.kernel.record import read_record, replay
from skerry.kernel.rng import Rng
from tests.cli.command import skerry_command


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("kept") / "bots.game"
    skerry_command("play", "--seats", "random,random,random", "--seed", "3", "--save", path)
    return path


def test_a_record_is_told_by_rounds(kept: Path) -> None:
    output = skerry_command("replay", kept).stdout
    for number in range(1, 9):
        assert f"-- Round {number} begins --" in output
    assert "takes the" in output and "Final scores" in output
    assert max(map(len, output.splitlines())) <= 80


def test_records_are_checked(kept: Path, tmp_path: Path) -> None:
    forged = tmp_path / "forged.game"
    forged.write_text(kept.read_text().replace("scores: [", "scores: [1"))
    output = skerry_command("replay", "--check", kept, forged, kept)
    assert output.returncode == 2
    assert output.stdout.count("replays to the end; nothing commits to the deal\n") == 2
    assert "forged.game: the record says scores" in output.stderr
    assert output.stderr.count("\n") == 1


def test_a_position_is_printed_and_can_be_read(kept: Path) -> None:
    output = skerry_command("replay", "--position", "40", kept).stdout
    game = GAMES["vanuatu"]
    state = game.from_position(json.loads(output))
    reached = replay(GAMES, read_record(kept.read_text()), upto=40)
    assert game.view(state, None) == game.view(reached, None)


def test_perft_counts() -> None:
    output = skerry_command("perft", "vanuatu", "--seed", "1", "--depth", "3").stdout
    counts = [int(line.split()[2]) for line in output.splitlines()]
    assert counts == [11, 110, 990], "three players take one of eleven characters each"


def test_every_option_is_explained() -> None:
    output = skerry_command("options", "vanuatu").stdout
    assert "rising_waters = false | true" in output
    assert "neutral_split = [2,3]" in output
    nusfjord = skerry_command("options", "nusfjord").stdout
    game = GAMES["nusfjord"]
    for setup in ({"players": 1}, {"players": 2, "options": {"deck": "mixed"}}):
        dealt = game.setup(game.deal(setup, Rng(1)))
        for name in dealt["options"]:
            assert f"{name} = " in nusfjord


def test_info() -> None:
    output = skerry_command("info").stdout
    assert f"skerry {__version__}" in output
    assert "engine interpreted" in output or "engine compiled" in output
    for name, game in GAMES.items():
        assert f"{name} rules {game.rules}" in output


def test_the_command_alone_says_what_it_can_do() -> None:
    output = skerry_command()
    assert output.returncode == 0
    for command in ("play", "replay", "options", "perft", "info"):
        assert command in output.stdout
