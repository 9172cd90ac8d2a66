"""The solo challenge: a game of Nusfjord alone, against par.

Par is the median of 21 games that the steady bot plays on the deal with fixed seeds. An expert's
median would put nearly everybody below.
"""

import statistics
from datetime import date
from typing import Final

import msgspec

from skerry.bots.levels import make_bot
from skerry.daily.series import COMMON, Series
from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.events import Json
from skerry.kernel.rng import Rng

GAME: Final = "nusfjord"
DECKS = ("herring", "mackerel", "codfish")
PAR_BOT = "steady"
PAR_GAMES = 21


class SoloPar(msgspec.Struct, frozen=True):
    """What a steady player makes of the deal."""

    points: int
    rounds: list[int]  # the points at the end of each round


class SoloDay:
    """One day's solo game."""

    kind: Final = "solo"
    game: Final = GAME

    def __init__(self, day: date, series: Series = COMMON) -> None:
        self.day = day
        self.seed = series.seed(self.kind, day)
        self.deck = DECKS[day.toordinal() % len(DECKS)]

    def state(self) -> State:
        """Return the game as it is dealt."""
        setup: Json = {"players": 1, "options": {"deck": self.deck}}
        state: State = GAMES[GAME].deal(setup, Rng(self.seed))
        return state

    def setup(self) -> Json:
        """Return the complete set-up, with every pile."""
        return GAMES[GAME].setup(self.state())

    def par(self) -> SoloPar:
        """Play the bot's games and return their medians."""
        games = [self._bot_rounds(number) for number in range(PAR_GAMES)]
        return SoloPar(
            points=int(statistics.median(rounds[-1] for rounds in games)),
            rounds=[int(statistics.median(totals)) for totals in zip(*games, strict=True)],
        )

    def _bot_rounds(self, number: int) -> list[int]:
        state, bot, rng = self.state(), make_bot(PAR_BOT), Rng(self.seed + number)
        totals = RoundTotals()
        while state.turn() >= 0:
            state.play(bot.choose(GAMES[GAME], state, 0, rng))
            totals.watch(state)
        return totals.totals


class RoundTotals:
    """The points at the end of each round, as if the game ended there."""

    def __init__(self) -> None:
        self.totals: list[int] = []

    def watch(self, state: State) -> None:
        """Record the state after a move."""
        rounds_over = GAMES[GAME].round(state)[0] - (state.turn() >= 0)
        if rounds_over > len(self.totals):
            self.totals.append(GAMES[GAME].scores(state)[0].total)
