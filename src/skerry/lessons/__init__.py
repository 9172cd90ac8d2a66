"""Lessons: short chapters that teach a game by moves on real positions.

A chapter is a TOML file (`<game>/NN-name.toml`) with a set-up, opening moves and steps; its texts
are in `lessons.<language>.json`, by key. `runner.Lesson` leads a learner through one. Everything
about the rules is asked from the game through its protocol. docs/lessons.md shows how to write one.
"""

from skerry.lessons.chapters import Chapter, LessonError, load
from skerry.lessons.overview import list_chapters
from skerry.lessons.runner import Accepted, Illegal, Lesson, LessonChanged, Wrong
from skerry.lessons.texts import LANGUAGES

__all__ = [
    "LANGUAGES",
    "Accepted",
    "Chapter",
    "Illegal",
    "Lesson",
    "LessonChanged",
    "LessonError",
    "Wrong",
    "list_chapters",
    "load",
]
