"""`wood_limit`: more wood fits into the supply."""

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine.cards import PassiveRule
from skerry.games.nusfjord.engine.player import PlayerRules
from skerry.games.nusfjord.forms import Count


class WoodLimitForm(forms.PassiveRuleForm):
    """The supply holds up to `value` wood; the highest limit counts."""

    value: "Count"

    def build(self) -> PassiveRule:
        return WoodLimit(self.value)


class WoodLimit(PassiveRule):
    """The supply holds up to `value` wood; the highest limit counts."""

    def __init__(self, value: int) -> None:
        self.value = value

    def change(self, rules: PlayerRules) -> None:
        rules.wood_limit = max(rules.wood_limit, self.value)

    def sentence(self) -> str:
        return f"Your wood limit is {self.value}."
