"""The tile and demand sets as data (section 3)."""

import msgspec

from skerry.games.vanuatu.engine.components import CUBES, GOOD_NAMES, GOODS, TILE_NAMES, TileSet
from skerry.games.vanuatu.rules import OptionSet, TileData
from skerry.kernel.errors import BadSetup
from skerry.kernel.events import Json


def _island(huts: int, drawings: int, tourists: int, goods: list[str]) -> Json:
    sites = {"huts": huts, "drawings": drawings, "tourists": tourists}
    return {"kind": "island", **sites, "goods": goods}


def _ocean(fish: int, treasure: int) -> Json:
    return {"kind": "ocean", "fish": fish, "treasure": treasure}


RECONCILED = msgspec.convert(
    {
        "START_ISLAND": _island(3, 1, 5, ["kava", "copra", "beef"]),
        "START_FISH": _ocean(2, 0),
        "START_WRECK": _ocean(1, 2),
        "START_BLANK": _ocean(0, 0),
        "A1": _island(3, 2, 4, ["kava", "beef"]),
        "A2": _island(3, 2, 4, ["kava", "copra"]),
        "B1": _ocean(1, 3),
        "B2": _ocean(3, 0),
        "C1": _ocean(0, 0),
        "C2": _ocean(1, 2),
        "D1": _island(2, 3, 3, ["kava", "kava"]),
        "D2": _island(3, 1, 4, ["kava", "copra"]),
        "E1": _ocean(0, 0),
        "E2": _ocean(2, 0),
        "F1": _ocean(1, 3),
        "F2": _ocean(3, 0),
    },
    dict[str, TileData],
)
SCAN_16_8 = {**RECONCILED, "F1": msgspec.convert(_ocean(3, 1), TileData)}

STANDARD_DEMAND = ["bck", "kkc", "bbc", "ccb", "kbb", "kcc", "kkb", "kkc", "kkk", "bck"]


def tile_set(options: OptionSet) -> TileSet:
    """Return the tiles of a game; raises BadSetup for a custom set that cannot be played."""
    known = _TILE_SETS.get(options.tile_set)
    return _tile_set(_custom(options.tiles)) if known is None else known


def _tile_set(tiles: dict[str, TileData]) -> TileSet:
    rows = [tiles[name] for name in TILE_NAMES]
    return TileSet(
        [int(row.kind == "island") for row in rows],
        [row.fish for row in rows],
        [row.treasure for row in rows],
        [row.huts for row in rows],
        [row.drawings for row in rows],
        [row.tourists for row in rows],
        [_count(row, name) for row in rows for name in GOOD_NAMES],
    )


def _count(tile: TileData, name: str) -> int:
    return sum(good == name for good in tile.goods)


_TILE_SETS = {"reconciled": _tile_set(RECONCILED), "scan16_8": _tile_set(SCAN_16_8)}


def _custom(tiles: dict[str, TileData]) -> dict[str, TileData]:
    for name in tiles:
        if name not in TILE_NAMES:
            raise BadSetup(f"options.tiles.{name}: no such tile; names are {', '.join(TILE_NAMES)}")
    whole = {**RECONCILED, **tiles}
    for name, tile in whole.items():
        if (tile.kind == "island") != (RECONCILED[name].kind == "island"):
            # Ruling V-03: the letters A and D are islands, as the tile stack tells the players.
            raise BadSetup(f"options.tiles.{name}: must stay an {RECONCILED[name].kind}")
        if tile.kind == "island" and (tile.fish or tile.treasure):
            raise BadSetup(f"options.tiles.{name}: an island has no fish and no treasure")
        if tile.kind == "ocean" and (tile.huts or tile.drawings or tile.tourists or tile.goods):
            raise BadSetup(f"options.tiles.{name}: an ocean has only fish and treasure")
        for good, most in zip(GOOD_NAMES, CUBES, strict=True):
            if _count(tile, good) > most:
                raise BadSetup(f"options.tiles.{name}.goods: only {most} {good} cubes exist")
    return whole


def demand_tiles(options: OptionSet) -> list[int]:
    """Return the goods wanted, three per demand tile; raises BadSetup."""
    if options.demand_set == "standard":
        return [[n[0] for n in GOOD_NAMES].index(good) for ship in STANDARD_DEMAND for good in ship]
    if len(options.demand) < 4:
        raise BadSetup("options.demand: at least 4 demand tiles are needed")
    for number, ship in enumerate(options.demand):
        if len(ship) != GOODS:
            raise BadSetup(f"options.demand[{number}]: a demand tile shows exactly 3 goods")
    return [GOOD_NAMES.index(good) for ship in options.demand for good in ship]
