"""Boards, ships and set-up numbers from `board.toml`."""

from typing import Any

from skerry.games.nusfjord.engine.cards import BoardNumbers, ShipPrice
from skerry.games.nusfjord.engine.prices import WAYS_TO_PAY
from skerry.games.nusfjord.engine.words import CELLS, DOUBLE, GOODS, SHIPS, SPACES
from skerry.games.nusfjord.toml_reader import TomlReader

ROWS = ("1", "1a", "2", "3", "4", "5")
# Left cells of the double spaces; the Reserve lies on cell 0.
DOUBLES = {
    "adjacent": [1, 2, 4, 5, 6, 8, 9, 10],
    "halves": [2, 4, 6, 8, 10],
}
COPY_NAMES = ("copy", "copy_middle", "copy_right")


class Board:
    """What `board.toml` says, ready to lay out a game."""

    def __init__(self) -> None:
        self.plain: dict[str, Any] = {}  # numbers of BoardNumbers that do not depend on the players
        self.capacity: list[list[int]] = []
        self.column: list[int] = []
        self.titles: list[str] = []
        self.rows: dict[str, dict[str, int]] = {}
        self.start_goods = (0, 0, 0)
        self.issued = 2
        self.unissued = 3
        self.start_forest: list[int] = []
        self.double_spaces = "adjacent"

    def numbers(self, row: str, double_spaces: str) -> BoardNumbers:
        """Return the numbers for a row of the set-up ("1a" is the advanced solo game)."""
        row_of = self.rows[row]
        board = BoardNumbers(int(row[0]))
        for name, value in self.plain.items():
            setattr(board, name, value)
        copies = row_of["copy_spaces"]
        board.capacity = [sides[row_of["board_side"]] for sides in self.capacity]
        board.capacity += [1 if at < copies else 0 for at in range(3)]
        board.column = self.column
        board.copy_spaces = copies
        board.doubles = DOUBLES[double_spaces]
        board.double_mask = sum(1 << left for left in board.doubles)
        board.colors = row_of["worker_colors"]
        board.shown_a = row_of["shown_a"]
        board.shown_b = row_of["shown_b"]
        board.a_round3 = row_of["a_round3"]
        board.c_hand = row_of["c_hand"]
        board.b_round5 = row_of["b_round5"]
        board.c_round6 = row_of["c_round6"]
        first = "copy" if copies == 1 else "copy_left"
        board.space_names = [*SPACES, first, *COPY_NAMES[1:]]
        return board


def read_board(fields: TomlReader) -> Board:
    """Read `board.toml`; raises BadSetup naming section and field."""
    board = Board()
    plain = board.plain
    limits = fields.table("limits")
    plain["rounds"] = limits.number("rounds", 7, 7)
    plain["turns"] = limits.number("workers", 1, 5)
    plain["wood_limit"] = limits.number("wood", 1, 50)
    plain["reserve_limit"] = limits.number("reserve_fish", 1, 50)
    plain["seats_in_council"] = limits.number("elders", 1, 8)
    shares = limits.number("shares", 1, 7)
    limits.finish()
    start = fields.table("start")
    goods = [start.number(good, 0, 50) for good in GOODS]
    board.start_goods = (goods[0], goods[1], goods[2])
    board.issued = start.number("issued_shares", 0, shares)
    board.unissued = start.number("unissued_shares", 0, shares)
    if board.issued + board.unissued != shares:
        raise start.fail("issued_shares", f"issued and unissued Shares must add up to {shares}")
    start.finish()
    gold = fields.table("gold")
    plain["issue_gold"] = gold.number("issue_share", 0, 20)
    plain["plate_gold"] = gold.number("per_plate", 0, 20)
    plain["share_gold"] = gold.number("per_share", 0, 20)
    plain["buy_reduction"] = gold.numbers("buy_reduction", 0, 20)
    if len(plain["buy_reduction"]) != 7:
        raise gold.fail("buy_reduction", "needs one number for each of the seven rounds")
    gold.finish()
    forest = fields.table("forest")
    plain["deforest_wood"] = forest.number("deforest_wood", 0, 20)
    plain["reforest_tiles"] = forest.number("reforest_tiles", 1, 10)
    forest.finish()
    _read_harbor(fields.table("harbor"), board)
    _read_track(fields.table("track"), plain)
    _read_ships(fields, plain)
    banquet = fields.table("banquet")
    plain["plates"] = banquet.numbers("plates", 0, 20)
    if not 4 <= len(plain["plates"]) <= 16:
        raise banquet.fail("plates", "needs 4 to 16 plates")
    banquet.finish()
    _read_spaces(fields, board)
    setup = fields.table("setup")
    for row in ROWS:
        board.rows[row] = _read_row(setup.table(row), int(row[0]), len(plain["plates"]))
    setup.finish()
    fields.finish()
    return board


def _read_harbor(harbor: TomlReader, board: Board) -> None:
    fixed = {"rows": 3, "columns": 4, "building_spaces": 11}
    for name, value in fixed.items():
        harbor.number(name, value, value)
    if harbor.numbers("reserve", 0, 3) != [0, 0]:
        raise harbor.fail("reserve", "lies on [0, 0]")
    board.start_forest = [0] * CELLS
    covered = 1
    for at, table in enumerate(harbor.items("start_forests")):
        inner = TomlReader(f"{harbor.where}: start_forests {at + 1}", table)
        row = inner.number("row", 0, 2)
        columns = inner.numbers("columns", 0, 3)
        tiles = inner.number("tiles", 1, 10)
        inner.finish()
        if len(columns) != 2 or columns[1] != columns[0] + 1:
            raise inner.fail("columns", "must be two neighbouring columns")
        left = row * 4 + columns[0]
        if covered & DOUBLE << left:
            raise inner.fail("columns", "covers the Reserve or another Forest")
        covered |= DOUBLE << left
        board.start_forest[left] = tiles
    board.double_spaces = harbor.one_of("double_spaces", tuple(DOUBLES))
    harbor.finish()


def _read_track(track: TomlReader, plain: dict[str, Any]) -> None:
    units = track.number("units", 2, 40)
    pairs = track.steps("haul")
    haul = [-1] * (units + 1)
    for at in range(0, len(pairs), 2):
        if not 0 <= pairs[at] <= units or not 0 <= pairs[at + 1] <= 40:
            raise track.fail("haul", "gives covered units and the haul, within the track")
        haul[pairs[at]] = pairs[at + 1]
    if haul[0] < 0:
        raise track.fail("haul", "must begin with 0 covered units")
    for covered in range(1, units + 1):
        if haul[covered] < 0:  # cannot be covered exactly, or not listed: as before
            haul[covered] = haul[covered - 1]
    plain["units"] = units
    plain["haul"] = haul
    track.finish()


def _read_ships(fields: TomlReader, plain: dict[str, Any]) -> None:
    plain["ship_units"] = []
    plain["ship_points"] = []
    plain["ship_prices"] = []
    plain["ways_to_pay"] = []
    ships = fields.items("ship")
    if len(ships) != len(SHIPS):
        raise fields.fail("ship", f"there are three: {', '.join(SHIPS)}")
    for name, table in zip(SHIPS, ships, strict=True):
        ship = TomlReader(f"{fields.where}: ship {name}", table)
        ship.one_of("id", (name,))
        plain["ship_units"].append(ship.number("units", 1, 20))
        plain["ship_points"].append(ship.number("vp", -20, 20))
        costs = ship.items("costs")
        if not 1 <= len(costs) <= WAYS_TO_PAY:
            raise ship.fail("costs", "a ship has one or two prices")
        prices = [TomlReader(ship.where, {"costs": cost}).goods("costs") for cost in costs]
        prices += [(0, 0, 0)] * (WAYS_TO_PAY - len(costs))  # a place that is never looked at
        plain["ship_prices"] += [ShipPrice(*price) for price in prices]
        plain["ways_to_pay"].append(len(costs))
        ship.finish()


def _read_spaces(fields: TomlReader, board: Board) -> None:
    spaces = fields.items("space")
    if len(spaces) != len(SPACES):
        raise fields.fail("space", f"there are {len(SPACES)} in this order: {', '.join(SPACES)}")
    for name, table in zip(SPACES, spaces, strict=True):
        space = TomlReader(f"{fields.where}: space {name}", table)
        space.one_of("id", (name,))
        board.titles.append(space.text("name"))
        board.column.append(space.number("column", 0, 2))
        sides = space.numbers("capacity", 0, 6)
        if len(sides) != 2:
            raise space.fail("capacity", "needs a number for each side of the Action board")
        board.capacity.append(sides)
        space.finish()


def _read_row(row: TomlReader, players: int, plates: int) -> dict[str, int]:
    numbers = {
        "board_side": row.number("board_side", 0, 1),
        "copy_spaces": row.number("copy_spaces", 0, 3),
        "plates": row.number("plates", 0, plates),
        "ships": row.number("ships", 0, 12),
        "a_round3": row.number("a_round3", 0, 9),
        "c_hand": row.number("c_hand", 0, 9),
        "b_round5": row.number("b_round5", 0, 6),
        "c_round6": row.number("c_round6", 0, 14),
        "worker_colors": row.number("worker_colors", 1, 3),
    }
    if numbers["copy_spaces"] == 2:
        raise row.fail("copy_spaces", "must be 0, 1 or 3")
    if numbers["worker_colors"] > 1 and players > 1:
        raise row.fail("worker_colors", "more than one set of workers only fits one player")
    display = row.table("display")
    numbers["shown_a"] = display.number("A", 1, 18)
    numbers["shown_b"] = display.number("B", 1, 12)
    display.finish()
    row.finish()
    return numbers
