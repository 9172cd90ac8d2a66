"""`building_built`: the owner has built another building."""

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine.cards import Moment
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.words import ALL_LETTERS, LETTERS, ON_BUILDING_BUILT, listed
from skerry.games.nusfjord.forms import OptionalLetters


class BuildingBuiltForm(forms.MomentForm):
    """The owner has built another building, perhaps only of some `letters`."""

    letters: "OptionalLetters" = None

    def build(self) -> Moment:
        if self.letters is None:
            return BuildingBuilt(ALL_LETTERS)
        return BuildingBuilt(forms.as_bits(self.letters, LETTERS))


class BuildingBuilt(Moment):
    """Another building of some letters has been built; its Immediately effect comes first."""

    def __init__(self, letters: int) -> None:
        super().__init__(ON_BUILDING_BUILT)
        self.letters = letters  # as bits

    def matches(self, state: State, what: int) -> bool:
        return self.letters >> state.cards.cards[what].letter & 1 == 1

    def sentence(self) -> str:
        if self.letters == ALL_LETTERS:
            return "each time you build another building"
        names = [letter for at, letter in enumerate(LETTERS) if self.letters >> at & 1]
        return f"each time you build another building of letter {listed(names, 'or')}"
