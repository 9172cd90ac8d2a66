"""`reserve_in`: goods from the general supply into the Reserve."""

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine.builder import Builder
from skerry.games.nusfjord.engine.cards import Effect
from skerry.games.nusfjord.engine.causes import record_reserve
from skerry.games.nusfjord.engine.phrases import by, goods_of
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.words import FISH, WOOD, goods_phrase
from skerry.games.nusfjord.forms import Amount
from skerry.kernel.events import Json


class ReserveInForm(forms.StepForm):
    """From the general supply into the Reserve; fish up to its limit."""

    wood: "Amount" = 0
    fish: "Amount" = 0

    def __post_init__(self) -> None:
        forms.check_goods(self.wood, self.fish, 0)

    def build(self, builder: Builder) -> Effect:
        return ReserveIn(self.wood, self.fish)


class ReserveIn(Effect):
    """Add goods to the Reserve. A full Reserve takes no fish, so that is no effect (cards 6.1)."""

    def __init__(self, wood: int, fish: int) -> None:
        super().__init__()
        self.wood = wood
        self.fish = fish

    def possible(self, state: State, seat: int) -> bool:
        player = state.players[seat]
        return self.wood > 0 or player.reserve_fish < player.rules.reserve_limit

    def run(self, state: State, seat: int, source: int) -> None:
        player = state.players[seat]
        if self.wood:
            player.reserve_wood += self.wood
            if state.journal is not None:
                record_reserve(state, "reserve_filled", seat, source, WOOD, self.wood)
        # The limit holds for fish only (rules 14, no. 13).
        fish = min(self.fish, max(0, player.rules.reserve_limit - player.reserve_fish))
        if fish:
            player.reserve_fish += fish
            if state.journal is not None:
                record_reserve(state, "reserve_filled", seat, source, FISH, fish)

    def sentence(self) -> str:
        return f"add {goods_phrase(self.wood, self.fish, 0)} to your Reserve"


def _filled(e: Json) -> str:
    return f"stores {goods_of(e)}{by(e)}"


SENTENCES = {"reserve_filled": _filled}
