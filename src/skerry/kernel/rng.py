"""Repeatable chance: the same seed gives the same game on every machine and Python.

Two multiplicative generators are combined (P. L'Ecuyer, "Efficient and portable combined random
number generators", 1988; period about 2.3e18). All products stay below 2**47, so the compiled
engine never leaves small integers, and interpreted and compiled play draw the same numbers.

The first state comes from the seed through splitmix64 (G. Steele, D. Lea, C. Flood, "Fast
splittable pseudorandom number generators", 2014): the arena and the card figures use ranges of
seeds, so neighbouring seeds must give unrelated games.
"""

from collections.abc import Callable
from typing import Any, Final, Protocol

from mypy_extensions import i64  # a plain int where not compiled

from skerry.kernel.plain_data import PlainData

_MOD_A: Final[i64] = 2147483563
_MOD_B: Final[i64] = 2147483399
_SPAN: Final[i64] = 2147483562
_TIMES_A: Final[i64] = 40014
_TIMES_B: Final[i64] = 40692
_64_BITS: Final = 0xFFFFFFFFFFFFFFFF


def mix(seed: int) -> int:
    """Return splitmix64's first number for *seed*: a permutation of the numbers below 2**64.

    The masks keep 64 bits of a Python int of any size, compiled as well: an i64 would be signed.

    >>> hex(mix(0)), hex(mix(-1) ^ mix(2**64 - 1))
    ('0xe220a8397b1dcdaf', '0x0')
    """
    z = (seed + 0x9E3779B97F4A7C15) & _64_BITS
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _64_BITS
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _64_BITS
    return z ^ (z >> 31)


class Chance(Protocol):
    """What a deal is drawn from: repeatable, or from the operating system."""

    def below(self, n: int, /) -> int:
        """Return a number from 0 to n-1."""

    def shuffle(self, items: list[int], /) -> None:
        """Put *items* into a random order, in place."""


class Rng(PlainData):
    """A small random generator with a state that can be copied."""

    def __init__(self, seed: int) -> None:
        # Remainder and quotient keep 62 of the 64 mixed bits, which is all that a and b can hold.
        mixed = mix(seed)
        self.a: i64 = 1 + mixed % 2147483562
        self.b: i64 = 1 + mixed // 2147483562 % 2147483398

    def below(self, n: int) -> int:
        """Return a number from 0 to n-1."""
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
            swapped = items[i]
            items[i] = items[j]
            items[j] = swapped

    def copy(self) -> "Rng":
        """Return a generator that will draw the same numbers from here on."""
        twin = Rng(0)
        twin.a = self.a
        twin.b = self.b
        return twin

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return _drawing_from, (self.a, self.b)


def _drawing_from(a: int, b: int) -> Rng:
    rng = Rng(0)
    rng.a = a
    rng.b = b
    return rng
