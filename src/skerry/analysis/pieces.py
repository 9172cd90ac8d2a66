"""One decision of a game to judge: a plain function of plain data, for processes and clusters."""

import functools
from dataclasses import dataclass

from skerry.analysis.review import Decision, judge_decision, positions
from skerry.games.packed_cards import games_with_packed
from skerry.kernel.agenda import State
from skerry.kernel.record import GameRecord, read_record


@dataclass(frozen=True)
class DecisionJob:
    """A decision of a recorded game."""

    record: str  # its text
    cards: bytes  # packed card files; empty for those of the package
    number: int  # of the move, from 1


def judge_job(job: DecisionJob) -> Decision:
    """Return what the coach finds about a decision."""
    record, states = _read(job.record, job.cards)
    game = games_with_packed(job.cards)[record.game]
    text = record.moves[job.number - 1][1]
    return judge_decision(game, states[job.number - 1], text, job.number)


@functools.lru_cache(maxsize=4)
def _read(text: str, cards: bytes) -> tuple[GameRecord, list[State]]:
    record = read_record(text)
    return record, positions(games_with_packed(cards), record)
