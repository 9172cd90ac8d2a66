"""`skerry learn`: lessons on the real board, with progress kept between sittings."""

import json
import os
import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.text import Text

from skerry.cli.choices import listed
from skerry.cli.files import Refused, read_json
from skerry.cli.screen import Screen
from skerry.cli.sentences import reason_sentence
from skerry.cli.settings import GAME_NAMES
from skerry.cli.table import Table
from skerry.cli.turn import InputEnded, Quit, Turn, print_events, read_line, show_table
from skerry.games import GAMES
from skerry.kernel.events import Json
from skerry.kernel.record import GameRecord
from skerry.kernel.terminal import NAMES, STYLES
from skerry.lessons import Chapter, Illegal, Lesson, LessonChanged, Wrong, list_chapters, load
from skerry.lessons.messages import ChapterRow, Price

_HELP = """\
  hint          what the step is after
  keep          keep the move you tried, where the lesson can go on with it
  over          begin the chapter again"""


def learn(
    game: Annotated[str, typer.Argument(help=f"{GAME_NAMES}; all chapters if left out")] = "",
    chapter: Annotated[str, typer.Argument(help="A chapter's number or name")] = "",
    over: Annotated[bool, typer.Option("--over", help="Begin the chapter again")] = False,
    language: Annotated[str, typer.Option(help="en, or another language of the lessons")] = "en",
    progress: Annotated[
        Path | None, typer.Option(help="Keep the progress in this file instead of the usual one")
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="No colours, only ASCII")] = False,
) -> None:
    """Learn a game in short chapters; without CHAPTER, list them."""
    screen = Screen(plain)
    store = ProgressFile(progress or _usual_file())
    if game and game.lower() not in GAMES:
        raise Refused(f"no game is called {game[:40]!r}; there are {', '.join(GAMES)}")
    games = [game.lower()] if game else list(GAMES)
    if not chapter:
        _list(screen, store.entries, games, language)
        return
    chapters = load(games[0], language, NAMES)
    chosen = _chapter_named(chapters, chapter)
    following = chapters[chosen + 1].script.id if chosen + 1 < len(chapters) else None
    Classroom(screen, store, chapters[chosen], following, over).run()


def _chapter_named(chapters: list[Chapter], name: str) -> int:
    for number, chapter in enumerate(chapters):
        if name.lower() in (str(chapter.order), chapter.script.id):
            return number
    known = ", ".join(f"{chapter.order} {chapter.script.id}" for chapter in chapters)
    raise Refused(f"no chapter is called {name[:40]!r}; there are {known}")


def _list(screen: Screen, entries: dict[str, Json], games: list[str], language: str) -> None:
    listing = list_chapters(entries, language, games)
    for game in games:
        screen.say(f"\n{game.title()}", "bold")
        for row in listing.chapters:
            if row.game == game:
                screen.print_lines(Text(f"  {row.order}  {row.title:<40} {_state(row)}"))
                screen.say(f"     {row.line}", "dim")
    done, total = listing.done_count, listing.total_count
    screen.say(f"\n{done} of {total} chapters done, about {listing.minutes_left} minutes to go.")
    if listing.next_chapter:
        screen.say(f"Go on with: skerry learn {listing.next_chapter.replace('.', ' ')}")


def _state(row: ChapterRow) -> str:
    if row.state == "done":
        return f"{row.minutes:>2} min  done"
    if row.state == "begun":
        return f"{row.minutes:>2} min  step {row.step_done + 1} of {row.steps}"
    return f"{row.minutes:>2} min"


def _usual_file() -> Path:
    """Return where a user's data is kept by custom of the system."""
    if sys.platform == "win32":
        home = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    else:
        home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "skerry" / "lessons.json"


class ProgressFile:
    """Progress by chapter id, in one JSON file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.entries: dict[str, Json] = {}
        if path.exists():
            try:
                self.entries = msgspec.convert(read_json(path), dict[str, Json])
            except msgspec.ValidationError:
                raise Refused(f"{path}: not the progress of lessons; name another file") from None

    def save(self, chapter: str, progress: Json) -> None:
        """Write the progress of one chapter."""
        self.entries[chapter] = progress
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            beside = self.path.with_name(f".{self.path.name}.{os.getpid()}")
            beside.write_text(json.dumps(self.entries, indent=1) + "\n", encoding="utf-8")
            beside.replace(self.path)
        except OSError as error:
            raise Refused(f"{self.path}: cannot be written ({error.strerror})") from None


class Classroom:
    """One sitting with one chapter."""

    def __init__(
        self,
        screen: Screen,
        store: ProgressFile,
        chapter: Chapter,
        following: str | None,
        over: bool,
    ) -> None:
        self.screen = screen
        self.store = store
        stored = store.entries.get(chapter.id)
        try:
            self.lesson = Lesson(chapter, stored, following)
        except LessonChanged:
            screen.say("This chapter has changed since you left it; it begins again.")
            self.lesson = Lesson(chapter, None, following)
        if over or self.lesson.finished:
            self.lesson.restart()

    def run(self) -> None:
        """Lead through the chapter, from where the learner left it, to its end or to leaving."""
        lesson, view = self.lesson, self.lesson.view()
        self.screen.say(f"{lesson.game.name.title()}: {view.title}", "bold")
        self.screen.say(
            f"You are {NAMES[lesson.seat]}. Enter goes on; type 'help' for what you can type, "
            "Ctrl-C to leave. Your progress is kept."
        )
        try:
            while not lesson.finished:
                self._step()
        except (Quit, InputEnded, KeyboardInterrupt) as reason:
            self._save()
            self.screen.say(f"\nYour progress is kept in {self.store.path}.")
            raise typer.Exit(130 if isinstance(reason, KeyboardInterrupt) else 0) from None
        self._finish()

    def _save(self) -> None:
        self.store.save(self.lesson.chapter.id, self.lesson.progress())

    def table(self) -> Table:
        """Return the lesson's position as a table of the terminal."""
        lesson = self.lesson
        seats = lesson.view().play_on.seats
        record = GameRecord(lesson.record.game, lesson.record.rules, lesson.record.setup)
        return Table(lesson.game, lesson.state, record, seats, seed=0)

    def _step(self) -> None:
        lesson = self.lesson
        while lesson.ask is not None:
            self._ask()
        else:
            if not lesson.step.ask:
                show_table(self.screen, self.table(), lesson.seat, lesson.step.refs)
                self.teach()
            self._wait()
        events = lesson.advance()
        self._save()
        print_events(self.screen, self.table(), events, lesson.seat)

    def teach(self) -> None:
        """Print what the teacher says."""
        view = self.lesson.view()
        title = view.step_titles[view.step - 1]
        self.screen.say(f"\nStep {view.step} of {view.steps}: {title}", "bold")
        self.screen.say(view.say)
        if view.ask:
            self.screen.say(f"Your move: {view.ask.text}", STYLES[self.lesson.seat])

    def _wait(self) -> None:
        self.screen.say("(Enter goes on)", "dim")
        while line := read_line(self.screen):
            if line in ("quit", "q", "exit"):
                raise Quit
            self.screen.say("Press Enter to go on, or type 'quit' to leave.")

    def _ask(self) -> None:
        """Put the question until a move is accepted."""
        lesson = self.lesson
        choice = LessonTurn(self, self.table(), lesson.seat).ask()
        if choice is None:  # begun again, or kept
            return
        outcome = lesson.try_move(choice.text)
        if isinstance(outcome, Wrong):
            self._explain(outcome)
        elif isinstance(outcome, Illegal):
            self.screen.say(f"'{outcome.text}' is not possible now:")
            for ref, reason in outcome.reasons.items():
                self.screen.say(f"  {ref}: {reason_sentence(lesson.game, reason)}")
        else:
            print_events(self.screen, self.table(), outcome.events, lesson.seat)
            self._save()

    def _explain(self, wrong: Wrong) -> None:
        self.screen.say(f"\nYou tried: {wrong.tried.label}", "bold")
        self.screen.say(wrong.price.note)
        if wrong.price.rows:
            self._show_price(wrong.price)
        ended = " Type 'keep' to keep it all the same." if wrong.keep_ok else ""
        self.screen.say(f"Taken back for you.{ended}")

    def _show_price(self, price: Price) -> None:
        wide = max(len(price.horizon), *(len(row.label) for row in price.rows))
        self.screen.print_lines(Text(f"  {price.horizon:<{wide}}  your move   asked", "dim"))
        for row in price.rows:
            self.screen.print_lines(Text(f"  {row.label:<{wide}}  {row.tried:>9}  {row.asked:>6}"))

    def _finish(self) -> None:
        self._save()
        view = self.lesson.view()
        self.screen.say("\nChapter done. You have learnt:", "bold")
        for line in view.learnt:
            self.screen.say(f"  - {line}")
        fresh = view.play_on.fresh
        wanted = "Play this game from the beginning" if fresh else "Play on from here"
        if self._wanted(f"{wanted}? (y/n)"):
            self._play_on()
        elif view.next_chapter:
            self.screen.say(f"Next: skerry learn {self.lesson.game.name} {view.next_chapter}")

    def _wanted(self, question: str) -> bool:
        self.screen.say(question)
        try:
            return read_line(self.screen).lower().startswith("y")
        except (InputEnded, KeyboardInterrupt):
            return False

    def _play_on(self) -> None:
        from skerry.cli.play import Session  # only the end of a chapter needs a whole game

        seats = self.lesson.view().play_on.seats
        table = Table.resume(self.lesson.record_to_play_on(), seats)
        Session(self.screen, table, None, step=False).run()


class LessonTurn(Turn):
    """The learner's question, with the teacher's words under the board."""

    def __init__(self, classroom: Classroom, table: Table, seat: int) -> None:
        self.classroom = classroom
        super().__init__(classroom.screen, table, seat)

    def _show(self) -> None:
        lesson = self.classroom.lesson
        view = lesson.view()
        assert view.ask is not None, "a lesson's turn is taken only while a move is asked"
        show_table(self.screen, self.table, self.seat, view.ask.refs)
        self.classroom.teach()
        self.screen.print_lines(listed(self.choices, self.screen.width))

    def _command(self, line: str) -> str | None:
        lesson = self.classroom.lesson
        match line.lower():
            case "help":
                super()._command(line)
                self.screen.print_lines(Text(_HELP))
            case "hint":
                self.screen.say(lesson.view().hint)
            case "keep":
                if not lesson.view().keep_ok:
                    self.screen.say("There is no move to keep.")
                    return "done"
                print_events(self.screen, self.table, lesson.keep().events, self.seat)
                return "undone"
            case "over":
                lesson.restart()
                return "undone"
            case "undo":
                self.screen.say("A lesson takes moves back by itself; 'over' begins it again.")
            case "save" | "log" | "log all":
                self.screen.say("Not in a lesson. Your progress is kept by itself.")
            case _:
                return super()._command(line)
        return "done"
