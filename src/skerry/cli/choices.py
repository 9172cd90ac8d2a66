"""A seat's options as a numbered list, grouped by their first word, and found by typing."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

_SHOWN = 24  # more options than this are shown as groups first


@dataclass(frozen=True)
class Choice:
    """One option: its number on the screen, its move, its text, and what the text leaves unsaid."""

    number: int
    move: int
    text: str
    label: str = ""

    @property
    def shown(self) -> str:
        """The text with its label."""
        return f"{self.text} ({self.label})" if self.label else self.text


def choices_of(moves: Sequence[tuple[int, str]], labels: Sequence[str] = ()) -> list[Choice]:
    """Number the options of a question from 1."""
    named = labels or [""] * len(moves)
    return [Choice(i + 1, move, text, named[i]) for i, (move, text) in enumerate(moves)]


def matching(choices: list[Choice], typed: str) -> list[Choice]:
    """Return the choices that a typed text can mean: that move, or those with words it begins.

    >>> found = choices_of([(7, "plan fish"), (8, "plan sail"), (9, "plan sell")])
    >>> [choice.text for choice in matching(found, "fish")]
    ['plan fish']
    >>> [choice.text for choice in matching(found, "plan s")]
    ['plan sail', 'plan sell']
    """
    words = typed.lower().split()
    exact = [choice for choice in choices if choice.text.lower().split() == words]
    if exact or not words:
        return exact
    found = [choice for choice in choices if _begins(choice.text.lower().split(), words)]
    return found or [c for c in choices if _begins(c.label.lower().split(), words)]


def _begins(words: list[str], typed: list[str]) -> bool:
    """Return whether the typed words begin words of a move, in the same order."""
    place = 0
    for beginning in typed:
        while place < len(words) and not words[place].startswith(beginning):
            place += 1
        if place == len(words):
            return False
        place += 1
    return True


def listed(choices: list[Choice], width: int, everything: bool = False) -> Text:
    """Return the choices in columns; a large group is shown as one line with its first word."""
    shown = Text()
    for verb, group in _grouped(choices).items():
        if shown:
            shown.append("\n")
        if len(choices) > _SHOWN and len(group) > _SHOWN // 2 and not everything:
            shown.append(f"  {group[0].number}-{group[-1].number} ", "bold")
            shown.append(f"{verb} ...  type '{verb}' to see all {len(group)}")
            continue
        _columns(shown, group, width)
    return shown


def _grouped(choices: list[Choice]) -> dict[str, list[Choice]]:
    groups: dict[str, list[Choice]] = {}
    for choice in choices:
        groups.setdefault(choice.text.split()[0], []).append(choice)
    if len(choices) <= _SHOWN and max(map(len, groups.values()), default=0) < 2:
        return {"": choices}
    return groups


def _columns(shown: Text, group: list[Choice], width: int) -> None:
    column_width = max(len(choice.shown) for choice in group) + 6
    columns = max(1, (width - 1) // column_width)
    for i, choice in enumerate(group):
        if i and i % columns == 0:
            shown.append("\n")
        shown.append(f"{choice.number:>4} ", "bold")
        last = i % columns == columns - 1 or i == len(group) - 1
        shown.append(choice.shown if last else choice.shown.ljust(column_width - 5))
