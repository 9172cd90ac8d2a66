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


Chooser = Callable[[Any], int]  # returns the move to make in a state
Progress = Callable[[list[Any]], Iterable[Any]]  # passes a list on and shows how far it got


class CardFiles(Protocol):
    """What can be done with the card files of a game."""

    def check(self, paths: list[Path]) -> list[str]:
        """Read files, or directories of them, as the game would; return a line for each file.

        Raises BadSetup naming file, card and field.
        """

    def export(self, directory: Path) -> list[Path]:
        """Write the files of the package into a directory; return them. Raises BadSetup."""

    def describe(self, card: str) -> list[str]:
        """Return what a card says and how certain that is, line by line. Raises BadSetup."""

    def stats(
        self,
        games: int,
        players: int,
        deck: str,
        seed: int,
        choose: Chooser,
        progress: Progress,
        every: bool,
    ) -> Report:
        """Play games and report how often each card is built, by whom, and what it brings."""

    def worth(
        self, games: int, players: int, deck: str, seed: int, choose: Chooser, progress: Progress
    ) -> Report:
        """Play games with and without a card as a gift; report the points that it makes."""
