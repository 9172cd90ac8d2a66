"""Observations and masks as bytes, for one game or for many at once."""

from typing import Any

from mypy_extensions import i64

from skerry.kernel.agenda import NOBODY, State
from skerry.kernel.bytes_writer import BytesWriter
from skerry.kernel.errors import BadSetup


def write_mask(options: list[int], zeros: bytes, out: BytesWriter) -> None:
    """Write a 1 for every option, and 0 for the other moves."""
    first: i64 = len(out)
    out.write(zeros)
    i: i64
    for i in range(len(options)):
        move: i64 = options[i]
        out[first + move] = 1


def observation(state: State, seat: int) -> bytes:
    """Return what *seat* sees."""
    out = BytesWriter()
    state.write_observation(seat, out)
    return out.getvalue()


def observe(state: State, seat: int, out: Any) -> None:
    """Write what *seat* sees into *out*, an array of `spec.size` bytes."""
    data = observation(state, seat)
    view = memoryview(out)
    try:
        if view.ndim != 1 or view.format != "B":
            view = view.cast("B")
        view[:] = data
    except (TypeError, ValueError) as error:
        raise BadSetup(
            f"an observation needs a contiguous array of {len(data)} bytes,"
            f" not {view.nbytes} ({error})"
        ) from None


def move_mask(options: list[int], zeros: bytes) -> bytes:
    """Return the moves the seat to choose may make, its options."""
    out = BytesWriter()
    write_mask(options, zeros, out)
    return out.getvalue()


def observations(states: list[State]) -> bytes:
    """Return what the seat to choose sees in each of many games that are not over."""
    out = BytesWriter()
    for state in states:
        state.write_observation(state.turn(), out)
    return out.getvalue()


_zeros: dict[int, bytes] = {}


def mask(state: State, out: Any) -> None:
    """Write a 1 for each move of the seat to choose into *out*, an array of `spec.moves` bytes."""
    view = memoryview(out)
    size = view.nbytes
    zeros = _zeros.get(size)
    if zeros is None:
        zeros = _zeros[size] = bytes(size)
    try:
        if view.ndim != 1 or view.format != "B":
            view = view.cast("B")
        view[:] = move_mask(state.options(), zeros)
    except (TypeError, ValueError, IndexError) as error:
        raise BadSetup(f"this array cannot take the mask: {error}") from None


def move_masks(states: list[State], zeros: bytes) -> bytes:
    """Return the moves of the seat to choose in each of many games."""
    out = BytesWriter()
    for state in states:
        write_mask(state.options(), zeros, out)
    return out.getvalue()


def first_illegal(moves_made: list[int], masks: bytes, moves: int) -> int:
    """Return the first game whose move its mask does not allow, -1 if there is none."""
    for i in range(len(moves_made)):
        move = moves_made[i]
        if move < 0 or move >= moves or not masks[i * moves + move]:
            return i
    return -1


def step(states: list[State], moves_made: list[int]) -> list[int]:
    """Make a move in each of many games; return the games that are over now."""
    over: list[int] = []
    for i in range(len(states)):
        state = states[i]
        state.play(moves_made[i])
        if not state.agenda:
            over.append(i)
    return over


def turns(states: list[State]) -> list[int]:
    """Return the seat to choose in each game, NOBODY (-1) where it is over."""
    return [state.agenda[-1].seat if state.agenda else NOBODY for state in states]
