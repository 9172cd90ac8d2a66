"""The moves of a game that were not taken back."""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple, overload

from skerry.store.protocol import Entry


class Move(NamedTuple):
    """A move that stands: the number of its entry in the log, who made it, its text."""

    number: int
    seat: int
    text: str


class StandingMoves:
    """Moves, oldest first, to be read like a list. They never change.

    Those before and after another move share one list: to copy hundreds of moves at each would
    cost more than its rules.
    """

    def __init__(self, moves: list[Move]) -> None:
        self._moves = moves  # it may go on with later moves
        self._length = len(moves)

    def plus(self, move: Move) -> "StandingMoves":
        """Return these moves with another one."""
        moves = self._moves
        if len(moves) > self._length:  # another move came here before; it was not kept
            moves = moves[: self._length]
        moves.append(move)
        return StandingMoves(moves)

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int) -> Move: ...

    @overload
    def __getitem__(self, at: slice) -> list[Move]: ...

    def __getitem__(self, at: int | slice) -> Move | list[Move]:
        if isinstance(at, slice):
            start, stop, step = at.indices(self._length)
            return self._moves[start:stop:step]
        if at < 0:
            at += self._length
        if not 0 <= at < self._length:
            raise IndexError("there is no such move")
        return self._moves[at]

    def __iter__(self) -> Iterator[Move]:
        return islice(self._moves, self._length)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StandingMoves) and list(self) == list(other)


def no_moves() -> StandingMoves:
    """Return the moves of a game that has not begun."""
    return StandingMoves([])


def standing(log: list[Entry]) -> StandingMoves:
    """Return the moves of a log that were not taken back."""
    return standing_after(no_moves(), log)


def standing_after(moves: StandingMoves, log: list[Entry]) -> StandingMoves:
    """Return the moves that stand after further entries of a log."""
    found = list(moves)
    for entry in log:
        if entry.kind == "move":
            found.append(Move(entry.number, entry.seat, entry.text))
        else:
            del found[int(entry.text) :]
    return StandingMoves(found)
