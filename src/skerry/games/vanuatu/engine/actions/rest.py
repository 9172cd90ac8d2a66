"""Action 9, Rest: look at the rest tokens that are left and keep one secretly."""

from typing import Final

from skerry.games.vanuatu.engine.actions.action import Action, Picks
from skerry.games.vanuatu.engine.components import REST, REST_NAMES, REST_TOKENS
from skerry.games.vanuatu.engine.moves import REST_WITH
from skerry.games.vanuatu.engine.state import ActionQuestion, State
from skerry.kernel.events import Event
from skerry.kernel.protocol import Reason


class Rest(ActionQuestion):
    """Which token?"""

    def action(self) -> int:
        return REST

    def options(self, state: State) -> list[int]:
        left = state.rest_left(len(state.rest_order))
        return [REST_WITH + token for token in range(REST_TOKENS) if left >> token & 1]

    def answer(self, state: State, move: int) -> None:
        token = move - REST_WITH
        state.rest_order = [*state.rest_order, self.seat]
        state.rest_tokens = [*state.rest_tokens, token]
        if state.journal is not None:
            secret = {"token": REST_NAMES[token]}
            state.journal.append(Event("rest_taken", self.seat, {}, self.seat, secret))


class RestAction(Action):
    """Rest. It pays at the end of the round, so planning assumes nothing of it."""

    def possible(self, state: State, seat: int, bonus: bool) -> bool:
        return len(state.rest_order) < REST_TOKENS

    def begin(self, state: State, seat: int, bonus: bool) -> None:
        state.agenda.append(Rest(seat, 1 if bonus else 0))

    def why_impossible(self, state: State, seat: int, money: int) -> Reason:
        return Reason("no_rest_token", self.rule)

    def why_not(self, state: State, seat: int, bonus: bool, picks: Picks) -> Reason:
        return Reason("token_taken", self.rule)


RESTING: Final = RestAction(REST, ["rest"])
