"""Chapters as they are written in TOML, read and checked field by field."""

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.errors import SkerryError
from skerry.kernel.events import Event, Json
from skerry.kernel.protocol import Game, play
from skerry.kernel.record import GameRecord
from skerry.kernel.rng import Rng
from skerry.lessons.texts import LessonError, Texts

__all__ = ["Chapter", "LessonError", "Moves", "load", "read_script"]

Word = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]*$")]
MoveText = Annotated[str, Meta(min_length=1, max_length=200)]
PLAYERS = ("You", "Tern", "Reef", "Heron", "Puffin")  # seat by seat, unless a host names them
_FILE_NAME = re.compile(r"[a-z]+/\d\d-[a-z][a-z0-9-]*\.toml")
_STEP = re.compile(r"\$\.steps\[(\d+)\]\.?(.*)")

Moves = list[tuple[int, str]]  # seat and text of each move


class _Strict(msgspec.Struct, forbid_unknown_fields=True):
    """A table of a chapter's file."""


class WrongMove(_Strict):
    """A likely other move, with a sentence about it."""

    id: Word
    move: MoveText
    keep: bool = False  # whether the rest of the chapter also holds after this move
    compare: bool = True  # false where goods in hand right after the move would mislead
    play_out: str = ""  # moves after it, up to where the two are compared


class Ask(_Strict):
    """A move asked from the learner."""

    moves: Annotated[list[MoveText], Meta(min_length=1)]  # any of these will do
    refs: list[str] = []  # what to highlight; by default what the first move touches
    wrong: list[WrongMove] = []
    play_out: str = ""  # moves after the first accepted one, up to where the two are compared


class Step(_Strict):
    """One idea: what the teacher says, and perhaps moves asked one after the other."""

    id: Word
    refs: list[str] = []  # what the teacher speaks of
    plays: str = ""  # moves made as the step begins, `SEAT MOVE` a line
    ask: list[Ask] = []


class Script(_Strict):
    """A chapter's file."""

    id: Word
    minutes: Annotated[int, Meta(ge=1, le=20)]
    picture: Word
    setup: dict[str, Any]
    steps: Annotated[list[Step], Meta(min_length=1, max_length=15)]
    seat: Annotated[int, Meta(ge=0, le=4)] = 0
    opening: str = ""
    market: bool = False  # whether the markets beside the board are part of it


class PriceTable(_Strict):
    """What a game's moves are compared by: `price.toml`."""

    turns: list[str]  # kinds of questions that begin something new
    fields: dict[str, str]  # row to the field of a player's view, dots between


class Chapter:
    """A chapter with its texts."""

    def __init__(self, game: Game, file: str, script: Script, texts: Texts) -> None:
        self.game = game
        self.file = file
        self.script = script
        self.texts = texts

    @property
    def id(self) -> str:
        """The name of the chapter among those of all games, `vanuatu.canoe`."""
        return f"{self.game.name}.{self.script.id}"

    @property
    def order(self) -> int:
        """The number of the chapter in its game, from 1: the number in the file's name."""
        return int(self.file.partition("/")[2][:2])

    @property
    def steps(self) -> list[Step]:
        """The steps in order."""
        return self.script.steps

    def text(self, key: str) -> str:
        """Return a text of this chapter."""
        return self.texts(f"{self.id}.{key}")

    def error(self, where: str, words: object) -> LessonError:
        """Return an error that names the file and *where* in it."""
        return LessonError(f"{self.file}: {where}: {words}")

    def begin(self) -> tuple[State, GameRecord]:
        """Deal the set-up and make the opening moves."""
        try:
            state: State = self.game.deal(self.script.setup, Rng(0))
        except SkerryError as error:
            raise self.error("field setup", error) from None
        if not 0 <= self.script.seat < state.n:
            raise self.error("field seat", f"there are {state.n} seats")
        record = GameRecord.of(self.game, state)
        self.make(state, record, self.script.opening, "field opening")
        return state, record

    def make(self, state: State, record: GameRecord, moves: str, where: str) -> list[Event]:
        """Make scripted moves; an error names *where* they are written."""
        events: list[Event] = []
        for seat, text in self.lines(moves, where):
            try:
                move = self.game.read(state, text)
                record.add(self.game, state, seat, move)
                events += play(self.game, state, move, seat)
            except SkerryError as error:
                raise self.error(f"{where}, move {seat} {text!r}", error) from None
        return events

    def lines(self, moves: str, where: str) -> Moves:
        """Split scripted moves into seats and texts."""
        found: Moves = []
        for line in filter(None, map(str.strip, moves.splitlines())):
            seat, _, text = line.partition(" ")
            if not seat.isdigit() or not text:
                raise self.error(where, f"expected a seat and a move, got {line!r}")
            found.append((int(seat), text))
        return found


def read_script(file: str, text: str) -> Script:
    """Read one chapter's file. Raises LessonError naming file, step and field."""
    if not _FILE_NAME.fullmatch(file):
        raise LessonError(f"{file}: a chapter's file is called NN-name.toml")
    try:
        given: Json = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LessonError(f"{file}: not TOML: {error}") from None
    try:
        script = msgspec.convert(given, Script)
    except msgspec.ValidationError as error:
        raise LessonError(f"{file}: {_place(str(error), given)}") from None
    ids = [step.id for step in script.steps]
    for i, step in enumerate(ids):
        if step in ids[:i]:
            raise LessonError(f"{file}: step {step}: field id: another step has this id")
    return script


def _place(words: str, given: Json) -> str:
    """Turn msgspec's `... - at $.steps[2].ask[0].moves` into words that name step and field."""
    problem, _, path = words.partition(" - at ")
    path = path.strip("`") or "$"
    if not (matched := _STEP.fullmatch(path)):
        return f"field {path.removeprefix('$.')}: {problem}"
    step: object = given["steps"][int(matched[1])]
    named = step.get("id") if isinstance(step, dict) else None
    label = named if isinstance(named, str) else int(matched[1]) + 1
    return f"step {label}: field {matched[2] or 'steps'}: {problem}"


@cache
def _scripts(game: str) -> list[tuple[str, Script]]:
    folder = files("skerry.lessons").joinpath(game)
    names = sorted(entry.name for entry in folder.iterdir() if entry.name[:1].isdigit())
    texts = {f"{game}/{name}": folder.joinpath(name).read_text(encoding="utf-8") for name in names}
    return [(file, read_script(file, text)) for file, text in texts.items()]


def load(game: str, language: str = "en", names: Sequence[str] = PLAYERS) -> list[Chapter]:
    """Return the chapters of a game in order. Raises LessonError."""
    if game not in GAMES:
        raise LessonError(f"no game is called {game[:40]!r}; there are {', '.join(GAMES)}")
    texts = Texts(language, names)
    return [Chapter(GAMES[game], file, script, texts) for file, script in _scripts(game)]


def count_chapters(game: str) -> int:
    """Return how many chapters a game has."""
    return len(_scripts(game))


@cache
def price_table(game: str) -> PriceTable:
    """Return what the moves of a game are compared by."""
    text = files("skerry.lessons").joinpath(game, "price.toml").read_text(encoding="utf-8")
    try:
        return msgspec.convert(tomllib.loads(text), PriceTable)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise LessonError(f"{game}/price.toml: {error}") from None
