"""Tables for tests of the pure core: no event loop, no disk, and the time is whatever they say."""

from typing import Any

import msgspec

from skerry.kernel.rng import Rng
from skerry.service.messages import NewTable
from skerry.service.people import User
from skerry.service.table.commands import Command, Join, MakeMove
from skerry.service.table.creation import create
from skerry.service.table.decide import decide
from skerry.service.table.outcome import Outcome
from skerry.service.table.state import TableState

ANN, BEN, EVE = User("ann", "Ann"), User("ben", "Ben"), User("eve", "Eve")
USERS = {user.id: user for user in (ANN, BEN, EVE)}
NOW = 1_000_000.0


def new(*seats: str, game: str = "vanuatu", now: float = NOW, **more: Any) -> TableState:
    """Return a table that Ann has made; seats are written `me`, `friend`, `open` or `bot`."""
    new_table = {"game": game, "seats": [{"kind": kind} for kind in seats], **more}
    return create(msgspec.convert(new_table, NewTable), ANN, "table12345", now, Rng(7)).after


def decided(current: TableState, command: Command, now: float = NOW) -> Outcome:
    """Return what a command leads to, with a known deal."""
    return decide(current, command, now, Rng(8))


def then(current: TableState, command: Command, now: float = NOW) -> TableState:
    """Return the table after a command."""
    return decided(current, command, now).after


def two_humans(**more: Any) -> TableState:
    """Return a running table of Ann and Ben."""
    return then(new("me", "open", **more), Join(BEN))


def texts(current: TableState) -> list[str]:
    """List the moves on offer."""
    assert current.state is not None
    return [current.game.write(current.state, move) for move in current.state.options()]


def asked(current: TableState) -> tuple[int, User]:
    """Return the seat that is asked and who sits there."""
    assert current.table.turn is not None
    return current.table.turn, USERS[current.table.seats[current.table.turn].users[0]]


def first_move(current: TableState) -> MakeMove:
    """Return the first move on offer, by whoever is asked."""
    seat, user = asked(current)
    return MakeMove(user, texts(current)[0], current.table.number, seat)


def step(current: TableState, now: float = NOW) -> TableState:
    """Return the table after the first move on offer."""
    return then(current, first_move(current), now)


def step_until(current: TableState, kind: str) -> TableState:
    """Play first moves until a kind of question is asked."""
    for _ in range(500):
        assert current.state is not None
        question = current.game.question(current.state)
        assert question is not None
        if question.kind == kind:
            return current
        current = step(current)
    raise AssertionError(f"{kind} is never asked")


def position(current: TableState) -> dict[str, Any]:
    """Return the whole position."""
    return current.game.position(current.state)
