"""Observations and masks as bytes, for one game or for many at once."""

from skerry.kernel.agenda import NOBODY, State
from skerry.kernel.bytes_writer import BytesWriter


def write_mask(state: State, moves: int, zeros: bytes, out: BytesWriter) -> None:
    """Write a 1 for every move the seat to choose may make, and 0 for the others."""
    first = len(out)
    out.write(zeros)
    for move in state.options():
        out[first + move] = 1


def observation(state: State, seat: int) -> bytes:
    """Return what *seat* sees."""
    out = BytesWriter()
    state.write_observation(seat, out)
    return out.getvalue()


def move_mask(state: State, moves: int, zeros: bytes) -> bytes:
    """Return the moves the seat to choose may make."""
    out = BytesWriter()
    write_mask(state, moves, zeros, out)
    return out.getvalue()


def observations(states: list[State]) -> bytes:
    """Return what the seat to choose sees in each of many games that are not over."""
    out = BytesWriter()
    for state in states:
        state.write_observation(state.turn(), out)
    return out.getvalue()


def move_masks(states: list[State], moves: int, zeros: bytes) -> bytes:
    """Return the moves of the seat to choose in each of many games."""
    out = BytesWriter()
    for state in states:
        write_mask(state, moves, zeros, out)
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
