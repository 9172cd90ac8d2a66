"""The plan of the day: place five markers in a real position of Vanuatu.

Bots with fixed seeds answer, so the same plan has the same worth for everybody. Then bots play the
round to its end many times, for the planner too; the mean lead after it is what the plan is worth.
100 is the best plan that a fixed search has found, 0 the mean of careless plans.
"""

import statistics
from datetime import date
from typing import Final

import msgspec

from skerry.bots.engine.judging import lead
from skerry.bots.levels import make_bot
from skerry.bots.search_bot import EXPERT_VALUES
from skerry.daily.series import COMMON, Series
from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.errors import IllegalMove
from skerry.kernel.protocol import play
from skerry.kernel.record import GameRecord
from skerry.kernel.rng import Rng

GAME: Final = "vanuatu"
PLAYERS = 4
PLAN_PAR = 80
ROUNDS = (2, 6)  # the first and the last round that a plan may be asked for
PLANNING = "plan_marker"  # the question for a marker

BEFORE = "steady"  # the bot that plays up to the position
ANSWERING = "steady"  # the bot that places the others' markers
AFTERWARDS = "look:1"  # the bot that plays the round to its end, for everybody

CANDIDATES = 40  # plans that the search begins with; every fourth is a bot's, the others careless
CHANGES = 3  # how often it changes one marker of the best plan so far
SCREENING = 6  # rounds played for a candidate
FINALISTS = 6
CONTINUATIONS = 24  # rounds played for a finalist, and for a player's plan


class Scale(msgspec.Struct, frozen=True):
    """What the values 0 and 100 stand for, in points of lead, and the best plan found."""

    careless: float
    best: float
    best_plan: list[str]

    def value(self, points: float) -> int:
        """Return a lead as a value from 0 to 100.

        >>> Scale(-2.0, 3.0, []).value(2.0)
        80
        """
        span = max(self.best - self.careless, 0.1)
        return max(0, min(100, round(100 * (points - self.careless) / span)))


class PlanResult(msgspec.Struct, frozen=True):
    """What a plan is worth."""

    value: int  # 0 to 100
    points: float  # the mean lead after the round


def answer_seed(seed: int, moves: int, seat: int) -> int:
    """Return the seed of a bot's answer after *moves* moves, the planner's included."""
    return seed + 1000 * moves + seat


class Planning:
    """A plan under way: the planner's markers so far, each followed by the bots' answers."""

    def __init__(self, day: "PlanDay", state: State) -> None:
        self.day = day
        self.state = state
        self.moves: list[tuple[int, str]] = []  # of everybody, since the planner's first marker

    @property
    def markers(self) -> list[str]:
        """The planner's own moves."""
        return [text for seat, text in self.moves if seat == self.day.seat]

    @property
    def is_over(self) -> bool:
        """Whether everybody has planned."""
        question = GAMES[GAME].question(self.state)
        return question is None or question.kind != PLANNING

    def options(self) -> list[str]:
        """List the markers that the planner can place now."""
        if self.is_over:
            return []
        return [GAMES[GAME].write(self.state, move) for move in self.state.options()]

    def place(self, text: str) -> None:
        """Place a marker; the bots answer. Raises BadNotation or IllegalMove."""
        if self.is_over:
            raise IllegalMove("the plan is complete; no marker is left")
        self._play(GAMES[GAME].read(self.state, text))
        while not self.is_over and self.state.turn() != self.day.seat:
            seat = self.state.turn()
            chance = Rng(answer_seed(self.day.seed, len(self.moves), seat))
            bot = make_bot(ANSWERING)
            self._play(bot.choose(GAMES[GAME], self.state, seat, chance))

    def _play(self, move: int) -> None:
        seat = self.state.turn()
        text = GAMES[GAME].write(self.state, move)
        play(GAMES[GAME], self.state, move, seat)
        self.moves.append((seat, text))


class PlanDay:
    """One day's position, and what plans are worth in it."""

    kind: Final = "plan"
    game: Final = GAME

    def __init__(self, day: date, series: Series = COMMON) -> None:
        self.day = day
        self.seed = series.seed(self.kind, day)
        rng = Rng(self.seed)
        first, last = ROUNDS
        self.round = first + rng.below(last - first + 1)
        self.seat = rng.below(PLAYERS)
        self.record, self._start = self._play_up_to_the_plan()

    def _play_up_to_the_plan(self) -> tuple[GameRecord, State]:
        game = GAMES[GAME]
        state: State = game.deal({"players": PLAYERS}, Rng(self.seed))
        record = GameRecord.of(game, state)
        bot, rng = make_bot(BEFORE), Rng(self.seed + 1)
        while not self._asks_the_planner(state):
            seat = state.turn()
            move = bot.choose(game, state, seat, rng)
            record.add(game, state, seat, move)
            state.play(move)
        return record, state

    def _asks_the_planner(self, state: State) -> bool:
        question = GAMES[GAME].question(state)
        assert question is not None, "a game of Vanuatu has eight rounds"
        here = GAMES[GAME].round(state)[0] == self.round
        return here and question.kind == PLANNING and question.seat == self.seat

    def begin(self) -> Planning:
        """Return the plan before its first marker."""
        return Planning(self, self._start.copy())

    def carry_out(self, markers: list[str]) -> Planning:
        """Return the plan after some markers. Raises BadNotation or IllegalMove."""
        planning = self.begin()
        for text in markers:
            planning.place(text)
        return planning

    def judge(self, planning: Planning, scale: Scale) -> PlanResult:
        """Value a complete plan."""
        points = self._points(planning, CONTINUATIONS)
        return PlanResult(scale.value(points), round(points, 2))

    def scale(self) -> Scale:
        """Search for the best plan; for the same day it is always the same search."""
        rng = Rng(self.seed + 2)
        found: dict[tuple[str, ...], float] = {}
        careless = []
        for number in range(CANDIDATES):
            by_bot = number % 4 == 0
            plan = self._bot_plan(rng) if by_bot else self._careless_plan(rng)
            points = self._screen(found, plan)
            if not by_bot:
                careless.append(points)
        for _ in range(CHANGES):
            for plan in self._changed(max(found, key=lambda one: found[one])):
                self._screen(found, plan)
        finalists = sorted(found, key=lambda one: -found[one])[:FINALISTS]
        judged = [
            (self._points(self.carry_out([*plan]), CONTINUATIONS), plan) for plan in finalists
        ]
        best, best_plan = max(judged)
        return Scale(round(statistics.mean(careless), 3), round(best, 3), [*best_plan])

    def _screen(self, found: dict[tuple[str, ...], float], plan: tuple[str, ...]) -> float:
        if plan not in found:
            found[plan] = self._points(self.carry_out([*plan]), SCREENING)
        return found[plan]

    def _careless_plan(self, rng: Rng) -> tuple[str, ...]:
        planning = self.begin()
        while options := planning.options():
            planning.place(options[rng.below(len(options))])
        return tuple(planning.markers)

    def _bot_plan(self, rng: Rng) -> tuple[str, ...]:
        planning, bot = self.begin(), make_bot(ANSWERING)
        while not planning.is_over:
            move = bot.choose(GAMES[GAME], planning.state, self.seat, rng)
            planning.place(GAMES[GAME].write(planning.state, move))
        return tuple(planning.markers)

    def _changed(self, plan: tuple[str, ...]) -> list[tuple[str, ...]]:
        """List the plans that differ in one marker and can be carried out."""
        changed = []
        for place in range(len(plan)):
            before = self.carry_out([*plan[:place]])
            for text in before.options():
                other = (*plan[:place], text, *plan[place + 1 :])
                if text != plan[place] and self._is_possible(other):
                    changed.append(other)
        return changed

    def _is_possible(self, plan: tuple[str, ...]) -> bool:
        planning = self.begin()
        for text in plan:
            if text not in planning.options():
                return False
            planning.place(text)
        return True

    def _points(self, planning: Planning, rounds: int) -> float:
        """Return the mean lead of the planner after the round, played to its end by bots."""
        game, values = GAMES[GAME], EXPERT_VALUES[GAME]
        leads = []
        for number in range(rounds):
            state, bot = planning.state.copy(), make_bot(AFTERWARDS)
            rng = Rng(self.seed + 100_000 + number)
            while state.turn() >= 0 and game.round(state)[0] == self.round:
                state.play(bot.choose(game, state, state.turn(), rng))
            leads.append(lead(values.totals(state), self.seat))
        return statistics.mean(leads)
