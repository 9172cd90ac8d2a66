"""Events, and the abilities that wait for them.

A card reacts only to events that began after it was placed (cards 6.7), so an event carries how
many abilities its player knew when it began.
"""

from typing import ClassVar

from skerry.games.nusfjord.engine.moves import DECLINE
from skerry.games.nusfjord.engine.player import Player
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.steps import use_ability
from skerry.games.nusfjord.engine.tasks import Question, Step
from skerry.games.nusfjord.engine.words import ON_ELDER_USED, ON_OTHER_ELDER_USED
from skerry.kernel.agenda import Task
from skerry.kernel.lists import replaced


def waiting_for(state: State, seat: int, event: int, what: int, known: int) -> int:
    """Return which abilities of *seat* wait for this event, as bits of their places."""
    player = state.players[seat]
    if not player.listens & event:
        return 0
    abilities = state.cards.abilities
    waiting = 0
    for at in range(known):
        ability = abilities[player.abilities[at]]
        if ability.listens == event and ability.matches(state, what):
            waiting |= 1 << at
    return waiting


def fire(state: State, seat: int, event: int, what: int, known: int) -> None:
    """Put the abilities of *seat* that wait for this event on the agenda."""
    waiting = waiting_for(state, seat, event, what, known)
    if waiting:
        state.add(Pending(seat, waiting))


class Fire(Step):
    """An event that happens once what is above on the agenda is over."""

    meaning: ClassVar[str] = "seat event what known"

    def __init__(self, owner: int, event: int, what: int, known: int) -> None:
        super().__init__()
        self.owner = owner
        self.event = event
        self.what = what
        self.known = known

    def run(self, state: State) -> None:
        fire(state, self.owner, self.event, self.what, self.known)


class ElderDone(Step):
    """An elder's action is complete: the user's cards first, then the others', clockwise."""

    meaning: ClassVar[str] = "seat known"

    def __init__(self, owner: int, known: int) -> None:
        super().__init__()
        self.owner = owner
        self.known = known

    def run(self, state: State) -> None:
        tasks: list[Task] = []
        waiting = waiting_for(state, self.owner, ON_ELDER_USED, 0, self.known)
        if waiting:
            tasks.append(Pending(self.owner, waiting))
        for away in range(1, state.n):
            seat = (self.owner + away) % state.n
            known = len(state.players[seat].abilities)
            waiting = waiting_for(state, seat, ON_OTHER_ELDER_USED, 0, known)
            if waiting:
                tasks.append(Pending(seat, waiting))
        state.push(tasks)


class Pending(Step):
    """Abilities of one player set off together; asks while one of them is possible."""

    meaning: ClassVar[str] = "seat waiting"

    def __init__(self, owner: int, waiting: int) -> None:
        super().__init__()
        self.owner = owner
        self.waiting = waiting

    def run(self, state: State) -> None:
        abilities = state.cards.abilities
        player = state.players[self.owner]
        for at in range(len(player.abilities)):
            if self.waiting >> at & 1 and abilities[player.abilities[at]].possible(
                state, self.owner, player.uses[at]
            ):
                state.add(React(self.owner, self.waiting))
                return


class React(Question):
    """Which of the abilities set off is used next, if any?"""

    kind: ClassVar[str] = "react"
    meaning: ClassVar[str] = "waiting"

    def __init__(self, seat: int, waiting: int) -> None:
        super().__init__(seat)
        self.waiting = waiting

    def options(self, state: State) -> list[int]:
        abilities = state.cards.abilities
        player = state.players[self.seat]
        moves: list[int] = []
        for at in range(len(player.abilities)):
            if self.waiting >> at & 1:
                ability = abilities[player.abilities[at]]
                if ability.possible(state, self.seat, player.uses[at]):
                    moves.append(ability.move)
        moves.append(DECLINE)
        return moves

    def answer(self, state: State, move: int) -> None:
        if move == DECLINE:
            return
        at = place_of(state, state.players[self.seat], move)
        waiting = self.waiting & ~(1 << at)
        if waiting:
            state.add(Pending(self.seat, waiting))
        use(state, self.seat, at)


def place_of(state: State, player: Player, move: int) -> int:
    """Return the place of the ability a move uses among those of *player*."""
    abilities = state.cards.abilities
    for at in range(len(player.abilities)):
        if abilities[player.abilities[at]].move == move:
            return at
    raise AssertionError("only own abilities are offered")


def use(state: State, seat: int, at: int) -> None:
    """Use the ability at this place; its steps go on the agenda."""
    player = state.players[seat]
    ability = state.cards.abilities[player.abilities[at]]
    if ability.counted():
        player.uses = replaced(player.uses, at, player.uses[at] + 1)
    use_ability(state, seat, ability)


class OfferBuilt(Step):
    """An Immediately effect, right after the building has been placed."""

    meaning: ClassVar[str] = "seat ability"

    def __init__(self, owner: int, number: int) -> None:
        super().__init__()
        self.owner = owner
        self.number = number

    def run(self, state: State) -> None:
        if state.cards.abilities[self.number].possible(state, self.owner, 0):
            state.add(UseBuilt(self.owner, self.number))


class UseBuilt(Question):
    """Is the Immediately effect used?"""

    kind: ClassVar[str] = "use_built"
    meaning: ClassVar[str] = "ability"

    def __init__(self, seat: int, number: int) -> None:
        super().__init__(seat)
        self.number = number

    def options(self, state: State) -> list[int]:
        return [state.cards.abilities[self.number].move, DECLINE]

    def answer(self, state: State, move: int) -> None:
        if move != DECLINE:
            use_ability(state, self.seat, state.cards.abilities[self.number])
