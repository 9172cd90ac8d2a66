"""The notebooks run from top to bottom."""

import sys
from pathlib import Path

import pytest

from tests.notebooks import run_notebook

NOTEBOOKS = Path(__file__).parents[2] / "docs" / "notebooks"


@pytest.mark.parametrize("name", ["1-a-first-bot", "2-a-thousand-games"])
def test_a_notebook_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    monkeypatch.setenv("SKERRY_GAMES", "3")
    names = run_notebook(NOTEBOOKS / f"{name}.ipynb", tmp_path)
    assert names["record"].scores


def test_every_notebook_is_known() -> None:
    assert sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb")) == [
        "1-a-first-bot",
        "2-a-thousand-games",
        "3-train-an-agent",  # test_training.py
    ]
