"""How strong players are: a number with its uncertainty, and the bots that it is measured by.

docs/ratings.md says in plain words how a rating comes about and what it means.
"""

from skerry.ratings.ladder import LADDER, anchors
from skerry.ratings.model import GAMES_NEEDED, NEW, Rating, rate

__all__ = ["GAMES_NEEDED", "LADDER", "NEW", "Rating", "anchors", "rate"]
