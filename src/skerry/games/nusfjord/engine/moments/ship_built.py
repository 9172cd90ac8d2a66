"""`ship_built`: the owner has built a ship; upgrades are none."""

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine.cards import Moment
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.words import ALL_SHIPS, ON_SHIP_BUILT, SHIPS, listed
from skerry.games.nusfjord.forms import OptionalShips


class ShipBuiltForm(forms.MomentForm):
    """The owner has built a ship, perhaps only of some `types`."""

    types: "OptionalShips" = None

    def build(self) -> Moment:
        return ShipBuilt(ALL_SHIPS if self.types is None else forms.as_bits(self.types, SHIPS))


class ShipBuilt(Moment):
    """A ship of some types has been built."""

    def __init__(self, types: int) -> None:
        super().__init__(ON_SHIP_BUILT)
        self.types = types  # as bits

    def matches(self, state: State, what: int) -> bool:
        return self.types >> what & 1 == 1

    def sentence(self) -> str:
        names = [SHIPS[kind].title() for kind in range(len(SHIPS)) if self.types >> kind & 1]
        return f"each time you build a {listed(names, 'or')}"
