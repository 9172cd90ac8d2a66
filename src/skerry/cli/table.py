"""A game in play at the terminal: the state, its record, and who sits where.

Only the record is saved. Undoing is replaying the record without its last moves.
"""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from skerry.bots.plugins import is_plugin
from skerry.bots.protocol import Bot
from skerry.bots.search_helper import HelperProcess, helper_if_core_free
from skerry.cli.files import Refused, write_game
from skerry.cli.seats import ME, bot_named
from skerry.games import GAMES
from skerry.kernel.agenda import NOBODY, State
from skerry.kernel.events import Event, Json
from skerry.kernel.protocol import Game, play
from skerry.kernel.record import GameRecord, replay
from skerry.kernel.rng import Rng

_SPREAD = 1_000_003  # keeps the bots' draws of neighbouring games apart


@dataclass
class Table:
    """A running game."""

    game: Game
    state: State
    record: GameRecord
    seats: list[str]
    seed: int
    games: Mapping[str, Game] = field(default_factory=lambda: GAMES)
    events: list[list[Event]] = field(default_factory=list)  # move by move
    bots: list[Bot | None] = field(default_factory=list)  # by seat; a search may reuse its tree
    helper: HelperProcess | None = None  # searches with an expert, if a core is free
    cards: Path | None = None  # the directory of corrected card files

    @classmethod
    def deal(cls, game: Game, setup: Json, seats: list[str], seed: int) -> "Table":
        """Deal a new game."""
        state = game.deal(setup, Rng(seed))
        record = GameRecord.of(game, state)
        record.meta = {"seats": seats, "seed": seed}
        return cls(game, state, record, seats, seed, {**GAMES, game.name: game})

    @classmethod
    def resume(
        cls, record: GameRecord, seats: list[str] | None, games: Mapping[str, Game] = GAMES
    ) -> "Table":
        """Continue a saved game; raises SkerryError if it does not replay."""
        events: list[list[Event]] = []
        state = replay(games, record, watch=lambda _state, _seat, _move, e: events.append(e))
        seats = seats or _saved_seats(record, state.n)
        if len(seats) != state.n:
            raise Refused(f"--seats: the game has {state.n} seats, {len(seats)} are given")
        seed = record.meta.get("seed", 0)
        record.meta["seats"] = seats
        record.scores = None
        seed = seed if isinstance(seed, int) else 0
        return cls(games[record.game], state, record, seats, seed, games, events)

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, who in enumerate(self.seats) if who == ME]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.turn() == NOBODY

    def play(self, move: int, seat: int) -> list[Event]:
        """Make a move of *seat*; raises IllegalMove and changes nothing if it is not legal."""
        text = self.game.write(self.state, move)
        before = self.state.copy()
        events = play(self.game, self.state, move, seat)
        for bot in self._bots():
            if bot is not None and seat == before.turn():
                bot.observe(before, move)
        self.record.moves.append((seat, text))
        self.events.append(events)
        return events

    def let_bot_play(self) -> list[Event]:
        """Let the bot whose turn it is make its move.

        Its chance depends only on the seed and the number of the move, so that bots answer the
        same moves in the same way after an undo.
        """
        seat = self.state.turn()
        rng = Rng(self.seed * _SPREAD + len(self.record.moves))
        bot = self._bots()[seat]
        assert bot is not None, "a bot's turn is not a person's"
        return self.play(bot.choose(self.game, self.state, seat, rng), seat)

    def _bots(self) -> list[Bot | None]:
        if not self.bots:
            shipped = self.game in GAMES.values()  # a helper process knows no other card files
            if "expert" in self.seats and self.helper is None and shipped:
                self.helper = helper_if_core_free()
            self.bots = [None if who == ME else bot_named(who, self.helper) for who in self.seats]
        return self.bots

    def undo(self) -> bool:
        """Undo everything from the last move of a person on; False if there is none."""
        moves = self.record.moves
        last = max((i for i, (seat, _) in enumerate(moves) if seat in self.people), default=-1)
        if last < 0:
            return False
        self.state = replay(self.games, self.record, upto=last)
        del moves[last:]
        del self.events[last:]
        self.bots = []  # their search trees belong to moves that are gone
        return True

    def save(self, path: Path) -> None:
        """Write the game to a file."""
        if self.over:
            self.record.close(self.game, self.state)
        write_game(path, self.record)

    def resume_command(self, path: Path) -> str:
        """Return the command that continues the game from a file."""
        more = ["--cards", str(self.cards)] if self.cards is not None else []
        if any(is_plugin(who) for who in self.seats):
            more += ["--seats", ",".join(self.seats)]
        return shlex.join(["skerry", "play", "--resume", str(path), *more])


def _saved_seats(record: GameRecord, n: int) -> list[str]:
    seats = record.meta.get("seats")
    if seats is None:
        return [ME] + ["random"] * (n - 1)
    if not isinstance(seats, list) or len(seats) != n or not all(isinstance(s, str) for s in seats):
        raise Refused(f"meta seats: expected {n} names such as 'me' and 'random'")
    for who in seats:
        if is_plugin(who):  # a file from somebody else must not choose what runs here
            raise Refused(
                f"meta seats: {who[:60]!r} is not a bot of Skerry; name all seats with --seats"
            )
        if who != ME:
            bot_named(who)
    return seats
