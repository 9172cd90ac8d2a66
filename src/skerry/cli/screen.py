"""The console that everything is printed to, with or without colours."""

import os
import sys

from rich.console import Console
from rich.text import Text

from skerry.kernel.terminal import Drawing

WIDTH = 80


class OutputClosed(Exception):
    """The reader of the output has closed it."""


class Screen(Console):
    """A console that prints text as it is, without markup or guessed highlights."""

    def __init__(self, plain: bool = False) -> None:
        bare = plain or "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
        wide = sys.stdout.isatty() if sys.stdout is not None else False
        super().__init__(
            color_system=None if bare else "auto",
            width=None if wide else WIDTH,
            highlight=False,
            markup=False,
            emoji=False,
        )
        self.box_lines = not plain and self.encoding.lower().startswith("utf")

    def on_broken_pipe(self) -> None:
        """Stop printing and raise OutputClosed."""
        self.quiet = True
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise OutputClosed

    def say(self, words: str | Text = "", style: str = "") -> None:
        """Print a line, wrapped between words where it is too long."""
        self.print(words, style=style or None)

    def draw(self, drawing: Drawing) -> None:
        """Print a game's drawing."""
        text = Text()
        for number, line in enumerate(drawing.lines):
            text.append("\n" if number else "")
            for characters, style in line:
                text.append(characters, style or None)
        self.print_lines(text)

    def print_lines(self, drawing: Text) -> None:
        """Print text whose lines are never wrapped."""
        self.print(drawing, no_wrap=True, overflow="ignore", crop=False)
