"""Randomness that nobody can predict: every number of a deal comes from the operating system.

A table's piles are settled once, at the deal, and kept with the table; nothing is left of how they
came about. The games' own generator is for trials, where a seed must give the same game again.
"""

import random
import secrets


class SecretChance:
    """Draws like `Rng`, with no seed and no state."""

    def below(self, n: int) -> int:
        """Return a number from 0 to n-1."""
        return secrets.randbelow(n)

    def shuffle(self, items: list[int]) -> None:
        """Put *items* into a random order, in place."""
        random.SystemRandom().shuffle(items)
