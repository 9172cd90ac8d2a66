"""A table's game as a record, and a record as the log of a table."""

import time

from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.events import Event
from skerry.kernel.protocol import Game
from skerry.kernel.record import GameRecord, read_record, replay
from skerry.service.live import LiveTable, pack
from skerry.store.protocol import Entry, Table


def record_of(live: LiveTable) -> GameRecord:
    """Return the game at a table as a record."""
    assert live.table.setup is not None
    record = GameRecord(live.table.game, live.table.rules, live.table.setup)
    record.meta = {"table": live.table.id, "seats": [seat.name for seat in live.table.seats]}
    record.moves = [(seat, text) for _, seat, text in live.history]
    if live.table.status == "finished":
        record.scores = live.table.scores
    return record


def played(text: str) -> tuple[GameRecord, list[Entry], State]:
    """Read a record and play it, every move checked; gives its log and where it ends."""
    record = read_record(text)
    entries: list[Entry] = []
    now = time.time()

    def watch(state: State, seat: int, move: int, events: list[Event]) -> None:
        number = len(entries) + 1
        told = record.moves[number - 1][1]
        entries.append(Entry(number, "move", seat, told, now, [pack(event) for event in events]))

    return record, entries, replay(GAMES, record, watch=watch)


def end(table: Table, game: Game, state: State) -> None:
    """Note on a table how its game ended."""
    scores = game.scores(state)
    table.status = "finished"
    table.scores = [score.total for score in scores]
    table.winners = [score.seat for score in scores if score.place == 1]
