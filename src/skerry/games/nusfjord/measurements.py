"""What bot games say about the cards: `skerry cards stats` and `skerry cards worth`."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict

from skerry.games.nusfjord import balance
from skerry.games.nusfjord.balance import Balance
from skerry.games.nusfjord.catalogue import Catalogue
from skerry.games.nusfjord.setup import MIXED
from skerry.kernel.cards import Chooser, Report, Sample
from skerry.kernel.errors import BadSetup
from skerry.kernel.events import Json

_STATS = ("card", "name", "offered", "built", "rate", "wins", "edge", "points", "")
_WORTH = ("card", "name", "gain", "error", "price", "net")


class CardStatistics:
    """How often each card is built, by whom, and what it brings. A piece is one game."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    def pieces(self, sample: Sample) -> list[Json]:
        decks = list(MIXED)
        if sample.deck != "all":
            decks = _decks(self.catalogue, sample.deck, ["mixed"])
        seeds = range(sample.seed, sample.seed + sample.games)
        return [
            {"players": sample.players, "deck": deck, "seed": seed}
            for deck in decks
            for seed in seeds
        ]

    def play(self, piece: Json, choose: Chooser) -> Json:
        return balance.play(self.catalogue, piece["players"], piece["deck"], piece["seed"], choose)

    def report(self, sample: Sample, found: Iterable[Json], every: bool) -> Report:
        counted = Balance(self.catalogue)
        for game in found:
            counted.add(game)
        mean_total = round(sum(counted.totals) / len(counted.totals), 2)
        mean_winner = round(sum(counted.winners) / len(counted.winners), 2)
        rows = [
            [
                tally.name,
                tally.title,
                str(tally.offered),
                str(tally.built),
                f"{tally.rate:.0%}",
                f"{tally.win_ratio:.2f}",
                f"{tally.edge:+.1f}",
                f"{tally.mean_points:.1f}",
                tally.remark,
            ]
            for tally in (counted.cards() if every else counted.outliers())
        ]
        figures = {
            "games": counted.games,
            "players": sample.players,
            "mean_total": mean_total,
            "mean_winner": mean_winner,
            "cards": [tally.json() for tally in counted.cards()],
            "elders": {
                number: round(seated / in_play, 3)
                for number, (in_play, seated) in counted.elders.items()
                if in_play
            },
        }
        return Report(
            f"{counted.games} games with {sample.players} players: "
            f"mean {mean_total}, winners {mean_winner} points",
            _columns(_STATS),
            rows,
            "wins: of builders, against what chance gives; "
            "edge: points above builders of the same letter",
            figures,
        )


class CardWorth:
    """The points that a building makes as a gift. A piece is one building."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    def pieces(self, sample: Sample) -> list[Json]:
        decks = list(self.catalogue.decks)
        if sample.deck != "all":
            decks = _decks(self.catalogue, sample.deck)
        letters = [letter for name in decks for letter in self.catalogue.decks[name]]
        return [
            {"slot": slot, "players": sample.players, "seed": sample.seed, "games": sample.games}
            for slot in sorted(slot for letter in letters for slot in letter)
        ]

    def play(self, piece: Json, choose: Chooser) -> Json:
        seeds = range(piece["seed"], piece["seed"] + piece["games"])
        return asdict(balance.worth(self.catalogue, piece["slot"], piece["players"], seeds, choose))

    def report(self, sample: Sample, found: Iterable[Json], every: bool) -> Report:
        worths = [balance.Worth(**one) for one in found]
        rows = [
            [
                row.name,
                row.title,
                f"{row.gain:+.1f}",
                f"{row.error:.1f}",
                f"{row.price:.1f}",
                f"{row.net:+.1f}",
            ]
            for row in worths
        ]
        figures = {"games": sample.games, "cards": [row.json() for row in worths]}
        return Report("", _columns(_WORTH), rows, "", figures)


def _decks(catalogue: Catalogue, deck: str, further: Sequence[str] = ()) -> list[str]:
    known = [*further, *catalogue.decks]
    if deck not in known:
        raise BadSetup(f"there is no deck {deck[:20]!r}; choose all, {', '.join(known)}")
    return [deck]


def _columns(names: Sequence[str]) -> dict[str, str]:
    return {name: "left" if name in ("card", "name", "") else "right" for name in names}
