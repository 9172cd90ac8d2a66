"""An arena rotates seats, saves every game, continues where it stopped, and counts fairly."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from skerry.bots.arena import (
    ArenaFolder,
    Plan,
    Result,
    play_job,
    seat_shares,
    standings,
    wilson_interval,
)
from skerry.cli.__main__ import app
from skerry.games import GAMES
from skerry.kernel.errors import BadSetup
from skerry.kernel.record import read_record, replay

PLAN = Plan("nusfjord", ["relaxed", "random", "random"], 6, 1, {})


def test_every_deal_is_played_once_from_every_seat():
    jobs = PLAN.jobs()
    assert [job.bots.index("relaxed") for job in jobs] == [0, 1, 2, 0, 1, 2]
    assert [job.seed for job in jobs] == [1, 1, 1, 2, 2, 2]


def test_a_job_gives_a_record_that_replays():
    text, result = play_job(PLAN.jobs()[1])
    record = read_record(text)
    replay(GAMES, record)
    assert record.scores == result.totals


def test_a_stopped_arena_continues(tmp_path):
    folder = ArenaFolder(tmp_path / "a", PLAN)
    for job in PLAN.jobs()[:2]:
        folder.store(job.number, play_job(job)[0])
    again = ArenaFolder(tmp_path / "a", PLAN)
    assert [result.number for result in again.finished()] == [0, 1]


def test_an_arena_killed_during_a_game_says_how_to_continue_and_leaves_no_process(tmp_path):
    command = [sys.executable, "-m", "skerry.cli", "arena", "nusfjord", "--games", "5000"]
    # A first move that would take minutes: whoever waits for the game to end fails here.
    command += ["--bots", "deep:9000000,random", "--jobs", "1", "--out", str(tmp_path / "a")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True) as arena:
        until = time.monotonic() + 60
        while not (tmp_path / "a" / "plan.json").exists() and time.monotonic() < until:
            time.sleep(0.1)
        time.sleep(2)  # the worker thinks by now
        arena.terminate()
        said = arena.communicate(timeout=30)[1].decode()
    assert "the same command continues" in said
    with pytest.raises(ProcessLookupError):
        for _ in range(100):
            os.killpg(arena.pid, 0)
            time.sleep(0.1)


def test_another_plan_does_not_mix_into_the_folder(tmp_path):
    ArenaFolder(tmp_path, PLAN)
    with pytest.raises(BadSetup, match="choose a new folder"):
        ArenaFolder(tmp_path, Plan("nusfjord", ["random"] * 3, 6, 1, {}))


def test_ties_share_a_win_and_a_common_loss_is_nobodys():
    results = [
        Result(0, ["a", "b"], [5, 5], [1, 1], 9),
        Result(1, ["b", "a"], [7, 3], [1, 2], 9),
        Result(2, ["a", "b"], [7, 3], [0, 0], 9),
    ]
    rows = {row.bot: row for row in standings(results)}
    assert rows["a"].wins == 0.5
    assert rows["b"].wins == 1.5
    assert rows["a"].lost_by_all == 1
    assert seat_shares(results) == [pytest.approx(0.5), pytest.approx(1 / 6)]


def test_intervals_hold_the_share_and_shrink_with_more_games():
    few, many = wilson_interval(6, 10), wilson_interval(600, 1000)
    assert few[0] < 0.6 < few[1]
    assert many[1] - many[0] < few[1] - few[0]


def test_a_share_of_all_or_nothing_lies_in_its_own_interval_so_that_it_can_be_plotted():
    for games in range(1, 500):
        assert wilson_interval(games, games)[1] == 1.0
        assert wilson_interval(0, games)[0] == 0.0


def test_the_command_prints_json_and_leaves_records_and_tables(tmp_path):
    out = tmp_path / "arena"
    command = ["arena", "nusfjord", "--bots", "relaxed,random", "--games", "4", "--jobs", "1"]
    done = CliRunner().invoke(app, [*command, "--out", str(out), "--json"])
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout.strip().splitlines()[-1])
    assert found["games"] == 4
    assert {row["bot"] for row in found["bots"]} == {"relaxed", "random"}
    names = {path.name for path in out.iterdir()}
    assert {"000003.game", "results.csv", "results.parquet", "results.png"} <= names


def test_a_bot_alone_has_an_arena_too(tmp_path):
    command = ["arena", "nusfjord", "--bots", "random", "--games", "6", "--jobs", "1", "--json"]
    done = CliRunner().invoke(app, [*command, "--out", str(tmp_path / "arena")])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "arena" / "results.png").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["--bots", ",".join(["random"] * 6)],
            "6 bots: give one bot per seat, 1 to 5",
        ),
        (["--bots", "random,,random"], "has an empty name"),
        (["--bots", "random,random", "--option", "deck=whale"], "`skerry options nusfjord` lists"),
        (["--bots", "random,genius"], "there are random, relaxed"),
    ],
)
def test_what_cannot_be_played_is_refused_before_a_folder_is_made(tmp_path, words, said):
    done = CliRunner().invoke(app, ["arena", "nusfjord", *words, "--out", str(tmp_path / "a")])
    assert done.exit_code != 0
    assert said in str(done.exception)
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [([], "Missing argument 'game'"), (["nusfjord"], "Missing option '--bots'")],
)
def test_missing_arguments_are_named(words: list[str], said: str) -> None:
    command = [sys.executable, "-m", "skerry.cli", "arena", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert said in done.stderr and "Traceback" not in done.stderr


def test_a_file_cannot_be_the_folder(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("mine")
    with pytest.raises(BadSetup, match=r"notes\.txt cannot be the arena's folder: File exists"):
        ArenaFolder(file, PLAN)
