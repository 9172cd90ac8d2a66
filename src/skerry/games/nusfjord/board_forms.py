"""The form of `board.toml`: limits, harbor, track, ships, spaces and set-up.

Clients are sent the file as it is, and their types are written from these. board.py reads the
numbers into the engine and says what is wrong with a file.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from skerry.games.nusfjord.forms import Price, Ship

Row = Literal["1", "1a", "2", "3", "4", "5"]


class LimitsForm(msgspec.Struct, forbid_unknown_fields=True):
    """Of the game and of each player."""

    rounds: int
    workers: int
    wood: int  # in the supply
    reserve_fish: int
    elders: int
    shares: int


class StartForm(msgspec.Struct, forbid_unknown_fields=True):
    """What each player begins with."""

    wood: int
    fish: int
    gold: int
    issued_shares: int
    unissued_shares: int


class GoldForm(msgspec.Struct, forbid_unknown_fields=True):
    """What brings and costs gold."""

    issue_share: int
    per_plate: int
    per_share: int
    buy_reduction: list[int]  # by round


class ForestForm(msgspec.Struct, forbid_unknown_fields=True):
    """What the forest spaces bring."""

    deforest_wood: int
    reforest_tiles: int


class StartForestForm(msgspec.Struct, forbid_unknown_fields=True):
    """Forests that lie on a double space at the beginning."""

    row: int
    columns: list[int]
    tiles: int


class HarborForm(msgspec.Struct, forbid_unknown_fields=True):
    """A player's board."""

    rows: int
    columns: int
    reserve: list[int]
    building_spaces: int
    start_forests: list[StartForestForm]
    double_spaces: Literal["adjacent", "halves"]


class TrackForm(msgspec.Struct, forbid_unknown_fields=True):
    """The track that ships cover; `haul`: covered units, and the fish they catch."""

    units: int
    haul: list[tuple[int, int]]


class ShipForm(msgspec.Struct, forbid_unknown_fields=True):
    """A type of ship; `costs`: one price, or two to choose from."""

    id: Ship
    units: int
    vp: int
    costs: list[Price]


class BanquetForm(msgspec.Struct, forbid_unknown_fields=True):
    """The Banquet Table; `plates`: fish that each costs, in filling order."""

    plates: list[int]


class SpaceForm(msgspec.Struct, forbid_unknown_fields=True):
    """A space of the Action board; `capacity`: for one or two players, and for more."""

    id: str
    name: str
    column: int
    capacity: list[int]


class DisplayForm(msgspec.Struct, forbid_unknown_fields=True):
    """Buildings that lie face up."""

    A: int
    B: int


class RowForm(msgspec.Struct, forbid_unknown_fields=True):
    """The set-up for a number of players; "1a" is the advanced solo game."""

    board_side: int
    copy_spaces: int
    plates: int
    ships: int
    display: DisplayForm
    a_round3: int
    c_hand: int
    b_round5: int
    c_round6: int
    worker_colors: int


class BoardForm(msgspec.Struct, forbid_unknown_fields=True):
    """The boards."""

    schema: Literal[1]
    limits: LimitsForm
    start: StartForm
    gold: GoldForm
    forest: ForestForm
    harbor: HarborForm
    track: TrackForm
    ship: Annotated[list[ShipForm], Meta(min_length=3, max_length=3)]
    banquet: BanquetForm
    space: list[SpaceForm]
    setup: dict[Row, RowForm]
