"""Counting goods."""

from typing import ClassVar

from skerry.games.nusfjord.engine.cards import Counter
from skerry.games.nusfjord.engine.state import State


class Gold(Counter):
    """Gold in the supply."""

    name: ClassVar[str] = "gold"
    words: ClassVar[str] = "gold in your supply"

    def count(self, state: State, seat: int) -> int:
        return state.players[seat].gold


class Fish(Counter):
    """Fish in the supply."""

    name: ClassVar[str] = "fish"
    words: ClassVar[str] = "fish in your supply"

    def count(self, state: State, seat: int) -> int:
        return state.players[seat].fish


class ReserveFish(Counter):
    """Fish in the Reserve."""

    name: ClassVar[str] = "reserve_fish"
    words: ClassVar[str] = "fish in your Reserve"

    def count(self, state: State, seat: int) -> int:
        return state.players[seat].reserve_fish


class AllFish(Counter):
    """Fish in supply and Reserve."""

    name: ClassVar[str] = "all_fish"
    words: ClassVar[str] = "fish in your supply and Reserve"

    def count(self, state: State, seat: int) -> int:
        player = state.players[seat]
        return player.fish + player.reserve_fish


class AllWood(Counter):
    """Wood in supply and Reserve."""

    name: ClassVar[str] = "all_wood"
    words: ClassVar[str] = "wood in your supply and Reserve"

    def count(self, state: State, seat: int) -> int:
        player = state.players[seat]
        return player.wood + player.reserve_wood
