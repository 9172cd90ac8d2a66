"""Phase III: placing markers, and with two players the neutral ones (sections 6, 8, 14)."""

from typing import Final

from skerry.games.vanuatu.engine.actions.action import Action
from skerry.games.vanuatu.engine.components import ACTION_NAMES, ACTIONS, MOST_SEATS, REST
from skerry.games.vanuatu.engine.moves import NEUTRAL, PLAN, moves_of_sets
from skerry.games.vanuatu.engine.planning_nodes import RICH
from skerry.games.vanuatu.engine.planning_search import achievable
from skerry.games.vanuatu.engine.state import State
from skerry.kernel.agenda import Question
from skerry.kernel.lists import replaced
from skerry.kernel.protocol import Reason

_PLANS: Final[list[list[int]]] = moves_of_sets(PLAN, ACTIONS)


class PlaceNeutral(Question):
    """Two players: put a neutral marker on any action."""

    def options(self, state: State) -> list[int]:
        return [NEUTRAL + action for action in range(ACTIONS)]

    def answer(self, state: State, move: int) -> None:
        action = move - NEUTRAL
        state.neutral = replaced(state.neutral, action, state.neutral[action] + 1)
        if state.journal is not None:
            data = {"action": ACTION_NAMES[action]}
            state.record_event("neutral_placed", self.seat, data)


class PlanMarker(Question):
    """Put a marker on an action that can be achieved."""

    def options(self, state: State) -> list[int]:
        return _PLANS[achievable(state, self.seat)].copy()

    def answer(self, state: State, move: int) -> None:
        state.markers[(move - PLAN) * MOST_SEATS + self.seat] += 1
        if state.journal is not None:
            state.record_event("planned", self.seat, {"action": ACTION_NAMES[move - PLAN]})


# -- why not


def why_not_plan(state: State, seat: int, action: Action) -> Reason:
    """Explain an action that cannot be brought about: money, or what would open it."""
    name = ACTION_NAMES[action.number]
    trial = state.copy()
    for vatus in range(state.money[seat] + 1, RICH + 1):
        trial.money[seat] = vatus
        if achievable(trial, seat) & action.bit:
            money = {"needs": vatus, "have": state.money[seat]}
            return Reason("cannot_pay", "8", {"action": name, **money})
    reason = action.why_impossible(state, seat, RICH)
    opens = []
    for other in range(REST):
        if other != action.number and not state.markers[other * MOST_SEATS + seat]:
            if not achievable(state, seat) >> other & 1:
                continue
            trial = state.copy()
            trial.markers[other * MOST_SEATS + seat] = 1
            if achievable(trial, seat) & action.bit:
                opens.append(ACTION_NAMES[other])
    args = reason.args | ({"plan_first": opens} if opens else {})
    return Reason(reason.code, "8", {"action": name, **args})
