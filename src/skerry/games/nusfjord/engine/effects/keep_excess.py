"""`keep_excess`: keep goods that are about to be lost."""

from typing import ClassVar

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine.builder import Builder
from skerry.games.nusfjord.engine.cards import Effect
from skerry.games.nusfjord.engine.causes import record_goods, record_reserve
from skerry.games.nusfjord.engine.moves import COUNT
from skerry.games.nusfjord.engine.phrases import by, goods_of
from skerry.games.nusfjord.engine.purse import add_to_reserve
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.tasks import EffectQuestion
from skerry.games.nusfjord.engine.words import GOODS, good_name
from skerry.games.nusfjord.forms import Count, ExcessGood, KeepTo
from skerry.kernel.events import Json


class KeepExcessForm(forms.StepForm):
    """Keep up to `max` of the goods about to be lost. Only in `wood_excess` and `fish_excess`."""

    good: "ExcessGood"
    max: "Count"
    to: "KeepTo"

    def __post_init__(self) -> None:
        if self.good == "wood" and self.to == "supply":
            raise ValueError("to: wood above the limit can only go to the reserve")

    def build(self, builder: Builder) -> Effect:
        if builder.excess != self.good:
            raise builder.fail(
                "good", f"is not about to be lost here; use it in a {self.good}_excess event"
            )
        return KeepSome(GOODS.index(self.good), self.max, self.to == "reserve")


class KeepSome(Effect):
    """Keep some of the goods about to be lost, at least one (cards 6.4)."""

    def __init__(self, good: int, most: int, to_reserve: bool) -> None:
        super().__init__()
        self.good = good
        self.most = most
        self.to_reserve = to_reserve

    def possible(self, state: State, seat: int) -> bool:
        return state.excess > 0

    def run(self, state: State, seat: int, source: int) -> None:
        state.ask(KeepExcess(seat, self.number, source))

    def keep(self, state: State, seat: int, amount: int, source: int) -> None:
        """Keep an amount, in the Reserve or as fish in the supply."""
        state.excess -= amount
        player = state.players[seat]
        if self.to_reserve:
            add_to_reserve(player, self.good, amount)
            if state.journal is not None:
                record_reserve(state, "excess_kept", seat, source, self.good, amount)
            return
        player.fish += amount
        if state.journal is not None:
            record_goods(state, "excess_kept", seat, source, 0, amount, 0)

    def sentence(self) -> str:
        where = "in your Reserve" if self.to_reserve else "in your supply"
        return f"keep up to {self.most} {good_name(self.good)} {where}"


class KeepExcess(EffectQuestion):
    """How many of the goods about to be lost are kept?"""

    kind: ClassVar[str] = "keep_excess"

    def step(self, state: State) -> KeepSome:
        """Return the step that asks."""
        step = state.cards.effects[self.effect]
        assert isinstance(step, KeepSome)
        return step

    def options(self, state: State) -> list[int]:
        most = min(self.step(state).most, state.excess)
        return [COUNT + amount for amount in range(1, most + 1)]

    def answer(self, state: State, move: int) -> None:
        self.step(state).keep(state, self.seat, move - COUNT, self.source)


def _kept(e: Json) -> str:
    return f"keeps {goods_of(e)}{by(e)}"


SENTENCES = {"excess_kept": _kept}
