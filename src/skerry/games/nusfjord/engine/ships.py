"""Ships on the Fishing tracks and in the supply."""

from skerry.games.nusfjord.engine.player import Player
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.words import CUTTER, SLOOP
from skerry.kernel.lists import replaced


def haul(state: State, player: Player) -> int:
    """Return the fish caught per round (rules 2.2), with bonuses of buildings."""
    return state.board.haul[player.units] + player.rules.haul_bonus


def add_ships(state: State, player: Player, kind: int, amount: int) -> None:
    """Move ships of one type from the supply to a track, or back."""
    state.ships = replaced(state.ships, kind, state.ships[kind] - amount)
    player.units += state.board.ship_units[kind] * amount
    if kind == SLOOP:
        player.sloops += amount
    elif kind == CUTTER:
        player.cutters += amount
    else:
        player.schooners += amount
