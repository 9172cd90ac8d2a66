"""Phase II: choosing characters (section 6)."""

from typing import Final

from skerry.games.vanuatu.engine.components import CHARACTER_NAMES, CHARACTERS, NO_CHARACTER
from skerry.games.vanuatu.engine.moves import TAKE, moves_of_sets
from skerry.games.vanuatu.engine.state import State
from skerry.kernel.agenda import Question
from skerry.kernel.lists import replaced
from skerry.kernel.protocol import Reason

_TAKES: Final[list[list[int]]] = moves_of_sets(TAKE, CHARACTERS)


class ChooseCharacter(Question):
    """Take one of the characters on offer, then return the previous one."""

    def options(self, state: State) -> list[int]:
        own = state.character[self.seat]
        own_bit = 0 if own == NO_CHARACTER else 1 << own
        return _TAKES[state.pool & ~own_bit].copy()

    def answer(self, state: State, move: int) -> None:
        character = move - TAKE
        previous = state.character[self.seat]
        state.pool &= ~(1 << character)
        if previous != NO_CHARACTER and state.n > 2:
            state.pool |= 1 << previous
        state.character = replaced(state.character, self.seat, character)
        state.used[self.seat] = 0
        if state.journal is not None:
            state.record_event(
                "character_taken", self.seat, {"character": CHARACTER_NAMES[character]}
            )


# -- why not


def why_not_character(state: State, seat: int, character: int) -> Reason:
    name = {"character": CHARACTER_NAMES[character]}
    if state.character[seat] == character:
        return Reason("yours_last_round", "6", name)
    for other in range(state.n):
        if state.character[other] == character:
            return Reason("taken", "6", name | {"seat": other})
    if not state.rules.all_characters >> character & 1:
        return Reason("not_in_this_game", "17", name)
    return Reason("not_on_offer", "14", name)
