"""`elders_skip_feeding`: the haul feeds no elders."""

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine.cards import PassiveRule
from skerry.games.nusfjord.engine.player import PlayerRules


class EldersSkipFeedingForm(forms.PassiveRuleForm):
    """Step 1 of the Fishing Phase is skipped."""

    def build(self) -> PassiveRule:
        return EldersSkipFeeding()


class EldersSkipFeeding(PassiveRule):
    """Step 1 of the Fishing Phase is skipped."""

    def change(self, rules: PlayerRules) -> None:
        rules.skip_feeding = True

    def sentence(self) -> str:
        return "Your Elders receive no fish from the haul."
