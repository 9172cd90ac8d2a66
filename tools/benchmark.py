"""Play the ladder of bots and write docs/benchmark.md: about an hour on two idle cores.

    python tools/benchmark.py                  # 40 games of each pair; run it again to continue
    python tools/benchmark.py --games 4        # a short run, marked as such

Each pair is an arena (`skerry arena`) in a folder of its own under build/benchmark, with every game
as a record. A stopped run continues where it was.
"""

import argparse
import json
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

import skerry
from skerry.kernel import agenda

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "benchmark.md"
FOLDER = ROOT / "build" / "benchmark"
GAMES = 40
PLAYERS = 4
# An eighth of the iterations that `skilled` and `expert` do in their time on a free core: counted
# iterations give the same games on every machine.
SKILLED = {"vanuatu": "search:525", "nusfjord": "search:725"}
EXPERT = "deep:1550"
HEAD = """\
# Benchmark

The ladder of the bots, from random to expert: one stronger bot against three weaker ones, four
players, each deal played once from every seat. A fair share of wins is 25 %. `make benchmark`
plays it and writes this page.

{kind}

| Game | Stronger | Weaker | Games | Share of wins, 95 % interval | Points |
| --- | --- | --- | --: | --- | --- |
"""
TERMS = """
`{expert}` stands for the expert, `search:525` (Vanuatu) and `search:725` (Nusfjord) for skilled:
an eighth of the iterations that these levels do in their time on a free core.

## Terms of a fair comparison

To compare a bot of your own ([own-bots.md](own-bots.md)) with this ladder:

- **Game.** Four players, default options, rules as printed by `skerry info`. Name any option that
  you change.
- **Deals.** `skerry arena GAME --bots YOURS,WEAKER,WEAKER,WEAKER --games 40 --seed 1`: the seeds of
  this page. Tune on other seeds.
- **Budget.** Say what a move costs: iterations, or seconds and the processor. The bots of this page
  have a fixed number of iterations on one core, and a search keeps its tree between moves.
- **Information.** A bot sees what its seat sees. The arena enters plug-ins that way; what you train
  on must hold to it too.
- **Statistics.** Give the interval, not only the share. Forty games tell 25 % from 50 %, not from
  35 %: the interval of a share near one half is about ± 15 percentage points. The intervals treat
  games as independent, although four of them share a deal.
- **Everybody loses.** With Rising Waters a drowned table is won by nobody.
"""


def pairs(game: str) -> list[tuple[str, str]]:
    """Return the stronger and the weaker bot of each step of the ladder."""
    ladder = ["random", "relaxed", "steady", SKILLED[game], EXPERT]
    return list(zip(ladder[1:], ladder, strict=False))


def play(game: str, stronger: str, weaker: str, games: int, jobs: int, seed: int) -> Any:
    """Play one pair, or what is missing of it; return its summary."""
    bots = ",".join([stronger, *[weaker] * (PLAYERS - 1)])
    out = FOLDER / f"{game}-{stronger}-{weaker}-{seed}".replace(":", "")
    FOLDER.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "skerry", "arena", game, "--bots", bots, "--json"]
    command += ["--games", str(games), "--jobs", str(jobs), "--seed", str(seed), "--out", str(out)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def row(game: str, stronger: str, weaker: str, summary: Any) -> str:
    """Return one line of the table."""
    found = {bot["bot"]: bot for bot in summary["bots"]}
    best, other = found[stronger], found[weaker]
    share = f"{best['share']:.1%} ({best['share_low']:.0%} to {best['share_high']:.0%})"
    points = f"{best['points']:.1f} to {other['points']:.1f}"
    games = summary["games"]
    return f"| {game.title()} | {stronger} | {weaker} | {games} | {share} | {points} |"


def page(rows: list[str], complete: bool) -> str:
    """Return the page."""
    compiled = agenda.__file__.endswith((".so", ".pyd"))
    engine = "compiled" if compiled else "interpreted"
    kind = f"Skerry {skerry.__version__}, {engine}, Python {platform.python_version()}."
    if not complete:
        kind += (
            " **This is a part of the benchmark.** The whole has four steps for each game, from "
            f"random to expert, with {GAMES} games each."
        )
    head = HEAD.replace("{kind}", kind)
    return head + "\n".join(rows) + "\n" + TERMS.replace("{expert}", EXPERT)


def main() -> None:
    """Play the ladder and write the page."""
    parser = argparse.ArgumentParser(description="Play the ladder of bots; write the page.")
    parser.add_argument("--games", type=int, default=GAMES, help="games of each pair")
    parser.add_argument("--jobs", type=int, default=2, help="games played at the same time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=4, help="only the lowest steps of the ladder")
    parser.add_argument("--page", type=Path, default=PAGE)
    given = parser.parse_args()
    rows: list[str] = []
    for step in range(given.steps):
        for game in SKILLED:
            stronger, weaker = pairs(game)[step]
            summary = play(game, stronger, weaker, given.games, given.jobs, given.seed)
            rows.append(row(game, stronger, weaker, summary))
            print(rows[-1], flush=True)
            # Sorted by game; written after every pair, so that a stopped run leaves a page.
            complete = given.games >= GAMES and len(rows) == 4 * len(SKILLED)
            given.page.write_text(page(sorted(rows, key=_game), complete), encoding="utf-8")


def _game(line: str) -> str:
    return line.split("|")[1]


if __name__ == "__main__":
    main()
