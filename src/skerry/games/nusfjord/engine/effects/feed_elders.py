"""`feed_elders`: fish from the general supply on every own elder."""

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine import council
from skerry.games.nusfjord.engine.builder import Builder
from skerry.games.nusfjord.engine.cards import Effect
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.forms import UpTo3


class FeedEldersForm(forms.StepForm):
    """Put `each` fish from the general supply on every own elder; three clear him as usual."""

    each: "UpTo3"

    def build(self, builder: Builder) -> Effect:
        return FeedAllElders(self.each)


class FeedAllElders(Effect):
    """Put fish on every own elder."""

    def __init__(self, each: int) -> None:
        super().__init__()
        self.each = each

    def possible(self, state: State, seat: int) -> bool:
        return len(state.players[seat].elders) > 0

    def run(self, state: State, seat: int, source: int) -> None:
        for at in range(len(state.players[seat].elders)):
            for _ in range(self.each):
                council.feed(state, seat, at, source)

    def sentence(self) -> str:
        return f"place {self.each} fish from the general supply on each of your Elders"
