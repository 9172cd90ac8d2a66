"""Every sentence a player can meet has words in every language of the page.

`frontend/build/check-messages.mjs` compares the files of the page with each other; these tests
compare them with the package: cards, options, reasons, events, errors and lessons.
"""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import skerry
from skerry.games import GAMES
from skerry.games.nusfjord import sentences as nusfjord
from skerry.games.nusfjord.catalogue import load
from skerry.games.vanuatu import sentences as vanuatu
from skerry.lessons.texts import LANGUAGES, entries
from skerry.service.errors import Refused
from skerry.service.notifications import words

SOURCE = Path(skerry.__file__).parent
PAGE = Path(__file__).parents[1] / "frontend" / "src"
pytestmark = pytest.mark.skipif(not PAGE.is_dir(), reason="a distribution has no page sources")

PAGE_LANGUAGES = sorted(path.name.split(".")[1] for path in (PAGE / "i18n").glob("table.*.json"))
TRANSLATED = [language for language in PAGE_LANGUAGES if language != "en"]
EVENTS = {"vanuatu": vanuatu.KINDS, "nusfjord": nusfjord.KINDS}
REFUSALS = {"Refused", *(each.__name__ for each in Refused.__subclasses__())}
# Only programs and operators who use the API meet these; the page never asks so.
API_ONLY = {
    *("bad_key", "no_announcement", "no_measure", "no_person", "no_reason", "no_target"),
    *("bad_notation", "bad_number", "bad_ref", "bad_request", "bad_status", "bad_token"),
    *("browser_only", "open", "wrong_method", "wrong_type"),
}
PLURAL = re.compile(r"_(zero|one|two|few|many|other)$")


def read(path: str) -> Any:
    """Return the content of a file of the page."""
    return json.loads((PAGE / path).read_text(encoding="utf-8"))


def stems(messages: dict[str, Any]) -> set[str]:
    """Return the keys without their plural forms."""
    return {PLURAL.sub("", key) for key in messages}


def test_the_lessons_speak_the_languages_of_the_page() -> None:
    assert sorted(LANGUAGES) == PAGE_LANGUAGES


def test_notifications_speak_the_languages_of_the_page() -> None:
    assert sorted(words.LANGUAGES) == PAGE_LANGUAGES
    folder = SOURCE / "service" / "notifications"
    texts = {
        one: json.loads((folder / f"words.{one}.json").read_text(encoding="utf-8"))
        for one in words.LANGUAGES
    }
    places = {
        one: {key: set(re.findall(r"\{\{(\w+)\}\}", text)) for key, text in found.items()}
        for one, found in texts.items()
    }
    for language in words.LANGUAGES:
        assert places[language] == places["en"], language


def test_the_guide_for_translators_names_every_file() -> None:
    guide = (PAGE.parents[1] / "docs" / "translating.md").read_text(encoding="utf-8")
    for path in (*PAGE.rglob("*.en.json"), *SOURCE.rglob("*.en.json")):
        assert path.name.replace(".en.", ".<lang>.") in guide


def test_french_lessons_keep_marks_with_their_words() -> None:
    """The page's own French is spaced when it is built (`frontend/build/typography.ts`)."""
    apart = [key for key, text in entries("fr").items() if re.search(r" [:;!?%»]|« ", text)]
    assert apart == [], "put a no-break space (U+00A0) there"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_names_the_same_players_in_every_language(language: str) -> None:
    english, other = entries("en"), entries(language)
    assert set(other) == set(english)
    for key, text in english.items():
        assert other[key].strip(), key
        assert set(re.findall(r"\{\d\}", other[key])) == set(re.findall(r"\{\d\}", text)), key


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_card_has_a_name_and_a_sentence(language: str) -> None:
    words = read(f"nusfjord/cards.{language}.json")
    shipped = load().export()
    assert set(words["names"]) == {card["name"] for card in shipped}
    assert set(words["texts"]) == {card["text"] for card in shipped}


@pytest.mark.parametrize("language", PAGE_LANGUAGES)
def test_every_option_is_explained(language: str) -> None:
    explained = read(f"i18n/options.{language}.json")
    for name, game in GAMES.items():
        for option in game.options():
            if option.kind == "other":
                continue
            words = explained[name][option.name]
            assert words["title"] and words["text"], option.name


@pytest.mark.parametrize("language", PAGE_LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_reason_and_event_has_a_sentence(game: str, language: str) -> None:
    words = read(f"i18n/{game}.{language}.json")
    assert set(GAMES[game].terminal.reasons) <= stems(words["reason"])
    assert set(EVENTS[game]) <= stems(words["event"])


def codes() -> Iterator[str]:
    """List the codes of the errors that the server sends."""
    for path in [*SOURCE.glob("service/**/*.py"), *SOURCE.glob("web/*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.ClassDef(body=body):
                    for line in body:
                        match line:
                            case ast.Assign([ast.Name("code")], ast.Constant(str(code))):
                                yield code
                case ast.Call(ast.Name("Problem"), [_, ast.Constant(str(code)), *_]):
                    yield code
                case ast.Call(ast.Name(name), [_, ast.Constant(str(code))]) if name in REFUSALS:
                    yield code


@pytest.mark.parametrize("language", PAGE_LANGUAGES)
def test_every_error_of_the_server_has_a_sentence(language: str) -> None:
    found = set(codes())
    assert len(found) > 50
    assert found - API_ONLY <= stems(read(f"i18n/table.{language}.json")["problem"])
