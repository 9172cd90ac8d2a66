"""`pay`: the price of a list, which stands first in it."""

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine import goods
from skerry.games.nusfjord.engine.actions import goods_had, goods_named
from skerry.games.nusfjord.engine.builder import Builder
from skerry.games.nusfjord.engine.cards import Effect
from skerry.games.nusfjord.engine.player import Player
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.words import goods_phrase
from skerry.kernel.protocol import Reason


class PayForm(forms.GoodsStepForm):
    """Return goods from the supply. Must be met in full, or the list is not offered."""

    def build(self, builder: Builder) -> Effect:
        return Pay(self.wood, self.fish, self.gold)


class Pay(Effect):
    """Pay goods, if the rest of the list then does something (cards 6.1)."""

    def __init__(self, wood: int, fish: int, gold: int) -> None:
        super().__init__()
        self.wood = wood
        self.fish = fish
        self.gold = gold

    def affordable(self, player: Player) -> bool:
        """Return whether the supply holds the price."""
        return self.wood <= player.wood and self.fish <= player.fish and self.gold <= player.gold

    def possible(self, state: State, seat: int) -> bool:
        return self.affordable(state.players[seat])

    def list_possible(self, state: State, seat: int) -> bool:
        player = state.players[seat]
        after = self.after
        if after is None or not self.affordable(player):
            return False
        # Pay in thought: what follows is tested on the goods that are left.
        player.wood -= self.wood
        player.fish -= self.fish
        player.gold -= self.gold
        possible = after.list_possible(state, seat)
        player.wood += self.wood
        player.fish += self.fish
        player.gold += self.gold
        return possible

    def elder_can_begin(self, state: State, seat: int) -> bool:
        return self.list_possible(state, seat)

    def why_not(self, state: State, seat: int) -> Reason:
        needs = goods_named(self.wood, self.fish, self.gold)
        have = goods_had(state.players[seat])
        return Reason("cannot_pay", "cards 6.1", {"needs": needs, "have": have})

    def why_not_list(self, state: State, seat: int) -> Reason:
        if self.after is None or not self.affordable(state.players[seat]):
            return self.why_not(state, seat)
        return self.after.why_not_list(state, seat)

    def run(self, state: State, seat: int, source: int) -> None:
        goods.spend(state, seat, self.wood, self.fish, self.gold, source)

    def sentence(self) -> str:
        return f"pay {goods_phrase(self.wood, self.fish, self.gold)}"
