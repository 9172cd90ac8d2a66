"""`at_most`: points by the first threshold not exceeded."""

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine.cards import Counter, ScoringRule
from skerry.games.nusfjord.engine.counters import COUNTERS
from skerry.games.nusfjord.engine.scoring_rules.thresholds import check, sentence_of
from skerry.games.nusfjord.forms import ManyPoints, Thresholds


class AtMostForm(forms.ScoringRuleForm):
    """The points of the first threshold not exceeded, else `otherwise`."""

    steps: "Thresholds"
    otherwise: "ManyPoints"

    def __post_init__(self) -> None:
        check(self.steps)

    def build(self) -> ScoringRule:
        return AtMost(COUNTERS[self.counter], self.steps, self.otherwise)


class AtMost(ScoringRule):
    """Points by the first threshold not exceeded."""

    def __init__(self, counter: Counter, steps: list[list[int]], otherwise: int) -> None:
        super().__init__(counter)
        self.steps = steps  # threshold and points, thresholds rising
        self.otherwise = otherwise

    def points(self, counted: int) -> int:
        for step in self.steps:
            if counted <= step[0]:
                return step[1]
        return self.otherwise

    def sentence(self) -> str:
        words = sentence_of(self.steps, "at most", self.counter)
        return f"{words[:-1]}, otherwise {self.otherwise}."
