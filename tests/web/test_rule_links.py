"""Every reason names a rule that the rules reference of the page has, in every language."""

import json
import re
from pathlib import Path

import pytest

from skerry.games import GAMES
from skerry.kernel.rng import Rng

ROOT = Path(__file__).resolve().parents[2]

RULE = re.compile(r'Reason\(\s*"(\w+)",\s*"([^"]+)"')
SOURCE = ROOT / "frontend" / "src"
LANGUAGES = sorted(path.name.split(".")[1] for path in (SOURCE / "i18n").glob("table.*.json"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["vanuatu", "nusfjord"])
def test_reasons_point_to_rules_and_have_words(game: str, language: str) -> None:
    code = (ROOT / "src" / "skerry" / "games" / game / "why.py").read_text()
    rules = {
        rule["id"]
        for rule in json.loads((SOURCE / "rules" / f"{game}.{language}.json").read_text())
    }
    words = json.loads((SOURCE / "i18n" / f"{game}.{language}.json").read_text())["reason"]
    named = RULE.findall(code)
    assert named
    for reason, rule in named:
        assert rule in rules or rule.split()[0] in rules, f"{reason}: no rule {rule}"
        assert reason in words or f"{reason}_other" in words, f"{reason}: no words"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_views_point_to_rules(game: str, language: str) -> None:
    sections = json.loads((SOURCE / "rules" / f"{game}.{language}.json").read_text())
    rules = {section["id"] for section in sections}
    view = GAMES[game].view(GAMES[game].deal({"players": 5}, Rng(1)), None)
    named = {**view.rule_of, **{f"space {space.rule}": space.rule for space in view.spaces}}
    assert not {name: rule for name, rule in named.items() if rule not in rules | {"cards"}}
