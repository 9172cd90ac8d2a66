"""A table with its game as plain data: what every decision is made from.

A `TableState` never changes; each decision returns a new one. The positions in it are shared, so
whoever wants to play on makes a copy first.
"""

from typing import Any

import msgspec
from msgspec.structs import replace

from skerry.games import GAMES
from skerry.kernel.agenda import NOBODY, State
from skerry.kernel.protocol import Game, play
from skerry.kernel.rng import Chance, Rng
from skerry.service.table.standing import StandingMoves, no_moves, standing, standing_after
from skerry.store.protocol import Entry, Table


class TableState(msgspec.Struct, frozen=True, eq=False):
    """A stored table, the position of its game, and the moves that led there."""

    table: Table
    state: State | None = None  # None before the deal, or if the log cannot be replayed
    before: State | None = None  # the position before the last move
    history: StandingMoves = msgspec.field(default_factory=no_moves)
    trouble: str = ""  # why the log cannot be replayed, if so
    # What is known about each entry: REVEALED, or how many deals were tried without a difference.
    # Only a cache: numbers of entries are never used twice.
    revealed: dict[int, int] = {}

    @property
    def game(self) -> Game:
        return GAMES[self.table.game]

    @property
    def turn(self) -> int | None:
        """The seat that is asked; None before the deal and when the game is over."""
        return None if self.state is None else turn_of(self.state)

    def with_table(self, table: Table) -> "TableState":
        """Return the same game at a changed table."""
        return replace(self, table=table)


def turn_of(state: State) -> int | None:
    """Return the seat that is asked in a position, None when the game is over."""
    turn = state.turn()
    return None if turn == NOBODY else turn


def kind_asked(game: Game, state: State) -> str:
    """Return the kind of the open question, empty when the game is over."""
    question = game.question(state)
    return "" if question is None else question.kind


def rebuild(table: Table, log: list[Entry]) -> TableState:
    """Return a table with its game, replayed from its log."""
    return rebuild_from(table, standing(log))


def rebuild_from(table: Table, history: StandingMoves) -> TableState:
    """Return a table with its game, replayed from the moves that stand."""
    if table.setup is None:
        return TableState(table)
    dealt = TableState(table, history=history)
    try:
        state, before = position_after(dealt, len(dealt.history))
    except Exception as error:  # a damaged or foreign table harms no other
        return replace(dealt, trouble=f"{type(error).__name__}: {error}")
    return replace(dealt, state=state, before=before)


def followed(current: TableState, table: Table, entries: list[Entry]) -> TableState:
    """Return a table after what was written elsewhere: the stored table and the entries since."""
    plain = all(entry.kind == "move" for entry in entries)
    history = standing_after(current.history, entries)
    if current.state is None or not plain:
        return replace(rebuild_from(table, history), revealed=current.revealed)
    state, before = current.state, current.before
    trusted, game = table.rules == current.game.rules, current.game
    try:
        for entry in entries:
            before, state = state, state.copy()
            move = game.read(state, entry.text)
            if trusted:
                state.play(move)
            else:  # written under older rules: it may not fit any more
                play(game, state, move, entry.seat)
    except Exception as error:  # as in `rebuild_from`
        return TableState(table, history=history, trouble=f"{type(error).__name__}: {error}")
    return replace(current, table=table, state=state, before=before, history=history)


def position_after(current: TableState, moves: int) -> tuple[State, State | None]:
    """Return the position after the first *moves* moves, and the one before the last of them."""
    table, game = current.table, current.game
    state = deal(table, Rng(0))  # the set-up is complete: nothing is drawn
    trusted = table.rules == game.rules
    before = None
    for number, (_, seat, text) in enumerate(current.history[:moves], start=1):
        if number == moves:
            before = state.copy()
        move = game.read(state, text)
        if trusted:
            state.play(move)
        else:  # written under older rules: it may not fit any more
            play(game, state, move, seat)
    return state, before


def deal(table: Table, chance: Chance) -> State:
    """Deal the game of a table; what its set-up leaves open is drawn from *chance*."""
    game = GAMES[table.game]
    setup: dict[str, Any] = {"players": len(table.seats), "options": table.options}
    if table.setup is not None:
        setup = game.adapt(table.setup, table.rules)
    elif table.campaign is not None:
        setup = table.campaign["setup"]
    state: State = game.deal(setup, chance)
    return state
