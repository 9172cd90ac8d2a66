"""A worker process of bots: one question per line on standard input, one answer per line back.

The bot gets an imagined game, in which everything that its seat cannot see was dealt again, so that
no bot can know what is hidden, however it is written.
"""

import os
import sys
from collections import OrderedDict

import msgspec

from skerry.bots.engine.search import without_reversals
from skerry.bots.levels import make_bot
from skerry.bots.operating_system import Deadline, lower_priority
from skerry.bots.search_bot import SearchBot
from skerry.bots.shared_search import merge
from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.rng import Rng
from skerry.service.bots.pool import READY, BotMove, BotTask
from skerry.service.cards import use_cards

MAX_POSITIONS = 64  # stored between questions
GRACE_SECONDS = 60.0  # beyond a bot's time limit; nobody waits for its answer any more


class Positions:
    """Games replayed so far, so that a question costs only the moves since the last one."""

    def __init__(self) -> None:
        self.stored: OrderedDict[str, tuple[list[str], State]] = OrderedDict()

    def reach(self, task: BotTask) -> State:
        """Return the position of a task."""
        game = GAMES[task.game]
        moves, state = self.stored.pop(task.table, ([], None))
        if state is None or task.moves[: len(moves)] != moves:
            moves, state = [], game.deal(task.setup, Rng(0))
        for text in task.moves[len(moves) :]:
            state.play(game.read(state, text))
        self.stored[task.table] = (task.moves, state)
        if len(self.stored) > MAX_POSITIONS:
            self.stored.popitem(last=False)
        return state


def choose(task: BotTask, state: State) -> BotMove:
    """Return the bot's choice, based on what its seat can see."""
    game = GAMES[task.game]
    rng = Rng(task.seed)
    known = state.imagine(task.seat, rng)
    bot = make_bot(task.level)
    if not task.with_statistics or not isinstance(bot, SearchBot):
        return BotMove(game.write(known, bot.choose(game, known, task.seat, rng)))
    options = without_reversals(bot.values(game), known)
    if len(options) == 1:
        return BotMove(game.write(known, options[0]))
    statistics = merge([bot.statistics(game, known, task.seat, rng)])
    return BotMove(statistics[0].move, statistics)


def main() -> None:
    """Answer until the server closes the pipe."""
    lower_priority()  # the server answers people first
    deadline = Deadline()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a bot prints goes to standard error, not between the answers
    if len(sys.argv) > 1:
        use_cards(sys.argv[1])
    positions = Positions()
    decode = msgspec.json.Decoder(BotTask).decode
    answers.write(READY)
    answers.flush()
    for line in sys.stdin.buffer:
        task = decode(line)
        deadline.set(task.seconds + GRACE_SECONDS)  # ends a search that the server gave up
        try:
            answer = choose(task, positions.reach(task))
        except Exception as error:
            positions.stored.pop(task.table, None)
            answer = BotMove(error=f"{type(error).__name__}: {error}"[:300])
        deadline.cancel()
        answers.write(msgspec.json.encode(answer) + b"\n")
        answers.flush()


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        os._exit(0)  # the server has ended
