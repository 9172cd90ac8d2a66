"""Recorded games as data frames."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from skerry.kernel.errors import BadSetup
from skerry.research.records import read_rows
from skerry.research.tables import tables

LIBRARIES = ("pandas", "polars", "arrow")


@dataclass(frozen=True)
class Frames:
    """Some games: a row for each game, each move, each seat, and each source of a seat's points."""

    games: Any
    moves: Any
    scores: Any
    items: Any


def frames(paths: str | Path | Iterable[str | Path], library: str = "pandas") -> Frames:
    """Read records (files, or folders of them) into data frames of a library, through Arrow."""
    if library not in LIBRARIES:
        raise BadSetup(f"library: choose one of {', '.join(LIBRARIES)}, not {library[:40]!r}")
    found = tables(read_rows(paths))
    if library == "pandas":
        return Frames(**{name: table.to_pandas() for name, table in found.items()})
    if library == "polars":
        import polars

        return Frames(**{name: polars.from_arrow(table) for name, table in found.items()})
    return Frames(**found)
