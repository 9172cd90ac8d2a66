"""Arena results as Parquet and as a plot; needs the extra [research]."""

from pathlib import Path

import matplotlib
import pyarrow
import pyarrow.parquet

from skerry.bots.arena import Result, standings

matplotlib.use("Agg")

from matplotlib import pyplot
from matplotlib.ticker import PercentFormatter


def write_parquet(path: Path, rows: list[dict[str, object]]) -> None:
    """Write one row per seat and game."""
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), path)


def write_plot(path: Path, results: list[Result]) -> None:
    """Plot the win shares with their intervals, and the points of each bot as a box."""
    rows = standings(results)
    figure, (shares, points) = pyplot.subplots(1, 2, figsize=(10, 0.6 * len(rows) + 2))
    names = [row.bot for row in rows]
    low = [row.share - row.share_low for row in rows]
    high = [row.share_high - row.share for row in rows]
    won = [row.share for row in rows]
    shares.barh(names, won, 0.6, xerr=[low, high], capsize=4, color="#08727a", ecolor="#4a4a4a")
    fair = 1 / len(results[0].bots)
    shares.axvline(fair, color="#b5541c", linestyle="--", label=f"one seat's share, {fair:.0%}")
    shares.legend(loc="lower right", frameon=False)
    shares.set_xlim(0, 1.02)
    shares.xaxis.set_major_formatter(PercentFormatter(1.0))
    shares.set_xlabel(f"games won of {len(results)}, with 95 % intervals")
    totals = [
        [r.totals[s] for r in results for s in range(len(r.bots)) if r.bots[s] == name]
        for name in names
    ]
    points.boxplot(totals, orientation="horizontal", tick_labels=names)
    points.set_xlabel("points: median, middle half, range")
    shares.invert_yaxis()
    points.invert_yaxis()
    figure.tight_layout()
    figure.savefig(path, dpi=110)
    pyplot.close(figure)
