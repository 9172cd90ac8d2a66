"""What a learner's screen needs, as plain structures that a server can send as they are."""

from typing import Literal

import msgspec

from skerry.kernel.events import Json

State = Literal["new", "begun", "done"]


class AskedMove(msgspec.Struct):
    """The move asked for: in words, the accepted moves, and what to highlight for them."""

    text: str
    moves: list[str]
    refs: list[str]


class Tried(msgspec.Struct):
    """Another move that the learner tried."""

    move: str
    label: str


class PriceRow(msgspec.Struct):
    """One figure in which the two moves differ."""

    label: str
    icon: str
    tried: int
    asked: int


class Price(msgspec.Struct):
    """What the tried move would have brought beside the asked one."""

    horizon: str
    rows: list[PriceRow]
    note: str


class PlayOnOffer(msgspec.Struct):
    """Going on from here against bots; before the end of the chapter it is not ready.

    A lesson that ended its game offers the same deal from the beginning instead: `fresh`.
    `seats` are "me" or the level of a bot, in order.
    """

    seats: list[str]
    round: int
    ready: bool
    fresh: bool


class LessonView(msgspec.Struct):
    """Where a learner stands in a chapter. Steps count from 1."""

    id: str
    game: str
    order: int  # the number of the chapter in its game
    chapters: int  # how many the game has
    picture: str
    market: bool  # show the markets beside the board
    title: str
    step: int
    steps: int
    step_titles: list[str]
    say: str
    refs: list[str]
    ask: AskedMove | None
    hint: str
    hint_refs: list[str]
    tried: Tried | None
    price: Price | None
    keep_ok: bool
    step_complete: bool
    finished: bool
    minutes_left: int
    taken_back: int
    learnt: list[str]
    play_on: PlayOnOffer
    next_chapter: str | None


class ChapterRow(msgspec.Struct):
    """A chapter in the list of all."""

    id: str
    game: str
    order: int
    title: str
    line: str
    minutes: int
    picture: str
    steps: int
    step_done: int
    state: State
    minutes_left: int


class Learn(msgspec.Struct):
    """The page of all chapters."""

    chapters: list[ChapterRow]
    next_chapter: str | None
    done_count: int
    total_count: int
    minutes_left: int
    first_visit: bool  # nothing was learnt or played yet


class Progress(msgspec.Struct, forbid_unknown_fields=True):
    """How far a learner is in one chapter; stored as JSON by whoever runs the lesson."""

    step: int = 0  # steps completed
    asked: int = 0  # moves of the open step that were answered
    moves: list[str] = []  # `SEAT MOVE`, all since the opening
    taken_back: int = 0
    tried: str = ""  # another move that was tried and is still shown with its price
    done: bool = False  # finished once; stays when the chapter is begun again

    def json(self) -> Json:
        """Return the progress as plain JSON."""
        plain: Json = msgspec.to_builtins(self)
        return plain
