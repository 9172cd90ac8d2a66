"""One game between bots: a plain function of the bots and a seed, for arenas and clusters."""

from collections.abc import Mapping

from skerry.bots.levels import make_bot
from skerry.kernel.agenda import State
from skerry.kernel.events import Json
from skerry.kernel.protocol import Game
from skerry.kernel.record import GameRecord
from skerry.kernel.rng import Rng


def play_match(
    games: Mapping[str, Game], name: str, setup: Json, bots: list[str], seed: int
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
        move = players[seat].choose(game, state, seat, rngs[seat])
        record.add(game, state, seat, move)
        for player in players:
            player.observe(state, move)
        state.play(move)
    record.close(game, state)
    return record, state
