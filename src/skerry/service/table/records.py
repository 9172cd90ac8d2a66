"""A table's game as a record, a record as the log of a table, and how a game ended."""

from msgspec.structs import replace

from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.events import Event
from skerry.kernel.protocol import Game
from skerry.kernel.record import GameRecord, read_record, replay
from skerry.service.table.state import TableState
from skerry.store.protocol import Entry, Table


def record_of(current: TableState) -> GameRecord:
    """Return the game at a table as a record."""
    table = current.table
    assert table.setup is not None
    record = GameRecord(table.game, table.rules, table.setup)
    record.meta = {"table": table.id, "seats": [seat.name for seat in table.seats]}
    record.moves = [(move.seat, move.text) for move in current.history]
    if table.status == "finished":
        record.scores = table.scores
    return record


def replayed(text: str, now: float) -> tuple[GameRecord, list[Entry], State]:
    """Read a record and play it, every move checked; returns its log and where it ends."""
    record = read_record(text)
    entries: list[Entry] = []

    def watch(state: State, seat: int, move: int, events: list[Event]) -> None:
        number = len(entries) + 1
        entries.append(Entry(number, "move", seat, record.moves[number - 1][1], now, events))

    return record, entries, replay(GAMES, record, watch=watch)


def finished(table: Table, game: Game, state: State) -> Table:
    """Return a table whose game has ended in a position."""
    scores = game.scores(state)
    return replace(
        table,
        status="finished",
        turn=None,
        scores=[score.total for score in scores],
        winners=[score.seat for score in scores if score.place == 1],
    )
