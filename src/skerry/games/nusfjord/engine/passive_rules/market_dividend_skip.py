"""`market_dividend_skip`: newly issued Shares get no fish."""

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine.cards import PassiveRule
from skerry.games.nusfjord.engine.player import PlayerRules


class MarketDividendSkipForm(forms.PassiveRuleForm):
    """Own Shares on the newly-issued space receive no fish."""

    def build(self) -> PassiveRule:
        return MarketDividendSkip()


class MarketDividendSkip(PassiveRule):
    """Own Shares on the newly-issued space receive no fish."""

    def change(self, rules: PlayerRules) -> None:
        rules.skip_market = True

    def sentence(self) -> str:
        return "Your Shares on the newly-issued space receive no fish."
