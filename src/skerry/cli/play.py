"""`skerry play`: a game at the terminal, against bots or with others at one keyboard."""

import secrets
import sys
import tempfile
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from skerry.bots.plugins import BotFailed
from skerry.cli import campaigns
from skerry.cli.files import Refused, read_game, read_json
from skerry.cli.screen import OutputClosed, Screen
from skerry.cli.seats import ME, read_seats
from skerry.cli.settings import (
    GAME_NAMES,
    BotSeconds,
    game_named,
    games_with,
    read_option,
    use_bot_seconds,
)
from skerry.cli.table import Table
from skerry.cli.turn import (
    InputEnded,
    Quit,
    Turn,
    print_events,
    read_line,
    show_scores,
    show_table,
)
from skerry.kernel.errors import BadSetup, SkerryError
from skerry.kernel.events import Json
from skerry.kernel.protocol import Game
from skerry.kernel.terminal import NAMES

_DEFAULT_SEATS = "me,random,random,random"


def play(
    game: Annotated[str, typer.Argument(help=GAME_NAMES)] = "",
    seats: Annotated[
        str, typer.Option(help="Who plays, in order: me,random,... (me may come several times)")
    ] = "",
    seed: Annotated[
        int | None, typer.Option(min=0, help="The same seed deals the same game")
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="A rule option, name=value; see `skerry options`")
    ] = None,
    setup: Annotated[
        Path | None, typer.Option(help="A set-up with piles as JSON; see docs/formats.md")
    ] = None,
    resume: Annotated[Path | None, typer.Option(help="Continue a saved game")] = None,
    save: Annotated[Path | None, typer.Option(help="Save the game in this file")] = None,
    solo: Annotated[bool, typer.Option("--solo", help="Play alone")] = False,
    advanced_solo: Annotated[
        bool, typer.Option("--advanced-solo", help="Play alone, with three worker colours")
    ] = False,
    campaign: Annotated[
        Path | None, typer.Option(help="Play the campaign in this file, or begin one there")
    ] = None,
    cards: Annotated[Path | None, typer.Option(help="A directory of corrected card files")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="No colours, only ASCII")] = False,
    step: Annotated[
        bool, typer.Option("--step", help="Stop after every move of a bot; Enter continues")
    ] = False,
    bot_seconds: BotSeconds = None,
) -> None:
    """Play a game in the terminal."""
    use_bot_seconds(bot_seconds)
    screen = Screen(plain)
    games = games_with(cards)
    who = read_seats(seats) if seats else None
    alone = solo or advanced_solo or campaign is not None
    if resume is not None:
        dealt = {"GAME": game, "--seed": seed, "--option": option, "--setup": setup, "solo": alone}
        for name, given in dealt.items():
            if given:
                raise Refused(f"--resume: the saved game has its {name}; leave {name} out")
        table = _resumed(resume, who, games)
    else:
        chosen = dict(map(read_option, option or []))
        played = game_named(game, games) if game else _usual_game(games, alone)
        seed = secrets.randbelow(1_000_000) if seed is None else seed
        if alone:
            if advanced_solo:
                chosen["solo"] = "advanced"
            table = _alone(played, chosen, who, setup, campaign, seed)
        else:
            dealt_from = _setup(setup, chosen, who)
            table = _dealt(played, dealt_from, who or _usual_seats(dealt_from), seed)
    if cards is not None and table.game.cards is None:
        raise Refused(f"--cards: {table.game.name} has no card files; name a game that has")
    table.cards = cards
    Session(screen, table, save or resume, step).run()
    campaigns.count_game(screen, table)


def _resumed(path: Path, who: list[str] | None, games: dict[str, Game]) -> Table:
    try:
        return Table.resume(read_game(path), who, games)
    except Refused:
        raise
    except SkerryError as error:
        raise Refused(f"{path}: {error}") from None


def _dealt(game: Game, setup: Json, who: list[str], seed: int) -> Table:
    fewest, most = game.players
    if not fewest <= len(who) <= most:
        raise Refused(f"--seats: {game.name} has {fewest} to {most} players, not {len(who)}")
    try:
        return Table.deal(game, setup, who, seed)
    except BadSetup as error:
        raise Refused(f"{error}; see `skerry options {game.name}` and docs/formats.md") from None


def _alone(
    game: Game,
    options: Json,
    who: list[str] | None,
    setup: Path | None,
    campaign: Path | None,
    seed: int,
) -> Table:
    """Deal a game for one player, perhaps the next one of a campaign."""
    if game.players[0] > 1:
        raise Refused(f"--solo, --advanced-solo, --campaign: {game.name} is not played alone")
    who = who or [ME]
    if len(who) != 1:
        raise Refused(f"--seats: alone means one seat, {len(who)} are given")
    if campaign is None:
        return _dealt(game, _setup(setup, options, who), who, seed)
    if setup is not None:
        raise Refused("--setup: a campaign makes its own set-up; leave --setup out")
    if game.campaign is None:
        raise Refused(f"--campaign: {game.name} has no campaign")
    progress = campaigns.open_campaign(game.campaign, campaign, options)
    table = _dealt(game, game.campaign.setup(progress), who, seed)
    campaigns.note_in_record(table, campaign, game.campaign, progress)
    return table


def _usual_game(games: dict[str, Game], alone: bool) -> Game:
    return next(game for game in games.values() if not alone or game.players[0] == 1)


def _usual_seats(setup: Json) -> list[str]:
    count = setup.get("players")
    if not isinstance(count, int) or not 1 <= count <= len(NAMES):
        count = _DEFAULT_SEATS.count(",") + 1
        setup.setdefault("players", count)
    return [ME, *["random"] * (count - 1)]


def _setup(path: Path | None, options: Json, who: list[str] | None) -> Json:
    """Return the set-up from a file, the options and the seats."""
    setup: Json = read_json(path) if path else {}
    if who is not None:
        given = setup.setdefault("players", len(who))
        if given != len(who):
            raise Refused(f"{path}: the set-up is for {given} players, --seats names {len(who)}")
    chosen: Any = setup.setdefault("options", {})
    if isinstance(chosen, dict):
        chosen.update(options)
    return setup


class Session:
    """A game in the terminal, from the deal or a saved game until it ends or the player leaves."""

    def __init__(self, screen: Screen, table: Table, path: Path | None, step: bool) -> None:
        self.screen = screen
        self.table = table
        self.path = path
        self.step = step
        self.shown_to: int | None = None  # whose hidden things are on the screen
        self.moves_shown = [len(table.events)] * table.state.n  # to each seat

    def run(self) -> None:
        """Play until the game is over or the last person has left."""
        if self.path is not None:
            self.table.save(self.path)  # fail now rather than after the game
        try:
            self._welcome()
            self._play_on()
        except (Quit, InputEnded, KeyboardInterrupt, OutputClosed, BotFailed) as reason:
            self._leave(reason)
        else:
            self._finish()

    def _welcome(self) -> None:
        table = self.table
        names = ", ".join(f"{NAMES[i]} {who}" for i, who in enumerate(table.seats))
        self.screen.say(f"{table.game.name.title()}, seed {table.seed}: {names}.", "bold")
        if table.people:
            self.screen.say("Type 'help' for what you can type. Ctrl-C saves the game and leaves.")
        if not table.record.moves:
            self.screen.say("\n-- Round 1 begins --", "bold")

    def _play_on(self) -> None:
        while not self.table.over:
            seat = self.table.state.turn()
            if seat in self.table.people:
                self._ask_person(seat)
            else:
                events = self.table.let_bot_play()
                if len(self.table.people) < 2:
                    print_events(self.screen, self.table, events, self._viewer())
                if self.step and self.table.people:
                    self._pause()

    def _viewer(self) -> int | None:
        """The only person; with several, None: what everybody may see."""
        return self.table.people[0] if len(self.table.people) == 1 else None

    def _ask_person(self, seat: int) -> None:
        self._hand_over(seat)
        choice = Turn(self.screen, self.table, seat).ask()
        if choice is None:
            return
        events = self.table.play(choice.move, _mover(self.table, choice.move, seat))
        print_events(self.screen, self.table, events, seat)
        self.moves_shown[seat] = len(self.table.events)
        if self.path is not None:
            self.table.save(self.path)

    def _hand_over(self, seat: int) -> None:
        """With several people, wait until the right one is at the keyboard."""
        if self.shown_to not in (None, seat):
            if self.screen.is_terminal:
                self.screen.clear()
            self.screen.say(f"\n{NAMES[seat]} decides now. Press Enter when only you are looking.")
            read_line(self.screen)
        self.shown_to = seat
        if len(self.table.people) > 1:
            for events in self.table.events[self.moves_shown[seat] :]:
                print_events(self.screen, self.table, events, seat)

    def _pause(self) -> None:
        """Wait for Enter; a person may make moves that are possible at any time."""
        while not self.table.over and (line := read_line(self.screen)):
            moves = {
                self.table.game.write(self.table.state, move): (move, seat)
                for seat in self.table.people
                for move in self.table.state.anytime(seat)
            }
            if line in ("quit", "q", "exit"):
                raise Quit
            if line not in moves:
                known = "; ".join(moves) or "nothing of yours works now"
                self.screen.say(f"Enter continues; at any time: {known}.")
                continue
            print_events(self.screen, self.table, self.table.play(*moves[line]), self._viewer())

    # -- the end

    def _finish(self) -> None:
        screen, table = self.screen, self.table
        show_table(screen, table, None, [])
        screen.say("\nFinal scores", "bold")
        show_scores(screen, table)
        winners = [
            NAMES[score.seat] for score in table.game.scores(table.state) if score.place == 1
        ]
        if table.state.n == 1:
            screen.say(f"\n{table.game.scores(table.state)[0].total} points.", "bold")
        elif not winners:
            screen.say("\nNobody wins.", "bold")
        else:
            verb = "wins" if len(winners) == 1 else "share the victory"
            screen.say(f"\n{' and '.join(winners)} {verb}.", "bold")
        if self.path is not None:
            table.save(self.path)
            screen.say(f"Saved in {self.path}.")

    def _leave(self, reason: BaseException) -> None:
        """Save the game, print how to continue it, and exit."""
        if not self.table.people and self.path is None:
            if isinstance(reason, BotFailed):
                raise reason
            raise typer.Exit(2)  # a game among bots can be dealt again from its seed
        path = self._save()
        message = f"The game is saved in {path}; continue with: {self.table.resume_command(path)}"
        if isinstance(reason, BotFailed):
            print(f"skerry: {reason}. {message}", file=sys.stderr)
            raise typer.Exit(2)
        if isinstance(reason, OutputClosed):
            print(f"skerry: the output was closed. {message}", file=sys.stderr)
            raise typer.Exit(2)
        if isinstance(reason, InputEnded) and not _input_is_terminal():
            print(f"skerry: the input ended before the game did. {message}", file=sys.stderr)
            raise typer.Exit(2)
        self.screen.print_lines(Text(f"\n{message}", "bold"))
        raise typer.Exit(130 if isinstance(reason, KeyboardInterrupt) else 0)

    def _save(self) -> Path:
        """Save the game where the player wants it, else here, else in the temporary directory."""
        places = [self.path] if self.path else []
        places += [
            _new_file(Path(), self.table),
            _new_file(Path(tempfile.gettempdir()), self.table),
        ]
        for path in places:
            try:
                self.table.save(path)
            except Refused as error:
                print(f"skerry: {error}", file=sys.stderr)
            else:
                return path
        raise Refused("the game cannot be saved anywhere; free some space and play again")


def _new_file(folder: Path, table: Table) -> Path:
    """Return the name of a file that does not exist yet."""
    name = f"skerry-{table.game.name}-{datetime.now():%Y%m%d-%H%M%S}"
    path = folder / f"{name}.game"
    number = 1
    while path.exists():
        number += 1
        path = folder / f"{name}-{number}.game"
    return path


def _mover(table: Table, move: int, seat: int) -> int:
    """Return the seat a move belongs to: the one asked, or the person whose any-time move it is."""
    if move in table.state.options():
        return seat
    return next(other for other in table.people if move in table.state.anytime(other))


def _input_is_terminal() -> bool:
    return sys.stdin is not None and not sys.stdin.closed and sys.stdin.isatty()
