"""A game in play at the terminal: the state, its record, and who sits where.

Only the record is kept. Going back is playing the record again without its last moves.
"""

from dataclasses import dataclass, field
from pathlib import Path

from skerry.cli.files import Refused, keep_game
from skerry.cli.people import ME, bot_named
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
    happened: list[list[Event]] = field(default_factory=list)  # move by move
    kept_moves: int = -1  # how many moves the last saved file holds

    @classmethod
    def deal(cls, game: Game, setup: Json, seats: list[str], seed: int) -> "Table":
        """Deal a new game."""
        state = game.deal(setup, Rng(seed))
        record = GameRecord.of(game, state)
        record.meta = {"seats": seats, "seed": seed}
        return cls(game, state, record, seats, seed)

    @classmethod
    def resume(cls, record: GameRecord, seats: list[str] | None) -> "Table":
        """Take up a kept game; raises SkerryError if it does not replay."""
        happened: list[list[Event]] = []
        state = replay(GAMES, record, watch=lambda _state, _seat, _move, e: happened.append(e))
        seats = seats or _kept_seats(record, state.n)
        if len(seats) != state.n:
            raise Refused(f"--seats: the game has {state.n} seats, {len(seats)} are given")
        seed = record.meta.get("seed", 0)
        record.meta["seats"] = seats
        record.scores = None
        table = cls(
            GAMES[record.game], state, record, seats, seed if isinstance(seed, int) else 0, happened
        )
        table.kept_moves = len(record.moves)
        return table

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
        events = play(self.game, self.state, move, seat)
        self.record.moves.append((seat, text))
        self.happened.append(events)
        return events

    def let_bot_play(self) -> list[Event]:
        """Let the bot whose turn it is make its move.

        Its chance depends only on the seed and the number of the move, so that going back and
        making the same move meets the same answers.
        """
        seat = self.state.turn()
        rng = Rng(self.seed * _SPREAD + len(self.record.moves))
        move = bot_named(self.seats[seat]).choose(self.game, self.state, seat, rng)
        return self.play(move, seat)

    def undo(self) -> bool:
        """Go back to before the last move a person made; False if there is none."""
        moves = self.record.moves
        last = max((i for i, (seat, _) in enumerate(moves) if seat in self.people), default=-1)
        if last < 0:
            return False
        self.state = replay(GAMES, self.record, upto=last)
        del moves[last:]
        del self.happened[last:]
        return True

    def keep(self, path: Path) -> None:
        """Write the game to a file."""
        if self.over:
            self.record.close(self.game, self.state)
        keep_game(path, self.record)
        self.kept_moves = len(self.record.moves)


def _kept_seats(record: GameRecord, n: int) -> list[str]:
    seats = record.meta.get("seats")
    if seats is None:
        return [ME] + ["random"] * (n - 1)
    if not isinstance(seats, list) or len(seats) != n or not all(isinstance(s, str) for s in seats):
        raise Refused(f"meta seats: expected {n} names such as 'me' and 'random'")
    for who in seats:
        if who != ME:
            bot_named(who)
    return seats
