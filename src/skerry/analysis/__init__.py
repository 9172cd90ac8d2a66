"""The coach: what a recorded game's decisions were worth, and why. See docs/coach.md.

>>> from skerry.analysis import Effort, review
>>> from skerry.bots.match import play_match
>>> from skerry.games import GAMES
>>> record, _ = play_match(GAMES, "nusfjord", {"players": 2}, ["look:1", "random"], seed=1)
>>> quick = Effort(ranking=20, agreed=(2, 5), screening=(2, 5), verifying=(2, 5))
>>> found = review(GAMES, record, seats=[0], upto=3, effort=quick)
>>> found.decisions[0].seat, found.judged == len(found.decisions)
(0, True)
"""

from skerry.analysis.chances import Chances, chances
from skerry.analysis.hinting import Advice, HintEffort, advise
from skerry.analysis.judging import Judge, Judgement
from skerry.analysis.reasons import Part, reasons
from skerry.analysis.review import Decision, Effort, Review, Reviewer, SeatSummary, review

__all__ = [
    "Advice",
    "Chances",
    "Decision",
    "Effort",
    "HintEffort",
    "Judge",
    "Judgement",
    "Part",
    "Review",
    "Reviewer",
    "SeatSummary",
    "advise",
    "chances",
    "reasons",
    "review",
]
