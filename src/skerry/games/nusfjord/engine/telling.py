"""Noting what happens to goods, each change with its cause.

A *source* says what caused it: an Action board space (0-14), the Fishing Phase (15), an elder
(20 + his number) or a building (50 + its slot).
"""

from typing import Final

from skerry.games.nusfjord.engine.cards import FISH, WOOD
from skerry.games.nusfjord.engine.state import State

FISHING: Final = 15
BY_ELDER: Final = 20
BY_CARD: Final = 50


def source_name(state: State, source: int) -> str:
    """Name a source: "deforest", "fishing", "elder 7" or "A112"."""
    if source >= BY_CARD:
        return state.table.cards.cards[source - BY_CARD].name
    if source >= BY_ELDER:
        return f"elder {source - BY_ELDER}"
    return "fishing" if source == FISHING else state.table.space_names[source]


def tell_goods(
    state: State, kind: str, seat: int, source: int, wood: int, fish: int, gold: int, lost: int = 0
) -> None:
    """Note that goods entered or left a supply. Callers check that there is a journal first."""
    goods: dict[str, int] = {}
    if wood:
        goods["wood"] = wood
    if fish:
        goods["fish"] = fish
    if gold:
        goods["gold"] = gold
    data: dict[str, object] = {"goods": goods, "cause": source_name(state, source)}
    if lost:
        data["lost"] = lost
    state.record_event(kind, seat, data)


def tell_reserve(
    state: State,
    kind: str,
    seat: int,
    source: int,
    good: int,
    in_reserve: int,
    in_supply: int,
) -> None:
    """Note that goods entered or left the Reserve, and perhaps the supply."""
    name = good_name(good)
    goods = {f"reserve_{name}": in_reserve}
    if in_supply:
        goods[name] = in_supply
    state.record_event(kind, seat, {"goods": goods, "cause": source_name(state, source)})


def cell_name(cell: int) -> str:
    """Give a cell as row and column: cell 6 is "1,2"."""
    return f"{cell // 4},{cell % 4}"


def good_name(good: int) -> str:
    """Name a good."""
    return "wood" if good == WOOD else "fish" if good == FISH else "gold"
