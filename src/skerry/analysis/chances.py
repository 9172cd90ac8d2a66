"""Chances to win from expected final points, calibrated by self-play.

The chance is a softmax of the expected totals with a temperature that grows with what is still to
come: sqrt(a + b x rounds left ^ c), where the part of this round that is over is counted by phase.
All numbers were fitted by tools/fit_chances.py; docs/coach.md has the reliability table.
"""

import math
import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from skerry.bots.search_bot import VALUES
from skerry.kernel.agenda import State
from skerry.kernel.protocol import Game


class Chances(msgspec.Struct):
    """What each seat may expect."""

    points: list[float]  # the expected final total of each seat
    win: list[float] | None  # each seat's chance to win, 0 to 1; None alone
    all_lose: float  # the chance that everybody loses


class Fit(msgspec.Struct):
    """The fitted numbers of one game and number of players."""

    base: float  # a
    per_round: float  # b
    power: float = 1.0  # c
    phases: dict[str, float] = {}  # the part of a round that is over in each phase
    risk: tuple[float, float] = (0.0, 1.0)  # logit of all losing = first + second x logit(estimate)

    def scale(self, rounds_left: int, phase: str) -> float:
        """Return the temperature, in points; *rounds_left* includes the round under way."""
        left = max(0.0, rounds_left - self.phases.get(phase, 0.0))
        # At the very end there is next to nothing left to vary.
        return math.sqrt(max(0.05, self.base + self.per_round * left**self.power))

    def all_lose(self, risk: float) -> float:
        """Return the chance that everybody loses, from the risk that the search found."""
        if risk <= 0.0:
            return 0.0
        inside = min(max(risk, 0.001), 0.999)
        first, second = self.risk
        return 1.0 / (1.0 + math.exp(-first - second * math.log(inside / (1.0 - inside))))

    def chances(
        self, totals: list[float], rounds_left: int, phase: str, risk: float
    ) -> tuple[list[float], float]:
        """Return each seat's chance to win, and the chance that everybody loses."""
        all_lose = self.all_lose(risk)
        shares = softmax(totals, self.scale(rounds_left, phase))
        return [(1.0 - all_lose) * share for share in shares], all_lose


def chances(game: Game, state: State, totals: list[float], risk: float) -> Chances:
    """Return what a position's expected totals and risk mean for the seats."""
    if len(totals) == 1:
        return Chances(totals, None, 0.0)
    fit = fit_of(game, state)
    view = game.view(state, None)
    win, all_lose = fit.chances(totals, view.rounds - view.round + 1, view.phase, risk)
    return Chances(totals, win, all_lose)


def softmax(totals: list[float], scale: float) -> list[float]:
    """Return shares that sum to 1 and grow with the totals.

    >>> [round(share, 2) for share in softmax([10.0, 10.0, 4.0], 3.0)]
    [0.47, 0.47, 0.06]
    """
    best = max(totals)
    weights = [math.exp((total - best) / scale) for total in totals]
    return [weight / sum(weights) for weight in weights]


def variant(game: Game, state: State) -> str:
    """Return the name of a game's fit: a game that everybody may lose has one of its own."""
    return f"{game.name}-all-may-lose" if VALUES[game.name].all_may_lose(state) else game.name


def fit_of(game: Game, state: State) -> Fit:
    """Return the numbers for a position's game and number of players."""
    return fits()[variant(game, state)][str(state.n)]


@cache
def fits() -> dict[str, dict[str, Fit]]:
    """Return every fit by game and number of players."""
    text = files("skerry.analysis").joinpath("chances.toml").read_text()
    return msgspec.convert(tomllib.loads(text), dict[str, dict[str, Fit]])
