"""`reserve_out`: goods from the Reserve to the supply."""

from typing import ClassVar

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine import goods
from skerry.games.nusfjord.engine.builder import Builder
from skerry.games.nusfjord.engine.cards import Effect
from skerry.games.nusfjord.engine.causes import record_reserve
from skerry.games.nusfjord.engine.moves import COUNT
from skerry.games.nusfjord.engine.purse import add_to_reserve, in_reserve
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.tasks import EffectQuestion
from skerry.games.nusfjord.engine.words import GOODS, ON_WOOD_EXCESS, WOOD, good_name
from skerry.games.nusfjord.forms import Good, OptionalCount
from skerry.kernel.protocol import Reason


class ReserveOutForm(forms.StepForm):
    """From the Reserve to the supply: 1 to `max` of a good by choice, or all of it."""

    good: "Good"
    max: "OptionalCount" = None

    def build(self, builder: Builder) -> Effect:
        return ReserveOut(GOODS.index(self.good), self.max or 0)


class ReserveOut(Effect):
    """Move goods from the Reserve to the supply; `most` 0: all of them, no choice."""

    def __init__(self, good: int, most: int) -> None:
        super().__init__()
        self.good = good
        self.most = most

    def possible(self, state: State, seat: int) -> bool:
        return in_reserve(state.players[seat], self.good) > 0

    def why_not(self, state: State, seat: int) -> Reason:
        return Reason("reserve_empty", "7")

    def run(self, state: State, seat: int, source: int) -> None:
        if self.most:
            state.ask(TakeFromReserve(seat, self.number, source))
        else:
            move_out(state, seat, self.good, in_reserve(state.players[seat], self.good), source)

    def sentence(self) -> str:
        amount = f"up to {self.most}" if self.most else "all"
        return f"move {amount} {good_name(self.good)} from your Reserve to your supply"

    def brings_goods(self) -> bool:
        return True

    def sets_off(self) -> int:
        return ON_WOOD_EXCESS if self.good == WOOD else 0


def move_out(state: State, seat: int, good: int, amount: int, source: int) -> None:
    """Move goods from the Reserve to the supply."""
    add_to_reserve(state.players[seat], good, -amount)
    if state.journal is not None:
        record_reserve(state, "reserve_opened", seat, source, good, -amount)
    goods.gain_one_good(state, seat, good, amount, source)


class TakeFromReserve(EffectQuestion):
    """How many goods move from the Reserve to the supply?"""

    kind: ClassVar[str] = "take_from_reserve"

    def step(self, state: State) -> ReserveOut:
        """Return the step that asks."""
        step = state.cards.effects[self.effect]
        assert isinstance(step, ReserveOut)
        return step

    def options(self, state: State) -> list[int]:
        step = self.step(state)
        stored = in_reserve(state.players[self.seat], step.good)
        return [COUNT + amount for amount in range(1, min(step.most, stored) + 1)]

    def answer(self, state: State, move: int) -> None:
        move_out(state, self.seat, self.step(state).good, move - COUNT, self.source)
