"""Whether a move showed somebody something hidden, so that it cannot be taken back.

It is found out by dealing the hidden things again and comparing what is seen.
"""

from typing import Any

from skerry.kernel.agenda import State
from skerry.kernel.protocol import Game, legal
from skerry.kernel.rng import Rng
from skerry.service.table import seats
from skerry.service.table.standing import Move
from skerry.service.table.state import TableState, position_after

QUICK_DEALS = 1  # when a decision is shown
SURE_DEALS = 20  # when a move is to be taken back
REVEALED = -1


def revealed_since(current: TableState, keep: int, deals: int) -> bool:
    """Return whether one of the moves after the first *keep* showed something hidden."""
    moves = current.history[keep:]
    unsure = [move for move in moves if 0 <= current.revealed.get(move.number, 0) < deals]
    if unsure and keep == len(current.history) - 1:
        assert current.state is not None and current.before is not None
        _check(current, moves[0], current.before, current.state, deals)
    elif unsure:
        state, _ = position_after(current, keep)
        for move in moves:
            before = state.copy()
            state.play(current.game.read(state, move.text))
            _check(current, move, before, state, deals)
    return any(current.revealed[move.number] == REVEALED for move in moves)


def _check(current: TableState, move: Move, before: State, after: State, deals: int) -> None:
    if not 0 <= current.revealed.get(move.number, 0) < deals:
        return
    game = current.game
    played = game.read(before, move.text)
    if deals == SURE_DEALS:
        others = [human for human in seats.humans(current.table) if human != move.seat]
        shown = reveals(game, before, played, after, [move.seat, *others], deals)
    else:
        shown = seems_to_reveal(game, before, played, after, move.seat)
    current.revealed[move.number] = REVEALED if shown else deals


def reveals(
    game: Game, before: State, move: int, after: State, viewers: list[int], deals: int
) -> bool:
    """Return whether a move showed one of the viewers something hidden.

    It did if in a game dealt again, as far as the viewer cannot see, the same move was impossible
    or looks different afterwards. A hidden coin escapes *deals* deals once in 2**deals moves.
    """
    for viewer in viewers:
        seen = _position_seen(game, after, viewer)
        for seed in range(deals):
            twin = before.imagine(viewer, Rng(7919 * seed + 5))
            if move not in legal(twin):
                return True
            twin.play(move)
            if _position_seen(game, twin, viewer) != seen:
                return True
    return False


def seems_to_reveal(game: Game, before: State, move: int, after: State, viewer: int) -> bool:
    """Return the same for one viewer, by the events of the move and one deal; much cheaper."""
    seen = []
    for seed in range(4):
        twin = before.imagine(viewer, Rng(7919 * seed + 5))
        if move not in legal(twin):
            return True
        twin.journal = []
        twin.play(move)
        seen.append([event.seen_by(viewer) for event in twin.journal])
    return any(one != seen[0] for one in seen) or reveals(game, before, move, after, [viewer], 1)


def _position_seen(game: Game, state: State, viewer: int) -> Any:
    view = game.view(state, viewer)
    view.options = {}  # an imagined game does not know its set-up
    return view
