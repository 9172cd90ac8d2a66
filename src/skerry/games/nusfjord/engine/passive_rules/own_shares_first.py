"""`own_shares_first`: Shares at home are fed first."""

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine.cards import PassiveRule
from skerry.games.nusfjord.engine.player import PlayerRules


class OwnSharesFirstForm(forms.PassiveRuleForm):
    """Steps 2 and 3 of the Fishing Phase swap."""

    def build(self) -> PassiveRule:
        return OwnSharesFirst()


class OwnSharesFirst(PassiveRule):
    """Steps 2 and 3 of the Fishing Phase swap."""

    def change(self, rules: PlayerRules) -> None:
        rules.own_shares_first = True

    def sentence(self) -> str:
        return "Your Shares in your own supply receive fish before those elsewhere."
