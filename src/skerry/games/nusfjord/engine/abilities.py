"""The abilities of buildings by timing: when each may be used, and its sentence.

Unlimited any-time abilities are a `Trade` (see `cards.py`). Special Abilities and Victory Points
are rules, not abilities to use; `Unused` keeps their place among the abilities of their card.
"""

from skerry.games.nusfjord.engine.cards import Ability, Counter, Effect, Moment
from skerry.games.nusfjord.engine.phrases import capital, list_sentence
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.words import ANYTIME, how_often


class Immediately(Ability):
    """Used once, right after the building has been placed; perhaps only if little is counted."""

    def __init__(self, number: int, slot: int, index: int, first: Effect) -> None:
        super().__init__(number, slot, index)
        self.first = first
        self.need: Counter | None = None
        self.need_at_most = 0

    def possible(self, state: State, seat: int, uses: int) -> bool:
        # Tested after the cost has been paid (cards 2).
        if self.need is not None and self.need.count(state, seat) > self.need_at_most:
            return False
        return super().possible(state, seat, uses)

    def sentence(self) -> str:
        assert self.first is not None
        words = list_sentence(self.first)
        if self.need is not None:
            words += f", if you have at most {self.need_at_most}: {self.need.words}"
        return f"On building, {words}."


class Whenever(Ability):
    """Used each time its moment comes, perhaps only so often per round."""

    def __init__(
        self, number: int, slot: int, index: int, first: Effect, moment: Moment, limit: int
    ) -> None:
        super().__init__(number, slot, index)
        self.first = first
        self.moment = moment
        self.listens = moment.event
        self.limit = limit

    def matches(self, state: State, what: int) -> bool:
        return self.moment.matches(state, what)

    def sentence(self) -> str:
        assert self.first is not None
        often = f" (at most {how_often(self.limit)} per round)" if self.limit else ""
        return f"{capital(self.moment.sentence())}{often}, {list_sentence(self.first)}."


class Anytime(Ability):
    """Used in any-time windows, so often per round."""

    def __init__(self, number: int, slot: int, index: int, first: Effect, limit: int) -> None:
        super().__init__(number, slot, index)
        self.first = first
        self.limit = limit
        self.listens = ANYTIME

    def sentence(self) -> str:
        assert self.first is not None
        often = how_often(self.limit)
        return f"Any time, at most {often} per round: {list_sentence(self.first)}."


class Once(Ability):
    """Used in any-time windows, a single time per game."""

    def __init__(self, number: int, slot: int, index: int, first: Effect) -> None:
        super().__init__(number, slot, index)
        self.first = first
        self.once = True
        self.listens = ANYTIME

    def sentence(self) -> str:
        assert self.first is not None
        return f"Once in the game, any time: {list_sentence(self.first)}."


class Unused(Ability):
    """A rule of the building that is never used by choice, described in these words."""

    def __init__(self, number: int, slot: int, index: int, words: str) -> None:
        super().__init__(number, slot, index)
        self.words = words

    def sentence(self) -> str:
        return self.words
