"""Nusfjord in a terminal: its table in 80 columns, its sentences, and its cards looked up."""

from collections.abc import Collection

from skerry.games.nusfjord.catalogue import Catalogue
from skerry.games.nusfjord.terminal import board, sentences
from skerry.games.nusfjord.view_types import View
from skerry.kernel.events import Json
from skerry.kernel.terminal import Drawing


class NusfjordTerminal:
    """Nusfjord behind `skerry.kernel.terminal.Terminal`, with the cards of one catalogue."""

    questions = sentences.QUESTIONS
    reasons = sentences.REASONS

    def __init__(self, catalogue: Catalogue) -> None:
        self.entries = catalogue.entries

    def draw(self, view: View, highlighted: Collection[str], box_lines: bool) -> list[Drawing]:
        return board.draw(self.entries, view, highlighted, box_lines)

    def question_details(self, args: Json) -> str:
        return sentences.question_details(self.entries, args)

    def label(self, text: str) -> str:
        return sentences.label(self.entries, text)

    def look_up(self, what: str, view: View) -> str | None:
        return sentences.look_up(self.entries, what)
