"""`pay_from_reserve`: goods of the Reserve may pay."""

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine.cards import PassiveRule
from skerry.games.nusfjord.engine.player import PlayerRules
from skerry.games.nusfjord.engine.words import FISH, GOODS, USES, WOOD, good_name, listed
from skerry.games.nusfjord.forms import Good, ReserveUses


class PayFromReserveForm(forms.PassiveRuleForm):
    """A good of the Reserve may pay for some uses; the owner decides how much."""

    good: "Good"
    uses: "ReserveUses"

    def build(self) -> PassiveRule:
        return ReservePays(GOODS.index(self.good), forms.as_bits(self.uses, USES))


class ReservePays(PassiveRule):
    """A good of the Reserve may pay for some uses."""

    def __init__(self, good: int, uses: int) -> None:
        self.good = good
        self.uses = uses  # as bits

    def change(self, rules: PlayerRules) -> None:
        rules.reserve_pays |= self.uses
        if self.good == WOOD:
            rules.reserve_wood_pays |= self.uses
        elif self.good == FISH:
            rules.reserve_fish_pays |= self.uses
        else:
            rules.reserve_gold_pays |= self.uses

    def sentence(self) -> str:
        words = ["ships", "buildings", "plates"]
        uses = [words[at] for at in range(len(words)) if self.uses >> at & 1]
        return f"You may use Reserve {good_name(self.good)} to pay for {listed(uses)}."
