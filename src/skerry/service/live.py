"""Tables held in memory, rebuilt from their log when missing."""

import asyncio
from typing import Any

from skerry.games import GAMES
from skerry.kernel.agenda import NOBODY, State
from skerry.kernel.events import Event
from skerry.kernel.protocol import Game, play
from skerry.kernel.rng import Rng
from skerry.service import decision
from skerry.service.messages import CanUndo
from skerry.store.protocol import Entry, Table

QUICK_DEALS = 1  # when a move's decision is shown
SURE_DEALS = 20  # when it is to be taken back
REVEALED = -1
Move = tuple[int, int, str]  # number of its entry, seat, text


class LiveTable:
    """A table with its position, and everything worked out from it that is worth keeping."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game: Game = GAMES[table.game]
        self.state: State | None = None
        self.before: State | None = None  # the position before the last move
        self.history: list[Move] = []  # moves that stand
        self.lock = asyncio.Lock()
        self.viewers: set[Any] = set()
        self.frame_cache: dict[Any, Any] = {}  # parts of frames, valid for this number only
        self.revealed: dict[int, int] = {}  # entry number: REVEALED, or how often we looked
        self.trouble = ""  # why the log cannot be played, if so
        self.used = 0.0
        self.thinking = False

    @classmethod
    def of(cls, table: Table, log: list[Entry]) -> "LiveTable":
        """Rebuild a table from its log."""
        live = cls(table)
        if table.setup is not None:
            live.history = standing(log)
            try:
                live.deal()
            except Exception as error:  # a damaged or foreign table hurts only itself
                live.state = None
                live.trouble = f"{type(error).__name__}: {error}"
        return live

    def deal(self) -> None:
        """Deal and play the moves that stand."""
        assert self.table.setup is not None, "a table is dealt before it is played"
        self.state, self.before = self.position(len(self.history))
        self.frame_cache.clear()

    def position(self, moves: int) -> tuple[State, State | None]:
        """Return the position after the first *moves* moves, and the one before the last."""
        assert self.table.setup is not None
        game = self.game
        trusted = self.table.rules == game.rules
        state: State = game.deal(game.adapt(self.table.setup, self.table.rules), Rng(0))
        before = None
        for number, (_, seat, text) in enumerate(self.history[:moves], start=1):
            if number == moves:
                before = state.copy()
            move = game.read(state, text)
            if trusted:
                state.play(move)
            else:  # written under older rules: it may not fit any more
                play(game, state, move, seat)
        return state, before

    def advance(self, table: Table, state: State, entry: Entry) -> None:
        """Take over the position after a move that is on the disk."""
        self.table = table
        self.before = self.state
        self.state = state
        self.history.append((entry.number, entry.seat, entry.text))
        self.frame_cache.clear()

    def humans(self) -> list[int]:
        """List the seats held by people who play them."""
        return [
            number
            for number, seat in enumerate(self.table.seats)
            if seat.kind == "human" and not seat.resigned
        ]

    def present(self) -> list[int]:
        """List the seats whose people are asked for consent: no bot plays for them."""
        return [seat for seat in self.humans() if not self.table.seats[seat].substitute]

    # -- undo

    def can_undo(self, seat: int, sure: bool = False) -> CanUndo:
        """Return how the seat may take back its last move; *sure* looks harder for reveals."""
        keep = self.own_last(seat)
        if self.table.status != "running" or self.state is None or keep is None:
            return CanUndo("no", "nothing")
        only_human = self.present() == [seat]
        free = only_human or (keep == len(self.history) - 1 and self._still_own(seat))
        if (free or sure) and self.reveals_since(keep, SURE_DEALS if sure else QUICK_DEALS):
            return CanUndo("no", "revealed")
        return CanUndo("free" if free else "consent", "")

    def own_last(self, seat: int) -> int | None:
        """Return how many moves would stay if the seat's last move went."""
        for index in range(len(self.history) - 1, -1, -1):
            if self.history[index][1] == seat:
                return index
        return None

    def _still_own(self, seat: int) -> bool:
        assert self.state is not None and self.before is not None
        turn = self.state.turn()
        return turn == seat or (turn == self.before.turn() and turn != NOBODY)

    def reveals_since(self, keep: int, deals: int) -> bool:
        """Return whether one of the moves after the first *keep* showed something hidden."""
        moves = self.history[keep:]
        unsure = [move for move in moves if 0 <= self.revealed.get(move[0], 0) < deals]
        if unsure and keep == len(self.history) - 1:
            assert self.state is not None and self.before is not None
            self._look_for_reveal(moves[0], self.before, self.state, deals)
        elif unsure:
            state, _ = self.position(keep)
            for move in moves:
                before = state.copy()
                state.play(self.game.read(state, move[2]))
                self._look_for_reveal(move, before, state, deals)
        return any(self.revealed[number] == REVEALED for number, _, _ in moves)

    def _look_for_reveal(self, move: Move, before: State, after: State, deals: int) -> None:
        number, seat, text = move
        if not 0 <= self.revealed.get(number, 0) < deals:
            return
        game = self.game
        played = game.read(before, text)
        if deals == SURE_DEALS:
            viewers = [seat, *(human for human in self.humans() if human != seat)]
            shown = decision.reveals(game, before, played, after, viewers, deals)
        else:
            shown = decision.seems_to_reveal(game, before, played, after, seat)
        self.revealed[number] = REVEALED if shown else deals


def standing(log: list[Entry]) -> list[Move]:
    """List the moves of a log that were not taken back."""
    moves: list[Move] = []
    for entry in log:
        if entry.kind == "move":
            moves.append((entry.number, entry.seat, entry.text))
        else:
            del moves[int(entry.text) :]
    return moves


def pack(event: Event) -> dict[str, Any]:
    """Write an event with its secret, for the log."""
    packed: dict[str, Any] = {"k": event.kind, "s": event.seat, "d": event.data}
    if event.secret is not None:
        packed["o"] = event.owner
        packed["x"] = event.secret
    return packed


def unpack(packed: dict[str, Any]) -> Event:
    """Read an event back."""
    return Event(packed["k"], packed["s"], packed["d"], packed.get("o", -1), packed.get("x"))
