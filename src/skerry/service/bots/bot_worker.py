"""A worker process of bots: one question per line on standard input, one answer per line back.

The bot gets an imagined game, in which everything that its seat cannot see was dealt again, so that
no bot can know what is hidden, however it is written.
"""

import os
import sys
from collections import OrderedDict

import msgspec

from skerry.analysis import Judge
from skerry.analysis.continuations import frequencies
from skerry.analysis.exercises import judge_try
from skerry.analysis.hinting import compare, first_look
from skerry.analysis.luck import luck_of
from skerry.analysis.reasons import reasons
from skerry.analysis.review import grade_decision, positions, rank_decision
from skerry.analysis.what_if import dealt_anew, follow, outlook
from skerry.bots.engine.search import without_reversals
from skerry.bots.levels import make_bot
from skerry.bots.operating_system import Deadline, lower_priority
from skerry.bots.protocol import Bot
from skerry.bots.search_bot import SearchBot
from skerry.bots.shared_search import merge
from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.record import GameRecord, replay
from skerry.kernel.rng import Rng
from skerry.service.bots.pool import (
    BotMove,
    BotTask,
    Chances,
    ChancesTask,
    Hinted,
    HintTask,
    Judged,
    ReviewTask,
    Task,
    Tried,
    TryTask,
    WhatIfAnswer,
    WhatIfTask,
)
from skerry.service.bots.worker import READY
from skerry.service.cards import use_cards

MAX_POSITIONS = 64  # stored between questions
MAX_BOTS = 48  # that keep their search; each has up to 300 kB of move statistics
MAX_NODES = 60_000  # of all search trees together, some 300 bytes each
GRACE_SECONDS = 60.0  # beyond a bot's time limit; nobody waits for its answer any more


class Positions:
    """Games replayed so far, so that a question costs only the moves since the last one.

    The bots that play in them are kept too, with their search trees and move statistics. A bot sees
    imagined games only, and only its own seat's questions are put to it. Whatever is lost here, by
    a limit or with the process, is made again when it is needed.
    """

    def __init__(self) -> None:
        self.stored: OrderedDict[str, tuple[list[str], State]] = OrderedDict()
        # By table and seat, each with its level; all have seen the moves of the stored position.
        self.bots: OrderedDict[tuple[str, int], tuple[str, SearchBot]] = OrderedDict()

    def reach(self, task: BotTask | HintTask | WhatIfTask | ChancesTask) -> State:
        """Return the position of a task."""
        game = GAMES[task.game]
        moves, state = self.stored.pop(task.table, ([], None))
        if state is None or task.moves[: len(moves)] != moves:
            self.forget(task.table)
            moves, state = [], game.deal(task.setup, Rng(0))
        for text in task.moves[len(moves) :]:
            move = game.read(state, text)
            for seat, bot in self._bots_at(task.table):
                bot.observe(state.imagine(seat, Rng(0)), move)
            state.play(move)
        self.stored[task.table] = (task.moves, state)
        if len(self.stored) > MAX_POSITIONS:
            self.forget(next(iter(self.stored)))
        return state

    def bot(self, task: BotTask) -> Bot:
        """Return the bot for a task whose position was reached: the one kept, or a new one."""
        key = task.table, task.seat
        level, kept = self.bots.get(key, ("", None))
        if task.keeps_search and kept is not None and level == task.level:
            self.bots.move_to_end(key)
            return kept
        bot = make_bot(task.level)
        if task.keeps_search and isinstance(bot, SearchBot):
            self.bots.pop(key, None)
            self.bots[key] = (task.level, bot)
            if len(self.bots) > MAX_BOTS:
                self.bots.popitem(last=False)
        return bot

    def limit_memory(self) -> None:
        """Drop the search trees that were not used for longest."""
        nodes = 0
        for _, bot in reversed(self.bots.values()):
            nodes += bot.tree_size()
            if nodes > MAX_NODES:
                bot.drop_tree()

    def forget(self, table: str) -> None:
        """Drop all that is kept of a table."""
        self.stored.pop(table, None)
        for seat, _ in self._bots_at(table):
            del self.bots[table, seat]

    def _bots_at(self, table: str) -> list[tuple[int, SearchBot]]:
        return [(seat, bot) for (at, seat), (_, bot) in self.bots.items() if at == table]


def choose(task: BotTask, state: State, bot: Bot) -> BotMove:
    """Return the bot's choice, based on what its seat can see."""
    game = GAMES[task.game]
    rng = Rng(task.seed)
    known = state.imagine(task.seat, rng)
    if not task.with_statistics or not isinstance(bot, SearchBot):
        return BotMove(game.write(known, bot.choose(game, known, task.seat, rng)))
    options = without_reversals(bot.values(game), known)
    if len(options) == 1:
        return BotMove(game.write(known, options[0]))
    statistics = merge([bot.statistics(game, known, task.seat, rng)])
    return BotMove(statistics[0].move, statistics)


def judge(task: ReviewTask) -> Judged:
    """Return what the coach finds about some moves of a finished game."""
    game = GAMES[task.game]
    record = GameRecord(task.game, game.rules, task.setup, moves=task.moves)
    last = max([*task.ranking, *task.seeing, *(one.number for one in task.grading)])
    states = positions(GAMES, record, upto=last)

    def text(number: int) -> str:
        return task.moves[number - 1][1]

    found = [
        rank_decision(game, states[number - 1], text(number), number, effort=task.effort)
        for number in task.ranking
    ]
    for one in task.grading:
        grade_decision(game, states[one.number - 1], one, effort=task.effort)
    swings = [luck_of(game, states[number - 1], text(number), number) for number in task.seeing]
    return Judged(found + task.grading, [swing for swing in swings if swing is not None])


def hint(task: HintTask, state: State) -> Hinted:
    """Return a piece of a hint, based on what its seat can see."""
    rng = Rng(task.seed)
    coach = Judge(GAMES[task.game], state.imagine(task.seat, rng), rng)
    match task.piece:
        case "look":
            return Hinted(first_look(coach, task.effort))
        case "compare":
            return Hinted(compare(coach, task.compared, task.effort.comparing))
        case "why":
            better, other = task.compared
            return Hinted(why=reasons(coach, better, other, task.effort.why))


def judge_exercise(task: TryTask) -> Tried:
    """Return what the coach says about a try in an exercise."""
    game = GAMES[task.game]
    state = replay(GAMES, GameRecord(task.game, game.rules, task.setup, moves=task.moves))
    tried = judge_try(game, state, task.decision, task.move, task.judging, task.effort)
    return Tried(tried)


def imagine_on(task: WhatIfTask, state: State) -> WhatIfAnswer:
    """Return what a bot would do in a game as it might go on, or what to expect there."""
    game = GAMES[task.game]
    known = dealt_anew(state, task.seat, task.deal)
    if follow(game, known, task.steps) < len(task.steps):
        raise ValueError("the steps do not fit the game")
    if not task.level:
        found = outlook(game, known, task.seat, task.iterations, task.seed)
        return WhatIfAnswer(outlook=found)
    rng = Rng(task.seed)
    seat = known.turn()
    bot_sees = known.imagine(seat, rng)
    return WhatIfAnswer(game.write(known, make_bot(task.level).choose(game, bot_sees, seat, rng)))


def continue_game(task: ChancesTask, state: State) -> Chances:
    """Return how often things happen when quick bots play on from what a seat can see."""
    seat = task.seat if task.seat >= 0 else None
    found = frequencies(GAMES[task.game], state, seat, Rng(task.seed), seconds=task.seconds)
    return Chances(found.continuations, found.shares)


Answer = BotMove | Judged | Hinted | Tried | WhatIfAnswer | Chances
ANSWERS: dict[type[Task], type[Answer]] = {
    BotTask: BotMove,
    ReviewTask: Judged,
    HintTask: Hinted,
    TryTask: Tried,
    WhatIfTask: WhatIfAnswer,
    ChancesTask: Chances,
}


def answer_to(task: Task, games: Positions) -> Answer:
    """Answer a question."""
    if isinstance(task, TryTask):
        return judge_exercise(task)
    if isinstance(task, WhatIfTask):
        return imagine_on(task, games.reach(task))
    if isinstance(task, ReviewTask):
        return judge(task)
    if isinstance(task, HintTask):
        return hint(task, games.reach(task))
    if isinstance(task, ChancesTask):
        return continue_game(task, games.reach(task))
    state = games.reach(task)
    answer = choose(task, state, games.bot(task))
    games.limit_memory()
    return answer


def main() -> None:
    """Answer until the server closes the pipe."""
    lower_priority()  # the server answers people first
    deadline = Deadline()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a bot prints goes to standard error, not between the answers
    if len(sys.argv) > 1:
        use_cards(sys.argv[1])
    games = Positions()
    decode = msgspec.json.Decoder(Task).decode
    answers.write(READY)
    answers.flush()
    for line in sys.stdin.buffer:
        task = decode(line)
        deadline.set(task.seconds + GRACE_SECONDS)  # ends a search that the server gave up
        try:
            answer = answer_to(task, games)
        except Exception as error:
            games.forget(task.table)
            answer = ANSWERS[type(task)](error=f"{type(error).__name__}: {error}"[:300])
        deadline.cancel()
        answers.write(msgspec.json.encode(answer) + b"\n")
        answers.flush()


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        os._exit(0)  # the server has ended
