"""A person's turn: the table, the question, numbered choices, and the commands beside them."""

from pathlib import Path

from rich.text import Text

from skerry.cli.choices import Choice, choices_of, listed, matching
from skerry.cli.files import Refused
from skerry.cli.hint import print_hint
from skerry.cli.screen import Screen
from skerry.cli.sentences import event_sentence, question_sentence, reason_sentence
from skerry.cli.table import Table
from skerry.kernel.errors import BadNotation, SkerryError
from skerry.kernel.events import Event
from skerry.kernel.protocol import LedSpace
from skerry.kernel.terminal import NAMES, STYLES

HELP = """\
  a number      make that choice
  words         make the move you write, or list the choices that fit the words
                ("fish", "govern sail")
  why WHAT      why something cannot be chosen ("why fish", "why 2,1"); "why" lists all
  hint          what the coach would do, why, and what else there is
  look WHAT     what a character, tile or card is ("look guide", "look A1")
  board, Enter  show the table again
  log, log all  the last moves, or all of them
  score         points so far, item by item
  undo          undo your last move and everything after it
  save FILE     save the game in a file
  quit          leave; the game is saved in a file (as with Ctrl-C and Ctrl-D)"""

_RECENT_MOVES = 20


class Quit(Exception):
    """The person leaves the table."""


class InputEnded(Exception):
    """Standard input has ended."""


def read_line(screen: Screen) -> str:
    """Return a line that was typed; raises InputEnded when there is none."""
    screen.file.flush()
    try:
        return input("> ").strip()
    except (EOFError, RuntimeError):  # RuntimeError: standard input is closed altogether
        raise InputEnded from None


def show_table(screen: Screen, table: Table, seat: int | None, highlighted: list[str]) -> None:
    """Draw the table as *seat* sees it, with some refs highlighted."""
    view = table.game.view(table.state, seat)
    screen.say()
    for drawing in table.game.terminal.draw(view, highlighted, screen.box_lines):
        screen.draw(drawing)


def show_scores(screen: Screen, table: Table) -> None:
    """Print every seat's points by source."""
    scores = table.game.scores(table.state)
    names = list(scores[0].items)
    widths = [max(len(name), 5) for name in names]
    head = "".join(f" {name.replace('_', ' '):>{w}}" for name, w in zip(names, widths, strict=True))
    screen.print_lines(Text(f"{'':8}{head}  total", "bold"))
    for score in scores:
        row = Text(f"{NAMES[score.seat]:<8}", STYLES[score.seat])
        for name, wide in zip(names, widths, strict=True):
            row.append(f" {score.items[name]:>{wide}}", "default")
        row.append(f"  {score.total:>5}", "bold")
        screen.print_lines(row)


def print_events(
    screen: Screen,
    table: Table,
    events: list[Event],
    viewer: int | None = None,
    everything: bool = False,
) -> None:
    """Print the events of a move as *viewer* saw them, in one line; a new round gets its own."""
    sentences: list[str] = []
    for event in events:
        seen = event.seen_by(event.owner if everything else viewer)
        if seen["event"] == "round_began":
            _print_sentences(screen, sentences)
            screen.say(f"\n-- {event_sentence(table.game, seen)} --", "bold")
            sentences = []
        else:
            sentences.append(event_sentence(table.game, seen))
    _print_sentences(screen, sentences)


def _print_sentences(screen: Screen, sentences: list[str]) -> None:
    if sentences:
        screen.say("; ".join(sentences) + ".")


class Turn:
    """A question to a person, repeated until it is answered."""

    def __init__(self, screen: Screen, table: Table, seat: int) -> None:
        self.screen = screen
        self.table = table
        self.seat = seat
        self.choices = self._choices()

    def _choices(self) -> list[Choice]:
        table = self.table
        moves = table.state.options()
        for other in table.people:
            if other != self.seat:
                moves = moves + table.state.anytime(other)
        texts = [table.game.write(table.state, move) for move in moves]
        return choices_of(
            list(zip(moves, texts, strict=True)), [table.game.terminal.label(t) for t in texts]
        )

    def ask(self) -> Choice | None:
        """Ask until a choice is made; None when the person undid a move instead."""
        self._show()
        while True:
            line = read_line(self.screen)
            answer = self._command(line)
            if answer == "undone":
                return None
            if answer is None:
                choice = self._choice(line)
                if choice is not None:
                    return choice

    # -- showing

    def _show(self) -> None:
        refs = [
            ref
            for choice in self.choices
            for ref in self.table.game.touches(self.table.state, choice.move).values()
        ]
        show_table(self.screen, self.table, self.seat, refs)
        asked = self.table.game.question(self.table.state)
        assert asked is not None, "a turn is taken only while a question is open"
        line = Text(f"\n{NAMES[self.seat]}", STYLES[self.seat])
        line.append(f", {question_sentence(self.table.game, asked)}", "bold")
        self.screen.say(line)
        self.screen.print_lines(listed(self.choices, self.screen.width))
        self._show_unusable()
        self._show_closed(refs)

    def _show_unusable(self) -> None:
        """Name the spaces that the seat leads and cannot use, each with its reason."""
        for space in self._unusable():
            name = space.ref.partition(":")[2]
            assert space.reason is not None, "what cannot be used has a reason"
            reason = reason_sentence(self.table.game, space.reason)
            self.screen.say(f"You lead {name} but cannot use it now: {reason}.")

    def _unusable(self) -> list[LedSpace]:
        spaces = self.table.game.led(self.table.state, self.seat)
        return [space for space in spaces if not space.usable]

    def _show_closed(self, refs: list[str]) -> None:
        """List what cannot be chosen, of the kinds of things that the choices are about."""
        kinds = {ref.partition(":")[0] for ref in refs}
        closed = self.table.game.closed(self.table.state, self.seat)
        names = [ref.partition(":")[2] for ref in closed if ref.partition(":")[0] in kinds]
        names = [name for name in names if name]
        if 0 < len(names) <= 11:
            self.screen.say(f"Closed: {', '.join(names)}. ('why {names[0]}' shows the reason)")
        else:
            self.screen.say("('help' lists what you can type)", "dim")

    # -- answering

    def _choice(self, line: str) -> Choice | None:
        if line.isascii() and line.isdigit():
            number = int(line) if len(line) < 6 else 0
            if 1 <= number <= len(self.choices):
                return self.choices[number - 1]
            self.screen.say(
                f"There is no choice {line[:20]}; they run from 1 to {len(self.choices)}."
            )
            return None
        found = matching(self.choices, line)
        if len(found) == 1 and not self._gives_up(found[0], line):
            return found[0]
        if len(found) == 1:
            self._show_unusable()
            self.screen.say(f"Type '{found[0].text}' to take the markers back for nothing.")
            return None
        if found:
            self.screen.print_lines(listed(found, self.screen.width, everything=True))
            return None
        self._refuse(line)
        return None

    def _gives_up(self, choice: Choice, line: str) -> bool:
        """Return whether a space that was only named would be given up without a word of it."""
        moves = {way.move for s in self._unusable() for way in s.ways if way.kind == "take_back"}
        return choice.text in moves and not choice.text.startswith(line.lower().split()[0])

    def _refuse(self, line: str) -> None:
        """Print why the typed move is not among the choices."""
        game, state = self.table.game, self.table.state
        try:
            move = game.read(state, line)
        except BadNotation as error:
            self.screen.say(f"{error}. ('help' lists what else you can type)")
            return
        self.screen.say(f"'{game.write(state, move)}' is not possible now:")
        refs = game.touches(state, move).values()
        reasons = {ref: reason for ref in refs if (reason := self._reason(ref))}
        for ref, reason in reasons.items():
            self.screen.say(f"  {ref}: {reason}")
        if not reasons:
            self.screen.say("  it does not answer the question.")

    def _reason(self, ref: str) -> str | None:
        try:
            reason = self.table.game.why_not(self.table.state, self.seat, ref)
        except BadNotation:
            return None  # a ref that only names a way of doing it, such as how:bonus
        return reason_sentence(self.table.game, reason) if reason else None

    # -- commands

    def _command(self, line: str) -> str | None:
        """Run a command; None if the line is not one."""
        word, _, rest = line.partition(" ")
        if any(choice.text == line for choice in self.choices):
            return None
        if line.startswith("?"):
            word, rest = ("why", line[1:].strip()) if line != "?" else ("help", "")
        match word.lower():
            case "" | "board":
                self._show()
            case "help":
                self.screen.print_lines(Text(HELP))
            case "why":
                self._why(rest.strip())
            case "hint":
                print_hint(self.screen, self.table, self.seat)
            case "look":
                view = self.table.game.view(self.table.state, self.seat)
                found = self.table.game.terminal.look_up(rest.strip(), view)
                self.screen.say(found or f"Nothing is called {rest.strip()[:40]!r}.")
            case "log":
                self._log(None if rest.strip() == "all" else _RECENT_MOVES)
            case "score" | "scores":
                show_scores(self.screen, self.table)
            case "save":
                self._save(rest.strip())
            case "undo":
                if self.table.undo():
                    self.screen.say("Undone.")
                    return "undone"
                self.screen.say("There is no move of yours to undo.")
            case "quit" | "exit" | "q":
                raise Quit
            case _:
                return None
        return "done"

    def _log(self, most: int | None) -> None:
        """Print the events of at most so many moves, of all if None."""
        moves = self.table.events
        for events in moves if most is None else moves[-most:]:
            print_events(self.screen, self.table, events, self.seat)
        if not moves:
            self.screen.say("Nothing has happened yet.")

    def _save(self, name: str) -> None:
        if not name:
            self.screen.say("Name the file too: save FILE")
            return
        try:
            self.table.save(Path(name))
        except Refused as error:
            self.screen.say(str(error))
        else:
            command = self.table.resume_command(Path(name))
            self.screen.print_lines(Text(f"Saved in {name}; continue with: {command}"))

    def _why(self, what: str) -> None:
        game, state = self.table.game, self.table.state
        closed = game.closed(state, self.seat)
        if not what:
            for ref, reason in closed.items():
                self.screen.say(f"  {ref}: {reason_sentence(game, reason)}")
            if not closed:
                self.screen.say("Nothing is closed now.")
            return
        if what.isascii() and what.isdigit():
            self._why_choice(what)
            return
        kinds = dict.fromkeys(ref.partition(":")[0] for ref in closed)
        for choice in self.choices:
            for ref in game.touches(state, choice.move).values():
                kinds.setdefault(ref.partition(":")[0])
        for ref in [what, *(f"{kind}:{what}" for kind in kinds)]:
            try:
                found = game.why_not(state, self.seat, ref)
            except SkerryError:
                continue
            sentence = reason_sentence(game, found) if found else "open to you now"
            self.screen.say(f"  {ref}: {sentence}")
            return
        self._why_choice(what)

    def _why_choice(self, what: str) -> None:
        found = matching(self.choices, what)
        found = found or [choice for choice in self.choices if str(choice.number) == what]
        if len(found) == 1:
            self.screen.say(f"  {found[0].text}: open to you now, choice {found[0].number}")
            return
        try:
            self.table.game.read(self.table.state, what)
        except BadNotation:
            self.screen.say(f"Nothing here is called {what[:40]!r}; 'why' lists what is closed.")
        else:
            self._refuse(what)
