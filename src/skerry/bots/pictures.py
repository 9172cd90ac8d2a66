"""Arena results for other tools and for the eye; needs the extra [research]."""

from pathlib import Path

import matplotlib
import pyarrow
import pyarrow.parquet

from skerry.bots.arena import Result, standings

matplotlib.use("Agg")

from matplotlib import pyplot


def write_parquet(path: Path, rows: list[dict[str, object]]) -> None:
    """Write one row per seat and game."""
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), path)


def write_picture(path: Path, results: list[Result]) -> None:
    """Draw win shares with their intervals, and the points of each bot as a box."""
    rows = standings(results)
    figure, (shares, points) = pyplot.subplots(1, 2, figsize=(10, 0.6 * len(rows) + 2))
    names = [row.bot for row in rows]
    low = [row.share - row.share_low for row in rows]
    high = [row.share_high - row.share for row in rows]
    shares.barh(names, [row.share for row in rows], xerr=[low, high], color="#08727a")
    shares.set_xlim(0, 1)
    shares.set_xlabel(f"share of wins, {len(results)} games")
    totals = [
        [r.totals[s] for r in results for s in range(len(r.bots)) if r.bots[s] == name]
        for name in names
    ]
    points.boxplot(totals, orientation="horizontal", tick_labels=names)
    points.set_xlabel("points")
    shares.invert_yaxis()
    points.invert_yaxis()
    figure.tight_layout()
    figure.savefig(path, dpi=110)
    pyplot.close(figure)
