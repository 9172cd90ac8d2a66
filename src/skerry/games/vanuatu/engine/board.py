"""The board's sixteen hexagons: cells, sides and what lies next to what (rules, section 4).

Cells are numbered row by row. Sides run clockwise from the east: E, SE, SW, W, NW, NE.
"""

from typing import Final

CELLS: Final = 16
SIDES: Final = 6
NOWHERE: Final = -1

COLUMN: Final[list[int]] = [-1, 0, 1, 2, -1, 0, 1, 2, 3, -1, 0, 1, 2, 3, 4, 1]
ROW: Final[list[int]] = [0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3]
SIDE_NAMES: Final[list[str]] = ["E", "SE", "SW", "W", "NW", "NE"]

START_ISLAND_CELL: Final = 1  # (0, 0)
START_OCEAN_CELLS: Final[list[int]] = [2, 5, 6]  # (1, 0), (0, 1), (1, 1)

_STEP_COLUMN: Final[list[int]] = [1, 1, 0, -1, -1, 0]
_STEP_ROW: Final[list[int]] = [0, 1, 1, 0, -1, -1]


def cell_at(q: int, r: int) -> int:
    """Return the cell with these coordinates, NOWHERE if the board has none."""
    for cell in range(CELLS):
        if COLUMN[cell] == q and ROW[cell] == r:
            return cell
    return NOWHERE


def _beside() -> list[int]:
    return [
        cell_at(COLUMN[cell] + _STEP_COLUMN[side], ROW[cell] + _STEP_ROW[side])
        for cell in range(CELLS)
        for side in range(SIDES)
    ]


# BESIDE[cell * 6 + side]: the cell across that side, or NOWHERE.
BESIDE: Final[list[int]] = _beside()


def _neighbours() -> list[list[int]]:
    return [
        [n for n in BESIDE[cell * SIDES : cell * SIDES + SIDES] if n != NOWHERE]
        for cell in range(CELLS)
    ]


NEIGHBOURS: Final[list[list[int]]] = _neighbours()


def _neighbour_bits() -> list[int]:
    return [sum([1 << near for near in NEIGHBOURS[cell]]) for cell in range(CELLS)]


# The neighbours of each cell as bits.
NEAR: Final[list[int]] = _neighbour_bits()

HALF_CELLS: Final = 8
HALF: Final = (1 << HALF_CELLS) - 1


def _around() -> list[int]:
    around: list[int] = []
    for first in (0, HALF_CELLS):
        for cells in range(HALF + 1):
            reached = 0
            for cell in range(HALF_CELLS):
                if cells >> cell & 1:
                    reached |= NEAR[first + cell]
            around.append(reached)
    return around


# The neighbours, as bits, of any set of cells: of the first eight, then of the others.
AROUND: Final[list[int]] = _around()
