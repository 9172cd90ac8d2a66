"""Two players: the characters on offer each round (section 14.1)."""

from skerry.games.vanuatu.engine.components import CHARACTERS, Options
from skerry.kernel.rng import Rng


def draw_pool(rules: Options, previous: int, rng: Rng) -> int:
    """Draw a round's characters as bits; *previous* are the bits of the round before, or 0."""
    deck = pool_deck(rules, previous)
    rng.shuffle(deck)
    return first_of(rules, deck)


def pool_deck(rules: Options, previous: int) -> list[int]:
    """List the characters a round's are drawn from."""
    choice = rules.all_characters
    if rules.pool_no_repeat:
        choice &= ~previous
    return [c for c in range(CHARACTERS) if choice >> c & 1]


def first_of(rules: Options, deck: list[int]) -> int:
    """Return the first characters of a shuffled deck as bits."""
    pool = 0
    for i in range(rules.pool_size):
        pool |= 1 << deck[i]
    return pool
