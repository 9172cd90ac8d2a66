"""The words of the lessons: one JSON file per language, text by key.

`{0}` in a text becomes the name of the player on seat 0.
"""

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from skerry.kernel.errors import SkerryError

LANGUAGES = tuple(
    sorted(
        entry.name.split(".")[1]
        for entry in files("skerry.lessons").iterdir()
        if entry.name.startswith("lessons.") and entry.name.endswith(".json")
    )
)


class LessonError(SkerryError):
    """A lesson's file or text that cannot be used; names the file, the step and the field."""


@cache
def entries(language: str) -> dict[str, str]:
    """Return all texts of a language by key."""
    if language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise LessonError(f"no lessons in the language {language[:20]!r}; there are {known}")
    text = files("skerry.lessons").joinpath(f"lessons.{language}.json").read_text(encoding="utf-8")
    found: dict[str, str] = json.loads(text)
    return found


class Texts:
    """Texts in one language, with the players' names put in."""

    def __init__(self, language: str, names: Sequence[str]) -> None:
        self.language = language
        self.names = names
        self._entries = entries(language)

    def __call__(self, key: str) -> str:
        try:
            return self._entries[key].format(*self.names)
        except KeyError:
            raise LessonError(f"lessons.{self.language}.json: the key {key!r} is missing") from None
        except (IndexError, ValueError) as error:
            raise LessonError(f"lessons.{self.language}.json: {key!r}: {error}") from None
