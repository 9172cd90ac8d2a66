"""Vanuatu's table in 80 columns: hexes as bricks, since a brick touches its six neighbours too.

Drawn from a view alone. Each cell is ten columns wide and five rows high; rows are half a cell
apart. Dikes are drawn as double lines on the side they protect.
"""

from collections.abc import Collection

from skerry.games.vanuatu.terminal.sentences import tile_summary
from skerry.games.vanuatu.view_types import Cell, EmptyCell, Island, Ocean, Space, View
from skerry.kernel.terminal import LETTERS, NAMES, STYLES, Canvas, Drawing

_ACROSS, _DOWN = 10, 5
_PANEL = 62
_WIDTH = 80

_LINE = "dim"
_LAND = "#c8e6a0"
_SEA = "#8ecae6"
_HIGHLIGHT = "bold reverse"
_DIKE = "bold #f2b134"

# Box characters by the arms that meet: up 1, down 2, left 4, right 8.
_JOINTS = dict(enumerate(" ││││┘┐┤─└┌├─┴┬┼"))
_JOINTS[4] = "─"
_DOUBLE = {True: ("═", "║"), False: ("=", "H")}


def draw(view: View, highlighted: Collection[str], box_lines: bool) -> list[Drawing]:
    """Draw the board with its panel, then the players."""
    canvas = Canvas(_WIDTH)
    _draw_lines(canvas, view.cells, box_lines)
    for cell in view.cells:
        _draw_cell(canvas, view, cell, f"hex:{cell.cell}" in highlighted)
    _draw_panel(canvas, view)
    _draw_below(canvas, view, box_lines)
    return [canvas.drawing(), _players(view)]


def _corner(name: str) -> tuple[int, int]:
    q, r = map(int, name.split(","))
    return _ACROSS * q - _ACROSS // 2 * r + 2 * _ACROSS, _DOWN * r


# -- cells


def _draw_lines(canvas: Canvas, cells: list[Cell], box_lines: bool) -> None:
    arms: dict[tuple[int, int], int] = {}
    for cell in cells:
        x, y = _corner(cell.cell)
        for i in range(_ACROSS):
            for row in (y, y + _DOWN):
                arms[x + i, row] = arms.get((x + i, row), 0) | 8
                arms[x + i + 1, row] = arms.get((x + i + 1, row), 0) | 4
        for i in range(_DOWN):
            for column in (x, x + _ACROSS):
                arms[column, y + i] = arms.get((column, y + i), 0) | 2
                arms[column, y + i + 1] = arms.get((column, y + i + 1), 0) | 1
    for (x, y), bits in arms.items():
        plain = "-" if bits == 12 else "|" if bits == 3 else "+"
        canvas.put(x, y, _JOINTS[bits] if box_lines else plain, _LINE)
    for cell in cells:
        for side in cell.dikes if isinstance(cell, Island) else []:
            _draw_dike(canvas, _corner(cell.cell), side, *_DOUBLE[box_lines])


def _draw_dike(canvas: Canvas, corner: tuple[int, int], side: str, across: str, down: str) -> None:
    x, y = corner
    if side in ("E", "W"):
        for row in range(y + 1, y + _DOWN):
            canvas.put(x + (_ACROSS if side == "E" else 0), row, down, _DIKE)
        return
    row = y if side[0] == "N" else y + _DOWN
    column = x + 1 + (_ACROSS // 2 if side[1] == "E" else 0)
    canvas.put(column, row, across * (_ACROSS // 2 - 1), _DIKE)


def _draw_cell(canvas: Canvas, view: View, cell: Cell, highlighted: bool) -> None:
    x, y = _corner(cell.cell)
    name = cell.cell + ("*" if highlighted else "")
    if isinstance(cell, EmptyCell):
        canvas.put(x + 1, y + 1, name, _HIGHLIGHT if highlighted else _LINE)
        return
    ground, mark = (_LAND, "^") if isinstance(cell, Island) else (_SEA, "~")
    canvas.put(x + 1, y + 1, name, _HIGHLIGHT if highlighted else ground)
    tile = mark if cell.tile.startswith("START") else mark + cell.tile
    canvas.put(x + _ACROSS - len(tile), y + 1, tile, ground)
    if isinstance(cell, Ocean):
        _draw_ocean(canvas, cell, x + 1, y + 2)
    elif cell.sunk:
        canvas.put(x + 1, y + 2, "submerged", _SEA)
    else:
        _draw_island(canvas, view, cell, x + 1, y + 2)


def _draw_island(canvas: Canvas, view: View, cell: Island, x: int, y: int) -> None:
    canvas.put(x, y, "hut", _LAND)
    built = [seat for seat, huts in enumerate(cell.huts) for _ in range(huts)]
    for i in range(cell.huts_max):
        letter, style = (LETTERS[built[i]], STYLES[built[i]]) if i < len(built) else (".", _LINE)
        canvas.put(x + 4 + i, y, letter, style)
    goods = "".join(name[0] * count for name, count in cell.goods.items())
    if len(goods) > 4:
        goods = "".join(f"{count}{name[0]}" for name, count in cell.goods.items() if count)
    canvas.put(x, y + 1, goods or "-", _LAND)
    tourists = f"t{cell.tourists}/{cell.tourists_max}"
    canvas.put(x + 9 - len(tourists), y + 1, tourists, _LAND)
    canvas.put(x, y + 2, f"dr{cell.drawings}/{cell.drawings_max}", _LAND)
    if view.options.get("rising_waters"):
        canvas.put(x + 7, y + 2, f"w{cell.water}", _SEA)


def _draw_ocean(canvas: Canvas, cell: Ocean, x: int, y: int) -> None:
    canvas.put(x, y, f"fish  {cell.fish}/{cell.fish_max}" if cell.fish_max else "", _SEA)
    wreck = f"wreck {cell.treasure}/{cell.treasure_max}" if cell.treasure_max else ""
    canvas.put(x, y + 1, wreck, _SEA)
    if cell.boats:
        canvas.put(x, y + 2, "at", _SEA)
        for i, seat in enumerate(cell.boats):
            canvas.put(x + 3 + i, y + 2, LETTERS[seat], STYLES[seat])


# -- beside and below the cells


def _draw_panel(canvas: Canvas, view: View) -> None:
    phase = view.phase if not view.over else "over"
    lines = [f"Round {view.round} {phase}", f"First: {NAMES[view.first]}"]
    lines += [f"Fish sell at {view.fish_price}", f"Tourists: {view.office}"]
    lines += _sea(view) if view.options.get("rising_waters") else ["", ""]
    lines.append("Ships, top first")
    for y, line in enumerate(lines):
        canvas.put(_PANEL, y, line, "bold" if y in (0, 6) else "")
    for slot, ship in enumerate(view.ships):
        canvas.put(_PANEL, 7 + slot, f"{slot + 1}")
        for place, (good, filled) in enumerate(zip(ship.wants, ship.filled, strict=True)):
            style = _LINE if filled else _LAND
            canvas.put(_PANEL + 2 + 5 * place, 7 + slot, "****" if filled else good[:4], style)
    canvas.put(_PANEL, 11, "Spaces, leader 1st", "bold")
    for i, space in enumerate(view.spaces):
        _draw_space(canvas, space, 12 + i)


def _sea(view: View) -> list[str]:
    die = f"Flood die: {view.die}" if view.die else "No flood now"
    return [die, f"Dikes left: {view.dikes_left}"]


def _draw_space(canvas: Canvas, space: Space, y: int) -> None:
    canvas.put(_PANEL, y, space.action)
    x = _PANEL + 8
    if space.neutral and space.leader is None:
        canvas.put(x, y, f"n{space.neutral}", _LINE)
        x += 2
    for seat in space.order:
        canvas.put(x, y, f"{LETTERS[seat]}{space.markers[seat]}", STYLES[seat])
        x += 2
    if space.neutral and space.leader is not None:
        canvas.put(x, y, f"n{space.neutral}", _LINE)


def _draw_below(canvas: Canvas, view: View, box_lines: bool) -> None:
    x, y = 29, 16
    canvas.put(0, y, "k kava", _LINE)
    canvas.put(0, y + 1, "c copra", _LINE)
    canvas.put(0, y + 2, "b beef", _LINE)
    canvas.put(0, y + 3, "t tourists", _LINE)
    canvas.put(0, y + 4, "dr drawings", _LINE)
    for row, (tile, face) in enumerate(zip(view.volcano, view.volcano_tiles, strict=True)):
        canvas.put(x, y + row, f"{'' if row else 'Volcano:':<9}{tile} {tile_summary(face)}")
    canvas.put(x, y + 2, f"Stack: {' '.join(view.stack_letters) or 'empty'}", _LINE)
    rest = f"Rest: {view.rest_left} tokens left"
    if view.rest_tokens:
        rest = f"Rest: {', '.join(view.rest_tokens)}"
    canvas.put(x, y + 3, rest[:32], _LINE)
    if view.options.get("rising_waters"):
        canvas.put(x, y + 4, f"w water, {_DOUBLE[box_lines][0] * 2} dike", _LINE)


def _players(view: View) -> Drawing:
    rows = Drawing()
    rows.append("  player  vatus points (now) huts fish    treas. mark character      rest", "bold")
    for player in view.players:
        seat = player.seat
        rows.append("\n")
        rows.append(">" if view.turn == seat else " ", "bold")
        rows.append(LETTERS[seat] + NAMES[seat][1:].ljust(8), STYLES[seat])
        now = f"({player.score_now.total})"
        numbers = f"{player.money:>5} {player.points:>6} {now:>5} {player.huts_left:>4}"
        rows.append(f"{numbers} {_tiles(player.fish):<7} {_tiles(player.treasure):<6} ")
        rows.append(f"{player.markers_left:>4} ")
        character = player.character or "-"
        used = " used" if player.character_used and player.character else ""
        rows.append(f"{character + used:<14} ", "dim" if used else "")
        kept = player.rest_token or ("yes" if player.has_rest_token else "-")
        rows.append(kept)
    return rows


def _tiles(values: list[int]) -> str:
    return "".join(map(str, values)) or "-"
