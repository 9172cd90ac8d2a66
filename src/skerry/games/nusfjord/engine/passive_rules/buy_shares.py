"""`buy_shares`: cheaper Shares, and perhaps only some of them."""

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine.cards import PassiveRule
from skerry.games.nusfjord.engine.player import PlayerRules
from skerry.games.nusfjord.forms import From0To20


class BuySharesForm(forms.PassiveRuleForm):
    """Buy All Shares costs less; `partial`: take any number, at least one."""

    off: "From0To20"
    partial: "bool"

    def build(self) -> PassiveRule:
        return BuySharesCheaper(self.off, self.partial)


class BuySharesCheaper(PassiveRule):
    """Buying Shares costs less."""

    def __init__(self, off: int, partial: bool) -> None:
        self.off = off
        self.partial = partial

    def change(self, rules: PlayerRules) -> None:
        rules.shares_off += self.off
        rules.buys_some_shares = rules.buys_some_shares or self.partial

    def sentence(self) -> str:
        some = " and may take any number of Shares" if self.partial else ""
        return f"When you Buy All Shares, you pay {self.off} gold less{some}."
