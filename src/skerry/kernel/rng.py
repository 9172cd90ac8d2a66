"""Repeatable chance: the same seed gives the same game on every machine and Python.

Two multiplicative generators are combined (L'Ecuyer, 1988; period about 2.3e18). All products
stay below 2**47, so the compiled engine never leaves small integers, and interpreted and
compiled play draw the same numbers.
"""

from typing import Final

_MOD_A: Final = 2147483563
_MOD_B: Final = 2147483399
_SPAN: Final = 2147483562


class Rng:
    """A small random generator with a state that can be copied."""

    def __init__(self, seed: int) -> None:
        # Spread neighbouring seeds apart before the first draw.
        mixed = (seed ^ (seed >> 31)) % _SPAN
        self.a = 1 + mixed * 48271 % (_MOD_A - 1)
        self.b = 1 + (seed % (_MOD_B - 1)) * 69621 % (_MOD_B - 1)
        for _ in range(4):
            self.below(2)

    def below(self, n: int) -> int:
        """Give a number from 0 to n-1."""
        self.a = a = self.a * 40014 % _MOD_A
        self.b = b = self.b * 40692 % _MOD_B
        return (a - b) % _SPAN * n // _SPAN

    def shuffle(self, items: list[int]) -> None:
        """Put *items* into a random order, in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            kept = items[i]
            items[i] = items[j]
            items[j] = kept

    def copy(self) -> "Rng":
        """Give a generator that will draw the same numbers from here on."""
        twin = Rng(0)
        twin.a = self.a
        twin.b = self.b
        return twin
