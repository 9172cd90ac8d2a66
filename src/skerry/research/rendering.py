"""A position as text and as a picture, drawn as in the terminal."""

import io
import re

from rich.console import Console
from rich.text import Text

from skerry.kernel.agenda import State
from skerry.kernel.protocol import Game
from skerry.kernel.terminal import Drawing

FONTS = "DejaVu Sans Mono, Menlo, Consolas, monospace"
_STYLE = re.compile(r"<style>(.*?)</style>", re.S)
_PRESENTATION = ("fill", "font-family", "font-size", "font-weight", "font-style", "opacity")


def drawings(game: Game, state: State, viewer: int | None = None) -> list[Drawing]:
    """Draw the table as one viewer sees it; None: as a spectator does."""
    return game.terminal.draw(game.view(state, viewer), (), True)


def as_text(game: Game, state: State, viewer: int | None = None) -> str:
    """Return the table as plain text."""
    lines = [
        "".join(text for text, _ in line)
        for drawing in drawings(game, state, viewer)
        for line in drawing.lines
    ]
    return "\n".join(lines) + "\n"


def as_svg(game: Game, state: State, viewer: int | None = None) -> str:
    """Return the table as an SVG picture."""
    drawn = drawings(game, state, viewer)
    width = 1 + max(sum(len(text) for text, _ in line) for one in drawn for line in one.lines)
    console = Console(
        record=True, width=width, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    for drawing in drawn:
        for line in drawing.lines:
            console.print(Text.assemble(*line), soft_wrap=True)
    title = f"{game.name.title()}, round {state.round}"
    return _without_style_sheet(console.export_svg(title=title))


def _without_style_sheet(svg: str) -> str:
    """Turn the style sheet into attributes: it names a font elsewhere, and pages may forbid it."""
    sheet = _STYLE.search(svg)
    assert sheet is not None, "rich writes a style sheet"
    attributes: dict[str, str] = {}
    for name, rules in re.findall(r"\.([\w-]+)\s*\{([^}]*)\}", sheet[1]):
        found = dict(part.split(":", 1) for part in rules.split(";") if ":" in part)
        kept = {key.strip(): value.strip() for key, value in found.items()}
        if "font-family" in kept:
            kept["font-family"] = FONTS
        attributes[name] = " ".join(
            f'{key}="{value}"' for key, value in kept.items() if key in _PRESENTATION
        )
    plain = re.sub(r"<!--.*?-->", "", svg.replace(sheet[0], ""), flags=re.S)
    return re.sub(r'class="([\w-]+)"', lambda match: attributes.get(match[1], ""), plain)
