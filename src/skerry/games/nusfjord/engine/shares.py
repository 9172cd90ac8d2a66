"""Taking Shares from the newly-issued space, bought or free."""

from skerry.games.nusfjord.engine.causes import source_name
from skerry.games.nusfjord.engine.moves import SHARE
from skerry.games.nusfjord.engine.phrases import amount_of, by
from skerry.games.nusfjord.engine.state import State
from skerry.kernel.events import Json
from skerry.kernel.lists import replaced


def take_shares(state: State, seat: int, color: int, amount: int, source: int) -> None:
    """Move Shares of one color from the newly-issued space to a supply."""
    state.market = replaced(state.market, color, state.market[color] - amount)
    player = state.players[seat]
    player.shares = replaced(player.shares, color, player.shares[color] + amount)
    if state.journal is not None:
        cause = source_name(state, source)
        data = {"color": color, "amount": amount, "cause": cause}
        state.record_event("shares_taken", seat, data)


def share_moves(state: State) -> list[int]:
    """Return a move for each color on the newly-issued space."""
    return [SHARE + color for color in range(state.n) if state.market[color]]


def _taken(e: Json) -> str:
    return f"takes {amount_of(e['amount'], 'Share')} of seat {e['color']}{by(e)}"


SENTENCES = {"shares_taken": _taken}
