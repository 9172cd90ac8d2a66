"""A recorded game, decision by decision: what was played, what would have been better, by how much.

The work is spent where it matters. A short search ranks the moves of every decision, which already
gives everybody's chances throughout the game. Where it disagrees with the move played, both are
screened by two or three short searches each; where that finds more than a slip, four to eight
longer ones verify it. Only a verified loss is called a mistake, and only a verified loss is
explained.
"""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from skerry.analysis.chances import Chances, chances
from skerry.analysis.judging import Judge, Judgement, difference
from skerry.analysis.labels import same_to_a_player
from skerry.analysis.luck import Luck, luck_of
from skerry.analysis.reasons import Part, reasons
from skerry.kernel.agenda import State
from skerry.kernel.events import Event
from skerry.kernel.protocol import Game
from skerry.kernel.record import GameRecord, replay
from skerry.kernel.rng import Rng


class Effort(NamedTuple):
    """How much is searched: iterations, or most restarts and iterations for each compared move."""

    ranking: int = 500  # the free search of each decision
    agreed: tuple[int, int] = (3, 100)  # where the search agrees with the player,
    screening: tuple[int, int] = (3, 250)  # where it does not,
    verifying: tuple[int, int] = (8, 375)  # and where the loss may be more than a slip


EFFORT = Effort()
UNTRIED = 9.0  # the doubt about a move that the search did not even try, in points
MOST_RIVALS = 2  # preferred moves that are compared with the one played

# A loss in verified points is called by the first of these that it reaches.
GRADES = [("big", 4.0), ("mistake", 1.5), ("slip", 0.8)]
MISTAKES = ("mistake", "big")
ERRORS = 2.0  # the standard errors by which a loss must exceed zero
# Screening and verifying compare both moves by some restarts each, then go on while it is open.
FEWEST_SCREENED = 2
CLEARLY_NOT_BEHIND = 0.0  # after these restarts there is nothing to verify,
CLEARLY_BEHIND = 2.0  # or there is for sure
FEWEST_VERIFIED = 4
CLEAR_ERRORS = 4.0  # the standard errors by which a loss is certain
ACCURACY_PER_POINT = 25.0  # what a mean loss of one point per decision takes from 100
FEWEST_DECISIONS = 10  # for an accuracy
MOST_TURNING_POINTS = 9


class Decision(msgspec.Struct):
    """A decision with more than one answer, judged by what its seat could know."""

    number: int  # of the move in the record, from 1
    seat: int
    round: int
    phase: str
    before: Chances  # what all seats could expect before the move
    played: Judgement
    better: Judgement | None  # None if nothing better was found
    others: list[Judgement]  # further moves that were compared, the best first
    grade: str  # best, good, slip, mistake or big; "" while only ranked
    loss: float  # in points; 0 for best and good
    error: float  # the standard error of the difference between the two moves
    win_played: float | None  # the mover's chance to win after the move; None alone
    win_better: float | None
    why: list[Part]  # what the loss consists of; empty where nothing explains it well
    doubt: float  # how much better the preferred move looked at first, in points
    preferred: list[str] = []  # the moves that the first search liked best, the best first


class SeatSummary(msgspec.Struct):
    """One seat's decisions in sum."""

    seat: int
    grades: dict[str, int]
    accuracy: int | None  # 0 to 100; None with too few decisions


class Review(msgspec.Struct):
    """A reviewed game, or as much of it as has been done."""

    game: str
    players: int
    moves: int
    of: int  # decisions that there are
    judged: int  # decisions that have a grade
    decisions: list[Decision]
    seats: list[SeatSummary]
    turning_points: list[int]  # the numbers of the decisions that cost most, the costliest first
    luck: list[Luck] = []  # what turned up and was worth as much as a mistake, the most first


class Reviewer:
    """Reviews a game piece by piece, so that first results come soon and others can work between.

    `step` does the next piece of work, at most about a second; `review` is the result so far.
    """

    def __init__(
        self,
        games: Mapping[str, Game],
        record: GameRecord,
        seats: Sequence[int] | None = None,
        upto: int | None = None,
        seed: int = 1,
        effort: Effort = EFFORT,
    ) -> None:
        self.game = games[record.game]
        self.record = record
        self.seed = seed
        self.effort = effort
        self._states = positions(games, record, upto)
        self.players = self._states[0].n
        self.seats = list(range(self.players)) if seats is None else list(seats)
        self.decisions: dict[int, Decision] = {}  # by number, as far as they are judged
        self._unranked = [
            number
            for number in reversed(choices(self._states, record))
            if record.moves[number - 1][0] in self.seats
        ]
        self.of = len(self._unranked)
        self._ungraded: list[int] = []
        self.luck: list[Luck] = []
        self._unseen = [
            number
            for number in reversed(answers(self._states, record))
            if record.moves[number - 1][0] in self.seats
        ]

    @property
    def pieces_left(self) -> int:
        """How many decisions are still to be ranked or graded, and moves to be seen for luck."""
        return len(self._unranked) * 2 + len(self._unseen) + len(self._ungraded)

    def step(self, grade_first: bool = False) -> bool:
        """Do the next piece of work; return whether there was any.

        All decisions are ranked, and luck is looked for, before the first is graded. Where the time
        is short, *grade_first* grades what has been ranked before it does any more.
        """
        grade_first = grade_first and bool(self._ungraded)
        if self._unranked and not grade_first:
            number = self._unranked.pop()
            state, text = self._states[number - 1], self.record.moves[number - 1][1]
            self.decisions[number] = rank_decision(
                self.game, state, text, number, self.seed, self.effort
            )
            self._ungraded.append(number)
            # The likeliest mistakes come first, from the end of the list.
            self._ungraded.sort(key=lambda each: self.decisions[each].doubt)
            return True
        if self._unseen and not grade_first:
            self._look_for_luck(self._unseen.pop())
            return True
        if self._ungraded:
            number = self._ungraded.pop()
            ranked = self.decisions[number]
            grade_decision(self.game, self._states[number - 1], ranked, self.seed, self.effort)
            return True
        return False

    def run(self, seconds: float | None = None) -> Iterator[None]:
        """Do all the work, piece by piece; with *seconds*, as much as fits into that time.

        Half of that time may go into ranking.
        """
        began = time.monotonic()
        while self.step(seconds is not None and time.monotonic() - began > seconds / 2):
            yield
            if seconds is not None and time.monotonic() - began > seconds:
                break

    def _look_for_luck(self, number: int) -> None:
        state, text = self._states[number - 1], self.record.moves[number - 1][1]
        found = luck_of(self.game, state, text, number, self.seed)
        if found is not None:
            self.luck.append(found)

    def look_for_luck(self) -> None:
        """Look for luck in all moves, which takes a few seconds at most."""
        while self._unseen:
            self._look_for_luck(self._unseen.pop())

    def rank(self, seconds: float) -> None:
        """Rank the decisions, at most for this time; the grading is left to others."""
        end = time.monotonic() + seconds
        while self._unranked and time.monotonic() < end:
            self.step()

    @property
    def ungraded(self) -> list[int]:
        """The numbers of the decisions without a grade; once ranked, likely mistakes first."""
        return [*reversed(self._ungraded), *reversed(self._unranked)]

    def take(self, decision: Decision) -> None:
        """Take over a decision that was graded elsewhere."""
        self.decisions[decision.number] = decision

    def review(self) -> Review:
        """Return what has been found so far."""
        found = self.decisions.values()
        return summarize(self.record, self.players, self.seats, self.of, found, self.luck)


def review(
    games: Mapping[str, Game],
    record: GameRecord,
    seats: Sequence[int] | None = None,
    upto: int | None = None,
    seed: int = 1,
    seconds: float | None = None,
    effort: Effort = EFFORT,
) -> Review:
    """Review a record, or the decisions of some seats or of its first *upto* moves.

    With *seconds* it stops after that time; what was likeliest to be a mistake is graded then.
    """
    reviewer = Reviewer(games, record, seats, upto, seed, effort)
    for _ in reviewer.run(seconds):
        pass
    return reviewer.review()


def positions(
    games: Mapping[str, Game], record: GameRecord, upto: int | None = None
) -> list[State]:
    """Return the positions before each move, and the last one reached."""
    states: list[State] = [replay(games, record, upto=0)]

    def keep(state: State, _seat: int, _move: int, _events: list[Event]) -> None:
        states.append(state.copy())

    replay(games, record, upto=upto, watch=keep)
    return states


def answers(states: list[State], record: GameRecord) -> list[int]:
    """Return the numbers of the moves, from 1, that answered a question.

    A trade out of turn answers none.
    """
    moves = enumerate(record.moves[: len(states) - 1], start=1)
    return [number for number, (seat, _) in moves if states[number - 1].turn() == seat]


def choices(states: list[State], record: GameRecord) -> list[int]:
    """Return the numbers of the moves, from 1, whose seat had a choice."""
    return [number for number in answers(states, record) if len(states[number - 1].options()) > 1]


def judge_decision(
    game: Game,
    state: State,
    text: str,
    number: int = 1,
    seed: int = 1,
    effort: Effort = EFFORT,
) -> Decision:
    """Judge one move in a position where its seat has a choice.

    The result depends on nothing else, so a game can be reviewed in any order and anywhere.
    """
    decision = rank_decision(game, state, text, number, seed, effort)
    grade_decision(game, state, decision, seed, effort)
    return decision


def rank_decision(
    game: Game, state: State, text: str, number: int, seed: int = 1, effort: Effort = EFFORT
) -> Decision:
    """Search freely, which gives the chances before the move and the moves to compare."""
    judge = Judge(game, state, _rng(seed, number))
    text = game.write(state, game.read(state, text))  # as the game itself writes it
    ranked, position = judge.rank(effort.ranking)
    leads = {one.move: one.lead for one in ranked}
    best = ranked[0]
    return Decision(
        number=number,
        seat=judge.seat,
        round=state.round,
        phase=game.view(state, None).phase,
        before=chances(game, state, position.totals, position.risk),
        played=Judgement(text),
        better=None,
        others=[],
        grade="",
        loss=0.0,
        error=0.0,
        win_played=None,
        win_better=None,
        why=[],
        doubt=best.lead - leads.get(text, best.lead - UNTRIED),
        preferred=[one.move for one in ranked[: MOST_RIVALS + 1]],
    )


def grade_decision(
    game: Game, state: State, decision: Decision, seed: int = 1, effort: Effort = EFFORT
) -> None:
    """Compare the move played in a ranked decision with those the search preferred."""
    judge = Judge(game, state, _rng(seed, -decision.number))
    text = decision.played.move
    name = same_to_a_player(game.name, text)
    rivals = [move for move in decision.preferred if same_to_a_player(game.name, move) != name]
    agreed = decision.preferred[0] not in rivals
    del rivals[1 if agreed else MOST_RIVALS :]
    if agreed:
        played = judge.judge(text, *effort.agreed)
        others = [judge.judge(move, *effort.agreed) for move in rivals]
    else:
        played, *others = screened(judge, [text, *rivals], effort.screening)
    decision.grade = "best" if agreed else "good"
    if not agreed and difference(others[0], played)[0] >= GRADES[-1][1]:
        # Fresh searches: the best of several screened moves looks better than it is.
        played, others[0] = verified(judge, text, others[0].move, effort.verifying)
        loss, decision.error = difference(others[0], played)
        decision.grade = grade_of(loss, decision.error)
        if decision.grade != "good":
            decision.loss = loss
            decision.better = better = others.pop(0)
            decision.win_better = _win(judge, better)
            decision.why = reasons(judge, better.move, text)
    decision.played, decision.others = played, others
    decision.win_played = _win(judge, played)


def _rng(seed: int, number: int) -> Rng:
    return Rng(seed * 1_000_003 + number)


def screened(judge: Judge, moves: list[str], effort: tuple[int, int]) -> list[Judgement]:
    """Compare the first move with the others; return it, and those with the best first."""
    most, iterations = effort
    fewest = min(FEWEST_SCREENED, most)
    played, *others = [judge.judge(move, fewest, iterations) for move in moves]
    behind = max(one.points for one in others) - played.points
    if CLEARLY_NOT_BEHIND < behind < CLEARLY_BEHIND:
        for one in [played, *others]:
            judge.judge_further(one, most - fewest, iterations)
    return [played, *sorted(others, key=lambda one: -one.points)]


def verified(
    judge: Judge, played: str, better: str, effort: tuple[int, int]
) -> tuple[Judgement, Judgement]:
    """Judge two moves by fresh restarts, until it is clear whether one is a loss."""
    most, iterations = effort
    fewest = min(FEWEST_VERIFIED, most)
    one, two = (judge.judge(move, fewest, iterations) for move in (played, better))
    while len(one.leads) < most:
        loss, error = difference(two, one)
        if loss > CLEAR_ERRORS * error or loss + ERRORS * error < GRADES[-1][1]:
            break
        for judgement in (one, two):
            judge.judge_further(judgement, 1, iterations)
    return one, two


def _win(judge: Judge, judgement: Judgement) -> float | None:
    win = chances(judge.game, judge.state, judgement.totals, judgement.risk).win
    return None if win is None else win[judge.seat]


def grade_of(loss: float, error: float) -> str:
    """Return the grade of a verified loss.

    >>> [grade_of(loss, 0.3) for loss in (0.5, 0.9, 2.0, 5.0)]
    ['good', 'slip', 'mistake', 'big']
    >>> grade_of(2.0, 1.2)
    'good'
    """
    if loss <= ERRORS * error:
        return "good"
    return next((name for name, least in GRADES if loss >= least), "good")


def summarize(
    record: GameRecord,
    players: int,
    seats: Sequence[int],
    of: int,
    decisions: Iterable[Decision],
    luck: Iterable[Luck] = (),
) -> Review:
    """Return decisions, as far as they are judged, as a review; *of* is how many there are."""
    found = sorted(decisions, key=lambda one: one.number)
    graded = [one for one in found if one.grade]
    costly = sorted((one for one in graded if one.grade in MISTAKES), key=lambda one: -one.loss)
    return Review(
        game=record.game,
        players=players,
        moves=len(record.moves),
        of=of,
        judged=len(graded),
        decisions=found,
        seats=[summary(seat, [one for one in graded if one.seat == seat]) for seat in seats],
        turning_points=[one.number for one in costly[:MOST_TURNING_POINTS]],
        luck=sorted(luck, key=lambda one: -abs(one.points))[:MOST_TURNING_POINTS],
    )


def summary(seat: int, decisions: list[Decision]) -> SeatSummary:
    """Sum up the graded decisions of a seat."""
    names = ["best", "good", *(name for name, _ in reversed(GRADES))]
    grades = {name: sum(one.grade == name for one in decisions) for name in names}
    accuracy = None
    if len(decisions) >= FEWEST_DECISIONS:
        mean = sum(one.loss for one in decisions) / len(decisions)
        accuracy = round(max(0.0, 100.0 - ACCURACY_PER_POINT * mean))
    return SeatSummary(seat, grades, accuracy)
