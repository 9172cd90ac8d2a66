"""How cards fare over many games: how often built, by whom, and what they brought."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import mean, stdev

from skerry.games.nusfjord.catalogue import Catalogue
from skerry.games.nusfjord.engine import scoring
from skerry.games.nusfjord.engine.rounds import TakeTurn
from skerry.games.nusfjord.engine.spaces.build_building import place
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.words import CELLS
from skerry.games.nusfjord.setup import deal
from skerry.kernel.events import Json
from skerry.kernel.rng import Rng

Chooser = Callable[[State], int]
SELDOM = 0.08  # of the games in which a card was on offer
OFTEN = 0.75
STRONG = 3.0  # points that builders end with above those of other cards of the letter
WEAK = -3.0


@dataclass
class CardTally:
    """What happened to one card."""

    name: str
    title: str
    offered: int = 0
    built: int = 0
    wins: float = 0.0
    margin: float = 0.0
    points: int = 0
    fair: float = 0.0  # wins a builder would have by chance
    usual: float = 0.0  # mean margin of builders of this letter: who builds late is ahead anyway

    @property
    def rate(self) -> float:
        """Return the share of games on offer in which somebody built it."""
        return self.built / self.offered if self.offered else 0.0

    @property
    def win_ratio(self) -> float:
        """Return the wins of its builders against what chance would give."""
        return self.wins / self.fair if self.fair else 0.0

    @property
    def mean_margin(self) -> float:
        return self.margin / self.built if self.built else 0.0

    @property
    def edge(self) -> float:
        """Return the margin of its builders against that of other cards of its letter."""
        return self.mean_margin - self.usual if self.built else 0.0

    @property
    def mean_points(self) -> float:
        return self.points / self.built if self.built else 0.0

    @property
    def remark(self) -> str:
        """Return what is out of range about the card, if anything."""
        if not self.offered:
            return ""
        if self.rate < SELDOM:
            return "hardly ever built"
        if self.rate > OFTEN and self.edge > 1:
            return "built by everybody"
        if self.built >= 20 and self.edge > STRONG:
            return "builders win too much"
        if self.built >= 20 and self.edge < WEAK:
            return "builders fall behind"
        return ""

    def json(self) -> Json:
        return {
            "card": self.name,
            "name": self.title,
            "offered": self.offered,
            "built": self.built,
            "rate": round(self.rate, 3),
            "win_ratio": round(self.win_ratio, 2),
            "margin": round(self.mean_margin, 2),
            "edge": round(self.edge, 2),
            "points": round(self.mean_points, 2),
            "remark": self.remark,
        }


def play(catalogue: Catalogue, players: int, deck: str, seed: int, choose: Chooser) -> Json:
    """Play a game with the same chooser on all seats; return what happened to its cards."""
    setup = {"players": players, "options": {"deck": deck}}
    state = deal(catalogue, setup, Rng(seed))
    while state.turn() >= 0:
        state.play(choose(state))
    piles = state.origin["piles"]
    begun = [name for key, names in piles.items() if key[1] == "_" for name in names]
    left = set(state.pile_a + state.pile_b + state.pile_c)
    slots = [catalogue.slots[name] for name in begun]
    return {
        "results": state.results(),
        "offered": [slot for slot in slots if slot not in left],
        "built": [  # seat, building, its points
            [seat, slot, scoring.card_points(state, seat, catalogue.cards.cards[slot])]
            for seat, player in enumerate(state.players)
            for slot in player.buildings
        ],
        "elders": [elder for player in state.players for elder in player.elders],
    }


class Balance:
    """Counts over many games."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.games = 0
        self.totals: list[int] = []
        self.winners: list[int] = []
        self.tallies = {
            slot: CardTally(name, catalogue.cards.cards[slot].title)
            for name, slot in sorted(catalogue.slots.items())
        }
        self.elders = {elder: [0, 0] for elder in catalogue.in_play[5]}  # in play, seated

    def add(self, game: Json) -> None:
        """Count a game that `play` has played."""
        results = game["results"]
        players = len(results)
        best = max(results)
        middle = sum(results) / players
        winners = results.count(best)
        self.games += 1
        self.totals += results
        self.winners.append(best)
        for slot in game["offered"]:
            self.tallies[slot].offered += 1
        for seat, slot, points in game["built"]:
            tally = self.tallies[slot]
            tally.built += 1
            tally.margin += results[seat] - middle
            tally.fair += 1 / players
            tally.wins += 1 / winners if results[seat] == best else 0
            tally.points += points
        for elder in game["elders"]:
            self.elders[elder][1] += 1
        for elder in self.catalogue.in_play[players]:
            self.elders[elder][0] += 1

    def cards(self) -> list[CardTally]:
        """List the cards that were on offer, in the order of their numbers."""
        offered = [tally for tally in self.tallies.values() if tally.offered]
        for letter in "ABC":
            alike = [tally for tally in offered if tally.name[0] == letter]
            built = sum(tally.built for tally in alike)
            usual = sum(tally.margin for tally in alike) / built if built else 0.0
            for tally in alike:
                tally.usual = usual
        return offered

    def outliers(self) -> list[CardTally]:
        return [tally for tally in self.cards() if tally.remark]


# -- what a card is worth to the same player in the same game, with and without it

GIVEN_IN = {"A": 2, "B": 3, "C": 5}  # the round in which a card of this letter is given
PRICE = (0.5, 0.33, 1.0)  # points for a wood, a fish, a gold (cards 1, working values)


@dataclass
class Worth:
    """What a building brought seat 0, set against its price in goods."""

    name: str
    title: str
    gain: float
    error: float  # standard error of the gain
    price: float

    @property
    def net(self) -> float:
        return self.gain - self.price

    def json(self) -> Json:
        return {
            "card": self.name,
            "name": self.title,
            "gain": round(self.gain, 2),
            "error": round(self.error, 2),
            "price": round(self.price, 2),
            "net": round(self.net, 2),
        }


def worth(catalogue: Catalogue, slot: int, players: int, seeds: range, choose: Chooser) -> Worth:
    """Play each game twice, once with the building given to seat 0 for nothing."""
    card = catalogue.cards.cards[slot]
    deck = next(name for name, letters in catalogue.decks.items() if slot in letters[card.letter])
    gains: list[int] = []
    for seed in seeds:
        options = {"deck": deck, "exclude": [card.name]}
        state = deal(catalogue, {"players": players, "options": options}, Rng(seed))
        while state.turn() >= 0 and not (
            state.round == GIVEN_IN["ABC"[card.letter]]
            and type(state.agenda[-1]) is TakeTurn
            and state.turn() == 0
        ):
            state.play(choose(state))
        gifted = state.copy()
        free = gifted.players[0].free
        cell = next((at for at in range(CELLS) if free >> at & 1), -1)
        place(gifted, 0, slot, -1 if card.off_board else cell)
        gifted.settle()
        totals = []
        for game in (gifted, state):
            while game.turn() >= 0:
                game.play(choose(game))
            totals.append(game.results()[0])
        gains.append(totals[0] - totals[1])
    price = card.wood * PRICE[0] + card.fish * PRICE[1] + card.gold * PRICE[2]
    error = stdev(gains) / len(gains) ** 0.5 if len(gains) > 1 else 0.0
    return Worth(card.name, card.title, mean(gains), error, price)
