"""Deal again whatever one viewer cannot see (section 15), for bots that look ahead.

What comes out depends only on what the viewer sees and on the generator: unknown things are put
in order before they are shuffled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skerry.games.vanuatu.engine.components import ALL_TOKENS, NO_TOKEN, REST, REST_TOKENS
from skerry.games.vanuatu.engine.pools import draw_pool
from skerry.kernel.rng import Rng

if TYPE_CHECKING:
    from skerry.games.vanuatu.engine.state import State


def imagine(state: State, viewer: int, rng: Rng) -> State:
    """Copy the game with new stacks, dice and rest tokens of others."""
    twin = state.copy()
    # The set-up spells out the piles; only its options are for everybody to see.
    twin.origin = {"options": state.origin["options"]} if "options" in state.origin else {}
    _tiles(twin, rng)
    _tourists(twin, rng)
    _demand(twin, rng)
    if twin.dice_pile:
        _dice(twin, rng)
    if twin.pool_pile:
        _pools(twin, rng)
    if twin.rest_order:
        _rest_tokens(twin, viewer, rng)
    return twin


def _tiles(state: State, rng: Rng) -> None:
    # The letters are known; which tile of a letter comes first is not, until one is seen.
    pile = state.tile_pile.copy()
    half = len(pile) // 2
    for i in range(state.tiles_drawn, half):
        first = min(pile[i], pile[i + half])
        swap = rng.below(2)
        pile[i] = first + swap
        pile[i + half] = first + 1 - swap
    state.tile_pile = pile


def _tourists(state: State, rng: Rng) -> None:
    unseen = sorted(state.tourist_pile[state.round :])
    rng.shuffle(unseen)
    state.tourist_pile = state.tourist_pile[: state.round] + unseen


def _demand(state: State, rng: Rng) -> None:
    unseen = sorted(state.demand_pile[state.demand_drawn :])
    rng.shuffle(unseen)
    state.demand_pile = state.demand_pile[: state.demand_drawn] + unseen
    orders: list[list[int]] = []
    for _ in range(len(state.reshuffles)):
        order = list(range(len(state.demand_tiles) // 3))
        rng.shuffle(order)
        orders.append(order)
    state.reshuffles = orders


def _dice(state: State, rng: Rng) -> None:
    dice = state.dice_pile[: state.round // 2]
    while len(dice) < len(state.dice_pile):
        dice.append(1 + rng.below(6))
    state.dice_pile = dice


def _pools(state: State, rng: Rng) -> None:
    pools = state.pool_pile[: state.round]
    while len(pools) < len(state.pool_pile):
        pools.append(draw_pool(state.rules, pools[-1], rng))
    state.pool_pile = pools


def _rest_tokens(state: State, viewer: int, rng: Rng) -> None:
    # A seat that chooses a token sees what is left: those before it hold what is missing, those
    # after it hold some of what it left. A seat that has not chosen knows nothing.
    order = state.rest_order
    known = 0  # how many choices the viewer has seen the outcome of
    if _looks_at_tokens(state, viewer):
        known = len(order)
    else:
        for i in range(len(order)):
            if order[i] == viewer:
                known = i + 1
    left = state.rest_left(known)
    taken = ALL_TOKENS & ~left
    if state.rest[viewer] != NO_TOKEN:
        taken &= ~(1 << state.rest[viewer])
    _deal_tokens(state, [seat for seat in order[:known] if seat != viewer], taken, rng)
    _deal_tokens(state, order[known:], left, rng)


def _looks_at_tokens(state: State, viewer: int) -> bool:
    return state.turn() == viewer and state.action_in_hand() == REST


def _deal_tokens(state: State, seats: list[int], tokens: int, rng: Rng) -> None:
    deck = [token for token in range(REST_TOKENS) if tokens >> token & 1]
    rng.shuffle(deck)
    for i in range(len(seats)):
        state.rest[seats[i]] = deck[i]
