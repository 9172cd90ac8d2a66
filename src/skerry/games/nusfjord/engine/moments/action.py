"""`action`: the owner has completed an action, from whatever source."""

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine.cards import Moment
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.words import ON_ACTION, SPACES, listed, space_title
from skerry.games.nusfjord.forms import Actions


class ActionForm(forms.MomentForm):
    """The owner has completed one of the actions `spaces`: board, copy, elder or building."""

    spaces: "Actions"

    def build(self) -> Moment:
        return ActionDone(forms.as_bits(self.spaces, SPACES))


class ActionDone(Moment):
    """An action of some spaces is complete."""

    def __init__(self, spaces: int) -> None:
        super().__init__(ON_ACTION)
        self.spaces = spaces  # as bits

    def matches(self, state: State, what: int) -> bool:
        return self.spaces >> what & 1 == 1

    def actions(self) -> int:
        return self.spaces

    def sentence(self) -> str:
        names = [space_title(name) for at, name in enumerate(SPACES) if self.spaces >> at & 1]
        return f"each time you complete the {listed(names, 'or')} action"
