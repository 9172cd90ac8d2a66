"""A learner's way through a chapter: the step, the moves tried, and where it can be taken up again.

lesson = Lesson(load("vanuatu")[0])
lesson.view()                     what to show now
lesson.try_move("plan sail")      Accepted, Wrong with what it would have cost, or Illegal
lesson.advance()                  the next step, once this one asks for nothing more
lesson.progress()                 plain JSON; Lesson(chapter, progress) goes on from there
"""

from dataclasses import dataclass, field

import msgspec

from skerry.kernel.agenda import NOBODY, State
from skerry.kernel.errors import BadNotation, SkerryError
from skerry.kernel.events import Event, Json
from skerry.kernel.protocol import Reason, play
from skerry.kernel.record import GameRecord
from skerry.lessons.chapters import Ask, Chapter, Step, WrongMove, count_chapters
from skerry.lessons.messages import (
    AskedMove,
    LessonView,
    PlayOnOffer,
    Price,
    PriceRow,
    Progress,
    Tried,
)
from skerry.lessons.overview import minutes_left, read_progress
from skerry.lessons.price import differences, finish_action, holdings, round_of

LEARNT = 3  # lines at the end of a chapter
_BOT = "relaxed"


class LessonChanged(SkerryError):
    """Stored progress that does not fit the chapter any more."""


@dataclass
class Accepted:
    """The move was one of those asked for, and is made."""

    events: list[Event]
    step_complete: bool


@dataclass
class Wrong:
    """A legal move, but not the asked one. It is not made; `Lesson.keep` makes it if *keep_ok*."""

    tried: Tried
    price: Price
    keep_ok: bool


@dataclass
class Illegal:
    """Not a move that is legal now: why, by what it touches."""

    text: str
    message: str
    reasons: dict[str, Reason] = field(default_factory=dict)


class Lesson:
    """One learner in one chapter."""

    def __init__(
        self, chapter: Chapter, progress: Json | None = None, next_chapter: str | None = None
    ) -> None:
        self.chapter = chapter
        self.game = chapter.game
        self.seat = chapter.script.seat
        self.next_chapter = next_chapter
        self._progress = Progress()
        self._begin()
        if progress:
            self._take_up(progress)

    @classmethod
    def again(cls, chapter: Chapter, stored: Json | None, next_chapter: str | None) -> "Lesson":
        """Begin a chapter again, even from progress that fits no more; done once stays done."""
        lesson = cls(chapter, None, next_chapter)
        lesson._progress.done = read_progress(stored).done
        return lesson

    def _begin(self) -> None:
        self.state, self.record = self.chapter.begin()
        self._opening = len(self.record.moves)
        self._attempt: tuple[str, Wrong] | None = None
        self._enter()

    def _take_up(self, stored: Json) -> None:
        """Go on from stored progress by making its moves again. Raises LessonChanged."""
        try:
            kept = msgspec.convert(stored, Progress)
            if not 0 <= kept.step <= len(self.chapter.steps):
                raise LessonChanged(f"{self.chapter.id}: there is no step {kept.step}")
            if kept.asked and not 0 < kept.asked <= len(self.chapter.steps[kept.step].ask):
                raise LessonChanged(f"{self.chapter.id}: step {kept.step} asks for less")
            self.state, self.record = self.chapter.begin()
            self.chapter.make(self.state, self.record, "\n".join(kept.moves), "progress")
        except (msgspec.ValidationError, SkerryError, IndexError) as error:
            raise LessonChanged(f"{self.chapter.id}: start over; {error}") from None
        self._progress = kept
        if kept.tried:
            self._show_again(kept.tried)

    def _show_again(self, text: str) -> None:
        """Compare the move tried last again; one that is not legal any more is forgotten."""
        taken_back = self._progress.taken_back
        if not isinstance(self.try_move(text), Wrong):
            raise LessonChanged(f"{self.chapter.id}: start over; {text!r} was tried")
        self._progress.taken_back = taken_back

    # -- where the learner stands

    @property
    def finished(self) -> bool:
        """Whether every step is done."""
        return self._progress.step == len(self.chapter.steps)

    @property
    def step(self) -> Step:
        """The open step; the last one when the chapter is finished."""
        return self.chapter.steps[min(self._progress.step, len(self.chapter.steps) - 1)]

    @property
    def ask(self) -> Ask | None:
        """The move asked for now, if any."""
        asks = self.step.ask
        answered = self._progress.asked
        return asks[answered] if not self.finished and answered < len(asks) else None

    @property
    def accepted(self) -> list[str]:
        """The accepted answers that are legal now: which ones may depend on earlier answers."""
        if self.ask is None:
            return []
        legal = self._legal()
        return [text for text in self.ask.moves if self.game.read(self.state, text) in legal]

    def progress(self) -> Json:
        """Return how far the learner is, to store and to give back to `Lesson`."""
        moves = self.record.moves[self._opening :]
        self._progress.moves = [f"{seat} {text}" for seat, text in moves]
        return self._progress.json()

    def view(self) -> LessonView:
        """Return everything a screen shows beside the table."""
        chapter, step, ask = self.chapter, self.step, self.ask
        steps, number = len(chapter.steps), self._progress.step
        wrong = self._attempt[1] if self._attempt else None
        part = self._part(self._progress.asked)
        return LessonView(
            id=chapter.id,
            game=self.game.name,
            order=chapter.order,
            chapters=count_chapters(self.game.name),
            picture=chapter.script.picture,
            market=chapter.script.market,
            title=chapter.text("title"),
            step=min(number + 1, steps),
            steps=steps,
            step_titles=[chapter.text(f"{each.id}.title") for each in chapter.steps],
            say=chapter.text(f"{step.id}.say"),
            refs=step.refs,
            ask=self._asked(ask, part) if ask else None,
            hint=chapter.text(f"{step.id}.hint{part}") if ask else "",
            hint_refs=self._ask_refs(ask) if ask else [],
            tried=wrong.tried if wrong else None,
            price=wrong.price if wrong else None,
            keep_ok=wrong.keep_ok if wrong else False,
            step_complete=ask is None,
            finished=self.finished,
            minutes_left=minutes_left(chapter, number),
            taken_back=self._progress.taken_back,
            learnt=[chapter.text(f"learnt.{i + 1}") for i in range(LEARNT)],
            play_on=self._play_on(),
            next_chapter=self.next_chapter,
        )

    def _asked(self, ask: Ask, part: str) -> AskedMove:
        text = self.chapter.text(f"{self.step.id}.ask{part}")
        return AskedMove(text, ask.moves, self._ask_refs(ask))

    def _ask_refs(self, ask: Ask) -> list[str]:
        if ask.refs:
            return ask.refs
        move = self.game.read(self.state, self.accepted[0])
        touched = list(dict.fromkeys(self.game.touches(self.state, move).values()))
        return [ref for ref in touched if self._on_the_table(ref)] or touched

    def _on_the_table(self, ref: str) -> bool:
        """Return whether a ref names a thing, and not only how it is used, such as how:bonus."""
        try:
            self.game.why_not(self.state, self.seat, ref)
        except BadNotation:
            return False
        return True

    def _play_on(self) -> PlayOnOffer:
        fresh = self.state.turn() == NOBODY
        seats = ["me" if seat == self.seat else _BOT for seat in range(self.state.n)]
        number = 1 if fresh else round_of(self.game, self.state)
        return PlayOnOffer(seats, number, self.finished, fresh)

    def record_to_play_on(self) -> GameRecord:
        """Return the game to go on with: this position, or the same deal if the game is over."""
        record = self.record
        if self.state.turn() == NOBODY:
            return GameRecord(record.game, record.rules, record.setup)
        return record

    @staticmethod
    def _part(answered: int) -> str:
        """Return what is added to the key of a text for the second and later moves of a step."""
        return f".{answered + 1}" if answered else ""

    # -- going on

    def try_move(self, text: str) -> Accepted | Wrong | Illegal:
        """Try a move of the learner. Only an accepted one is made."""
        ask = self.ask
        if ask is None:
            return Illegal(text, "this step asks for no move; go on to the next one")
        try:
            move = self.game.read(self.state, text)
        except BadNotation as error:
            return Illegal(text, str(error))
        if move not in self._legal():
            return self._refusal(text, move)
        if move in [self.game.read(self.state, accepted) for accepted in self.accepted]:
            events = self._make(move)
            return Accepted(events, self.ask is None)
        written = self.game.write(self.state, move)
        wrong = self._compare(ask, written)
        self._attempt = (written, wrong)
        self._progress.tried = written
        self._progress.taken_back += 1
        return wrong

    def take_back(self) -> None:
        """Put the move tried last away; it was never made."""
        self._attempt = None
        self._progress.tried = ""

    def keep(self) -> Accepted:
        """Make the move tried last, where the chapter can go on with it. Raises SkerryError."""
        if self._attempt is None or not self._attempt[1].keep_ok:
            raise SkerryError("no move was tried that this lesson can go on with")
        self._progress.taken_back -= 1
        events = self._make(self.game.read(self.state, self._attempt[0]))
        return Accepted(events, self.ask is None)

    def advance(self) -> list[Event]:
        """Go on to the next step and return what happens as it begins. Raises SkerryError."""
        if self.ask is not None:
            raise SkerryError("this step still asks for a move")
        if self.finished:
            raise SkerryError("the chapter is finished")
        self._progress.step += 1
        self._progress.asked = 0
        self.take_back()
        if self.finished:
            self._progress.done = True
            return []
        return self._enter()

    def restart(self) -> None:
        """Begin the chapter again."""
        self._progress = Progress(done=self._progress.done)
        self._begin()

    def _enter(self) -> list[Event]:
        return self.chapter.make(
            self.state, self.record, self.step.plays, f"step {self.step.id}: field plays"
        )

    def _make(self, move: int) -> list[Event]:
        self.record.add(self.game, self.state, self.seat, move)
        events = play(self.game, self.state, move, self.seat)
        self._progress.asked += 1
        self.take_back()
        return events

    def _legal(self) -> list[int]:
        """Return the learner's legal moves."""
        if self.state.turn() == self.seat:
            return self.state.options()
        return self.state.anytime(self.seat)

    def _refusal(self, text: str, move: int) -> Illegal:
        reasons: dict[str, Reason] = {}
        for ref in filter(self._on_the_table, self.game.touches(self.state, move).values()):
            reason = self.game.why_not(self.state, self.seat, ref)
            if reason is not None:
                reasons[ref] = reason
        listed = "; ".join(str(reason) for reason in reasons.values())
        return Illegal(text, listed or "this does not answer the question", reasons)

    # -- what a move would have cost

    def _compare(self, ask: Ask, written: str) -> Wrong:
        step, part = self.step, self._part(self._progress.asked)
        known = next((w for w in ask.wrong if w.move == written), None)
        texts, chapter = self.chapter.texts, self.chapter
        tried, asked = self._outcomes(ask, written, known)
        shown = known is None or known.compare
        rows = [
            PriceRow(texts(f"price.{self.game.name}.{name}"), name, mine, theirs)
            for name, (mine, theirs) in differences(tried, asked).items()
            if shown
        ]
        played_out = known is not None and known.play_out
        horizon = chapter.text(f"{step.id}.horizon{part}") if played_out else texts("price.now")
        if known is not None:
            note = chapter.text(f"{step.id}.wrong.{known.id}")
        else:
            note = texts("price.other" if rows else "price.same")
        keep_ok = known is not None and known.keep
        label = written.replace("_", " ")
        return Wrong(Tried(written, label), Price(horizon, rows, note), keep_ok)

    def _outcomes(
        self, ask: Ask, written: str, known: WrongMove | None
    ) -> tuple[dict[str, int], dict[str, int]]:
        """Return what the learner holds after the tried and after the asked move."""
        later = [each.moves[0] for each in self.step.ask[self._progress.asked + 1 :]]
        mine, theirs = self._after(written), self._after(self.accepted[0])
        if known is not None and known.play_out:
            self._play_out(mine, known.play_out, f"wrong {known.id}")
            self._play_out(theirs, ask.play_out, "ask")
        else:
            finish_action(self.game, mine, self.seat, [])
            finish_action(self.game, theirs, self.seat, later)
        return holdings(self.game, mine, self.seat), holdings(self.game, theirs, self.seat)

    def _after(self, text: str) -> State:
        state = self.state.copy()
        play(self.game, state, self.game.read(state, text), self.seat)
        return state

    def _play_out(self, state: State, moves: str, where: str) -> None:
        where = f"step {self.step.id}: field {where}.play_out"
        for seat, text in self.chapter.lines(moves, where):
            try:
                play(self.game, state, self.game.read(state, text), seat)
            except SkerryError as error:
                raise self.chapter.error(f"{where}, move {seat} {text!r}", error) from None
