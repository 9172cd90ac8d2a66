"""`haul_bonus`: a larger haul."""

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine.cards import PassiveRule
from skerry.games.nusfjord.engine.player import PlayerRules
from skerry.games.nusfjord.forms import UpTo20


class HaulBonusForm(forms.PassiveRuleForm):
    """The haul is `value` higher, after the track is read."""

    value: "UpTo20"

    def build(self) -> PassiveRule:
        return HaulBonus(self.value)


class HaulBonus(PassiveRule):
    """The haul is `value` higher, after the track is read."""

    def __init__(self, value: int) -> None:
        self.value = value

    def change(self, rules: PlayerRules) -> None:
        rules.haul_bonus += self.value

    def sentence(self) -> str:
        return f"Your haul is {self.value} higher."
