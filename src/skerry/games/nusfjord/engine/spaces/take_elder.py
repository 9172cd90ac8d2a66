"""Take an Elder."""

from typing import ClassVar

from skerry.games.nusfjord.engine import council, triggers
from skerry.games.nusfjord.engine.cards import Space, Terms
from skerry.games.nusfjord.engine.causes import source_name
from skerry.games.nusfjord.engine.moves import DECLINE, TAKE_ELDER, USE_ELDER
from skerry.games.nusfjord.engine.phrases import by
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.tasks import EffectQuestion, Question, Step
from skerry.games.nusfjord.engine.words import (
    ON_ELDER_TAKEN,
    PLACES_A_STACK,
    USE_FREE,
    USE_NONE,
)
from skerry.kernel.events import Json
from skerry.kernel.lists import replaced
from skerry.kernel.protocol import Reason


class TakeAnElder(Space):
    """Seat one of the open Elders; his action may be used at once, without a worker."""

    modifiers: ClassVar[list[str]] = ["use"]

    def possible(self, state: State, seat: int, terms: Terms) -> bool:
        if len(state.players[seat].elders) >= state.board.seats_in_council:
            return False
        for elder in state.stacks:
            if elder:
                return True
        return False

    def why_not(self, state: State, seat: int, terms: Terms) -> Reason:
        seats = state.board.seats_in_council
        if len(state.players[seat].elders) >= seats:
            return Reason("council_full", "7", {"seats": seats})
        return Reason("no_elder_left", "7")

    def run(self, state: State, seat: int, effect: int, source: int) -> None:
        state.ask(TakeElder(seat, effect, source))

    def sentence(self, terms: Terms) -> str:
        words = "take an Elder"
        if terms.use == USE_FREE:
            return f"{words}, whose action may be used without a fish from the Banquet Table"
        return f"{words}, whose action is not used now" if terms.use == USE_NONE else words

    def comes_to_an_end(self) -> bool:
        return True


class TakeElder(EffectQuestion):
    """Which Elder is taken?"""

    kind: ClassVar[str] = "take_elder"

    def options(self, state: State) -> list[int]:
        moves: list[int] = []
        for stack in range(len(state.stacks) // PLACES_A_STACK):
            elder = council.open_elder(state, stack)
            if elder:
                moves.append(TAKE_ELDER + elder)
        return moves

    def answer(self, state: State, move: int) -> None:
        elder = move - TAKE_ELDER
        at = state.stacks.index(elder)
        state.stacks = replaced(state.stacks, at, 0)
        player = state.players[self.seat]
        player.elders = [*player.elders, elder]
        player.elder_fish = [*player.elder_fish, 0]
        player.elder_since = [*player.elder_since, 0]
        if state.journal is not None:
            self._record(state, elder, at // PLACES_A_STACK)
        use = state.cards.terms[self.effect].use
        if use != USE_NONE:
            state.add(OfferElder(self.seat, elder, 1 if use == USE_FREE else 0))
        # Triggers come before the free use (cards 6.8).
        triggers.fire(state, self.seat, ON_ELDER_TAKEN, 0, len(player.abilities))

    def _record(self, state: State, elder: int, stack: int) -> None:
        name = state.cards.elders[elder].title
        data = {"elder": elder, "name": name, "cause": source_name(state, self.source)}
        state.record_event("elder_taken", self.seat, data)
        hidden = state.stacks[stack * PLACES_A_STACK]
        if hidden and council.open_elder(state, stack) == hidden:
            name = state.cards.elders[hidden].title
            state.record_event("elder_revealed", -1, {"elder": hidden, "name": name})


class OfferElder(Step):
    """A new Elder may be used at once, without a worker."""

    meaning: ClassVar[str] = "seat elder flag"

    def __init__(self, owner: int, elder: int, free: int) -> None:
        super().__init__()
        self.owner = owner
        self.elder = elder
        self.free = free

    def run(self, state: State) -> None:
        at = state.players[self.owner].elders.index(self.elder)
        if council.can_use(state, self.owner, at, self.free == 1):
            state.add(UseElder(self.owner, self.elder, self.free))


class UseElder(Question):
    """Is the new Elder used?"""

    kind: ClassVar[str] = "use_elder"
    meaning: ClassVar[str] = "elder free"

    def __init__(self, seat: int, elder: int, free: int) -> None:
        super().__init__(seat)
        self.elder = elder
        self.free = free

    def options(self, state: State) -> list[int]:
        return [USE_ELDER + self.elder, DECLINE]

    def answer(self, state: State, move: int) -> None:
        if move != DECLINE:
            council.use(state, self.seat, self.elder, self.free == 1)


def _taken(e: Json) -> str:
    return f"takes the {e['name']}, elder {e['elder']}{by(e)}"


def _revealed(e: Json) -> str:
    return f"The {e['name']}, elder {e['elder']}, is turned face up"


SENTENCES = {"elder_taken": _taken, "elder_revealed": _revealed}
