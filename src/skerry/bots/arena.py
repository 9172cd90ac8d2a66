"""Many games between bots with rotating seats, every game saved as a record.

`play_job` is a plain function of plain data, so that a process pool or a cluster can run it.
Results are read back from the records, so that a stopped arena can continue.
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
    """What an arena plays: one bot per seat, rotated around the table, over many deals."""

    game: str
    bots: list[str]
    games: int
    seed: int
    options: Json

    def jobs(self) -> list["Job"]:
        """Return the games; each deal is played once for every rotation of the bots."""
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
    """How one game ended, seat by seat. A place is 1 for winners, 0 when everybody lost."""

    number: int
    bots: list[str]
    totals: list[int]
    places: list[int]
    moves: int


def play_job(job: Job) -> tuple[str, Result]:
    """Play a job; return the text of its record and its result."""
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


class ArenaFolder:
    """The folder in which an arena stores its plan and its records."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self.plan = plan
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadSetup(f"{path} cannot be the arena's folder: {error.strerror}") from None
        plan_file = path / "plan.json"
        # The same plan with more games continues; any other plan is another arena.
        wanted = json.dumps(asdict(plan) | {"games": 0}, sort_keys=True)
        if plan_file.exists():
            if plan_file.read_text() != wanted:
                raise BadSetup(f"{path} holds another arena; choose a new folder with --out")
        else:
            plan_file.write_text(wanted)

    def record_path(self, number: int) -> Path:
        """Return where the record of a game is stored."""
        return self.path / f"{number:06d}.game"

    def store(self, number: int, text: str) -> None:
        """Write a record, whole or not at all."""
        part = self.record_path(number).with_suffix(".part")
        part.write_text(text)
        part.replace(self.record_path(number))

    def finished(self) -> Iterator[Result]:
        """Yield the results of the games already played."""
        for number in range(self.plan.games):
            if self.record_path(number).exists():
                yield _result(read_record(self.record_path(number).read_text()))


def _result(record: GameRecord) -> Result:
    meta = record.meta
    assert record.scores is not None, "only finished games are stored"
    return Result(meta["number"], meta["bots"], record.scores, meta["places"], len(record.moves))


@dataclass(frozen=True)
class Standing:
    """The results of one bot: share of wins and points, each with a 95 % interval."""

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
    """Return the results of each bot, best first."""
    bots = sorted({bot for result in results for bot in result.bots})
    return sorted((_standing(bot, results) for bot in bots), key=lambda s: -s.share)


def win_share(result: Result, seat: int) -> float:
    """Return a seat's part of the win: ties share it, and nobody wins if everybody lost."""
    return result.places.count(1) ** -1 if result.places[seat] == 1 else 0.0


def _standing(bot: str, results: list[Result]) -> Standing:
    seats = [(r, s) for r in results for s in range(len(r.bots)) if r.bots[s] == bot]
    # Several seats of one bot in a game are not independent, so wins count per game.
    games = [r for r in results if bot in r.bots]
    wins = sum(win_share(r, s) for r, s in seats)
    low, high = wilson_interval(wins, len(games))
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


def wilson_interval(wins: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (E. B. Wilson, 1927).

    >>> low, high = wilson_interval(60, 100)
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
    # Rounding must not put a share of 0 or 1 outside its own interval.
    return max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach))


def seat_shares(results: list[Result]) -> list[float]:
    """Return the share of wins by seat, whichever bot sat there."""
    n = len(results[0].bots)
    return [sum(win_share(r, seat) for r in results) / len(results) for seat in range(n)]
