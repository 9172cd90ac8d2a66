"""What a view of Nusfjord holds. The types of the browser are generated from these."""

from typing import Any, Literal

from msgspec import UNSET, UnsetType

from skerry.games.view_struct import ViewStruct

Good = Literal["wood", "fish", "gold"]
ShipName = Literal["sloop", "cutter", "schooner"]
Letter = Literal["A", "B", "C"]
Phase = Literal["fishing", "work", "home"]


class Space(ViewStruct):
    """An action space with its workers."""

    space: str
    column: int | None
    capacity: int
    workers: list[int]  # seats, first come first
    blocked: bool
    since: int  # alone: the round its worker came; 0 otherwise
    until: int | None  # alone: the round in which a worker of an earlier round goes home
    worker_color: int | None  # alone: which set of workers it is of, from 0
    rule: str  # the section of the rules


class Plates(ViewStruct):
    """The banquet table."""

    filled: int
    prices: list[int]  # in fish, plate by plate
    next_price: int | None  # None: all plates are filled


class ElderStack(ViewStruct):
    """A stack of elders: the open ones, uppermost first."""

    open: list[int]
    face_down: int


class Track(ViewStruct):
    """The fishing track of a seat."""

    covered: int
    units: int


class Building(ViewStruct):
    """A building of a seat, with what it scores now."""

    card: str
    points: int


class SeatedElder(ViewStruct):
    """An elder in the council of a seat."""

    elder: int
    name: str
    fish: int
    worker: bool


class Player(ViewStruct):
    """A seat."""

    seat: int
    wood: int
    fish: int
    gold: int
    reserve: dict[Good, int]
    wood_limit: int
    reserve_limit: int
    haul: int
    track: Track
    ships: dict[ShipName, int]
    unissued: int
    shares: list[int]  # by colour
    share_price: int
    cells: dict[str, str]
    forests: dict[str, int]
    free: list[str]
    buildings: list[Building]
    elders: list[SeatedElder]
    workers_left: int
    hand: list[str] | None
    hand_size: int
    affordable: list[str]
    uses: dict[str, int]
    score: dict[str, int]
    total: int  # of `score`


class OpenQuestion(ViewStruct):
    """The open question and what it is about."""

    kind: str
    seat: int
    cause: str | UnsetType | None = UNSET  # the card, elder or space the question comes from
    card: str | UnsetType = UNSET
    elder: int | UnsetType = UNSET
    haul: int | UnsetType = UNSET
    count: int | UnsetType = UNSET
    wood: int | UnsetType = UNSET
    fish: int | UnsetType = UNSET
    gold: int | UnsetType = UNSET
    turn: int | UnsetType = UNSET
    good: Good | UnsetType = UNSET


class Band(ViewStruct):
    """What a score alone is called from so many points on."""

    least: int
    word: Literal["fair", "good", "great"]


class View(ViewStruct):
    """The table as one viewer sees it."""

    game: Literal["nusfjord"]
    viewer: int | None
    options: dict[str, Any]
    round: int
    rounds: int
    phase: Phase
    phases: list[Phase]
    first: int
    turn: int | None
    question: OpenQuestion | None
    over: bool
    spaces: list[Space]
    plates: Plates
    ships: dict[ShipName, int]
    display: dict[Letter, list[str]]
    piles: dict[Letter, int]
    elder_stacks: list[ElderStack]
    market: list[int]
    share_price: int
    players: list[Player]
    worker_colors: int  # sets of workers that take turns; 1 with opponents
    worker_color: int | None  # alone: the set of this round, from 0
    score_items: list[str]  # the sources of points, in the order of the score table
    rule_of: dict[str, str]  # the section of the rules by subject
    arrivals: dict[Letter, int | None]  # the next round that brings buildings to the display
    round_colors: list[int]  # alone: the set of workers of each round, from 0
    bands: list[Band]  # alone: how good a score is, from the lowest; none with opponents


class OptionStep(ViewStruct):
    """One step of an option of a card: goods paid or gained, or an action taken."""

    pay: dict[Good, int] | UnsetType = UNSET
    gain: dict[Good, int] | UnsetType = UNSET
    act: str | UnsetType = UNSET  # the name of the action space


class MoveDetails(ViewStruct):
    """What a client shows beside a move."""

    price: dict[Good, int] | UnsetType = UNSET  # of a ship
    steps: list[OptionStep] | UnsetType = UNSET  # of an option, where these words are enough
    reveals: bool | UnsetType = UNSET  # the seat sees something hidden: it cannot be taken back
