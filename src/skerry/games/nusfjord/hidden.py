"""What nobody, or only one seat, could see in a position: C hands, piles, face-down elders."""

from skerry.games.nusfjord.engine.rounds import (
    A_BUILDINGS_COME,
    B_BUILDINGS_COME,
    HANDS_ARE_DRAWN,
)
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.words import PLACES_A_STACK
from skerry.kernel.protocol import Hidden


def hidden(state: State) -> list[Hidden]:
    """List the cards in the hands, the buildings to come and the elders that lie face down."""
    if not state.agenda:
        return []  # nothing is to come
    names = [card.name for card in state.cards.cards]
    found = [
        Hidden("hand", [names[slot] for slot in player.hand], seat)
        for seat, player in enumerate(state.players)
    ]
    if state.round < A_BUILDINGS_COME:
        # As many as there are gaps then: these at most.
        found.append(Hidden("a", [names[slot] for slot in state.pile_a[: state.board.a_round3]]))
    if state.round < B_BUILDINGS_COME:
        found.append(Hidden("b", [names[slot] for slot in state.pile_b[: state.board.b_round5]]))
    if state.round < HANDS_ARE_DRAWN:
        drawn = state.pile_c[: state.board.c_hand * state.n]
        found.append(Hidden("c", [names[slot] for slot in drawn]))
    elders = [
        str(down)
        for at in range(0, len(state.stacks), PLACES_A_STACK)
        if (down := state.stacks[at]) and any(state.stacks[at + 1 : at + PLACES_A_STACK])
    ]
    found.append(Hidden("elders", elders))
    return [one for one in found if one.things]
