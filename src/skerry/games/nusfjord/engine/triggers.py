"""Events and the abilities that wait for them; any-time windows.

A card reacts only to events that began after it was placed (cards 6.7), so an event carries how
many abilities its player knew when it began.
"""

from typing import cast

from skerry.games.nusfjord.engine import effects, legal
from skerry.games.nusfjord.engine.cards import (
    ANYTIME,
    ON_ACTION,
    ON_BUILDING_BUILT,
    ON_ELDER_USED,
    ON_OTHER_ELDER_USED,
    ON_SHIP_BUILT,
    WHEN_EVENT,
    WHEN_ONCE,
    Ability,
)
from skerry.games.nusfjord.engine.moves import ABILITIES_A_CARD, DECLINE, DONE, USE
from skerry.games.nusfjord.engine.state import Player, State, replaced
from skerry.kernel.agenda import Question, Step


def fire(state: State, seat: int, event: int, what: int, known: int) -> None:
    """Put the abilities of *seat* that wait for this event on the agenda."""
    player = state.players[seat]
    if not player.heard & event:
        return
    abilities = state.table.cards.abilities
    waiting = 0
    for at in range(known):
        ability = abilities[player.abilities[at]]
        if ability.when == WHEN_EVENT and ability.event == event and _fits(state, ability, what):
            waiting |= 1 << at
    if waiting:
        state.add(Pending(seat, waiting))


def _fits(state: State, ability: Ability, what: int) -> bool:
    if ability.event == ON_ACTION:
        return ability.spaces >> what & 1 == 1
    if ability.event == ON_SHIP_BUILT:
        return ability.types >> what & 1 == 1
    if ability.event == ON_BUILDING_BUILT:
        return ability.letters >> state.table.cards.cards[what].letter & 1 == 1
    return True


class Fire(Step):
    """An event that happens once what is above on the agenda is over."""

    def __init__(self, owner: int, event: int, what: int, known: int) -> None:
        super().__init__()
        self.owner = owner
        self.event = event
        self.what = what
        self.known = known

    def args(self) -> list[int]:
        return [self.owner, self.event, self.what, self.known]

    def run(self, state: object) -> None:
        fire(cast(State, state), self.owner, self.event, self.what, self.known)


class ElderDone(Step):
    """An elder's action is complete: the user's cards first, then the others', clockwise."""

    def __init__(self, owner: int, known: int) -> None:
        super().__init__()
        self.owner = owner
        self.known = known

    def args(self) -> list[int]:
        return [self.owner, self.known]

    def run(self, state: object) -> None:
        game = cast(State, state)
        for away in range(game.n - 1, 0, -1):
            seat = (self.owner + away) % game.n
            fire(game, seat, ON_OTHER_ELDER_USED, 0, len(game.players[seat].abilities))
        fire(game, self.owner, ON_ELDER_USED, 0, self.known)


class Pending(Step):
    """Abilities of one player set off together; asks while one of them is possible."""

    def __init__(self, owner: int, waiting: int) -> None:
        super().__init__()
        self.owner = owner
        self.waiting = waiting

    def args(self) -> list[int]:
        return [self.owner, self.waiting]

    def run(self, state: object) -> None:
        game = cast(State, state)
        abilities = game.table.cards.abilities
        player = game.players[self.owner]
        for at in range(len(player.abilities)):
            if self.waiting >> at & 1 and legal.ability_possible(
                game, self.owner, abilities[player.abilities[at]], player.uses[at]
            ):
                game.add(React(self.owner, self.waiting))
                return


class React(Question):
    """Which of the abilities set off is used next, if any?"""

    def __init__(self, seat: int, waiting: int) -> None:
        super().__init__(seat)
        self.waiting = waiting

    def args(self) -> list[int]:
        return [self.seat, self.waiting]

    def options(self, state: object) -> list[int]:
        game = cast(State, state)
        abilities = game.table.cards.abilities
        player = game.players[self.seat]
        moves: list[int] = []
        for at in range(len(player.abilities)):
            if self.waiting >> at & 1:
                ability = abilities[player.abilities[at]]
                if legal.ability_possible(game, self.seat, ability, player.uses[at]):
                    moves.append(USE + ability.slot * ABILITIES_A_CARD + ability.index)
        moves.append(DECLINE)
        return moves

    def answer(self, state: object, move: int) -> None:
        if move == DECLINE:
            return
        game = cast(State, state)
        at = place_of(game, game.players[self.seat], move)
        waiting = self.waiting & ~(1 << at)
        if waiting:
            game.add(Pending(self.seat, waiting))
        use(game, self.seat, at)


def place_of(state: State, player: Player, move: int) -> int:
    """Give the place of the ability a USE move names among those of *player*."""
    abilities = state.table.cards.abilities
    for at in range(len(player.abilities)):
        ability = abilities[player.abilities[at]]
        if USE + ability.slot * ABILITIES_A_CARD + ability.index == move:
            return at
    raise AssertionError("only own abilities are offered")


def use(state: State, seat: int, at: int) -> None:
    """Use the ability at this place; its steps go on the agenda."""
    player = state.players[seat]
    ability = state.table.cards.abilities[player.abilities[at]]
    if ability.limit or ability.when == WHEN_ONCE:
        player.uses = replaced(player.uses, at, player.uses[at] + 1)
    effects.begin(state, seat, ability)


class OfferBuilt(Step):
    """An Immediately effect, right after the building has been placed."""

    def __init__(self, owner: int, number: int) -> None:
        super().__init__()
        self.owner = owner
        self.number = number

    def args(self) -> list[int]:
        return [self.owner, self.number]

    def run(self, state: object) -> None:
        game = cast(State, state)
        ability = game.table.cards.abilities[self.number]
        if legal.ability_possible(game, self.owner, ability, 0):
            game.add(UseBuilt(self.owner, self.number))


class UseBuilt(Question):
    """Is the Immediately effect used?"""

    def __init__(self, seat: int, number: int) -> None:
        super().__init__(seat)
        self.number = number

    def args(self) -> list[int]:
        return [self.seat, self.number]

    def options(self, state: object) -> list[int]:
        ability = cast(State, state).table.cards.abilities[self.number]
        return [USE + ability.slot * ABILITIES_A_CARD + ability.index, DECLINE]

    def answer(self, state: object, move: int) -> None:
        if move != DECLINE:
            game = cast(State, state)
            effects.begin(game, self.seat, game.table.cards.abilities[self.number])


# Any time (cards 6.5)


def goods_held(player: Player) -> int:
    """Give the goods of a supply as one number."""
    return (player.wood * 4096 + player.fish) * 4096 + player.gold


def goods_in(held: int) -> list[int]:
    """Give the wood, fish and gold that `goods_held` made one number of."""
    return [held >> 24, held >> 12 & 4095, held & 4095]


def open_window(state: State, seat: int) -> None:
    """Begin an any-time window: no trade may lead back to goods held in it."""
    player = state.players[seat]
    if player.heard & ANYTIME:
        state.window = [goods_held(player)]


def anytime_moves(state: State, seat: int, moves: list[int]) -> None:
    """Add what *seat* may use now to *moves*."""
    player = state.players[seat]
    if not player.heard & ANYTIME:
        return
    abilities = state.table.cards.abilities
    for at in range(len(player.abilities)):
        ability = abilities[player.abilities[at]]
        if ability.when == WHEN_EVENT:
            continue
        if ability.limit == 0 and ability.when != WHEN_ONCE and _in_circles(state, player, ability):
            continue
        if legal.ability_possible(state, seat, ability, player.uses[at]):
            moves.append(USE + ability.slot * ABILITIES_A_CARD + ability.index)


def _in_circles(state: State, player: Player, ability: Ability) -> bool:
    wood = min(player.wood_limit, player.wood + ability.net_wood)
    fish = player.fish + ability.net_fish
    gold = player.gold + ability.net_gold
    if wood < 0 or fish < 0 or gold < 0:
        return True
    return (wood * 4096 + fish) * 4096 + gold in state.window


def use_anytime(state: State, seat: int, move: int) -> None:
    """Use an any-time or once ability; the caller has put the rest of the window on the agenda."""
    player = state.players[seat]
    at = place_of(state, player, move)
    ability = state.table.cards.abilities[player.abilities[at]]
    state.add(Traded(seat, 0 if ability.limit or ability.when == WHEN_ONCE else 1))
    use(state, seat, at)


class Traded(Step):
    """Remember the goods held; something that is not unlimited begins a new window."""

    def __init__(self, owner: int, same_window: int) -> None:
        super().__init__()
        self.owner = owner
        self.same_window = same_window

    def args(self) -> list[int]:
        return [self.owner, self.same_window]

    def run(self, state: object) -> None:
        game = cast(State, state)
        held = goods_held(game.players[self.owner])
        game.window = [*game.window, held] if self.same_window else [held]


class Window(Step):
    """An any-time window after an action or before scoring; asks only if there is something."""

    def __init__(self, owner: int, fresh: int) -> None:
        super().__init__()
        self.owner = owner
        self.fresh = fresh

    def args(self) -> list[int]:
        return [self.owner, self.fresh]

    def run(self, state: object) -> None:
        game = cast(State, state)
        if not game.players[self.owner].heard & ANYTIME:
            return
        if self.fresh:
            open_window(game, self.owner)
        moves: list[int] = []
        anytime_moves(game, self.owner, moves)
        if moves:
            game.add(UseAnytime(self.owner))
        else:
            game.window = []


class UseAnytime(Question):
    """Is an any-time ability used?"""

    def options(self, state: object) -> list[int]:
        moves = [DONE]
        anytime_moves(cast(State, state), self.seat, moves)
        return moves

    def answer(self, state: object, move: int) -> None:
        game = cast(State, state)
        if move == DONE:
            game.window = []
            return
        game.add(Window(self.seat, 0))
        use_anytime(game, self.seat, move)
