"""`reserve_limit`: more fish fit into the Reserve."""

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine.cards import PassiveRule
from skerry.games.nusfjord.engine.player import PlayerRules
from skerry.games.nusfjord.forms import Count


class ReserveLimitForm(forms.PassiveRuleForm):
    """The Reserve takes up to `value` fish; the highest limit counts."""

    value: "Count"

    def build(self) -> PassiveRule:
        return ReserveLimit(self.value)


class ReserveLimit(PassiveRule):
    """The Reserve takes up to `value` fish; the highest limit counts."""

    def __init__(self, value: int) -> None:
        self.value = value

    def change(self, rules: PlayerRules) -> None:
        rules.reserve_limit = max(rules.reserve_limit, self.value)

    def sentence(self) -> str:
        return f"Your Reserve limit is {self.value} fish."
