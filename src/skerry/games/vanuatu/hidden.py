"""What nobody, or only one seat, could see in a position: rest tokens and the piles to come."""

from skerry.games.vanuatu.engine.components import (
    CHARACTER_NAMES,
    GOOD_NAMES,
    REST_NAMES,
    TILE_NAMES,
)
from skerry.games.vanuatu.engine.state import State
from skerry.kernel.protocol import Hidden

TILES_A_ROUND = 2
SHIPS_SHOWN = 3  # of the pile; which come this game depends on what is exported


def hidden(state: State) -> list[Hidden]:
    """List the rest tokens that seats hold, and what comes next from each pile."""
    if not state.agenda:
        return []  # nothing is to come
    found = [
        Hidden("rest", [REST_NAMES[token] for token in tokens], seat)
        for seat in range(state.n)
        if (tokens := state.rest_of(seat))
    ]
    drawn = state.tiles_drawn
    tiles = state.tile_pile[drawn : drawn + TILES_A_ROUND]
    ships = state.demand_pile[:SHIPS_SHOWN]
    tourists = state.tourist_pile[state.round : state.round + 1]
    found += [
        Hidden("tiles", [TILE_NAMES[tile] for tile in tiles]),
        Hidden("ships", [_wants(state, ship) for ship in ships]),
        Hidden("tourists", [str(count) for count in tourists]),
    ]
    if state.dice_pile:
        found.append(Hidden("die", [str(die) for die in state.dice_pile[state.round // 2 :][:1]]))
    if state.pool_pile:
        pools = state.pool_pile[state.rounds_offered() :][:1]
        names = [
            name for pool in pools for at, name in enumerate(CHARACTER_NAMES) if pool >> at & 1
        ]
        found.append(Hidden("characters", names))
    return [one for one in found if one.things]


def _wants(state: State, ship: int) -> str:
    """Name the goods that a ship wants, in their order."""
    return " ".join(GOOD_NAMES[good] for good in state.demand_tiles[ship * 3 : ship * 3 + 3])
