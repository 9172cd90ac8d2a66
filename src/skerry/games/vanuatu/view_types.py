"""What a view of Vanuatu holds. The types of the browser are generated from these."""

from typing import Any, Literal

from msgspec import UNSET, UnsetType

from skerry.games.view_struct import ViewStruct

Good = Literal["kava", "copra", "beef"]
Side = Literal["E", "SE", "SW", "W", "NW", "NE"]
Phase = Literal["setup", "characters", "planning", "resolving", "end", "over"]


class EmptyCell(ViewStruct, tag_field="kind", tag="empty"):
    """A cell without a tile."""

    cell: str
    tile: None = None


class Ocean(ViewStruct, tag_field="kind", tag="ocean"):
    """A cell with an ocean tile."""

    cell: str
    tile: str
    fish: int
    fish_max: int
    treasure: int
    treasure_max: int
    boats: list[int]


class Island(ViewStruct, tag_field="kind", tag="island"):
    """A cell with an island tile."""

    cell: str
    tile: str
    sunk: bool
    huts: list[int]  # by seat
    huts_max: int
    huts_free: int
    drawings: int
    drawings_max: int
    tourists: int
    tourists_max: int
    goods: dict[Good, int]
    produces: dict[Good, int]
    water: int
    loss: int  # points a hut loses at the end
    dikes: list[Side]


class OceanFace(ViewStruct, tag_field="kind", tag="ocean"):
    """An ocean tile on the volcano."""

    fish_max: int
    treasure_max: int


class IslandFace(ViewStruct, tag_field="kind", tag="island"):
    """An island tile on the volcano."""

    huts_max: int
    drawings_max: int
    tourists_max: int
    produces: dict[Good, int]


Cell = Ocean | Island | EmptyCell
Face = OceanFace | IslandFace


class Space(ViewStruct):
    """An action space with its markers."""

    action: str
    markers: list[int]  # by seat
    neutral: int
    leader: int | None
    order: list[int]  # the seats with markers, whoever is ahead first; ties as the rules break them
    tied: bool  # several seats have as many markers as the first in `order`
    rule: str  # the section of the rules


class Ship(ViewStruct):
    """A ship and the goods it wants."""

    ship: int
    wants: list[Good]
    filled: list[bool]


class Export(ViewStruct):
    """Where a good goes that is bought now."""

    slot: int  # the place of the ship in `ships`, from 1
    place: int  # which of the goods it wants, from 1
    points: int
    completes: bool  # it is the last good that the ship waits for


class ScoreNow(ViewStruct):
    """The points of a seat as if the game ended now."""

    total: int
    items: dict[str, int]


class Player(ViewStruct):
    """A seat."""

    seat: int
    money: int
    points: int
    boat: str
    huts_left: int
    fish: list[int]
    treasure: list[int]
    character: str | None
    character_used: bool
    markers_on_board: int
    markers_left: int
    has_rest_token: bool
    rest_token: str | None
    rest_kept: list[str | None]
    score_now: ScoreNow


class OpenQuestion(ViewStruct):
    """The open question and what it is about."""

    kind: str
    seat: int
    bonus: bool | UnsetType = UNSET  # of an action: with the bonus of the character
    tiles: list[str] | UnsetType = UNSET
    left: int | UnsetType = UNSET  # markers in a row


class View(ViewStruct):
    """The table as one viewer sees it."""

    game: Literal["vanuatu"]
    viewer: int | None
    options: dict[str, Any]
    round: int
    rounds: int
    phase: Phase
    phases: list[Phase]
    first: int
    turn_order: list[int]
    turn: int | None
    question: OpenQuestion | None
    over: bool
    lost: bool
    cells: list[Cell]
    spaces: list[Space]
    players: list[Player]
    fish_price: int
    office: int
    tourist_tiles: list[int]
    die: int
    flood_rounds: list[int]  # the rounds in which the sea may rise
    next_flood: int | None  # the next of them
    dikes_left: int
    ships: list[Ship]
    exports: dict[Good, Export | None]  # None: no ship wants the good, it would be lost
    demand_left: int
    demand_discards: list[int]
    reserve: dict[Good, int]
    prices: dict[Good, int]
    worth: dict[Good, int]
    volcano: list[str]
    volcano_tiles: list[Face]
    stack_letters: list[str]
    characters: list[str]  # on offer
    all_characters: list[str]  # in this game
    rest_left: int
    rest_tokens: list[str] | None
    score_items: list[str]  # the sources of points, in the order of the score table
    rule_of: dict[str, str]  # the section of the rules by subject
    fish_prices: list[int]  # of the market, the highest first
    water_limit: int  # water markers that submerge an island
    ship_bonus: int  # points more for the last good of a ship


class MoveDetails(ViewStruct):
    """What a client shows beside a move."""

    vatus: int | UnsetType = UNSET  # the proceeds of a fish sale
    export: Export | UnsetType | None = UNSET  # where a bought good goes
    reveals: bool | UnsetType = UNSET  # the seat sees something hidden: it cannot be taken back
