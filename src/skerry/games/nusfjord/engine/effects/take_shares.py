"""`take_shares`: take newly issued Shares, free."""

from typing import ClassVar

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine import shares
from skerry.games.nusfjord.engine.builder import Builder
from skerry.games.nusfjord.engine.cards import Effect
from skerry.games.nusfjord.engine.moves import DONE, SHARE
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.tasks import Question
from skerry.games.nusfjord.engine.words import total
from skerry.games.nusfjord.forms import UpTo12
from skerry.kernel.protocol import Reason


class TakeSharesForm(forms.StepForm):
    """Take 1 to `max` chosen Shares from the newly-issued space, free."""

    max: "UpTo12"

    def build(self, builder: Builder) -> Effect:
        return TakeFreeShares(self.max)


class TakeFreeShares(Effect):
    """Take Shares free of charge, at least one (cards 6.4)."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def possible(self, state: State, seat: int) -> bool:
        return total(state.market) > 0

    def why_not(self, state: State, seat: int) -> Reason:
        return Reason("no_share_on_offer", "7")

    def run(self, state: State, seat: int, source: int) -> None:
        state.ask(TakeShares(seat, self.most, 0, source))

    def sentence(self) -> str:
        what = "1 Share" if self.most == 1 else f"up to {self.most} Shares"
        return f"take {what} from the newly-issued space for nothing"


class TakeShares(Question):
    """Which Share is taken next?"""

    kind: ClassVar[str] = "take_shares"
    meaning: ClassVar[str] = "most taken source"

    def __init__(self, seat: int, most: int, taken: int, source: int) -> None:
        super().__init__(seat)
        self.most = most
        self.taken = taken
        self.source = source

    def options(self, state: State) -> list[int]:
        moves = shares.share_moves(state)
        if self.taken:
            moves.append(DONE)
        return moves

    def answer(self, state: State, move: int) -> None:
        if move == DONE:
            return
        shares.take_shares(state, self.seat, move - SHARE, 1, self.source)
        if self.most > 1:
            state.ask(TakeShares(self.seat, self.most - 1, self.taken + 1, self.source))
