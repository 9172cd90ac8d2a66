"""`skerry bench --against`: two installations measured in turn."""

import subprocess
import sys
from pathlib import Path

from skerry.cli import bench
from tests.cli.command import skerry_command

GAME = {"decisions/s": 100.0, "copy, us": 2.0}


def test_a_ratio_above_one_means_this_installation_is_faster() -> None:
    faster = {"decisions/s": 150.0, "copy, us": 1.0}
    rows = bench._ratios("vanuatu", [({"vanuatu": faster}, {"vanuatu": GAME})])
    assert rows["decisions/s"]["ratio"] == 1.5
    assert rows["copy, us"]["ratio"] == 2.0


def test_the_ratio_is_the_median_of_the_pairs() -> None:
    def pair(this: float, other: float) -> tuple[bench.Run, bench.Run]:
        return {"g": {"decisions/s": this}}, {"g": {"decisions/s": other}}

    row = bench._ratios("g", [pair(100, 100), pair(90, 100), pair(400, 100)])["decisions/s"]
    assert (row["ratio"], row["lowest"], row["highest"]) == (1.0, 0.9, 4.0)


def test_a_figure_that_one_installation_lacks_is_left_out() -> None:
    more = GAME | {"decisions/s, compiled loop": 5.0}
    rows = bench._ratios("vanuatu", [({"vanuatu": more}, {"vanuatu": GAME})])
    assert list(rows) == list(GAME)


def test_an_installation_is_about_as_fast_as_itself() -> None:
    here, again = bench.Installation.of_this_process(), bench.Installation.of_this_process()
    report = bench.compare(here, again, seconds=0.1, pairs=1)
    assert set(report) == {"vanuatu", "nusfjord"}
    for rows in report.values():
        assert len(rows) == 4
        assert 0.2 < rows["decisions/s"]["ratio"] < 5


def test_both_installations_play_the_same_games() -> None:
    setups = bench.Installation.of_this_process().setups()
    assert all(setup["piles"] for setups in setups.values() for setup in setups)


def test_an_interpreter_without_skerry_is_refused(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "empty"], check=True)
    folder = "Scripts" if sys.platform == "win32" else "bin"
    output = skerry_command("bench", "--against", tmp_path / "empty" / folder / "python")
    assert output.returncode == 2
    assert "skerry is not installed for this interpreter" in output.stderr


def test_an_interpreter_that_is_not_there_is_refused() -> None:
    output = skerry_command("bench", "--against", "no-such-python")
    assert output.returncode == 2
    assert "no-such-python: cannot be started" in output.stderr
