"""Nusfjord's table in 80 columns: action board, supplies, buildings on display, one's own harbor,
and a line or three for every player. Drawn from a view; the cards' names come from the game.
"""

from collections.abc import Collection, Mapping
from textwrap import wrap

from skerry.games.nusfjord.terminal.sentences import price
from skerry.games.nusfjord.view_types import Good, Player, View
from skerry.kernel.events import Json
from skerry.kernel.terminal import LETTERS, NAMES, STYLES, Canvas, Drawing

_WIDTH = 80
_COLUMN = 27
_CELL = 19

_LINE = "dim"
_HIGHLIGHT = "bold reverse"
_WOOD = "#c8e6a0"


def draw(
    entries: dict[str, Json], view: View, highlighted: Collection[str], box_lines: bool
) -> list[Drawing]:
    """Draw the table as the viewer sees it."""
    board = Canvas(_WIDTH)
    bottom = _draw_spaces(board, view, highlighted)
    bottom = _draw_supplies(board, view, entries, bottom)
    bottom = _draw_cards(board, view, entries, highlighted, bottom)
    _draw_harbor(board, view, entries, highlighted, box_lines, bottom)
    return [board.drawing(), _players(view), *_holdings(view, entries)]


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def _draw_spaces(board: Canvas, view: View, highlighted: Collection[str]) -> int:
    first = NAMES[view.first]
    board.put(0, 0, f"Round {view.round} of {view.rounds}, {first} is first player", "bold")
    used = [1, 1, 1]
    for space in view.spaces:
        column = space.column or 0
        x, y = column * _COLUMN, used[column]
        used[column] += 1
        name = _spaced(space.space)
        here = f"space:{space.space}" in highlighted
        board.put(x, y, name + ("*" if here else ""), _HIGHLIGHT if here else "")
        for i in range(space.capacity):
            there = i < len(space.workers)
            seat = space.workers[i] if there else 0
            style = STYLES[seat] if there else _LINE
            board.put(x + 20 + i, y, LETTERS[seat] if there else ".", style)
    return max(used)


def _draw_supplies(board: Canvas, view: View, entries: dict[str, Json], y: int) -> int:
    plates, prices = view.plates.filled, view.plates.prices
    price = view.plates.next_price
    after = "all full" if price is None else f"next costs {price} fish"
    board.put(0, y, f"Plates {plates} of {len(prices)}, {after}")
    ships = ", ".join(f"{n} {name}s" for name, n in view.ships.items())
    board.put(38, y, f"Ships: {ships}")
    offered = "".join(LETTERS[seat] * n for seat, n in enumerate(view.market))
    shares = f"{offered}, {view.share_price} gold for all" if offered else "none"
    board.put(0, y + 1, f"Newly issued Shares: {shares}")
    elders = [
        f"{stack.open[0]} {entries['elder ' + str(stack.open[0])]['name']}"
        for stack in view.elder_stacks
        if stack.open
    ]
    half = (len(elders) + 1) // 2
    board.put(0, y + 2, f"Elders: {', '.join(elders[:half]) or 'none'}")
    if elders[half:]:
        board.put(8, y + 3, ", ".join(elders[half:]))
        y += 1
    return y + 3


def _draw_cards(
    board: Canvas, view: View, entries: dict[str, Json], highlighted: Collection[str], y: int
) -> int:
    """List the buildings on display and in the viewer's hand, two in a row."""
    shown = [name for names in view.display.values() for name in names]
    viewer = view.viewer
    hand = (view.players[viewer].hand or []) if viewer is not None else []
    payable = view.players[viewer].affordable if viewer is not None else []
    for title, cards in (("Buildings", shown), ("In your hand", hand)):
        if not cards:
            continue
        board.put(0, y, f"{title} (price, points; + you could pay it now)", "bold")
        for i, name in enumerate(cards):
            here = f"card:{name}" in highlighted
            entry = entries[name]
            mark = "*" if here else "+" if name in payable else " "
            line = f"{name}{mark} {entry['name'][:18]:<18} {price(entry)}"
            board.put(40 * (i % 2), y + 1 + i // 2, line[:39], "bold" if here else "")
        y += 1 + (len(cards) + 1) // 2
    return y


def _draw_harbor(
    board: Canvas,
    view: View,
    entries: dict[str, Json],
    highlighted: Collection[str],
    box_lines: bool,
    y: int,
) -> None:
    seat = view.viewer if view.viewer is not None else (view.turn or 0)
    player = view.players[seat]
    board.put(0, y, f"{NAMES[seat]}'s harbor", STYLES[seat])
    across, down = ("─", "│") if box_lines else ("-", "|")
    for row in range(3):
        top = y + 1 + row * 3
        board.put(0, top, across * (4 * _CELL + 1), _LINE)
        for column in range(4):
            name = f"{row},{column}"
            x = column * _CELL
            covered = column and f"{row},{column - 1}" in player.forests
            if not covered:
                board.put(x, top + 1, down, _LINE)
                board.put(x, top + 2, down, _LINE)
            here = f"cell:{name}" in highlighted or f"forest:{name}" in highlighted
            board.put(x + 1, top + 1, name + ("*" if here else ""), _HIGHLIGHT if here else _LINE)
            _draw_cell(board, player, entries, name, x + 1, top + 1)
        board.put(4 * _CELL, top + 1, down, _LINE)
        board.put(4 * _CELL, top + 2, down, _LINE)
    board.put(0, y + 10, across * (4 * _CELL + 1), _LINE)


def _draw_cell(
    board: Canvas, player: Player, entries: dict[str, Json], name: str, x: int, y: int
) -> None:
    if name == "0,0":
        board.put(x + 5, y, "Reserve")
        board.put(x, y + 1, _goods(player.reserve) or "empty")
    elif name in player.cells:
        card = player.cells[name]
        board.put(x + 5, y, card)
        board.put(x, y + 1, entries[card]["name"][: _CELL - 1])
    elif name in player.forests:
        tiles = player.forests[name]
        board.put(x, y + 1, f"Forest, {tiles} tile{'s' if tiles > 1 else ''}", _WOOD)


def _goods(goods: Mapping[Good, int]) -> str:
    return " ".join(f"{n}{name[0]}" for name, n in goods.items() if n)


def _players(view: View) -> Drawing:
    rows = Drawing()
    rows.append(
        "  player  wood fish gold reserve  haul ships shares     unissued left hand score", "bold"
    )
    for player in view.players:
        seat = player.seat
        rows.append("\n")
        rows.append(">" if view.turn == seat else " ", "bold")
        rows.append(f"{NAMES[seat]:<8}", STYLES[seat])
        rows.append(f"{player.wood:>4} {player.fish:>4} {player.gold:>4} ")
        rows.append(f"{_goods(player.reserve) or '-':<8} {player.haul:>4} ")
        rows.append(f"{'/'.join(map(str, player.ships.values())):<5} ")
        shares = "".join(f"{LETTERS[color]}{n}" for color, n in enumerate(player.shares) if n)
        rows.append(f"{shares or '-':<10} {player.unissued:>8} {player.workers_left:>4} ")
        rows.append(f"{player.hand_size:>4} {player.total:>5}")
    return rows


def _holdings(view: View, entries: dict[str, Json]) -> list[Drawing]:
    """Name every player's elders, and the buildings of those whose harbor is not drawn."""
    lines = []
    for player in view.players:
        seat = player.seat
        elders = [
            f"{elder.name} {elder.elder} ({elder.fish} fish"
            + (", worker)" if elder.worker else ")")
            for elder in player.elders
        ]
        built = [
            f"{entries[building.card]['name']} {building.card}" for building in player.buildings
        ]
        for what, names in (("elders", elders), ("built", built)):
            if names and (what == "elders" or seat != view.viewer):
                text = f"{NAMES[seat]} {what}: {', '.join(names)}"
                wrapped = wrap(text, _WIDTH - 1, initial_indent=" ", subsequent_indent="   ")
                line = Drawing()
                line.append(" ")
                line.append(NAMES[seat], STYLES[seat])
                line.append("\n".join(wrapped)[1 + len(NAMES[seat]) :])
                lines.append(line)
    return lines
