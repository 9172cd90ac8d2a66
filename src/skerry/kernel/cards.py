"""Card files that the owner of a game can check, correct and measure."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from skerry.kernel.events import Json


@dataclass(frozen=True)
class Report:
    """A table of figures for people, and the same for machines."""

    heading: str
    columns: dict[str, str]  # name to "left" or "right"
    rows: list[list[str]]
    note: str
    json: Json


@dataclass(frozen=True)
class Sample:
    """The games by which cards are measured."""

    games: int
    players: int
    deck: str  # its name, or "all"
    seed: int  # of the first deal; the others follow


Chooser = Callable[[Any], int]  # returns the move to make in a state


class Measurement(Protocol):
    """A report on many games, whose pieces are plain data and can be played anywhere."""

    def pieces(self, sample: Sample) -> list[Json]:
        """Return what is to be played. Raises BadSetup."""

    def play(self, piece: Json, choose: Chooser) -> Json:
        """Play a piece; return what was found."""

    def report(self, sample: Sample, found: Iterable[Json], every: bool) -> Report:
        """Report what was found, piece by piece in their order; *every* card or only outliers."""


class CardFiles(Protocol):
    """What can be done with the card files of a game."""

    measurements: dict[str, Measurement]
    """`stats`: how often each card is built, by whom, and what it brings. `worth`: the points that
    a card makes as a gift."""

    def check(self, paths: list[Path]) -> list[str]:
        """Read files, or directories of them, as the game would; return a line for each file.

        Raises BadSetup naming file, card and field.
        """

    def export(self, directory: Path) -> list[Path]:
        """Write the files of the package into a directory; return them. Raises BadSetup."""

    def describe(self, card: str) -> list[str]:
        """Return what a card says and how certain that is, line by line. Raises BadSetup."""
