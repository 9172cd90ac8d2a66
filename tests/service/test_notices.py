"""Announcements in a table's chat: every code has a sentence in each language of the page."""

import json
import re
from pathlib import Path

import pytest

from skerry.service.table.notices import ENGLISH, notice

WORDS = Path(__file__).parents[2] / "frontend" / "src" / "i18n"
LANGUAGES = sorted(path.name.split(".")[1] for path in WORDS.glob("table.*.json"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_notice_is_worded_with_the_names_it_brings(language: str) -> None:
    worded = json.loads((WORDS / f"table.{language}.json").read_text())["notice"]
    names = {code: set(re.findall(r"\{\{(\w+)\}\}", text)) for code, text in worded.items()}
    brought = {code: set(re.findall(r"\{(\w+)\}", text)) for code, text in ENGLISH.items()}
    assert names == brought


def test_names_are_put_in_as_they_are() -> None:
    odd = notice("renamed", before="{name}", name="%s")
    assert str(odd) == "{name} is now called %s"
