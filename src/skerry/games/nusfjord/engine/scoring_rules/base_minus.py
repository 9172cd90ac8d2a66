"""`base_minus`: fewer points the more there are."""

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine.cards import Counter, ScoringRule
from skerry.games.nusfjord.engine.counters import COUNTERS
from skerry.games.nusfjord.forms import Amount, ManyPoints, UpTo20


class BaseMinusForm(forms.ScoringRuleForm):
    """`base` minus `points` per `counter`, never below `low`."""

    base: "Amount"
    points: "UpTo20"
    low: "ManyPoints"

    def build(self) -> ScoringRule:
        return BaseMinus(COUNTERS[self.counter], self.base, self.points, self.low)


class BaseMinus(ScoringRule):
    """Fewer points the more there are."""

    def __init__(self, counter: Counter, base: int, minus: int, low: int) -> None:
        super().__init__(counter)
        self.base = base
        self.minus = minus
        self.low = low

    def points(self, counted: int) -> int:
        return max(self.low, self.base - self.minus * counted)

    def sentence(self) -> str:
        minus = f"{self.base} minus {self.minus} per {self.counter.words}"
        return f"Worth {minus}, but at least {self.low}."
