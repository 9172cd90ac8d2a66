"""Recorded games as rows of plain values: games, moves and score items.

Every game is played again from its record, so a row is what happened and not what a file claims.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from skerry.games import GAMES
from skerry.kernel.agenda import State, Task
from skerry.kernel.errors import BadSetup, SkerryError
from skerry.kernel.protocol import Game, play
from skerry.kernel.record import GameRecord, read_record
from skerry.kernel.rng import Rng

Row = dict[str, Any]
ACQUIRED = ("character", "card")  # kinds of refs that are taken or built by naming only them


@dataclass
class Rows:
    """The rows of some games: one for each game, move, seat, and source of points of a seat."""

    games: list[Row] = field(default_factory=list)
    moves: list[Row] = field(default_factory=list)
    scores: list[Row] = field(default_factory=list)
    items: list[Row] = field(default_factory=list)


def record_files(paths: str | Path | Iterable[str | Path]) -> list[Path]:
    """Return the record files of folders and files, in order. Raises BadSetup if there are none."""
    given = [paths] if isinstance(paths, str | Path) else list(paths)
    found: list[Path] = []
    for path in map(Path, given):
        if path.is_dir():
            found += sorted(path.rglob("*.game"))
        elif path.exists():
            found.append(path)
        else:
            raise BadSetup(f"{path}: there is no such file or folder")
    if not found:
        raise BadSetup(f"{', '.join(map(str, given))}: no records (*.game) here")
    return found


def read_file(path: Path) -> GameRecord:
    """Read a record from a file. Raises a SkerryError that names the file."""
    try:
        return read_record(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetup(f"{path}: {error}") from None
    except SkerryError as error:
        raise type(error)(f"{path}: {error}") from None


def walk(record: GameRecord) -> Iterator[tuple[State, int, int, str, list[int]]]:
    """Play a record again; yield the state before each move, its seat, number and text.

    The last item is what the seat that is asked could choose from.

    After the last move the state is the final one. Raises IllegalMove or BadNotation.
    """
    if record.game not in GAMES:
        raise BadSetup(f"unknown game {record.game[:40]!r}; there are {', '.join(GAMES)}")
    game = GAMES[record.game]
    state: State = game.deal(game.adapt(record.setup, record.rules), Rng(0))
    for number, (seat, text) in enumerate(record.moves, start=1):
        try:
            move = game.read(state, text)
            options = state.options()
            if seat != state.turn() or move not in options:
                state.check_seat(seat)
                play(game, state.copy(), move, seat)  # out of turn, or it raises the reason
            yield state, seat, move, text, options
            state.play(move)
        except SkerryError as error:
            raise type(error)(f"move {number} ({seat} {text[:60]}): {error}") from None


def add_record(rows: Rows, name: str, record: GameRecord, with_moves: bool = True) -> State:
    """Add the rows of a record; return its last state."""
    game = GAMES.get(record.game)
    state: State | None = None
    taken: list[dict[str, None]] = []
    for number, (state, seat, move, text, options) in enumerate(walk(record), start=1):
        if not taken:
            taken = [{} for _ in range(state.n)]
        asked = state.agenda[-1].seat == seat
        thing = acquired(game, state, move) if game and asked else ""
        if thing:
            taken[seat][thing] = None
        if with_moves:
            assert game is not None
            rows.moves.append(
                {
                    "game_id": name,
                    "number": number,
                    "round": state.round,
                    "seat": seat,
                    "question": _kind(game, state) if asked else "out_of_turn",
                    "move": move,
                    "text": text,
                    "options": len(options),
                    "acquired": thing or None,
                }
            )
    if state is None or game is None:
        raise BadSetup(f"{name}: the record has no moves")
    _add_game(rows, name, record, game, state, taken)
    return state


_kinds: dict[type[Task], str] = {}


def _kind(game: Game, state: State) -> str:
    """Return the kind of the open question, which its class decides."""
    task = type(state.agenda[-1])
    kind = _kinds.get(task)
    if kind is None:
        question = game.question(state)
        assert question is not None, "a seat is asked"
        kind = _kinds[task] = question.kind
    return kind


def acquired(game: Game, state: State, move: int) -> str:
    """Return the character or card that a move takes or builds, "" if it does something else."""
    touched = game.touches(state, move)
    if len(touched) == 1:
        ref = next(iter(touched.values()))
        if ref.partition(":")[0] in ACQUIRED:
            return ref
    return ""


def _add_game(
    rows: Rows,
    name: str,
    record: GameRecord,
    game: Game,
    state: State,
    taken: list[dict[str, None]],
) -> None:
    scores = game.scores(state)
    over = state.turn() < 0
    bots = record.meta.get("bots") or record.meta.get("seats") or [""] * state.n
    winners = sum(score.place == 1 for score in scores)
    rows.games.append(
        {
            "game_id": name,
            "game": record.game,
            "rules": record.rules,
            "players": state.n,
            "options": json.dumps(record.setup.get("options", {}), sort_keys=True),
            "seed": record.meta.get("seed") if isinstance(record.meta.get("seed"), int) else None,
            "finished": over,
            "lost_by_everybody": over and not any(score.place for score in scores),
            "moves": len(record.moves),
            "rounds": state.round,
            "bots": [str(bot) for bot in bots][: state.n],
            "totals": [score.total for score in scores],
            "places": [score.place for score in scores],
        }
    )
    for score in scores:
        rows.scores.append(
            {
                "game_id": name,
                "game": record.game,
                "seat": score.seat,
                "bot": str(bots[score.seat]) if score.seat < len(bots) else "",
                "total": score.total,
                "place": score.place,
                "win": 1.0 / winners if over and score.place == 1 else 0.0,
                "acquired": list(taken[score.seat]) if taken else [],
            }
        )
        rows.items += [
            {"game_id": name, "game": record.game, "seat": score.seat, "item": k, "points": v}
            for k, v in score.items.items()
        ]


def read_rows(paths: str | Path | Iterable[str | Path], with_moves: bool = True) -> Rows:
    """Read all records of folders and files."""
    rows = Rows()
    for name, path in named_files(paths):
        record = read_file(path)
        try:
            add_record(rows, name, record, with_moves)
        except SkerryError as error:
            raise type(error)(f"{path}: {error}") from None
    return rows


def named_files(paths: str | Path | Iterable[str | Path]) -> list[tuple[str, Path]]:
    """Return the record files of folders and files, with names that differ.

    The name is the file's, with its folder's where that is needed, or its whole path.
    """
    files = record_files(paths)
    for names in (
        [path.stem for path in files],
        [f"{path.parent.name}/{path.stem}" for path in files],
    ):
        if len(set(names)) == len(names):
            return list(zip(names, files, strict=True))
    return [(path.as_posix(), path) for path in files]
