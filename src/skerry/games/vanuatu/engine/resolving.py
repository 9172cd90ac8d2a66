"""Phase IV: turn by turn, perform where you lead or take markers back (sections 6 and 11)."""

from typing import Final

from mypy_extensions import mypyc_attr

from skerry.games.vanuatu.engine.actions.action import Action
from skerry.games.vanuatu.engine.actions.board_actions import BOARD_ACTIONS
from skerry.games.vanuatu.engine.components import (
    ACTION_NAMES,
    ACTIONS,
    CHARACTER_NAMES,
    GOVERNOR,
    MOST_SEATS,
    NO_CHARACTER,
    PREACHER,
    SELL,
    TIED_TO,
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
from skerry.kernel.lists import replaced
from skerry.kernel.protocol import Reason


@mypyc_attr(free_list_len=1)  # made every turn, from the last one freed
class NextTurn(Step):
    """The turn passes on, skipping seats without markers, until no marker is left."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self.after: Final = after  # the seat that had its turn, -1 when the phase begins

    def run(self, state: State) -> None:
        next_in_order = state.first if self.after < 0 else self.after + 1
        for away in range(state.n):
            seat = (next_in_order + away) % state.n
            if state.has_markers(seat):
                if state.rules.beggar_round_end:
                    state.note_begging(seat)
                state.agenda.append(NextTurn(seat))
                state.agenda.append(TakeTurn(seat))
                return


@mypyc_attr(free_list_len=1)
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


@mypyc_attr(free_list_len=1)
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
        governed = state.governed[self.seat] | 1 << target
        state.governed = replaced(state.governed, self.seat, governed)
        state.used[self.seat] = 1
        if state.journal is not None:
            data = {"from": ACTION_NAMES[source], "to": ACTION_NAMES[target], "markers": moved}
            state.record_event("governed", self.seat, data)
        if state.rules.flood_counts_governor:
            state.agenda.append(ActionDone())

    def _perform(self, state: State, action: int, bonus: bool) -> None:
        seat = self.seat
        if state.bonus_ready(seat, action):
            state.used[seat] = 1  # also when the bonus is declined
        self._take_back(state, action)
        state.performed[seat] |= 1 << action
        if state.journal is not None:
            data = {"action": ACTION_NAMES[action], "bonus": bonus}
            state.record_event("action_begun", seat, data)
        state.agenda.append(ActionDone())
        BOARD_ACTIONS[action].begin(state, seat, bonus)


def may_govern_to(state: State, seat: int, target: int) -> bool:
    return state.rules.governor_repeats or not state.performed[seat] >> target & 1


# -- why not


def why_not_turn(state: State, seat: int, kind: str, name: str) -> Reason:
    """Return why something of the turn is closed: a space, performing it, or a way to act."""
    if kind == "govern":
        return why_not_bonus(state, seat, GOVERNOR)
    if kind == "preach":
        return _why_not_preach(state, seat)
    if kind in ("space", "perform"):
        return _why_not_perform(state, seat, BOARD_ACTIONS[ACTION_NAMES.index(name)])
    if name == "preach":
        return _why_not_preach(state, seat)
    led = _led(state, seat)
    if name == "retrieve":
        # Every stack that leads could act, and where one leads no other is taken back.
        return Reason("could_act", "6", {"spaces": [ACTION_NAMES[action] for action in led]})
    if name == "bonus":
        return _why_not_any_bonus(state, seat)
    if led:
        return _why_not_perform(state, seat, BOARD_ACTIONS[led[0]])
    return Reason("you_lead_nowhere", "6")


def _led(state: State, seat: int) -> list[int]:
    return [action for action in range(ACTIONS) if state.leader(action) == seat]


def _why_not_perform(state: State, seat: int, action: Action) -> Reason:
    """Explain why an action cannot be performed in this turn."""
    number = action.number
    if state.markers[number * MOST_SEATS + seat] == 0:
        return Reason("no_marker", "6", {"action": ACTION_NAMES[number]})
    if state.leader(number) == seat:
        return action.why_impossible(state, seat, state.money[seat])
    return _why_not_leading(state, seat, number)


def _why_not_leading(state: State, seat: int, action: int) -> Reason:
    markers = state.markers[action * MOST_SEATS : action * MOST_SEATS + state.n]
    own = markers[seat]
    best = max(markers)
    order = [(state.first + i) % state.n for i in range(state.n)]
    first = next(s for s in order if markers[s] == best)
    if best > own:
        return Reason("outnumbered", "6", {"leader": first, "markers": best, "yours": own})
    if first != seat:
        # Also where neutral markers keep the other from leading (ruling V-05).
        return Reason("tie_earlier_in_turn_order", "6", {"leader": first, "markers": own})
    return Reason("neutral_markers", "14", {"neutral": state.neutral[action], "yours": own})


def why_not_how(state: State, seat: int, action: Action, how: str) -> Reason:
    """Explain a stack that cannot be dealt with in this way, though in another."""
    number = action.number
    name = ACTION_NAMES[number]
    if state.markers[number * MOST_SEATS + seat] == 0:  # open only as the Governor's target
        return Reason("no_marker", "6", {"action": name})
    leads = state.leader(number) == seat
    if how == "preach":
        return action.why_impossible(state, seat, state.money[seat])
    if not leads and (how != "retrieve" or not _led(state, seat)):
        return _why_not_leading(state, seat, number)
    if how == "retrieve":
        if leads:
            return Reason("could_act", "6", {"spaces": [name]})
        led = [ACTION_NAMES[other] for other in _led(state, seat)]
        return Reason("lead_elsewhere", "6", {"spaces": led})
    if how == "bonus":
        if not state.bonus_ready(seat, number):
            return _why_not_any_bonus(state, seat)
        if action.possible(state, seat, True):
            return Reason("bonus_not_needed", "11", {"character": _character(state, seat)})
    return action.why_impossible(state, seat, state.money[seat])


def why_not_govern(state: State, seat: int, source: int, target: int) -> Reason:
    if state.character[seat] != GOVERNOR or state.used[seat]:
        return why_not_bonus(state, seat, GOVERNOR)
    if state.markers[source * MOST_SEATS + seat] == 0:
        return Reason("no_marker", "6", {"action": ACTION_NAMES[source]})
    if source == target:
        return Reason("same_space", "11", {"action": ACTION_NAMES[target]})
    assert not may_govern_to(state, seat, target), "any other space is a target"
    return Reason("already_performed", "17", {"action": ACTION_NAMES[target]})


def _why_not_any_bonus(state: State, seat: int) -> Reason:
    """Explain why the seat's character adds nothing to the action, or to any."""
    character = state.character[seat]
    if character == NO_CHARACTER:
        return Reason("no_character", "11")
    name = {"character": CHARACTER_NAMES[character]}
    if state.used[seat]:
        return Reason("already_used", "11", name)
    if TIED_TO[character] >= 0:
        return Reason("bonus_elsewhere", "11", name | {"action": ACTION_NAMES[TIED_TO[character]]})
    return Reason("no_action_bonus", "11", name)


def why_not_bonus(state: State, seat: int, character: int) -> Reason:
    """Return why the seat cannot use this character's power."""
    name = {"character": CHARACTER_NAMES[character]}
    if state.character[seat] != character:
        return Reason("not_your_character", "11", name)
    return Reason("already_used", "11", name)


def _why_not_preach(state: State, seat: int) -> Reason:
    if state.character[seat] != PREACHER or state.used[seat]:
        return why_not_bonus(state, seat, PREACHER)
    led = _led(state, seat)
    if led:
        return Reason("you_lead_somewhere", "11", {"spaces": [ACTION_NAMES[a] for a in led]})
    return Reason("nothing_possible", "11")


def _character(state: State, seat: int) -> str:
    return CHARACTER_NAMES[state.character[seat]]
