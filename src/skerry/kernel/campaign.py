"""Several games in a row that count together, as a game may offer them."""

from typing import Any, Protocol

from skerry.kernel.events import Json


class Campaign(Protocol):
    """The rules of a campaign. Its *progress* is plain JSON that is stored between the games."""

    games: int  # how many are played
    seats: int  # how many players play them
    goal: int  # the points that all games together must exceed

    def begin(self, options: Json) -> Json:
        """Return the progress before the first game. Raises BadSetup."""

    def check(self, given: Any) -> Json:
        """Return a progress that was read from a file. Raises BadSetup naming the field."""

    def setup(self, progress: Json) -> Json:
        """Return the set-up of the next game. Raises BadSetup."""

    def after(self, progress: Json, state: Any) -> Json:
        """Return the progress after a finished game. Raises BadSetup."""

    def close(self, progress: Json) -> Json:
        """Return a campaign that ends early: the games that were not played bring no points."""

    def again(self, progress: Json) -> Json:
        """Return the beginning of another campaign, with what a finished one leaves."""

    def summary(self, progress: Json) -> Json:
        """Return what is shown: game, rank, totals, total, goal, over and succeeded."""

    def options(self, progress: Json) -> Json:
        """Return the rule options that all games of the campaign share."""
