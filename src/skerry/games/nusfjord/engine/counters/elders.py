"""Counting elders and the plates they eat from."""

from typing import ClassVar

from skerry.games.nusfjord.engine.cards import Counter
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.words import total


class Elders(Counter):
    """Elders in the council."""

    name: ClassVar[str] = "elders"
    words: ClassVar[str] = "Elder in your council"

    def count(self, state: State, seat: int) -> int:
        return len(state.players[seat].elders)


class EldersAndFish(Counter):
    """Elders in the council, and the fish lying on them."""

    name: ClassVar[str] = "elders_and_fish"
    words: ClassVar[str] = "Elder in your council and fish lying on them"

    def count(self, state: State, seat: int) -> int:
        player = state.players[seat]
        return len(player.elders) + total(player.elder_fish)


class PlatesFilled(Counter):
    """Filled plates of the Banquet Table."""

    name: ClassVar[str] = "plates_filled"
    words: ClassVar[str] = "plate holding fish on the Banquet Table"

    def count(self, state: State, seat: int) -> int:
        return state.plates
