"""A record: set-up, piles and moves as a readable text, one move a line. It replays to the game.

    skerry record 1
    game: vanuatu
    rules: 2
    setup players: 3
    pile tourists: [2, 1, 3, 0, 2, 3, 1, 2]

    0 take artist
    1 take guide
    scores: [61, 58, 70]
    commitment: 5f0c...
    salt: 91ab...

Lines that start with `#` are remarks. docs/formats.md describes every field.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from skerry.kernel.agenda import State
from skerry.kernel.commitment import commitment
from skerry.kernel.errors import BadNotation, IllegalMove, SkerryError
from skerry.kernel.events import Event, Json
from skerry.kernel.protocol import Game, play
from skerry.kernel.rng import Rng
from skerry.kernel.text import check_text, is_writable

FORMAT = 1
_FIRST_LINE = f"skerry record {FORMAT}"
_MOST_MOVES = 100_000

# Called after each move with the state, the seat, the move and what happened.
Watcher = Callable[[State, int, int, list[Event]], None]


@dataclass
class GameRecord:
    """A game as it is kept: its complete set-up and the moves, each with its seat."""

    game: str
    rules: int
    setup: Json
    moves: list[tuple[int, str]] = field(default_factory=list)
    scores: list[int] | None = None
    meta: Json = field(default_factory=dict)
    commitment: str = ""  # to the set-up; empty in most records
    salt: str = ""

    @classmethod
    def of(cls, game: Game, state: State) -> "GameRecord":
        """Begin the record of a freshly dealt game."""
        return cls(game.name, game.rules, game.setup(state))

    def add(self, game: Game, state: State, seat: int, move: int) -> None:
        """Note *move*, which *seat* is about to make in *state*."""
        self.moves.append((seat, game.write(state, move)))

    def close(self, game: Game, state: State) -> None:
        """Note the final scores of a finished game."""
        self.scores = [score.total for score in game.scores(state)]

    def text(self) -> str:
        """Return the record as a text file. Raises BadNotation for what no file can hold."""
        lines = [_FIRST_LINE, f"game: {self.game}", f"rules: {self.rules}"]
        lines += [f"meta {key}: {_json(value)}" for key, value in self.meta.items()]
        piles = self.setup.get("piles", {})
        lines += [
            f"setup {key}: {_json(value)}" for key, value in self.setup.items() if key != "piles"
        ]
        lines += [f"pile {key}: {_json(value)}" for key, value in piles.items()]
        lines.append("")
        lines += [f"{seat} {text}" for seat, text in self.moves]
        if self.scores is not None:
            lines.append(f"scores: {_json(self.scores)}")
        if self.commitment:
            lines += [f"commitment: {self.commitment}", f"salt: {self.salt}"]
        for number, line in enumerate(lines, start=1):
            check_text(line, f"line {number}", BadNotation)
        return "\n".join(lines) + "\n"


def check_commitment(record: GameRecord) -> None:
    """Raise IllegalMove if a record has a commitment that its set-up does not fit."""
    if not record.commitment and not record.salt:
        return
    if not record.commitment or not record.salt:
        raise IllegalMove("the record has only one of the lines 'commitment:' and 'salt:'")
    found = commitment(record.salt, record.setup)
    if found != record.commitment:
        raise IllegalMove(
            f"the deal is not the one that was committed to: its commitment is {found[:16]}...,"
            f" the record says {record.commitment[:16]}..."
        )


def read_record(text: str) -> GameRecord:
    """Read a record from its text; raises BadNotation naming the line."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != _FIRST_LINE:
        raise BadNotation(f"line 1: a record begins with {_FIRST_LINE!r}; this is something else")
    record = GameRecord("", 0, {})
    if not is_writable(text):
        for number, raw in enumerate(lines, start=1):
            check_text(raw, f"line {number}", BadNotation)
    for number, raw in enumerate(lines[1:], start=2):
        line = raw.strip()
        if line and not line.startswith("#"):
            _read_line(record, number, line)
    if not record.game:
        raise BadNotation("the record does not say which game it is; add a line 'game: NAME'")
    return record


def _read_line(record: GameRecord, number: int, line: str) -> None:
    if line[0].isdigit():
        seat, _, text = line.partition(" ")
        if not (seat.isascii() and seat.isdigit() and len(seat) < 3 and text):
            raise BadNotation(f"line {number}: a move is a seat number, a space and the move")
        if len(record.moves) >= _MOST_MOVES:
            raise BadNotation(f"line {number}: more than {_MOST_MOVES} moves")
        record.moves.append((int(seat), text.strip()))
        return
    head, colon, rest = line.partition(":")
    if not colon:
        raise BadNotation(
            f"line {number}: expected 'name: value' or 'seat move', found {line[:60]!r}"
        )
    kind, _, key = head.strip().partition(" ")
    value: Any = rest.strip()
    if kind == "game" and not key:
        record.game = value
        return
    if kind in ("commitment", "salt") and not key:
        digits = value.strip('"').lower()
        if len(digits) != 64 or set(digits) - set("0123456789abcdef"):
            raise BadNotation(f"line {number}: {kind} is written as 64 hexadecimal digits")
        setattr(record, kind, digits)
        return
    try:
        value = json.loads(value)
    except (ValueError, RecursionError):
        raise BadNotation(
            f"line {number}: the value of {head.strip()[:40]!r} is not JSON"
        ) from None
    check_text(value, f"line {number}", BadNotation)
    if kind == "rules" and isinstance(value, int):
        record.rules = value
    elif kind == "scores" and isinstance(value, list):
        record.scores = value
    elif kind == "meta" and key:
        record.meta[key] = value
    elif kind == "setup" and key and key != "piles":
        record.setup[key] = value
    elif kind == "pile" and key:
        record.setup.setdefault("piles", {})[key] = value
    else:
        raise BadNotation(f"line {number}: unknown entry {head.strip()[:40]!r}")


def replay(
    games: Mapping[str, Game],
    record: GameRecord,
    upto: int | None = None,
    watch: Watcher | None = None,
) -> State:
    """Play a record again, wholly or its first *upto* moves, and return the state reached.

    A record of older rules is played by them. Raises BadNotation, BadSetup or IllegalMove naming
    the move; a difference in the final scores is an IllegalMove too.
    """
    if record.game not in games:
        known = ", ".join(games)
        raise BadNotation(f"unknown game {record.game[:40]!r}; this version plays {known}")
    game = games[record.game]
    state: State = game.deal(game.adapt(record.setup, record.rules), Rng(0))
    moves = record.moves if upto is None else record.moves[:upto]
    for number, (seat, text) in enumerate(moves, start=1):
        try:
            state.check_seat(seat)
            move = game.read(state, text)
            events = play(game, state, move, seat)
        except SkerryError as error:
            raise type(error)(f"move {number} ({seat} {text[:60]}): {error}") from None
        if watch is not None:
            watch(state, seat, move, events)
    if upto is None and record.scores is not None:
        reached = [score.total for score in game.scores(state)]
        if reached != record.scores:
            raise IllegalMove(f"the record says scores {record.scores}, replaying gives {reached}")
    return state


def _json(value: object) -> str:
    return json.dumps(value, separators=(", ", ": "), ensure_ascii=False)
