"""Names of cells, for events and notation."""

from typing import Final

from skerry.games.vanuatu.engine.board import CELLS, COLUMN, ROW

CELL_NAMES: Final[list[str]] = [f"{COLUMN[cell]},{ROW[cell]}" for cell in range(CELLS)]


def cell_name(cell: int) -> str:
    """Return a cell's coordinates as text, "2,1"."""
    return CELL_NAMES[cell]
