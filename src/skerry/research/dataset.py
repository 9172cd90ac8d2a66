"""Data sets: self-play or recorded games as Parquet files.

A folder with `games`, `moves`, `scores` (one row a seat) and `items` (points by source); on request
`observations` (what the seat that moves sees, its options and its move) and `searches` (how often a
search tried each move, and the lead in points that it expects). docs/data.md lists the columns.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow.parquet

from skerry import __version__
from skerry.bots.arena import Job, Plan
from skerry.bots.levels import make_bot
from skerry.bots.match import play_match
from skerry.bots.protocol import Bot
from skerry.bots.search_bot import SearchBot
from skerry.bots.shared_search import MoveStatistics
from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.errors import BadSetup
from skerry.kernel.observing import VERSION
from skerry.kernel.record import GameRecord
from skerry.kernel.rng import Rng
from skerry.research.engine.encoding import observation
from skerry.research.records import Row, Rows, add_record, named_files, read_file, walk
from skerry.research.tables import SCHEMAS, table

GAMES_A_GROUP = 100  # of rows written at once
GameRows = dict[str, list[Row]]  # by table


@dataclass(frozen=True)
class DatasetJob:
    """A game of a data set, to be played or recorded already, and what is wanted of it."""

    name: str
    play: Job | None
    record: GameRecord | None
    observations: bool = False
    search: str = ""  # a bot that searches every position


def self_play_jobs(plan: Plan, observations: bool, search: str) -> list[DatasetJob]:
    """Return the games of a plan."""
    return [DatasetJob(f"{job.number:06d}", job, None, observations, search) for job in plan.jobs()]


def recorded_jobs(
    paths: str | Path | Iterable[str | Path], observations: bool, search: str
) -> list[DatasetJob]:
    """Return the games of files and folders."""
    return [
        DatasetJob(name, None, read_file(path), observations, search)
        for name, path in named_files(paths)
    ]


def game_rows(job: DatasetJob) -> GameRows:
    """Return the rows of a game by table; a plain function, for processes and clusters."""
    record, searches = job.record, list[Row]()
    if record is None:
        assert job.play is not None, "a game is played or recorded"
        record, searches = _self_play(job.name, job.play)
    rows = Rows()
    add_record(rows, job.name, record)
    if job.search:
        searches += search_rows(job.name, record, job.search)
    return {
        "games": rows.games,
        "moves": rows.moves,
        "scores": rows.scores,
        "items": rows.items,
        "observations": observation_rows(job.name, record) if job.observations else [],
        "searches": searches,
    }


def _self_play(name: str, job: Job) -> tuple[GameRecord, list[Row]]:
    """Play a job, and note what its searching bots found."""
    searches: list[Row] = []
    number = 0

    def watch(state: State, seat: int, bot: Bot, move: int) -> None:
        nonlocal number
        number += 1
        found = bot.found if isinstance(bot, SearchBot) else []
        if found:
            searches.append(_search_row(name, number, state, seat, bot.name, found, job.game))

    record, _ = play_match(GAMES, job.game, job.setup, job.bots, job.seed, watch)
    return record, searches


def _search_row(
    name: str,
    number: int,
    state: State,
    seat: int,
    bot: str,
    found: list[MoveStatistics],
    game: str,
) -> Row:
    read = GAMES[game].read
    return {
        "game_id": name,
        "number": number,
        "seat": seat,
        "bot": bot,
        "moves": [read(state, one.move) for one in found],
        "visits": [one.visits for one in found],
        "leads": [one.lead for one in found],
    }


def search_rows(name: str, record: GameRecord, bot: str) -> list[Row]:
    """Search every position of a record with a bot such as `search:200`."""
    game = GAMES[record.game]
    rows: list[Row] = []
    for number, (state, seat, _, _, options) in enumerate(walk(record), start=1):
        if state.turn() == seat and len(options) > 1:
            searcher = searching_bot(bot)
            searcher.choose(game, state, seat, Rng(number))
            if searcher.found:
                rows.append(
                    _search_row(name, number, state, seat, bot, searcher.found, record.game)
                )
    return rows


def searching_bot(name: str) -> SearchBot:
    """Return a bot that searches; raises BadSetup for any other."""
    bot = make_bot(name)
    if not isinstance(bot, SearchBot):
        raise BadSetup(f"{name!r} does not search; name one that does, such as search:200")
    return bot


def observation_rows(name: str, record: GameRecord) -> list[Row]:
    """Return what each seat saw when it moved."""
    return [
        {
            "game_id": name,
            "number": number,
            "seat": seat,
            "version": VERSION,
            "observation": list(observation(state, seat)),
            "options": options if state.turn() == seat else state.anytime(seat),
            "move": move,
        }
        for number, (state, seat, move, _, options) in enumerate(walk(record), start=1)
    ]


class DatasetWriter:
    """Writes games to a folder of Parquet files, group by group."""

    def __init__(self, folder: Path) -> None:
        if any((folder / f"{name}.parquet").exists() for name in SCHEMAS):
            raise BadSetup(f"{folder} holds a data set already; choose a new folder")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadSetup(f"{folder} cannot be the folder: {error.strerror}") from None
        self.folder = folder
        self.written = 0
        self._groups: GameRows = {}
        self._files: dict[str, Any] = {}

    def add(self, rows: GameRows) -> None:
        """Add a game."""
        for name, more in rows.items():
            self._groups.setdefault(name, []).extend(more)
        self.written += 1
        if self.written % GAMES_A_GROUP == 0:
            self._flush()

    def _flush(self) -> None:
        for name, group in self._groups.items():
            if group:
                self._file(name).write_table(table(name, group))
        self._groups = {}

    def _file(self, name: str) -> Any:
        if name not in self._files:
            metadata = {"skerry": __version__, "observations": str(VERSION)}
            schema = SCHEMAS[name].with_metadata(metadata)
            self._files[name] = pyarrow.parquet.ParquetWriter(
                self.folder / f"{name}.parquet.part", schema, compression="zstd"
            )
        return self._files[name]

    def close(self) -> list[Path]:
        """Write what is left; return the files. A file that is not whole ends in `.part`."""
        self._flush()
        done = []
        for name, file in self._files.items():
            file.close()
            path = self.folder / f"{name}.parquet"
            path.with_name(f"{name}.parquet.part").replace(path)
            done.append(path)
        return done
