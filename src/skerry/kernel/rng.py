"""Repeatable chance: the same seed gives the same game on every machine and Python.

Two multiplicative generators are combined (L'Ecuyer, 1988; period about 2.3e18). All products
stay below 2**47, so the compiled engine never leaves small integers, and interpreted and
compiled play draw the same numbers.
"""

from typing import Final

from mypy_extensions import i64  # a plain int where not compiled

_MOD_A: Final[i64] = 2147483563
_MOD_B: Final[i64] = 2147483399
_SPAN: Final[i64] = 2147483562
_TIMES_A: Final[i64] = 40014
_TIMES_B: Final[i64] = 40692


class Rng:
    """A small random generator with a state that can be copied."""

    def __init__(self, seed: int) -> None:
        # Spread neighbouring seeds apart before the first draw.
        self.a: i64 = 1 + (seed ^ (seed >> 31)) % 2147483562 * 48271 % 2147483562
        self.b: i64 = 1 + seed % 2147483398 * 69621 % 2147483398
        for _ in range(4):
            self.below(2)

    def below(self, n: int) -> int:
        """Give a number from 0 to n-1."""
        a: i64 = self.a * _TIMES_A % _MOD_A
        b: i64 = self.b * _TIMES_B % _MOD_B
        self.a = a
        self.b = b
        wide: i64 = n
        return int((a - b) % _SPAN * wide // _SPAN)

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
