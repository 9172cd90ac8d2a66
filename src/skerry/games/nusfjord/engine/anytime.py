"""Any-time windows: when trades and other any-time abilities may be used (cards 6.5).

Within one window no trade may lead back to goods held in it before, so trading ends.
"""

from typing import ClassVar, Final

from skerry.games.nusfjord.engine.cards import Ability, Trade
from skerry.games.nusfjord.engine.moves import DONE
from skerry.games.nusfjord.engine.player import Player
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.tasks import Question, Step
from skerry.games.nusfjord.engine.triggers import place_of, use
from skerry.games.nusfjord.engine.words import ANYTIME

_DIGIT: Final = 12  # bits for each good in a number that holds all three
_MOST: Final = (1 << _DIGIT) - 1


def _as_number(wood: int, fish: int, gold: int) -> int:
    return (wood << _DIGIT | fish) << _DIGIT | gold


def goods_in(held: int) -> list[int]:
    """Return the wood, fish and gold that a number of `State.window` holds."""
    return [held >> 2 * _DIGIT, held >> _DIGIT & _MOST, held & _MOST]


def goods_held(player: Player) -> int:
    """Return the goods of a supply as one number."""
    return _as_number(player.wood, player.fish, player.gold)


def open_window(state: State, seat: int) -> None:
    """Begin an any-time window."""
    player = state.players[seat]
    if player.listens & ANYTIME:
        state.window = [goods_held(player)]


def anytime_moves(state: State, seat: int, moves: list[int]) -> None:
    """Add what *seat* may use now to *moves*."""
    player = state.players[seat]
    if not player.listens & ANYTIME:
        return
    abilities = state.cards.abilities
    for at in range(len(player.abilities)):
        ability = abilities[player.abilities[at]]
        if (
            ability.listens == ANYTIME
            and not goes_in_circles(state, player, ability)
            and ability.possible(state, seat, player.uses[at])
        ):
            moves.append(ability.move)


def goes_in_circles(state: State, player: Player, ability: Ability) -> bool:
    """Return whether a trade leads back to goods already held in this window."""
    if not isinstance(ability, Trade):
        return False
    wood = min(player.rules.wood_limit, player.wood + ability.wood)
    fish = player.fish + ability.fish
    gold = player.gold + ability.gold
    if wood < 0 or fish < 0 or gold < 0:
        return True
    return _as_number(wood, fish, gold) in state.window


def use_anytime(state: State, seat: int, move: int) -> None:
    """Use an any-time or once ability; the caller has put the rest of the window on the agenda."""
    player = state.players[seat]
    at = place_of(state, player, move)
    counted = state.cards.abilities[player.abilities[at]].counted()
    state.add(Traded(seat, 0 if counted else 1))
    use(state, seat, at)


def trade_of(state: State, move: int) -> Trade | None:
    """Return the trade without limit that a move of the seat to choose uses, if it is one."""
    abilities = state.cards.abilities
    for number in state.players[state.turn()].abilities:
        ability = abilities[number]
        if ability.move == move:
            return ability if isinstance(ability, Trade) else None
    return None


class Traded(Step):
    """Remember the goods held; something that is not unlimited begins a new window."""

    meaning: ClassVar[str] = "seat flag"

    def __init__(self, owner: int, same_window: int) -> None:
        super().__init__()
        self.owner = owner
        self.same_window = same_window

    def run(self, state: State) -> None:
        held = goods_held(state.players[self.owner])
        state.window = [*state.window, held] if self.same_window else [held]


class Window(Step):
    """An any-time window, where there is something to use."""

    meaning: ClassVar[str] = "seat flag"

    def __init__(self, owner: int, fresh: int) -> None:
        super().__init__()
        self.owner = owner
        self.fresh = fresh

    def run(self, state: State) -> None:
        state.acting = self.owner  # also before final scoring, when it is nobody's turn
        if not state.players[self.owner].listens & ANYTIME:
            return
        if self.fresh:
            open_window(state, self.owner)
        moves: list[int] = []
        anytime_moves(state, self.owner, moves)
        if moves:
            state.add(UseAnytime(self.owner))
        else:
            state.window = []


class UseAnytime(Question):
    """Is an any-time ability used?"""

    kind: ClassVar[str] = "use_anytime"

    def options(self, state: State) -> list[int]:
        moves = [DONE]
        anytime_moves(state, self.seat, moves)
        return moves

    def answer(self, state: State, move: int) -> None:
        if move == DONE:
            state.window = []
            return
        state.add(Window(self.seat, 0))
        use_anytime(state, self.seat, move)
