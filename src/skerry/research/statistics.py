"""Statistics of a folder of games: wins by seat, character and card, length, points by source."""

import math
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from skerry.bots.arena import wilson_interval
from skerry.research.records import Row, Rows


@dataclass(frozen=True)
class Share:
    """How often something won: the share of wins, its 95 % interval, and out of how many."""

    name: str
    seats: int
    wins: float
    low: float
    high: float
    points: float

    @property
    def share(self) -> float:
        return self.wins / self.seats if self.seats else 0.0


@dataclass(frozen=True)
class Spread:
    """A mean with its standard deviation, and the extremes."""

    name: str
    mean: float
    deviation: float
    lowest: float
    highest: float


@dataclass
class Statistics:
    """The statistics of the games of one kind."""

    game: str
    players: int
    games: int
    lost_by_everybody: int
    seats: list[Share] = field(default_factory=list)
    bots: list[Share] = field(default_factory=list)
    acquired: dict[str, list[Share]] = field(default_factory=dict)  # characters, cards
    length: list[Spread] = field(default_factory=list)
    sources: list[Spread] = field(default_factory=list)
    winners_sources: list[Spread] = field(default_factory=list)


def statistics(rows: Rows) -> list[Statistics]:
    """Return the statistics of the finished games, for each game and number of players."""
    kinds: dict[tuple[str, int], list[Row]] = defaultdict(list)
    for row in rows.games:
        if row["finished"]:
            kinds[row["game"], row["players"]].append(row)
    return [_statistics(key, found, rows) for key, found in sorted(kinds.items())]


def _statistics(kind: tuple[str, int], games: list[Row], rows: Rows) -> Statistics:
    ids = {row["game_id"] for row in games}
    scores = [row for row in rows.scores if row["game_id"] in ids]
    winners = {(row["game_id"], row["seat"]) for row in scores if row["place"] == 1}
    items: dict[str, list[int]] = defaultdict(list)
    of_winners: dict[str, list[int]] = defaultdict(list)
    for row in rows.items:
        if row["game_id"] in ids:
            items[row["item"]].append(row["points"])
            if (row["game_id"], row["seat"]) in winners:
                of_winners[row["item"]].append(row["points"])
    acquired: dict[str, dict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in scores:
        for ref in row["acquired"]:
            thing, _, name = ref.partition(":")
            acquired[thing][name].append(row)
    seats = range(kind[1])
    bots = sorted({row["bot"] for row in scores})
    return Statistics(
        *kind,
        games=len(games),
        lost_by_everybody=sum(row["lost_by_everybody"] for row in games),
        seats=[_share(f"seat {s + 1}", [r for r in scores if r["seat"] == s]) for s in seats],
        bots=[_share(bot, [r for r in scores if r["bot"] == bot]) for bot in bots if bot],
        acquired={
            thing: sorted((_share(n, r) for n, r in found.items()), key=lambda s: -s.share)
            for thing, found in sorted(acquired.items())
        },
        length=[_spread("moves", [row["moves"] for row in games])],
        sources=[_spread(item, points) for item, points in items.items()],
        winners_sources=[_spread(item, points) for item, points in of_winners.items()],
    )


def _share(name: str, rows: list[Row]) -> Share:
    wins = sum(row["win"] for row in rows)
    low, high = wilson_interval(wins, len(rows))
    points = sum(row["total"] for row in rows) / max(1, len(rows))
    return Share(name, len(rows), wins, low, high, points)


def _spread(name: str, values: list[int]) -> Spread:
    mean = sum(values) / len(values)
    deviation = math.sqrt(sum((v - mean) ** 2 for v in values) / max(1, len(values) - 1))
    return Spread(name, mean, deviation, min(values), max(values))


def plot(found: Statistics, path: Path) -> None:
    """Draw the statistics as a picture; needs matplotlib."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot
    from matplotlib.ticker import PercentFormatter

    figure, axes = pyplot.subplots(2, 2, figsize=(12, 9))
    _plot_shares(axes[0, 0], found.seats, "wins by seat", found.players, PercentFormatter)
    kind, things = next(iter(found.acquired.items()), ("nothing", []))
    most = sorted(things, key=lambda share: -share.seats)[:18]
    most.sort(key=lambda share: -share.share)
    _plot_shares(axes[0, 1], most, f"wins by {kind} taken", found.players, PercentFormatter)
    names = [spread.name.replace("_", " ") for spread in found.sources]
    places = range(len(names))
    of_winners = {spread.name: spread.mean for spread in found.winners_sources}
    everybody = [spread.mean for spread in found.sources]
    winners = [of_winners.get(spread.name, 0.0) for spread in found.sources]
    axes[1, 0].barh([at - 0.2 for at in places], everybody, 0.38, color="#08727a", label="all")
    axes[1, 0].barh([at + 0.2 for at in places], winners, 0.38, color="#b5541c", label="winners")
    axes[1, 0].set_yticks(list(places), names)
    axes[1, 0].invert_yaxis()
    axes[1, 0].legend(frameon=False)
    axes[1, 0].set_title("points by source, mean of a seat")
    spread = found.length[0]
    low, high = spread.mean - spread.deviation, spread.mean + spread.deviation
    axes[1, 1].barh(["moves"], [spread.highest - spread.lowest], left=[spread.lowest], color="#ccc")
    axes[1, 1].barh(["moves"], [high - low], left=[low], color="#08727a")
    axes[1, 1].axvline(spread.mean, color="#b5541c", linestyle="--")
    axes[1, 1].set_title("length of a game in moves: range, standard deviation, mean")
    figure.suptitle(f"{found.game.title()}, {found.players} players, {found.games} games")
    figure.tight_layout()
    figure.savefig(path, dpi=110)
    pyplot.close(figure)


def _plot_shares(axes: Any, shares: list[Share], title: str, players: int, percent: Any) -> None:
    names = [share.name for share in shares]
    low = [share.share - share.low for share in shares]
    high = [share.high - share.share for share in shares]
    won = [share.share for share in shares]
    axes.barh(names, won, 0.6, xerr=[low, high], capsize=3, color="#08727a", ecolor="#4a4a4a")
    axes.axvline(1 / players, color="#b5541c", linestyle="--")
    axes.xaxis.set_major_formatter(percent(1.0))
    axes.invert_yaxis()
    axes.set_title(f"{title}, with 95 % intervals")
