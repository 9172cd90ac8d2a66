"""Lessons for people in a browser: load, act, store, show.

Nothing is held in memory: the progress in the store holds the moves, and the position is made
again from them. So a lesson goes on after a restart, in another window or in another process.
"""

import dataclasses
import time
from collections.abc import Callable, Iterator

from msgspec import structs

from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.protocol import play
from skerry.lessons import Chapter, Illegal, Lesson, LessonChanged, list_chapters, load
from skerry.lessons.chapters import PLAYERS
from skerry.lessons.messages import ChapterRow, Learn
from skerry.lessons.overview import row
from skerry.lessons.texts import LANGUAGES
from skerry.service.errors import NotFound, Refused, Stale
from skerry.service.live.live_table import LiveTable
from skerry.service.live.tables import Tables
from skerry.service.messages import (
    CanUndo,
    Decision,
    Details,
    NewTable,
    SeatRequest,
    Snapshot,
    Update,
)
from skerry.service.people import User
from skerry.service.table import creation
from skerry.service.table.state import TableState, turn_of
from skerry.service.viewers import decision
from skerry.service.viewers.frames import log_entry, snapshot
from skerry.store.protocol import Entry, Seat, Store, StoredLesson, Table, WriteConflict
from skerry.web.lesson_messages import LessonPage

NO_UNDO = CanUndo("no", "nothing")  # another move than the asked one is never made


@dataclasses.dataclass(frozen=True)
class Place:
    """Which chapter, for whom, in which language."""

    user: User
    game: str
    chapter: str
    language: str


class Lessons:
    """The chapters and everybody's progress."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self.store = store
        self.tables = tables

    async def overview(self, user: User, language: str, game: str) -> Learn:
        """List all chapters; a learner who has begun none is offered the first one of *game*."""
        stored = await self._stored(user)
        games = sorted(GAMES, key=lambda name: name != game)
        learn = list_chapters(
            {chapter: each.progress for chapter, each in stored.items()}, known(language), games
        )
        if learn.first_visit and user.id:
            played = await self.store.tables_of(user.id)
            learn.first_visit = all(table.status != "finished" for table in played)
        return learn

    async def open(self, place: Place) -> LessonPage:
        """Show a chapter where the learner left it."""
        opened = await self._open(place)
        return opened.page(opened.whole_table(), [])

    async def details(self, place: Place) -> Iterator[Details | None]:
        """Work out what each move would change, in small steps; the last yields the details."""
        return (await self._open(place)).details()

    async def act(self, place: Place, after: int, action: Callable[[Lesson], None]) -> LessonPage:
        """Carry out what the learner did at the version *after*, store it, show what came of it."""
        opened = await self._open(place)
        opened.check(after)
        before, made = opened.lesson.state.copy(), len(opened.lesson.record.moves)
        action(opened.lesson)
        await self._save(place, opened)
        return opened.page(None, list(opened.updates(before, made)))

    async def restart(self, place: Place) -> LessonPage:
        """Begin a chapter again."""
        chapter, stored, following = await self._find(place)
        again = Lesson.again(
            chapter, stored.progress if stored else None, following.id if following else None
        )
        opened = _Opened(place, again, stored.version if stored else 0, following)
        await self._save(place, opened)
        return opened.page(opened.whole_table(), [])

    async def play_on(self, place: Place) -> LiveTable:
        """Open a table with the position at the end of the chapter."""
        lesson = (await self._open(place)).lesson
        offer = lesson.view().play_on
        if not offer.ready:
            raise Refused("finish the chapter first, then play on from there", "not_finished")
        seats = [
            SeatRequest("me")
            if seat == "me"
            else SeatRequest("bot", level="relaxed", name=PLAYERS[number])
            for number, seat in enumerate(offer.seats)
        ]
        new_table = NewTable(place.game, seats, name=lesson.view().title)
        text = lesson.record_to_play_on().text()
        beginning = creation.from_record(text, place.user, time.time())
        # Everybody else is a bot: no notice about who brought this game is needed.
        beginning = dataclasses.replace(beginning, notice=None)
        return await self.tables.create(place.user, new_table, beginning)

    async def _stored(self, user: User) -> dict[str, StoredLesson]:
        return await self.store.lessons(user.id) if user.id else {}

    async def _find(self, place: Place) -> tuple[Chapter, StoredLesson | None, ChapterRow | None]:
        if place.game not in GAMES:
            raise NotFound(f"there is no game {place.game[:40]!r}", "unknown_game")
        chapters = load(place.game, known(place.language))
        chapter = next((each for each in chapters if each.script.id == place.chapter), None)
        if chapter is None:
            raise NotFound(f"{place.game} has no chapter {place.chapter[:40]!r}", "no_chapter")
        stored = await self._stored(place.user)
        following = _following(chapters, chapter, stored)
        return chapter, stored.get(chapter.id), following

    async def _open(self, place: Place) -> "_Opened":
        chapter, stored, following = await self._find(place)
        after = following.id if following else None
        try:
            lesson = Lesson(chapter, stored.progress if stored else None, after)
        except LessonChanged as error:
            raise Stale(str(error), "lesson_changed") from None
        return _Opened(place, lesson, stored.version if stored else 0, following)

    async def _save(self, place: Place, opened: "_Opened") -> None:
        opened.version += 1
        stored = StoredLesson(opened.version, opened.lesson.progress())
        try:
            await self.store.save_lesson(place.user.id, opened.lesson.chapter.id, stored)
        except WriteConflict as error:
            raise Stale(str(error), "lesson_stale") from None


def known(language: str) -> str:
    """Return the language if there are lessons in it, else English."""
    return language if language in LANGUAGES else "en"


def try_move(text: str) -> Callable[[Lesson], None]:
    """Return the action of trying a move; one that is not legal is refused with its reason."""

    def action(lesson: Lesson) -> None:
        outcome = lesson.try_move(text)
        if isinstance(outcome, Illegal):
            raise Refused(f"{outcome.text!r} is not possible now: {outcome.message}", "illegal")

    return action


def _following(
    chapters: list[Chapter], chapter: Chapter, stored: dict[str, StoredLesson]
) -> ChapterRow | None:
    """Return the next chapter of the game that is not done, from the one after *chapter* on."""
    later = chapters[chapter.order :] + chapters[: chapter.order - 1]
    for each in later:
        progress = stored.get(each.id)
        found = row(each, progress.progress if progress else None)
        if found.state != "done":
            return found
    return None


class _Opened:
    """A lesson with the version it was read at, shown as a table."""

    def __init__(
        self, place: Place, lesson: Lesson, version: int, following: ChapterRow | None
    ) -> None:
        self.lesson = lesson
        self.version = version
        self.following = following
        self.user = place.user
        game, setup = lesson.game, lesson.record.setup
        seats = [
            Seat("human", place.user.name, [place.user.id])
            if seat == lesson.seat
            else Seat("bot", PLAYERS[seat], level="relaxed")
            for seat in range(lesson.state.n)
        ]
        self.table = Table(
            id="lesson",
            game=game.name,
            rules=game.rules,
            host=place.user.id,
            seats=seats,
            created=0,
            options=setup.get("options", {}),
            watchable=False,
            coach="off",
            forecast=False,
            what_if=False,
        )

    def check(self, after: int) -> None:
        if after != self.version:
            raise Stale("this lesson went on in another window; load it again", "lesson_stale")

    def page(self, table: Snapshot | None, updates: list[Update]) -> LessonPage:
        return LessonPage(self.version, self.lesson.view(), table, updates, self.following)

    def whole_table(self) -> Snapshot:
        """Show the position as a table."""
        shown = snapshot(
            self._live(self.lesson.state), self.user.id, self.lesson.seat, [], [], None
        )
        shown.moves = shown.number
        shown.decision = self._decision()
        return shown

    def updates(self, state: State, made: int) -> Iterator[Update]:
        """Show every move since *made* of them were made, from the position *state* then."""
        lesson, game = self.lesson, self.lesson.game
        moves = lesson.record.moves[made:]
        for number, (seat, text) in enumerate(moves, start=made + 1):
            events = play(game, state, game.read(state, text), seat)
            entry = Entry(number, "move", seat, text, time.time(), events)
            yield self._update(state, number, [entry], last=number == made + len(moves))
        if not moves:
            yield self._update(lesson.state, made, [], last=True)

    def _update(self, state: State, number: int, entries: list[Entry], last: bool) -> Update:
        live, seat = self._live(state), self.lesson.seat
        return Update(
            number=number,
            moves=number,
            entries=[log_entry(live, entry, seat) for entry in entries],
            view=live.game.view(state, seat),
            decision=self._decision() if last else None,
            scores=[],
            turn=live.table.turn,
            status=live.table.status,
            clock=None,
        )

    def _live(self, state: State) -> LiveTable:
        turn = turn_of(state)
        table = structs.replace(
            self.table,
            number=len(self.lesson.record.moves),
            turn=turn,
            status="finished" if turn is None else "running",
        )
        return LiveTable(TableState(table, state))

    def _decision(self) -> Decision | None:
        """Return what the learner may do; nothing while the teacher only explains."""
        lesson = self.lesson
        if lesson.ask is None:
            return None
        number = len(lesson.record.moves)
        asked = decision.decision(
            lesson.game, lesson.state, lesson.seat, number, self.table.id, NO_UNDO
        )
        if asked is not None:
            asked.led = []  # the lesson itself explains what cannot be used
        return asked

    def details(self) -> Iterator[Details | None]:
        lesson = self.lesson
        if lesson.ask is None:
            return
        previews = {}
        for move, preview in decision.previews(lesson.game, lesson.state, lesson.seat):
            previews[move] = preview
            yield None
        closed = decision.closed(lesson.game, lesson.state, lesson.seat)
        number = len(lesson.record.moves)
        yield Details(number, lesson.seat, previews, closed, NO_UNDO)
