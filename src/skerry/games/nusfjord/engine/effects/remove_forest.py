"""`remove_forest`: remove Forests, with wood for each."""

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine.builder import Builder
from skerry.games.nusfjord.engine.cards import Effect
from skerry.games.nusfjord.engine.forests import remove_forests
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.words import ON_FOREST_REMOVED, ON_WOOD_EXCESS
from skerry.games.nusfjord.forms import From0To20, UpTo12
from skerry.kernel.protocol import Reason


class RemoveForestForm(forms.StepForm):
    """Remove exactly `count` Forests, `wood` wood for each."""

    count: "UpTo12"
    wood: "From0To20"

    def build(self, builder: Builder) -> Effect:
        return RemoveForest(self.count, self.wood)


class RemoveForest(Effect):
    """Remove Forests of the owner's choice. It is no Deforest action (cards 6.12)."""

    def __init__(self, count: int, wood: int) -> None:
        super().__init__()
        self.count = count
        self.wood = wood

    def possible(self, state: State, seat: int) -> bool:
        return state.players[seat].forests >= self.count

    def why_not(self, state: State, seat: int) -> Reason:
        return Reason("no_forest", "7")

    def run(self, state: State, seat: int, source: int) -> None:
        remove_forests(state, seat, self.count, self.wood, source)

    def sentence(self) -> str:
        what = "1 Forest" if self.count == 1 else f"{self.count} Forests"
        each = " for each" if self.count > 1 else ""
        return f"remove {what}" + (f" and gain {self.wood} wood{each}" if self.wood else "")

    def brings_goods(self) -> bool:
        return self.wood > 0

    def sets_off(self) -> int:
        return ON_FOREST_REMOVED | ON_WOOD_EXCESS if self.wood else ON_FOREST_REMOVED
