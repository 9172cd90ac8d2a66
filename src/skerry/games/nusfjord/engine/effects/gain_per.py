"""`gain_per`: take goods by something counted."""

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine import goods
from skerry.games.nusfjord.engine.builder import Builder, at_most
from skerry.games.nusfjord.engine.cards import Counter, Effect
from skerry.games.nusfjord.engine.causes import record_reserve
from skerry.games.nusfjord.engine.counters import COUNTERS
from skerry.games.nusfjord.engine.purse import add_to_reserve
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.words import (
    GOODS,
    NO_LIMIT,
    ON_WOOD_EXCESS,
    WOOD,
    for_each,
    good_name,
)
from skerry.games.nusfjord.forms import Count, CounterName, GainTo, Good, OptionalUpTo99, UpTo20


class GainPerForm(forms.StepForm):
    """Take `amount` of `good` for every full `each` of counter `per`, at most `max` in all."""

    good: "Good"
    amount: "UpTo20"
    per: "CounterName"
    each: "Count"
    max: "OptionalUpTo99" = None
    to: "GainTo" = "supply"

    def __post_init__(self) -> None:
        if self.to == "reserve_over" and self.good != "fish":
            raise ValueError("to: only fish go to the Reserve this way")

    def build(self, builder: Builder) -> Effect:
        good = GOODS.index(self.good)
        over = self.to == "reserve_over"
        return GainPer(good, self.amount, COUNTERS[self.per], self.each, at_most(self.max), over)


class GainPer(Effect):
    """Take goods by something counted; `over`: into the Reserve, beyond its limit."""

    def __init__(
        self, good: int, amount: int, counter: Counter, each: int, most: int, over: bool
    ) -> None:
        super().__init__()
        self.good = good
        self.amount = amount
        self.counter = counter
        self.each = each
        self.most = most
        self.over = over

    def gained(self, state: State, seat: int) -> int:
        """Return how much it brings now."""
        counted = self.counter.count(state, seat)
        return min(self.most, counted // self.each * self.amount)

    def possible(self, state: State, seat: int) -> bool:
        return self.gained(state, seat) > 0

    def run(self, state: State, seat: int, source: int) -> None:
        amount = self.gained(state, seat)
        if not self.over:
            goods.gain_one_good(state, seat, self.good, amount, source)
            return
        add_to_reserve(state.players[seat], self.good, amount)
        if state.journal is not None:
            record_reserve(state, "reserve_filled", seat, source, self.good, amount)

    def sentence(self) -> str:
        most = f" (at most {self.most})" if self.most < NO_LIMIT else ""
        where = ", into the Reserve beyond its limit" if self.over else ""
        what = f"{self.amount} {good_name(self.good)}"
        return f"gain {what} {for_each(self.each, self.counter.words)}{most}{where}"

    def brings_goods(self) -> bool:
        return not self.over

    def sets_off(self) -> int:
        return ON_WOOD_EXCESS if self.good == WOOD else 0
