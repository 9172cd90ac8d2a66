"""Action 9, Rest: look at the rest tokens that are left and keep one secretly."""

from skerry.games.vanuatu.engine.components import REST, REST_NAMES, REST_TOKENS
from skerry.games.vanuatu.engine.moves import REST_WITH
from skerry.games.vanuatu.engine.state import ActionQuestion, State
from skerry.kernel.events import Event


def can_rest(state: State) -> bool:
    return len(state.rest_order) < REST_TOKENS


class Rest(ActionQuestion):
    """Which token?"""

    def action(self) -> int:
        return REST

    def options(self, state: State) -> list[int]:
        left = state.rest_left(len(state.rest_order))
        return [REST_WITH + token for token in range(REST_TOKENS) if left >> token & 1]

    def answer(self, state: State, move: int) -> None:
        token = move - REST_WITH
        state.rest_order.append(self.seat)
        state.rest_tokens.append(token)
        if state.journal is not None:
            secret = {"token": REST_NAMES[token]}
            state.journal.append(Event("rest_taken", self.seat, {}, self.seat, secret))
