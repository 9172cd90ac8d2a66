"""What a finished game is worth to each seat.

| Name | Value |
| --- | --- |
| `place` | 1 for the first place, -1 for the last, evenly between; equal places share theirs |
| `win` | 1 for the winner, shared by several; 0 for everybody else |
| `margin` | the lead over the best opponent in points / 50, between -1 and 1 |

When everybody has lost, the sea being the winner, each seat has the lowest value. A solo game is
worth its points / 100, whatever the name.
"""

from collections.abc import Callable

from skerry.kernel.agenda import State
from skerry.kernel.errors import BadSetup
from skerry.kernel.protocol import Game, Score

MARGIN_POINTS = 50.0
SOLO_POINTS = 100.0


def _place(scores: list[Score]) -> list[float]:
    if not any(score.place for score in scores):
        return [-1.0] * len(scores)
    found = []
    for score in scores:
        better = sum(other.place < score.place for other in scores)
        equal = sum(other.place == score.place for other in scores)
        rank = better + (equal - 1) / 2
        found.append(1.0 - 2.0 * rank / (len(scores) - 1))
    return found


def _win(scores: list[Score]) -> list[float]:
    winners = sum(score.place == 1 for score in scores)
    return [1.0 / winners if score.place == 1 else 0.0 for score in scores]


def _margin(scores: list[Score]) -> list[float]:
    if not any(score.place for score in scores):
        return [-1.0] * len(scores)
    found = []
    for score in scores:
        best = max(other.total for other in scores if other.seat != score.seat)
        found.append(max(-1.0, min(1.0, (score.total - best) / MARGIN_POINTS)))
    return found


REWARDS: dict[str, Callable[[list[Score]], list[float]]] = {
    "place": _place,
    "win": _win,
    "margin": _margin,
}
LOWEST = {"place": -1.0, "win": 0.0, "margin": -1.0}


def check_reward(name: str) -> None:
    """Raise BadSetup unless there is a reward of this name."""
    if name not in REWARDS:
        raise BadSetup(f"there is no reward {name[:40]!r}; choose one of {', '.join(REWARDS)}")


def rewards(game: Game, state: State, name: str = "place") -> list[float]:
    """Return what a finished game is worth to each seat."""
    check_reward(name)
    scores = game.scores(state)
    if len(scores) == 1:
        return [scores[0].total / SOLO_POINTS]
    return REWARDS[name](scores)
