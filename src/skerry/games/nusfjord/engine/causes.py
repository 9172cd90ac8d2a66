"""What caused a change, and the events about goods.

A *source* says what caused it: an Action board space (0-14), the Fishing Phase, an elder or a
building. Positions hold sources, so their numbers stay.
"""

from typing import Final

from skerry.games.nusfjord.engine.moves import CARDS, ELDERS
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.words import good_name

FISHING: Final = 15
BY_ELDER: Final = 20  # + his number
BY_CARD: Final = 50  # + its slot


def source_name(state: State, source: int) -> str:
    """Return the name of a source: "deforest", "fishing", "elder 7" or "A112"."""
    if source >= BY_CARD:
        return state.cards.cards[source - BY_CARD].name
    if source >= BY_ELDER:
        return f"elder {source - BY_ELDER}"
    return "fishing" if source == FISHING else state.board.space_names[source]


def source_exists(state: State, source: int) -> bool:
    """Return whether a number names a source of this game."""
    if source >= BY_CARD:
        slot = source - BY_CARD
        return slot < CARDS and state.cards.cards[slot].name != ""
    if source >= BY_ELDER:
        elder = source - BY_ELDER
        return elder < ELDERS and state.cards.elders[elder].title != ""
    if source == FISHING:
        return True
    return 0 <= source < len(state.board.capacity) and state.board.capacity[source] > 0


def record_goods(
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


def record_reserve(state: State, kind: str, seat: int, source: int, good: int, amount: int) -> None:
    """Note that goods entered or left the Reserve."""
    goods = {f"reserve_{good_name(good)}": amount}
    state.record_event(kind, seat, {"goods": goods, "cause": source_name(state, source)})
