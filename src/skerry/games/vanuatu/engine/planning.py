"""Phase III: placing markers, and with two players the neutral ones (sections 6, 8, 14)."""

from skerry.games.vanuatu.engine.components import ACTION_NAMES, ACTIONS, MOST_SEATS
from skerry.games.vanuatu.engine.moves import NEUTRAL, PLAN
from skerry.games.vanuatu.engine.planning_search import achievable
from skerry.games.vanuatu.engine.state import State
from skerry.kernel.agenda import Question


class PlaceNeutral(Question):
    """Two players: put a neutral marker on any action."""

    def options(self, state: State) -> list[int]:
        return [NEUTRAL + action for action in range(ACTIONS)]

    def answer(self, state: State, move: int) -> None:
        state.neutral[move - NEUTRAL] += 1
        if state.journal is not None:
            told = {"action": ACTION_NAMES[move - NEUTRAL]}
            state.record_event("neutral_placed", self.seat, told)


class PlanMarker(Question):
    """Put a marker on an action that can be achieved."""

    def options(self, state: State) -> list[int]:
        actions = achievable(state, self.seat)
        return [PLAN + action for action in range(ACTIONS) if actions >> action & 1]

    def answer(self, state: State, move: int) -> None:
        state.markers[(move - PLAN) * MOST_SEATS + self.seat] += 1
        if state.journal is not None:
            state.record_event("planned", self.seat, {"action": ACTION_NAMES[move - PLAN]})
