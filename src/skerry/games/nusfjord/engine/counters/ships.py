"""Counting ships. The printed catboat is no ship (rules 14, no. 28)."""

from typing import ClassVar

from skerry.games.nusfjord.engine.cards import Counter
from skerry.games.nusfjord.engine.ships import haul
from skerry.games.nusfjord.engine.state import State


class Ships(Counter):
    """All ships on the track."""

    name: ClassVar[str] = "ships"
    words: ClassVar[str] = "ship you own"

    def count(self, state: State, seat: int) -> int:
        player = state.players[seat]
        return player.sloops + player.cutters + player.schooners


class Sloops(Counter):
    """Sloops on the track."""

    name: ClassVar[str] = "sloops"
    words: ClassVar[str] = "Sloop you own"

    def count(self, state: State, seat: int) -> int:
        return state.players[seat].sloops


class Cutters(Counter):
    """Cutters on the track."""

    name: ClassVar[str] = "cutters"
    words: ClassVar[str] = "Cutter you own"

    def count(self, state: State, seat: int) -> int:
        return state.players[seat].cutters


class Schooners(Counter):
    """Schooners on the track."""

    name: ClassVar[str] = "schooners"
    words: ClassVar[str] = "Schooner you own"

    def count(self, state: State, seat: int) -> int:
        return state.players[seat].schooners


class ShipTypes(Counter):
    """Different types of ships on the track."""

    name: ClassVar[str] = "ship_types"
    words: ClassVar[str] = "type of ship you own"

    def count(self, state: State, seat: int) -> int:
        player = state.players[seat]
        types = 1 if player.sloops else 0
        if player.cutters:
            types += 1
        if player.schooners:
            types += 1
        return types


class Haul(Counter):
    """The fish caught per round, with bonuses."""

    name: ClassVar[str] = "haul"
    words: ClassVar[str] = "fish of your haul"

    def count(self, state: State, seat: int) -> int:
        return haul(state, state.players[seat])


class TrackFree(Counter):
    """Uncovered units of the Fishing track."""

    name: ClassVar[str] = "track_free"
    words: ClassVar[str] = "free unit of your Fishing track"

    def count(self, state: State, seat: int) -> int:
        return state.board.units - state.players[seat].units
