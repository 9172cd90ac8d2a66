"""The process a bot thinks in: one question a line on standard input, one answer a line back.

The bot is handed an imagined game, dealt again wherever its seat cannot see, so that no bot can
know what is hidden, however it is written.
"""

import os
import sys
from collections import OrderedDict

import msgspec

from skerry.bots.levels import make
from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.rng import Rng
from skerry.service.pool import BotMove, BotTask

MOST_GAMES = 64  # positions kept between questions


class Positions:
    """Games replayed so far, so that a question costs only the moves since the last one."""

    def __init__(self) -> None:
        self.kept: OrderedDict[str, tuple[list[str], State]] = OrderedDict()

    def reach(self, task: BotTask) -> State:
        """Give the position of a task."""
        game = GAMES[task.game]
        moves, state = self.kept.pop(task.table, ([], None))
        if state is None or task.moves[: len(moves)] != moves:
            moves, state = [], game.deal(task.setup, Rng(0))
        for text in task.moves[len(moves) :]:
            state.play(game.read(state, text))
        self.kept[task.table] = (task.moves, state)
        if len(self.kept) > MOST_GAMES:
            self.kept.popitem(last=False)
        return state


def choose(task: BotTask, state: State) -> str:
    """Let the bot choose from what its seat can see."""
    game = GAMES[task.game]
    rng = Rng(task.seed)
    known = state.imagine(task.seat, rng)
    move = make(task.level).choose(game, known, task.seat, rng)
    return game.write(known, move)


def main() -> None:
    """Answer until the server closes the pipe."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a bot that prints does not disturb the answers
    positions = Positions()
    decode = msgspec.json.Decoder(BotTask).decode
    for line in sys.stdin.buffer:
        task = decode(line)
        try:
            answer = BotMove(choose(task, positions.reach(task)))
        except Exception as error:
            positions.kept.pop(task.table, None)
            answer = BotMove(error=f"{type(error).__name__}: {error}"[:300])
        answers.write(msgspec.json.encode(answer) + b"\n")
        answers.flush()


if __name__ == "__main__":
    main()
