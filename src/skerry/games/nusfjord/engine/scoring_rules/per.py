"""`per`: points for every so many."""

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine.cards import Counter, ScoringRule
from skerry.games.nusfjord.engine.counters import COUNTERS
from skerry.games.nusfjord.engine.words import NO_LIMIT, for_each
from skerry.games.nusfjord.forms import Count, OptionalMostPoints, Points


class PerForm(forms.ScoringRuleForm):
    """`points` for every full `each` of `counter`, at most `max` points."""

    points: "Points"
    each: "Count"
    max: "OptionalMostPoints" = None

    def build(self) -> ScoringRule:
        most = NO_LIMIT if self.max is None else self.max
        return Per(COUNTERS[self.counter], self.points, self.each, most)


class Per(ScoringRule):
    """Points for every so many; `most` caps the points, not the counter (cards 6.16)."""

    def __init__(self, counter: Counter, worth: int, each: int, most: int) -> None:
        super().__init__(counter)
        self.worth = worth
        self.each = each
        self.most = most

    def points(self, counted: int) -> int:
        return min(self.most, counted // self.each * self.worth)

    def sentence(self) -> str:
        most = f" (at most {self.most})" if self.most < NO_LIMIT else ""
        return f"Worth {self.worth} {for_each(self.each, self.counter.words)}{most}."
