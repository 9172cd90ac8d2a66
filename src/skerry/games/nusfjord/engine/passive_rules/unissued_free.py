"""`unissued_free`: unissued Shares without minus points."""

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine.cards import PassiveRule
from skerry.games.nusfjord.engine.player import PlayerRules
from skerry.games.nusfjord.forms import UpTo20


class UnissuedFreeForm(forms.PassiveRuleForm):
    """So many unissued Shares cost no points."""

    value: "UpTo20"

    def build(self) -> PassiveRule:
        return UnissuedFree(self.value)


class UnissuedFree(PassiveRule):
    """So many unissued Shares cost no points."""

    def __init__(self, value: int) -> None:
        self.value = value

    def change(self, rules: PlayerRules) -> None:
        rules.unissued_free += self.value

    def sentence(self) -> str:
        return f"Up to {self.value} of your unissued Shares cost no points."
