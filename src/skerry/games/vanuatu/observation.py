"""The fields of an observation, in the order in which `engine/observe.py` writes them."""

from skerry.games.vanuatu.engine import observe
from skerry.games.vanuatu.engine.board import CELLS, SIDE_NAMES, SIDES
from skerry.games.vanuatu.engine.components import (
    ACTION_NAMES,
    CHARACTER_NAMES,
    DIKES,
    GOOD_NAMES,
    HUTS,
    MARKERS,
    REST_NAMES,
    ROUNDS,
    START_PRICE,
    TILE_NAMES,
    VALUES,
)
from skerry.games.vanuatu.engine.text import cell_name
from skerry.games.vanuatu.questions import KINDS
from skerry.kernel.observing import Field

_ONE = [""]


def seats(players: int) -> list[str]:
    """Return the labels of relative seats."""
    return ["self", *(f"+{away}" for away in range(1, players))]


def fields(players: int) -> list[Field]:
    """List the fields for a number of players."""
    others = seats(players)
    values = [str(value + 1) for value in range(VALUES)]
    found = [
        Field("round", _ONE, ROUNDS, "the round"),
        Field("question", list(KINDS.values()), 1, "the open question; none once it is over"),
        Field("bonus", _ONE, 1, "the action in hand has the bonus of the character"),
        Field("turn", others, 1, "who is asked"),
        Field("first", others, 1, "the first player"),
        Field("rising_waters", _ONE, 1, "the expansion is played"),
        Field("with_characters", _ONE, 1, "characters are played"),
        Field("lost", _ONE, 1, "the third island has sunk: everybody has lost"),
        Field("fish_price", _ONE, START_PRICE, "the price of fish"),
        Field("office", _ONE, observe.MOST_WAITING, "tourists waiting"),
        Field("die", _ONE, 6, "actions until the flood; 0: none is coming"),
        Field("dikes_left", _ONE, DIKES, "dikes in the supply"),
        Field("reserve", GOOD_NAMES, observe.MOST_CUBES, "cubes in the reserve"),
        Field(
            "tourist_tiles",
            [str(value) for value in range(observe.TOURIST_VALUES)],
            ROUNDS,
            "tourist tiles seen so far, by value",
        ),
        Field("volcano", TILE_NAMES, 1, "tiles that lie open"),
        Field(
            "stack",
            [str(place + 1) for place in range(observe.STACK)],
            6,
            "letters of the tiles to come: A is 1, F is 6; 0: no more",
        ),
        Field(
            "ship_wants",
            [
                f"{slot + 1}.{place + 1}.{good}"
                for slot in range(observe.SHIPS)
                for place in range(3)
                for good in GOOD_NAMES
            ],
            1,
            "the ship still wants this good at this place",
        ),
        Field("demand_left", _ONE, observe.DEMAND_TILES, "demand tiles in the pile"),
        Field(
            "demand_discards",
            [str(tile + 1) for tile in range(observe.DEMAND_TILES)],
            1,
            "demand tiles in the discard pile",
        ),
        Field("characters", CHARACTER_NAMES, 1, "characters on offer"),
        Field("rest_left", _ONE, len(REST_NAMES), "rest tokens left"),
        Field("rest_known", _ONE, 1, "you have seen which ones were left"),
        Field("rest_tokens", REST_NAMES, 1, "the tokens that were left when you looked last"),
        Field("rest_own", REST_NAMES, 1, "your rest tokens"),
    ]
    for action in ACTION_NAMES:
        found += [
            Field(f"{action}.markers", others, MARKERS, "markers on the action space"),
            Field(f"{action}.neutral", _ONE, MARKERS, "neutral markers (two players)"),
            Field(f"{action}.leader", _ONE, players, "who leads: 1 is you, 2 the next; 0 nobody"),
        ]
    for seat in others:
        found += [
            Field(f"{seat}.money", _ONE, 9, "vatus"),
            Field(f"{seat}.points", _ONE, observe.MOST_POINTS, "points so far"),
            Field(f"{seat}.huts_left", _ONE, HUTS, "huts in the supply"),
            Field(f"{seat}.fish", values, observe.MOST_HELD, "fish tiles by value"),
            Field(f"{seat}.treasure", values, observe.MOST_HELD, "treasure tiles by value"),
            Field(f"{seat}.character", CHARACTER_NAMES, 1, "the character"),
            Field(f"{seat}.character_used", _ONE, 1, "the character is used"),
            Field(f"{seat}.markers_left", _ONE, MARKERS, "markers in hand"),
            Field(f"{seat}.rest_held", _ONE, len(REST_NAMES), "rest tokens taken"),
        ]
    for cell in range(CELLS):
        name = cell_name(cell)
        found += [
            Field(f"{name}.kind", ["ocean", "island", "sunk"], 1, "what lies there"),
            Field(f"{name}.fish", _ONE, 9, "fish tiles"),
            Field(f"{name}.treasure", _ONE, 9, "treasure tiles"),
            Field(f"{name}.boats", others, 1, "whose boat is there"),
            Field(f"{name}.huts", others, HUTS, "huts"),
            Field(f"{name}.huts_free", _ONE, HUTS, "free hut sites"),
            Field(f"{name}.goods", GOOD_NAMES, observe.MOST_HELD, "cubes to buy"),
            Field(f"{name}.produces", GOOD_NAMES, 9, "cubes the island produces"),
            Field(f"{name}.drawings_free", _ONE, 9, "drawings still to make"),
            Field(f"{name}.tourists_free", _ONE, 9, "places for tourists"),
            Field(f"{name}.water", _ONE, SIDES, "water markers"),
            Field(f"{name}.dikes", SIDE_NAMES, 1, "sides with a dike"),
        ]
    return found
