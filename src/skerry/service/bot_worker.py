"""The process a bot thinks in: one question a line on standard input, one answer a line back.

The bot is handed an imagined game, dealt again wherever its seat cannot see, so that no bot can
know what is hidden, however it is written.
"""

import os
import signal
import sys
from collections import OrderedDict

import msgspec

from skerry.bots.engine.search import sensible
from skerry.bots.levels import SearchBot, make, votes
from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.rng import Rng
from skerry.service.cards import use_cards
from skerry.service.pool import READY, BotMove, BotTask, Weighed

MOST_GAMES = 64  # positions kept between questions
LONGEST = 60.0  # seconds beyond a bot's budget after which nobody can be waiting any more


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


def choose(task: BotTask, state: State) -> BotMove:
    """Let the bot choose from what its seat can see."""
    game = GAMES[task.game]
    rng = Rng(task.seed)
    known = state.imagine(task.seat, rng)
    bot = make(task.level)
    if not task.weigh or not isinstance(bot, SearchBot):
        return BotMove(game.write(known, bot.choose(game, known, task.seat, rng)))
    options = sensible(bot.values(game), known)
    if len(options) == 1:
        return BotMove(game.write(known, options[0]))
    search = bot.think(game, known, task.seat, rng)
    weighed = [
        Weighed(game.write(known, move), tries, search.values.lead(mean))
        for move, tries, mean in zip(
            options, votes(search, known, options), search.means(options), strict=True
        )
        if tries
    ]
    return BotMove(max(weighed, key=lambda one: one.tries).move, weighed)


def main() -> None:
    """Answer until the server closes the pipe."""
    os.nice(5)  # moves of people come first
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a bot that prints does not disturb the answers
    if len(sys.argv) > 1:
        use_cards(sys.argv[1])
    positions = Positions()
    decode = msgspec.json.Decoder(BotTask).decode
    answers.write(READY)
    answers.flush()
    for line in sys.stdin.buffer:
        task = decode(line)
        # If it thinks on although the server has gone, it ends here.
        signal.setitimer(signal.ITIMER_REAL, task.seconds + LONGEST)
        try:
            answer = choose(task, positions.reach(task))
        except Exception as error:
            positions.kept.pop(task.table, None)
            answer = BotMove(error=f"{type(error).__name__}: {error}"[:300])
        signal.setitimer(signal.ITIMER_REAL, 0)
        answers.write(msgspec.json.encode(answer) + b"\n")
        answers.flush()


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        os._exit(0)  # the server has gone; there is nobody to tell
