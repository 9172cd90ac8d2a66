"""Why one move is better than another: both are played on, and the differences are added up.

The continuations are the iterations of the searches that judged the moves, so everybody plays them
well. Each change of a seat's expected points is booked to the action that made it (a ledger), with
one row of weights throughout, because a new round evaluates the same goods differently. What is
left over after comparing the two ledgers is the reason. What the compared moves bring at once is
an entry of its own (AT_ONCE): that a hut was built is no reason for building it.
"""

import math
from collections import defaultdict
from collections.abc import Set
from itertools import zip_longest
from typing import NamedTuple

import msgspec

from skerry.analysis.judging import Judge, standard_error
from skerry.analysis.labels import label_of
from skerry.bots.engine.judging import lead
from skerry.kernel.agenda import State


class Continuations(NamedTuple):
    """How much is played on to explain a move."""

    restarts: int = 6
    warm_up: int = 150  # iterations before the first continuation is taken
    taken: int = 20  # of each restart


CONTINUATIONS = Continuations()
LEAST_POINTS = 0.4  # of a difference worth reporting
LEAST_ERRORS = 3.0  # standard errors by which it must differ from zero; there are many entries
LEAST_SHARE = 0.2  # by which something must happen more often to be reported
MOST_PARTS = 3
MOST_AGAINST = 1
AT_ONCE = "at_once"  # the label of what the compared move itself brings

Entry = tuple[int, str]  # the seat that acts, and the label of its action


class Part(msgspec.Struct):
    """One difference between two moves, from the mover's point of view."""

    seat: int  # who acts
    label: str  # what, see labels.toml
    points: float  # how much of the lead it explains; negative speaks for the other move
    share: float  # in which part of the continuations it happens this round after the better move
    share_other: float  # and after the other
    kind: str  # gained, lost, denied, allowed: it happens more or less often; else worth


class Ledger:
    """What happened in the continuations of one move.

    Those of one restart resemble each other, because they follow the same tree. So errors come from
    the spread between the restarts.
    """

    def __init__(self) -> None:
        self.counts: list[int] = []  # continuations of each restart
        self.points: dict[Entry, list[float]] = defaultdict(list)  # the sum of each restart
        self.happened: dict[Entry, list[float]] = defaultdict(list)  # how often, in each restart
        self.at_once: set[str] = set()  # the labels of what the move itself does every time

    def begin_restart(self) -> None:
        """Book what follows to a new restart."""
        self.counts.append(0)

    def book(
        self, points: dict[Entry, float], happened: set[Entry], at_once: Set[str] = frozenset()
    ) -> None:
        """Add one continuation."""
        self.at_once = self.at_once & at_once if any(self.counts) else set(at_once)
        self.counts[-1] += 1
        for entry, gained in points.items():
            self._add(self.points[entry], gained)
        for entry in happened:
            self._add(self.happened[entry], 1.0)

    def move(self, entry: Entry, to: Entry) -> None:
        """Book all of an entry to another one."""
        moved = self.points.pop(entry, [])
        pairs = zip_longest(self.points.get(to, []), moved, fillvalue=0.0)
        self.points[to] = [before + more for before, more in pairs]

    def _add(self, sums: list[float], value: float) -> None:
        sums.extend([0.0] * (len(self.counts) - len(sums)))
        sums[-1] += value

    def mean(self, entry: Entry) -> tuple[float, float]:
        """Return the mean points of an entry and the square of its standard error."""
        return self._mean(self.points.get(entry, []))

    def share(self, entry: Entry) -> tuple[float, float]:
        """Return in which part of the continuations an entry happened in the current round.

        Second, the square of the standard error of that.
        """
        return self._mean(self.happened.get(entry, []))

    def _mean(self, sums: list[float]) -> tuple[float, float]:
        if not sums:
            return 0.0, 0.0
        pairs = zip_longest(sums, self.counts, fillvalue=0.0)
        means = [total / count for total, count in pairs]
        return sum(means) / len(means), standard_error(means) ** 2


def reasons(
    judge: Judge, better: str, other: str, effort: Continuations = CONTINUATIONS
) -> list[Part]:
    """Return what explains that one move is better than another, the weightiest first.

    What speaks against it comes last. The list is empty where nothing speaks for it: then the
    coach says that it cannot tell why, instead of inventing something.
    """
    one, two = continuations(judge, better, effort), continuations(judge, other, effort)
    found: list[Part] = []
    # Doing at once what could be done later is no reason of its own: it is part of AT_ONCE.
    for label in sorted(one.at_once | two.at_once):
        one.move((judge.seat, label), (judge.seat, AT_ONCE))
        two.move((judge.seat, label), (judge.seat, AT_ONCE))
    for entry in sorted(one.points.keys() | two.points.keys()):
        mean, variance = one.mean(entry)
        mean_other, variance_other = two.mean(entry)
        points = mean - mean_other
        error = math.sqrt(variance + variance_other)
        if abs(points) >= LEAST_POINTS and abs(points) > LEAST_ERRORS * error:
            share, share_variance = one.share(entry)
            share_other, share_variance_other = two.share(entry)
            more = share - share_other
            if abs(more) < LEAST_ERRORS * math.sqrt(share_variance + share_variance_other):
                more = 0.0
            kind = _kind(entry[0] == judge.seat, more, points)
            found.append(Part(*entry, points, share, share_other, kind))
    reasons_for = sorted((part for part in found if part.points > 0), key=lambda part: -part.points)
    against = sorted((part for part in found if part.points < 0), key=lambda part: part.points)
    return (reasons_for[:MOST_PARTS] + against[:MOST_AGAINST])[:MOST_PARTS] if reasons_for else []


def _kind(own: bool, more: float, points: float) -> str:
    """Return how a difference is described.

    >>> _kind(True, 0.5, 1.0), _kind(False, -0.5, 1.0), _kind(True, 0.0, 1.0)
    ('gained', 'denied', 'worth')
    """
    if more >= LEAST_SHARE and (points > 0) == own:
        return "gained" if own else "allowed"
    if more <= -LEAST_SHARE and (points < 0) == own:
        return "lost" if own else "denied"
    return "worth"


def continuations(judge: Judge, move: str, effort: Continuations = CONTINUATIONS) -> Ledger:
    """Play on after a move, many times, and keep the books."""
    ledger = Ledger()
    number = judge.game.read(judge.state, move)
    played = judge.state.copy()
    played.journal = []
    played.play(number)
    for search in judge.searches_through(move, effort.restarts, effort.warm_up):
        ledger.begin_restart()
        for _ in range(effort.taken):
            dealt, moves = search.continuation(judge.state, number)
            ledger.book(*_follow(judge, dealt, moves))
    ledger.at_once |= _labels(judge, played)
    return ledger


def _labels(judge: Judge, state: State) -> set[str]:
    """Return the labels of what the seat has just done, from the journal of *state*."""
    events = [event for event in state.journal or [] if event.seat == judge.seat]
    return {label for event in events if (label := label_of(judge.game.name, event)) is not None}


def _follow(
    judge: Judge, state: State, moves: list[int]
) -> tuple[dict[Entry, float], set[Entry], set[str]]:
    """Play one continuation; return the lead that each action brought, and what happened.

    Third, the labels of what the seat does in the turn of the compared move.
    """
    at_once: set[str] = set()
    values, seat = judge.values, judge.seat
    left = values.rounds_left(judge.state)
    points: dict[Entry, float] = defaultdict(float)
    happened: set[Entry] = set()
    last: dict[int, str] = {seat: AT_ONCE}  # each seat's latest action
    totals = values.totals_at(judge.state, left)
    points[seat, AT_ONCE] = lead(values.totals_at(state, left), seat) - lead(totals, seat)
    totals = values.totals_at(state, left)
    own_turn = True  # the questions that follow the compared move belong to it
    for move in moves:
        mover = state.turn()
        own_turn = own_turn and mover == seat and not judge.asks_the_same(state)
        this_round = state.round == judge.state.round
        state.journal = []
        state.play(move)
        if own_turn:
            at_once |= _labels(judge, state)
            state.journal = None
            after = values.totals_at(state, left)
            points[seat, AT_ONCE] += lead(after, seat) - lead(totals, seat)
            totals = after
            continue
        for event in state.journal:
            label = label_of(judge.game.name, event)
            if label is not None and event.seat >= 0:
                last[event.seat] = label
                if this_round:
                    happened.add((event.seat, label))
        named = {event.seat for event in state.journal if label_of(judge.game.name, event)}
        state.journal = None
        after = values.totals_at(state, left)
        for other in range(state.n):
            if after[other] != totals[other]:
                before = lead(totals, seat)
                totals[other] = after[other]
                actor = other if other in named or mover not in named else mover
                if actor in last:
                    points[actor, last[actor]] += lead(totals, seat) - before
    return points, happened, at_once
