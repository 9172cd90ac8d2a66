"""Copying: a card carries out any blocked space of the Action board (rules 9)."""

from typing import ClassVar

from skerry.games.nusfjord.engine.actions import is_blocked, take_action
from skerry.games.nusfjord.engine.cards import Space, Terms
from skerry.games.nusfjord.engine.causes import source_name
from skerry.games.nusfjord.engine.moves import COPY
from skerry.games.nusfjord.engine.phrases import by
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.tasks import EffectQuestion
from skerry.games.nusfjord.engine.words import (
    COPY_SPACE,
    ON_ACTION,
    ON_FOREST_REMOVED,
    ON_REFORESTED,
    ON_WOOD_EXCESS,
)
from skerry.kernel.events import Json
from skerry.kernel.protocol import Reason


class Copy(Space):
    """Carry out a blocked space. It is that action, and none of its own."""

    def possible(self, state: State, seat: int, terms: Terms) -> bool:
        for space in range(COPY_SPACE):
            if is_blocked(state, space) and state.cards.spaces[space].possible(state, seat, terms):
                return True
        return False

    def why_not(self, state: State, seat: int, terms: Terms) -> Reason:
        return Reason("nothing_to_do", "9")

    def run(self, state: State, seat: int, effect: int, source: int) -> None:
        state.ask(ChooseCopy(seat, effect, source))

    def sentence(self, terms: Terms) -> str:
        return "copy a blocked space of the Action board"

    def sets_off(self) -> int:
        return ON_ACTION | ON_FOREST_REMOVED | ON_REFORESTED | ON_WOOD_EXCESS


class ChooseCopy(EffectQuestion):
    """Which blocked space does a card copy?"""

    kind: ClassVar[str] = "choose_copy"

    def options(self, state: State) -> list[int]:
        terms = state.cards.terms[self.effect]
        spaces = state.cards.spaces
        moves: list[int] = []
        for space in range(COPY_SPACE):
            if is_blocked(state, space) and spaces[space].possible(state, self.seat, terms):
                moves.append(COPY + space)
        return moves

    def answer(self, state: State, move: int) -> None:
        space = move - COPY
        if state.journal is not None:
            cause = source_name(state, self.source)
            data = {"space": state.board.space_names[space], "cause": cause}
            state.record_event("space_copied", self.seat, data)
        take_action(state, self.seat, space, self.effect, self.source)


def _copied(e: Json) -> str:
    return f"copies {e['space'].replace('_', ' ')}{by(e)}"


SENTENCES = {"space_copied": _copied}
