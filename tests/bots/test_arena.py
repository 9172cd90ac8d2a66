"""An arena rotates seats, keeps every game, goes on where it stopped, and counts fairly."""

import json
import os
import subprocess
import sys
import time

import pytest
from typer.testing import CliRunner

from skerry.bots.arena import Folder, Plan, Result, interval, play_job, seat_shares, standings
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


def test_a_stopped_arena_goes_on_where_it_was(tmp_path):
    folder = Folder(tmp_path / "a", PLAN)
    for job in PLAN.jobs()[:2]:
        folder.keep(job.number, play_job(job)[0])
    again = Folder(tmp_path / "a", PLAN)
    assert [result.number for result in again.finished()] == [0, 1]


def test_an_arena_killed_in_the_middle_of_a_game_says_how_to_go_on_and_leaves_no_worker(tmp_path):
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
    assert "the same command goes on" in said
    with pytest.raises(ProcessLookupError):
        for _ in range(100):
            os.killpg(arena.pid, 0)
            time.sleep(0.1)


def test_another_plan_does_not_mix_into_the_folder(tmp_path):
    Folder(tmp_path, PLAN)
    with pytest.raises(BadSetup, match="choose a new folder"):
        Folder(tmp_path, Plan("nusfjord", ["random"] * 3, 6, 1, {}))


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
    few, many = interval(6, 10), interval(600, 1000)
    assert few[0] < 0.6 < few[1]
    assert many[1] - many[0] < few[1] - few[0]


def test_a_clean_sweep_lies_in_its_own_interval_so_that_it_can_be_drawn():
    for games in range(1, 500):
        assert interval(games, games)[1] == 1.0
        assert interval(0, games)[0] == 0.0


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
        (["--bots", ",".join(["random"] * 6)], "no nusfjord for 6 bots"),
        (["--bots", "random,random", "--option", "deck=whale"], "`skerry options nusfjord` lists"),
        (["--bots", "random,genius"], "the levels are random, relaxed"),
    ],
)
def test_a_line_up_that_nobody_can_play_is_refused_before_a_folder_is_made(tmp_path, words, said):
    done = CliRunner().invoke(app, ["arena", "nusfjord", *words, "--out", str(tmp_path / "a")])
    assert done.exit_code != 0
    assert said in str(done.exception)
    assert not (tmp_path / "a").exists()
