"""Vanuatu in a terminal: its board in 80 columns, and its sentences."""

from collections.abc import Collection

from skerry.games.vanuatu.terminal import board, sentences
from skerry.games.vanuatu.view_types import View
from skerry.kernel.events import Json
from skerry.kernel.terminal import Drawing


class VanuatuTerminal:
    """Vanuatu behind `skerry.kernel.terminal.Terminal`."""

    questions = sentences.QUESTIONS
    reasons = sentences.REASONS

    def draw(self, view: View, highlighted: Collection[str], box_lines: bool) -> list[Drawing]:
        return board.draw(view, highlighted, box_lines)

    def question_details(self, args: Json) -> str:
        return ""  # the question says it all

    def label(self, text: str) -> str:
        # Other moves name what they touch in plain words.
        return "take your markers back, no action" if text.startswith("retrieve") else ""

    def look_up(self, what: str, view: View) -> str | None:
        return sentences.look_up(what, view)
