"""What a game brings along for the terminal: a drawing of its board, and its sentences.

Drawings are characters with styles. The command line prints them; nothing here depends on how.
"""

from collections.abc import Collection
from typing import Any, Protocol

from skerry.kernel.events import Json

NAMES = ["Coral", "Indigo", "Amber", "Plum", "Basalt"]
LETTERS = [name[0] for name in NAMES]
STYLES = ["bold #f0653a", "bold #7f93ff", "bold #f2b134", "bold #d673c4", "bold #b4c0cc"]

Span = tuple[str, str]  # characters and their style, "" for none


class Drawing:
    """Lines of styled text, from top to bottom."""

    def __init__(self) -> None:
        self.lines: list[list[Span]] = [[]]

    def append(self, text: str, style: str = "") -> None:
        """Add text at the end; a line feed in it begins the next line."""
        first, *rest = text.split("\n")
        if first:
            self.lines[-1].append((first, style))
        for line in rest:
            self.lines.append([(line, style)] if line else [])


class Canvas:
    """Rows of styled characters; it grows downwards as needed."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.rows: list[list[Span]] = []

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write *text* from column x of row y; what does not fit is cut off."""
        while len(self.rows) <= y:
            self.rows.append([(" ", "")] * self.width)
        row = self.rows[y]
        for i, letter in enumerate(text):
            if 0 <= x + i < self.width:
                row[x + i] = (letter, style)

    def drawing(self) -> Drawing:
        """Return the rows without spare spaces at their ends."""
        drawn = Drawing()
        drawn.lines = []
        for row in self.rows:
            end = len(row)
            while end and row[end - 1][0] == " " and " on " not in row[end - 1][1]:
                end -= 1
            drawn.lines.append(row[:end])
        return drawn


class Terminal(Protocol):
    """How a game looks and reads in a terminal.

    Templates of sentences are filled with the args of a question or reason: `{seat:seat}` becomes
    a player's name, `{spaces:list}` a list of words and `{needs:goods}` amounts of goods.
    """

    questions: dict[str, str]  # a template by kind of question
    reasons: dict[str, str]  # a template by code of a reason

    def draw(self, view: Any, highlighted: Collection[str], box_lines: bool) -> list[Drawing]:
        """Draw the table as its viewer sees it, with the highlighted refs marked."""

    def question_details(self, args: Json) -> str:
        """Return what a question's sentence leaves unsaid, such as the text of its card."""

    def label(self, text: str) -> str:
        """Return what the text of a move leaves unsaid, such as the name of its card."""

    def look_up(self, what: str, view: Any) -> str | None:
        """Describe a card, a character or a tile by its name; None if there is none."""
