"""`gain`: take goods from the general supply."""

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine import goods
from skerry.games.nusfjord.engine.builder import Builder
from skerry.games.nusfjord.engine.cards import Effect
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.words import ON_WOOD_EXCESS, goods_phrase


class GainForm(forms.GoodsStepForm):
    """Take goods from the general supply; wood above the limit is lost."""

    def build(self, builder: Builder) -> Effect:
        return Gain(self.wood, self.fish, self.gold)


class Gain(Effect):
    """Take goods. It always counts as an effect, also wood at the limit (cards 6.1)."""

    def __init__(self, wood: int, fish: int, gold: int) -> None:
        super().__init__()
        self.wood = wood
        self.fish = fish
        self.gold = gold

    def possible(self, state: State, seat: int) -> bool:
        return True

    def run(self, state: State, seat: int, source: int) -> None:
        goods.gain(state, seat, self.wood, self.fish, self.gold, source)

    def sentence(self) -> str:
        return f"gain {goods_phrase(self.wood, self.fish, self.gold)}"

    def brings_goods(self) -> bool:
        return True

    def sets_off(self) -> int:
        return ON_WOOD_EXCESS if self.wood else 0
