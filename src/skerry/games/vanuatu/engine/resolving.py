"""Phase IV: turn by turn, perform where you lead or take markers back (sections 6 and 11)."""

from typing import Final

from skerry.games.vanuatu.engine.actions.board_actions import BOARD_ACTIONS
from skerry.games.vanuatu.engine.components import (
    ACTION_NAMES,
    ACTIONS,
    GOVERNOR,
    MOST_SEATS,
    PREACHER,
    SELL,
)
from skerry.games.vanuatu.engine.moves import (
    GOVERN,
    PERFORM,
    PERFORM_BONUS,
    PREACH,
    RETRIEVE,
)
from skerry.games.vanuatu.engine.rising_waters import count_down, flood
from skerry.games.vanuatu.engine.state import State
from skerry.kernel.agenda import Question, Step


class NextTurn(Step):
    """The turn passes on, skipping seats without markers, until no marker is left."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self.after: Final = after  # the seat that had its turn, -1 when the phase begins

    def run(self, state: State) -> None:
        seat = state.first if self.after < 0 else (self.after + 1) % state.n
        for _ in range(state.n):
            if state.has_markers(seat):
                if state.rules.beggar_round_end:
                    state.note_begging(seat)
                state.agenda.append(NextTurn(seat))
                state.agenda.append(TakeTurn(seat))
                return
            seat = (seat + 1) % state.n


class ActionDone(Step):
    """An action is complete: the flood die counts it."""

    def run(self, state: State) -> None:
        if state.die:
            count_down(state)


class RoundEndFlood(Step):
    """House rule: a flood that did not come during the round comes now."""

    def run(self, state: State) -> None:
        if state.die:
            flood(state)


class TakeTurn(Question):
    """Act where you lead; if you lead nowhere, take markers back for nothing."""

    def options(self, state: State) -> list[int]:
        seat = self.seat
        mine: list[int] = []
        led: list[int] = []
        for action in range(ACTIONS):
            if state.markers[action * MOST_SEATS + seat]:
                mine.append(action)
                if state.leader(action) == seat:
                    led.append(action)
        moves: list[int] = []
        for action in led:
            self._add_led(state, action, moves)
        if not led:
            for action in mine:
                moves.append(RETRIEVE + action)
            if state.character[seat] == PREACHER and not state.used[seat]:
                for action in mine:
                    if BOARD_ACTIONS[action].possible(state, seat, False):
                        moves.append(PREACH + action)
        if state.character[seat] == GOVERNOR and not state.used[seat]:
            for action in mine:
                for target in range(ACTIONS):
                    if target != action and may_govern_to(state, seat, target):
                        moves.append(GOVERN + action * ACTIONS + target)
        return moves

    def _add_led(self, state: State, action: int, moves: list[int]) -> None:
        rules = BOARD_ACTIONS[action]
        plain = rules.possible(state, self.seat, False)
        bonus = (
            state.bonus_ready(self.seat, action)
            and not (plain and action == SELL)  # the Vendor adds nothing beside an own hut
            and rules.possible(state, self.seat, True)
        )
        if plain:
            moves.append(PERFORM + action)
        if bonus:
            moves.append(PERFORM_BONUS + action)
        if not plain and not (bonus and state.rules.bonus_obliges):
            moves.append(RETRIEVE + action)

    def answer(self, state: State, move: int) -> None:
        if move >= GOVERN:
            self._govern(state, (move - GOVERN) // ACTIONS, (move - GOVERN) % ACTIONS)
        elif move >= PREACH:
            state.used[self.seat] = 1
            if state.journal is not None:
                state.record_event("preached", self.seat, {"action": ACTION_NAMES[move - PREACH]})
            self._perform(state, move - PREACH, False)
        elif move >= RETRIEVE:
            self._take_back(state, move - RETRIEVE)
            if state.journal is not None:
                state.record_event(
                    "retrieved", self.seat, {"action": ACTION_NAMES[move - RETRIEVE]}
                )
            if state.rules.flood_counts_retrieve:
                state.agenda.append(ActionDone())
        elif move >= PERFORM_BONUS:
            self._perform(state, move - PERFORM_BONUS, True)
        else:
            self._perform(state, move - PERFORM, False)

    def _take_back(self, state: State, action: int) -> None:
        state.markers[action * MOST_SEATS + self.seat] = 0

    def _govern(self, state: State, source: int, target: int) -> None:
        moved = state.markers[source * MOST_SEATS + self.seat]
        state.markers[source * MOST_SEATS + self.seat] = 0
        state.markers[target * MOST_SEATS + self.seat] += moved
        state.governed[self.seat] |= 1 << target
        state.used[self.seat] = 1
        if state.journal is not None:
            told = {"from": ACTION_NAMES[source], "to": ACTION_NAMES[target], "markers": moved}
            state.record_event("governed", self.seat, told)
        if state.rules.flood_counts_governor:
            state.agenda.append(ActionDone())

    def _perform(self, state: State, action: int, bonus: bool) -> None:
        seat = self.seat
        if state.bonus_ready(seat, action):
            state.used[seat] = 1  # also when the bonus is declined
        self._take_back(state, action)
        state.performed[seat] |= 1 << action
        if state.journal is not None:
            told = {"action": ACTION_NAMES[action], "bonus": bonus}
            state.record_event("action_begun", seat, told)
        state.agenda.append(ActionDone())
        BOARD_ACTIONS[action].begin(state, seat, bonus)


def may_govern_to(state: State, seat: int, target: int) -> bool:
    return state.rules.governor_repeats or not state.performed[seat] >> target & 1
