"""The fields of an observation, in the order in which `engine/observe.py` writes them."""

from skerry.games.nusfjord.catalogue import Catalogue
from skerry.games.nusfjord.engine import observe
from skerry.games.nusfjord.engine.moves import ELDERS
from skerry.games.nusfjord.engine.words import CELLS, COPY_SPACE, GOODS, SHIPS, SPACES, cell_name
from skerry.games.nusfjord.questions import KINDS
from skerry.kernel.observing import Field

_ONE = [""]


def fields(catalogue: Catalogue, players: int) -> list[Field]:
    """List the fields for a number of players."""
    seats = ["self", *(f"+{away}" for away in range(1, players))]
    cards = [card.name for card in catalogue.cards.cards if card.name]
    elders = [str(number) for number in range(ELDERS)]
    cells = [cell_name(cell) for cell in range(CELLS)]
    found = [
        Field("round", _ONE, 7, "the round"),
        Field("question", [k for k, _ in KINDS.values()], 1, "the open question; none: it is over"),
        Field("turn", seats, 1, "who is asked"),
        Field("first", seats, 1, "the First Player"),
        Field("acting", seats, 1, "whose turn it is; nobody's in the Fishing Phase"),
        Field("plates", _ONE, 8, "filled plates"),
        Field("ships", list(SHIPS), observe.MOST_SHIPS, "ships in the supply"),
        Field("piles", ["A", "B", "C"], observe.MOST_CARDS, "cards in the piles"),
        Field("market", seats, observe.MOST_SHARES, "newly issued Shares, by colour"),
    ]
    names = [*SPACES, *(f"copy_{at + 1}" for at in range(observe.SPACES - COPY_SPACE))]
    for space in names:
        found += [
            Field(f"{space}.room", _ONE, 9, "room for workers"),
            Field(f"{space}.workers", seats, 9, "workers there"),
        ]
    found += [
        Field("elders.open", elders, 1, "elders lying open, by number"),
        Field(
            "elders.face_down",
            [str(stack + 1) for stack in range(observe.STACKS)],
            1,
            "stacks with an elder face down",
        ),
        *(Field(f"elders.{seat}", elders, 1, "elders in the council") for seat in seats),
        Field("elders.fish", elders, observe.MOST_FISH_ON, "fish lying on them"),
        Field("elders.worker", elders, 1, "elders with a worker"),
        Field("cards.display", cards, 1, "buildings on display"),
        Field("cards.hand", cards, 1, "buildings in your hand"),
        *(Field(f"cards.{seat}", cards, 1, "buildings built") for seat in seats),
        Field("cards.question", cards, 1, "the building that the question comes from"),
        Field("elder.question", _ONE, ELDERS, "the elder that the question comes from; 0: none"),
    ]
    goods = observe.MOST_GOODS
    for seat in seats:
        found += [
            Field(f"{seat}.goods", list(GOODS), goods, "goods in the supply"),
            Field(f"{seat}.reserve", list(GOODS), goods, "goods in the Reserve"),
            Field(f"{seat}.wood_limit", _ONE, goods, "how much wood the supply holds"),
            Field(f"{seat}.reserve_limit", _ONE, goods, "how much the Reserve holds"),
            Field(f"{seat}.haul", _ONE, observe.MOST_HAUL, "fish caught in a Fishing Phase"),
            Field(f"{seat}.units", _ONE, observe.MOST_UNITS, "covered units of the track"),
            Field(f"{seat}.ships", list(SHIPS), observe.MOST_SHIPS, "ships"),
            Field(f"{seat}.unissued", _ONE, observe.MOST_SHARES, "Shares not issued yet"),
            Field(f"{seat}.shares", seats, observe.MOST_SHARES, "issued Shares held, by colour"),
            Field(f"{seat}.forest", cells, observe.MOST_FORESTS, "Forests, by left cell"),
            Field(f"{seat}.free", cells, 1, "free Building spaces"),
            Field(f"{seat}.hand_size", _ONE, observe.MOST_CARDS, "cards in hand"),
            Field(f"{seat}.elders", _ONE, ELDERS, "elders in the council"),
        ]
    return found
