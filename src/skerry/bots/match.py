"""One game between bots: a plain function of the bots and a seed, for arenas and clusters."""

from collections.abc import Callable, Mapping

from skerry.bots.levels import make_bot
from skerry.bots.plugins import BotFailed
from skerry.bots.protocol import Bot
from skerry.kernel.agenda import State
from skerry.kernel.events import Json
from skerry.kernel.protocol import Game
from skerry.kernel.record import GameRecord
from skerry.kernel.rng import Rng

# Called before each move with the state, the seat, its bot and the move it has chosen.
MatchWatcher = Callable[[State, int, Bot, int], None]


def play_match(
    games: Mapping[str, Game],
    name: str,
    setup: Json,
    bots: list[str],
    seed: int,
    watch: MatchWatcher | None = None,
) -> tuple[GameRecord, State]:
    """Play a game of *bots*, seat by seat, from a seed; return its record and final state."""
    game = games[name]
    state: State = game.deal(setup, Rng(seed))
    record = GameRecord.of(game, state)
    record.meta = {"bots": bots, "seed": seed}
    players = [make_bot(bot) for bot in bots]
    rngs = [Rng(seed * 7919 + 31 * seat + 17) for seat in range(state.n)]
    while state.turn() >= 0:
        seat = state.turn()
        try:
            move = players[seat].choose(game, state, seat, rngs[seat])
        except BotFailed as error:
            raise BotFailed(f"{name}, seed {seed}, move {len(record.moves) + 1}: {error}") from None
        if watch is not None:
            watch(state, seat, players[seat], move)
        record.add(game, state, seat, move)
        for player in players:
            player.observe(state, move)
        state.play(move)
    record.close(game, state)
    return record, state
