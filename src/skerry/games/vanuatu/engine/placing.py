"""Phase I: the first player puts two tiles on the board (section 7)."""

from skerry.games.vanuatu.engine.board import CELLS, NEIGHBOURS
from skerry.games.vanuatu.engine.components import GOODS, NO_TILE, TILE_NAMES
from skerry.games.vanuatu.engine.moves import PLACE
from skerry.games.vanuatu.engine.state import SetupQuestion, State
from skerry.games.vanuatu.engine.text import cell_name
from skerry.kernel.lists import replaced, without
from skerry.kernel.protocol import Reason


class PlaceTile(SetupQuestion):
    """Put one of the tiles of the volcano on the board."""

    def options(self, state: State) -> list[int]:
        placements = allowed_placements(state)
        if state.rules.placement_lookahead and len(state.shown) == 2:
            return _leaving_a_regular_cell(state, placements)
        return placements

    def answer(self, state: State, move: int) -> None:
        tile = (move - PLACE) // CELLS
        cell = (move - PLACE) % CELLS
        state.shown = without(state.shown, tile)
        lay_tile(state, tile, cell)
        if state.journal is not None:
            state.record_event(
                "tile_placed", self.seat, {"tile": TILE_NAMES[tile], "cell": cell_name(cell)}
            )


def open_cells(state: State) -> list[int]:
    """List the empty cells beside at least two placed tiles."""
    cells: list[int] = []
    for cell in range(CELLS):
        if state.tile_at[cell] == NO_TILE:
            placed = [near for near in NEIGHBOURS[cell] if state.tile_at[near] != NO_TILE]
            if len(placed) >= 2 and (not state.rules.placement_nested or _adjoin(placed)):
                cells.append(cell)
    return cells


def _adjoin(cells: list[int]) -> bool:
    for one in cells:
        for other in cells:
            if other in NEIGHBOURS[one]:
                return True
    return False


def touches_island(state: State, cell: int) -> bool:
    """Return whether an island tile lies beside the cell; submerged ones count."""
    for near in NEIGHBOURS[cell]:
        tile = state.tile_at[near]
        if tile != NO_TILE and state.tiles.island[tile]:
            return True
    return False


def regular_placements(state: State) -> list[int]:
    """List placements of islands apart from islands and of oceans beside islands."""
    moves: list[int] = []
    cells = open_cells(state)
    coastal = [touches_island(state, cell) for cell in cells]
    for tile in state.shown:
        wants_coast = state.tiles.island[tile] == 0
        for i in range(len(cells)):
            if coastal[i] == wants_coast:
                moves.append(PLACE + tile * CELLS + cells[i])
    return moves


def allowed_placements(state: State) -> list[int]:
    """List the regular placements; if there is none, every placement on an open cell."""
    regular = regular_placements(state)
    if regular:
        return regular
    return [PLACE + tile * CELLS + cell for tile in state.shown for cell in open_cells(state)]


def _leaving_a_regular_cell(state: State, placements: list[int]) -> list[int]:
    kind: list[int] = []
    for move in placements:
        trial = state.copy()
        tile, cell = (move - PLACE) // CELLS, (move - PLACE) % CELLS
        trial.shown = without(trial.shown, tile)
        trial.tile_at = replaced(trial.tile_at, cell, tile)
        if regular_placements(trial):
            kind.append(move)
    return kind or placements


def lay_tile(state: State, tile: int, cell: int) -> None:
    """Put a tile on the board with its discs or cubes."""
    state.tile_at = replaced(state.tile_at, cell, tile)
    state.fish[cell] = state.tiles.fish[tile]
    state.treasure = replaced(state.treasure, cell, state.tiles.treasure[tile])
    if state.tiles.island[tile]:
        state.land |= 1 << cell
        state.island_order = [*state.island_order, cell]
        stock_tile(state, cell)
    else:
        state.ocean |= 1 << cell


def stock_tile(state: State, cell: int) -> None:
    """Put an island's full production on it, as far as the reserve goes."""
    tile = state.tile_at[cell]
    for good in range(GOODS):
        cubes = state.tiles.goods[tile * GOODS + good]
        if not state.rules.unlimited_goods:
            cubes = min(cubes, state.reserve[good])
        state.cubes[cell * GOODS + good] = cubes
        state.reserve = replaced(state.reserve, good, state.reserve[good] - cubes)


# -- why not


def why_not_cell(state: State, cell: int) -> Reason:
    args = {"cell": cell_name(cell)}
    if state.tile_at[cell] != NO_TILE:
        return Reason("occupied", "7", args | {"tile": TILE_NAMES[state.tile_at[cell]]})
    if cell not in open_cells(state):
        return Reason("needs_two_neighbours", "7", args)
    return why_not_place(state, state.shown, cell)


def why_not_place(state: State, tiles: list[int], cell: int) -> Reason:
    """Explain why none of these tiles may go on a cell with two neighbours."""
    args = {"cell": cell_name(cell)}
    if any(PLACE + tile * CELLS + cell in allowed_placements(state) for tile in tiles):
        return Reason("leaves_no_place", "7", args)  # option placement_lookahead
    islands = [tile for tile in tiles if state.tiles.island[tile]]
    if touches_island(state, cell) and len(islands) == len(tiles):
        return Reason("island_beside_island", "7", args)
    if not touches_island(state, cell) and not islands:
        return Reason("ocean_needs_island", "7", args)
    return Reason("other_tile_first", "7", args)


def why_not_tile(state: State, tile: int) -> Reason:
    name = {"tile": TILE_NAMES[tile]}
    if tile in state.tile_at:
        return Reason("already_placed", "7", name)
    if tile not in state.shown:
        return Reason("not_on_the_volcano", "7", name)
    return Reason("other_tile_first", "7", name)
