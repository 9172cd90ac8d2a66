"""`at_least`: points by the highest threshold reached."""

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine.cards import Counter, ScoringRule
from skerry.games.nusfjord.engine.counters import COUNTERS
from skerry.games.nusfjord.engine.scoring_rules.thresholds import check, sentence_of
from skerry.games.nusfjord.forms import Thresholds


class AtLeastForm(forms.ScoringRuleForm):
    """The points of the highest threshold reached, else 0."""

    steps: "Thresholds"

    def __post_init__(self) -> None:
        check(self.steps)

    def build(self) -> ScoringRule:
        return AtLeast(COUNTERS[self.counter], self.steps)


class AtLeast(ScoringRule):
    """Points by the highest threshold reached."""

    def __init__(self, counter: Counter, steps: list[list[int]]) -> None:
        super().__init__(counter)
        self.steps = steps  # threshold and points, thresholds rising

    def points(self, counted: int) -> int:
        reached = 0
        for step in self.steps:
            if counted >= step[0]:
                reached = step[1]
        return reached

    def sentence(self) -> str:
        return sentence_of(self.steps, "at least", self.counter)
