"""Many games between bots, seats rotated, every game kept as a record.

A job is a plain function of plain data (`play_job`), so a pool here or a cluster elsewhere can
run it. Results are read back from the records, so a stopped arena goes on where it was.
"""

import json
import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from skerry.bots.match import play_match
from skerry.games import GAMES
from skerry.kernel.errors import BadSetup
from skerry.kernel.events import Json
from skerry.kernel.record import GameRecord, read_record


@dataclass(frozen=True)
class Plan:
    """What an arena plays: a line-up of bots, rotated around the table, over many deals."""

    game: str
    bots: list[str]
    games: int
    seed: int
    options: Json

    def jobs(self) -> list["Job"]:
        """List the games; each deal is played once for every rotation of the bots."""
        n = len(self.bots)
        return [
            Job(
                number,
                self.game,
                {"players": n, "options": self.options},
                self.bots[-(number % n) :] + self.bots[: -(number % n)],
                self.seed + number // n,
            )
            for number in range(self.games)
        ]


@dataclass(frozen=True)
class Job:
    """One game to play."""

    number: int
    game: str
    setup: Json
    bots: list[str]
    seed: int


@dataclass(frozen=True)
class Result:
    """How one game ended, seat by seat. Places are 1 for winners, 0 when everybody lost."""

    number: int
    bots: list[str]
    totals: list[int]
    places: list[int]
    moves: int


def play_job(job: Job) -> tuple[str, Result]:
    """Play a job; give the text of its record and its result."""
    record, state = play_match(GAMES, job.game, job.setup, job.bots, job.seed)
    scores = GAMES[job.game].scores(state)
    result = Result(
        job.number,
        job.bots,
        [score.total for score in scores],
        [score.place for score in scores],
        len(record.moves),
    )
    record.meta = {**record.meta, "number": job.number, "places": result.places}
    return record.text(), result


class Folder:
    """Where an arena keeps its plan and its records."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self.plan = plan
        path.mkdir(parents=True, exist_ok=True)
        kept = path / "plan.json"
        # More games of the same plan may be added; anything else is another arena.
        wanted = json.dumps(asdict(plan) | {"games": 0}, sort_keys=True)
        if kept.exists():
            if kept.read_text() != wanted:
                raise BadSetup(f"{path} holds another arena; choose a new folder with --out")
        else:
            kept.write_text(wanted)

    def name(self, number: int) -> Path:
        return self.path / f"{number:06d}.game"

    def keep(self, number: int, text: str) -> None:
        """Write a record whole or not at all."""
        part = self.name(number).with_suffix(".part")
        part.write_text(text)
        part.replace(self.name(number))

    def finished(self) -> Iterator[Result]:
        """Read the results of the games already played."""
        for number in range(self.plan.games):
            if self.name(number).exists():
                yield _result(read_record(self.name(number).read_text()))


def _result(record: GameRecord) -> Result:
    meta = record.meta
    assert record.scores is not None, "only finished games are kept"
    return Result(meta["number"], meta["bots"], record.scores, meta["places"], len(record.moves))


@dataclass(frozen=True)
class Standing:
    """How one bot did: share of wins and points, each with a 95 % interval."""

    bot: str
    seats: int
    wins: float
    share: float
    share_low: float
    share_high: float
    points: float
    points_margin: float
    lost_by_all: int


def standings(results: list[Result]) -> list[Standing]:
    """Sum up the results, bot by bot, best first."""
    bots = sorted({bot for result in results for bot in result.bots})
    return sorted((_standing(bot, results) for bot in bots), key=lambda s: -s.share)


def won(result: Result, seat: int) -> float:
    """Give a seat's part of the win: ties share it, a common loss is nobody's."""
    return result.places.count(1) ** -1 if result.places[seat] == 1 else 0.0


def _standing(bot: str, results: list[Result]) -> Standing:
    seats = [(r, s) for r in results for s in range(len(r.bots)) if r.bots[s] == bot]
    # Several seats of one bot in a game are not independent: wins count per game.
    games = [r for r in results if bot in r.bots]
    wins = sum(won(r, s) for r, s in seats)
    low, high = interval(wins, len(games))
    points = [r.totals[s] for r, s in seats]
    mean = sum(points) / len(points)
    spread = math.sqrt(sum((p - mean) ** 2 for p in points) / max(1, len(points) - 1))
    return Standing(
        bot,
        len(seats),
        wins,
        wins / len(games),
        low,
        high,
        mean,
        1.96 * spread / math.sqrt(len(points)),
        sum(not any(r.places) for r in games),
    )


def interval(wins: float, games: int) -> tuple[float, float]:
    """Give the 95 % interval of a share (Wilson).

    >>> low, high = interval(60, 100)
    >>> round(low, 2), round(high, 2)
    (0.5, 0.69)
    """
    if games == 0:
        return 0.0, 1.0
    z = 1.96
    share = wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    reach = (
        z
        / (1 + z * z / games)
        * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    )
    # Rounding must not put a clean sweep outside its own interval.
    return max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach))


def seat_shares(results: list[Result]) -> list[float]:
    """Give the share of wins by seat, whoever sat there: is the game fair to every seat?"""
    n = len(results[0].bots)
    return [sum(won(r, seat) for r in results) / len(results) for seat in range(n)]
