"""`skerry cards` and docs/cards.md."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from skerry.bots.engine.nusfjord_values import choose
from skerry.cli.cards import app
from skerry.games.nusfjord import balance, catalogue, deck_forms
from skerry.games.nusfjord.game import NUSFJORD
from skerry.kernel.errors import BadSetup

DOCS = Path(__file__).parents[2] / "docs" / "cards.md"


def run(*words: str) -> str:
    result = CliRunner().invoke(app, list(words), catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


def test_check_reads_the_package_files():
    files = [str(path) for path in sorted(catalogue.PACKAGE.glob("*.toml"))]
    assert run("check", *files).count("fine") == 5


def test_check_names_the_mistake(tmp_path):
    text = (catalogue.PACKAGE / "codfish.toml").read_text()
    path = tmp_path / "codfish.toml"
    path.write_text(text.replace("vp = -2", "vp = -200"))
    with pytest.raises(BadSetup, match=r"codfish.toml: A314: vp"):
        run("check", str(path))
    with pytest.raises(BadSetup, match="is not a file"):
        run("check", str(tmp_path / "none.toml"))


def test_shipped_files_are_written_out_and_checked_as_a_directory(tmp_path):
    with pytest.raises(BadSetup, match="holds no card files"):
        run("check", str(tmp_path))
    mine = tmp_path / "mine"
    written = run("export", str(mine))
    assert written.count(".toml") == 5
    assert f"skerry play nusfjord --cards {mine}" in written
    for path in catalogue.PACKAGE.glob("*.toml"):
        assert (mine / path.name).read_bytes() == path.read_bytes()
    assert run("check", str(mine)).count("fine") == 5
    (mine / "elders.toml").unlink()
    with pytest.raises(BadSetup, match="exists already"):
        run("export", str(mine))
    assert not (mine / "elders.toml").exists(), "nothing is written when a file is in the way"
    text = (mine / "codfish.toml").read_text()
    (mine / "codfish.toml").write_text(text.replace("vp = -2", "vp = -200"))
    with pytest.raises(BadSetup, match=r"codfish.toml: A314: vp"):
        run("check", str(mine))


def test_show_tells_what_is_known_of_a_card():
    assert "reconstructed: cost, vp" in run("show", "b124")
    assert "Builder" in run("show", "7")
    with pytest.raises(BadSetup, match="no card"):
        run("show", "A999")


def test_stats_count_bot_games():
    report = json.loads(run("stats", "--games", "1", "--deck", "codfish", "--json"))
    assert report["games"] == 1
    assert sum(card["built"] for card in report["cards"]) > 0
    assert "codfish" not in run("stats", "--games", "1", "--deck", "herring", "--every")
    with pytest.raises(BadSetup, match="no deck"):
        run("stats", "--deck", "shark")


def test_worth_compares_games_with_and_without_a_card():
    seeds = range(2)
    row = balance.worth(NUSFJORD.catalogue, NUSFJORD.catalogue.slots["A314"], 2, seeds, choose)
    assert row.price == pytest.approx(0.66)
    assert row.net == row.gain - row.price


def test_the_docs_name_every_word():
    text = DOCS.read_text(encoding="utf-8").split("## Adding an effect")[0]
    words = [word for words in deck_forms.words().values() for word in words]
    missing = [word for word in words if f"`{word}`" not in text]
    assert not missing
