"""A table's game as a record, a record as the log of a table, and how a game ended."""

import dataclasses

from msgspec.structs import replace

from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.events import Event
from skerry.kernel.protocol import Game, Score
from skerry.kernel.record import GameRecord, check_commitment, read_record, replay
from skerry.service.table.state import TableState
from skerry.store.protocol import Entry, Table


def record_of(current: TableState) -> GameRecord:
    """Return the game at a table as a record."""
    table = current.table
    assert table.setup is not None
    record = GameRecord(table.game, table.rules, table.setup)
    record.meta = {
        "table": table.id,
        "seats": [seat.name for seat in table.seats],
        "levels": [seat.level if seat.kind == "bot" else "" for seat in table.seats],
    }
    record.moves = [(move.seat, move.text) for move in current.history]
    if table.status == "finished":
        record.scores = table.scores
    record.commitment, record.salt = table.commitment, table.salt
    return record


def replayed(text: str, now: float) -> tuple[GameRecord, list[Entry], State]:
    """Read a record and play it, every move checked; returns its log and where it ends."""
    record = read_record(text)
    check_commitment(record)
    entries: list[Entry] = []

    def watch(state: State, seat: int, move: int, events: list[Event]) -> None:
        number = len(entries) + 1
        entries.append(Entry(number, "move", seat, record.moves[number - 1][1], now, events))

    return record, entries, replay(GAMES, record, watch=watch)


def finished(table: Table, game: Game, state: State) -> Table:
    """Return a table whose game has ended in a position."""
    return _scored(replace(table, status="finished", turn=None, absences=[]), game, state)


def given_up(table: Table, game: Game, state: State | None) -> Table:
    """Return a table whose game ends unfinished, since no person plays any more.

    The points are those of the position.
    """
    table = replace(table, status="abandoned", turn=None, undo=None, absences=[])
    return table if state is None else _scored(table, game, state)


def _scored(table: Table, game: Game, state: State) -> Table:
    scores = result(table, game, state)
    winners = [
        score.seat for score in scores if score.place == 1 and not table.seats[score.seat].resigned
    ]
    return replace(table, scores=[score.total for score in scores], winners=winners)


def result(table: Table, game: Game, state: State) -> list[Score]:
    """Score every seat. Whoever resigned comes after all others, however well a bot played on."""
    scores = game.scores(state)
    if not any(seat.resigned for seat in table.seats):
        return scores

    ranks = [(table.seats[score.seat].resigned, score.place) for score in scores]
    return [
        dataclasses.replace(score, place=1 + sum(other < rank for other in ranks))
        if score.place  # 0: everybody lost
        else score
        for score, rank in zip(scores, ranks, strict=True)
    ]
