"""What a state writes its observations with: numbers from 0 to 255, one byte each, in fixed order.

A game lists the fields of its observation (`Field`) in the order in which its state writes them
(`State.write_observation`). tests/research/test_observations.py compares the two, field by field.
"""

from typing import Any, Final

from mypy_extensions import i64, u8  # plain ints where not compiled

from skerry.kernel.bytes_writer import BytesWriter
from skerry.kernel.plain_data import PlainData

VERSION: Final = 1  # grows when a field is added, moved or changed


class Field(PlainData):
    """A group of neighbouring numbers: what they are, one label for each, and the highest value.

    What exceeds the highest value is written as the highest value.
    """

    def __init__(self, name: str, labels: list[str], high: int, meaning: str) -> None:
        self.name = name
        self.labels = labels
        self.high = high
        self.meaning = meaning


# The number of each kind of question, by its task; a game fills it when it is imported.
QUESTION_NUMBERS: Final[dict[type, int]] = {}


def question_number(agenda: list[Any]) -> int:
    """Return the number of the open question, -1 if there is none."""
    return QUESTION_NUMBERS[type(agenda[-1])] if agenda else -1


# A state first writes zeros for its whole observation; these put in what is not 0. Numbers are i64,
# which compiled code keeps in registers: an observation has a thousand of them.


def put(out: BytesWriter, at: i64, value: i64, high: i64) -> None:
    """Write one number at a place, not below 0 and not above *high*."""
    if value > 0:
        out[at] = u8(value if value < high else high)


def seats_after(seat: i64, viewer: i64, n: i64) -> i64:
    """Return how many seats after the viewer a seat comes; -1 for nobody."""
    if seat < viewer:
        return seat if seat < 0 else seat - viewer + n
    return seat - viewer


def put_one_hot(out: BytesWriter, at: i64, which: i64) -> None:
    """Write a 1 at *which* of the numbers from a place; -1 for none."""
    if which >= 0:
        out[at + which] = 1


def put_bits(out: BytesWriter, at: i64, mask: i64) -> None:
    """Write the bits of a number from a place, the lowest first."""
    while mask:
        if mask & 1:
            out[at] = 1
        mask >>= 1
        at += 1
