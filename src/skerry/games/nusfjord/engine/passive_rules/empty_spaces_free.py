"""`empty_spaces_free`: free Building spaces without minus points."""

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine.cards import PassiveRule
from skerry.games.nusfjord.engine.player import PlayerRules
from skerry.games.nusfjord.forms import Area, UpTo11


class EmptySpacesFreeForm(forms.PassiveRuleForm):
    """So many free Building spaces cost no points: anywhere, or in the right half."""

    value: "UpTo11"
    area: "Area"

    def build(self) -> PassiveRule:
        return EmptySpacesFree(self.value, self.area == "right")


class EmptySpacesFree(PassiveRule):
    """Some free Building spaces cost no points; none counts twice."""

    def __init__(self, value: int, right: bool) -> None:
        self.value = value
        self.right = right

    def change(self, rules: PlayerRules) -> None:
        if self.right:
            rules.empty_right_free += self.value
        else:
            rules.empty_spaces_free += self.value

    def sentence(self) -> str:
        where = " in the right half of your harbor" if self.right else ""
        return f"Up to {self.value} free Building spaces{where} cost no points."
