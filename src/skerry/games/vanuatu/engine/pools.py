"""Two players: the characters on offer each round (section 14.1)."""

from skerry.games.vanuatu.engine.components import CHARACTERS, Options
from skerry.kernel.rng import Rng


def draw_pool(rules: Options, previous: int, rng: Rng) -> int:
    """Draw a round's characters as bits; *previous* are the bits of the round before, or 0."""
    choice = rules.all_characters
    if rules.pool_no_repeat:
        choice &= ~previous
    deck = [c for c in range(CHARACTERS) if choice >> c & 1]
    rng.shuffle(deck)
    pool = 0
    for i in range(rules.pool_size):
        pool |= 1 << deck[i]
    return pool
