"""The documentation points to what exists, and its card tables say what the card files say."""

import doctest
import re
import tomllib
from pathlib import Path
from textwrap import dedent

import pytest

from skerry.games import GAMES

ROOT = Path(__file__).parents[1]
PAGES = [
    *(ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
LINK = re.compile(r"\]\(([^)\s]+)\)")
CARDS = ROOT / "src" / "skerry" / "games" / "nusfjord" / "cards"


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.M)
    plain = [re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings]
    return {heading.replace(" ", "-") for heading in plain}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        if "://" in link or link.startswith("mailto:"):
            continue
        target, _, anchor = link.partition("#")
        found = page.parent / target if target else page
        assert found.exists(), f"{link}: no such file"
        if anchor:
            assert anchor in anchors(found), f"{link}: no such heading"


def test_the_formats_list_every_option() -> None:
    text = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    for game in GAMES.values():
        for option in game.options():
            assert f"| `{option.name}` |" in text, f"{game.name}: {option.name}"


def rows(page: str, heading: str) -> list[list[str]]:
    """The table below a heading of a rules page, without its head."""
    text = (ROOT / "docs" / "rules" / page).read_text(encoding="utf-8")
    part = text.split(heading, 1)[1].split("\n#", 1)[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


@pytest.mark.parametrize("deck", ["herring", "mackerel", "codfish"])
def test_the_card_tables_are_those_of_the_card_files(deck: str) -> None:
    parsed = tomllib.loads((CARDS / f"{deck}.toml").read_text(encoding="utf-8"))
    expected = {}
    for card in parsed["building"]:
        cost = ", ".join(f"{amount} {good}" for good, amount in card["cost"].items())
        worth = "*" if card["vp_star"] else str(card["vp"])
        expected[card["id"]] = [card["name"], cost, worth, card["text"]]
    found = {}
    for letter in "ABC":
        for row in rows("nusfjord-cards.md", f"### {deck.capitalize()} {letter}"):
            number, name, _, cost, worth, text, _ = row
            found[number] = [name, cost, worth, text]
    assert found == expected


def test_the_table_of_elders_is_that_of_the_card_file() -> None:
    parsed = tomllib.loads((CARDS / "elders.toml").read_text(encoding="utf-8"))
    expected = [[str(elder["number"]), elder["name"], elder["text"]] for elder in parsed["elder"]]
    assert [row[:3] for row in rows("nusfjord-cards.md", "## 4. Elders")] == expected


def test_the_commitment_is_computed_as_the_page_says() -> None:
    page = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")
    test = doctest.DocTestParser().get_doctest(page, {}, "fairness.md", None, 0)
    assert test.examples and doctest.DocTestRunner().run(test).failed == 0


def test_the_first_change_fits_the_source() -> None:
    """What CONTRIBUTING takes a newcomer through is a change of the files as they are."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    changes = re.findall(r"`((?:src|tests)/\S+\.py)`:\n\n +```diff\n(.*?)```", text, re.S)
    assert [file for file, _ in changes] == ["tests/cli/test_looking.py", "src/skerry/cli/info.py"]
    for file, change in changes:
        source = (ROOT / file).read_text(encoding="utf-8").splitlines()
        for line in dedent(change).splitlines():
            if not line.startswith("+"):
                assert line[1:] in source, f"{file} has no line {line[1:]!r}"
