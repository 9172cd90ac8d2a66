"""Deal again whatever one viewer cannot see (section 15), for bots that look ahead.

What comes out depends only on what the viewer sees and on the generator: unknown things are put
in order before they are shuffled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skerry.games.vanuatu.engine.components import REST, REST_TOKENS
from skerry.games.vanuatu.engine.pools import draw_pool
from skerry.kernel.lists import replaced
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
    unseen = sorted(state.demand_pile)
    rng.shuffle(unseen)
    state.demand_pile = unseen
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
    pools = state.pool_pile[: state.rounds_offered()]
    while len(pools) < len(state.pool_pile):
        pools.append(draw_pool(state.rules, pools[-1], rng))
    state.pool_pile = pools


def _rest_tokens(state: State, viewer: int, rng: Rng) -> None:
    # A seat that chooses a token sees what is left, so it knows what those before it hold in
    # all, and again at a second choice. Later choosers hold some of what it saw left last.
    order = state.rest_order
    begin = 0
    for i in range(len(order)):
        if order[i] == viewer:
            _deal_tokens(state, begin, i, state.rest_left(begin) & ~state.rest_left(i), rng)
            begin = i + 1
    end = len(order)
    unseen = state.rest_left(begin)
    if _looks_at_tokens(state, viewer):
        unseen &= ~state.rest_left(end)
    _deal_tokens(state, begin, end, unseen, rng)


def _looks_at_tokens(state: State, viewer: int) -> bool:
    return state.turn() == viewer and state.action_in_hand() == REST


def _deal_tokens(state: State, begin: int, end: int, tokens: int, rng: Rng) -> None:
    """Deal the choices from *begin* to *end* again from these tokens."""
    deck = [token for token in range(REST_TOKENS) if tokens >> token & 1]
    rng.shuffle(deck)
    for i in range(begin, end):
        state.rest_tokens = replaced(state.rest_tokens, i, deck[i - begin])
