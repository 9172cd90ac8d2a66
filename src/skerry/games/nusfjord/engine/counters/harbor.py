"""Counting what lies in the harbor: Forests, free spaces, buildings."""

from typing import ClassVar, Final

from skerry.games.nusfjord.engine.cards import Counter
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.words import LETTER_A, LETTER_B, bits

_DEEP: Final = 2  # Forests on one double space


class Forests(Counter):
    """Forest tiles."""

    name: ClassVar[str] = "forests"
    words: ClassVar[str] = "Forest you have"

    def count(self, state: State, seat: int) -> int:
        return state.players[seat].forests


class ForestStacks(Counter):
    """Double spaces with at least one Forest."""

    name: ClassVar[str] = "forest_stacks"
    words: ClassVar[str] = "double space holding Forests"

    def count(self, state: State, seat: int) -> int:
        found = 0
        for tiles in state.players[seat].forest:
            if tiles:
                found += 1
        return found


class DeepForests(Counter):
    """Double spaces with at least two Forests."""

    name: ClassVar[str] = "deep_forests"
    words: ClassVar[str] = "double space holding two Forests or more"

    def count(self, state: State, seat: int) -> int:
        found = 0
        for tiles in state.players[seat].forest:
            if tiles >= _DEEP:
                found += 1
        return found


class EmptySpaces(Counter):
    """Free Building spaces."""

    name: ClassVar[str] = "empty_spaces"
    words: ClassVar[str] = "free Building space"

    def count(self, state: State, seat: int) -> int:
        return bits(state.players[seat].free)


class Buildings(Counter):
    """Buildings."""

    name: ClassVar[str] = "buildings"
    words: ClassVar[str] = "building you own"

    def count(self, state: State, seat: int) -> int:
        return len(state.players[seat].buildings)


def _of_letter(state: State, seat: int, letter: int) -> int:
    cards = state.cards.cards
    found = 0
    for slot in state.players[seat].buildings:
        if cards[slot].letter == letter:
            found += 1
    return found


class BuildingsA(Counter):
    """A buildings."""

    name: ClassVar[str] = "buildings_a"
    words: ClassVar[str] = "A building you own"

    def count(self, state: State, seat: int) -> int:
        return _of_letter(state, seat, LETTER_A)


class BuildingsB(Counter):
    """B buildings."""

    name: ClassVar[str] = "buildings_b"
    words: ClassVar[str] = "B building you own"

    def count(self, state: State, seat: int) -> int:
        return _of_letter(state, seat, LETTER_B)


class PlainBuildings(Counter):
    """Buildings with printed points of 0 or less and no asterisk."""

    name: ClassVar[str] = "plain_buildings"
    words: ClassVar[str] = "building you own whose printed value is 0 or less"

    def count(self, state: State, seat: int) -> int:
        cards = state.cards.cards
        found = 0
        for slot in state.players[seat].buildings:
            if cards[slot].plain:
                found += 1
        return found
