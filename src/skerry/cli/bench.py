"""`skerry bench`: how fast the engine is, against the same source interpreted, in one run."""

import json
import subprocess
import sys
import time
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from skerry.bots.engine.playouts import decisions_played, playouts
from skerry.games import GAMES
from skerry.kernel import agenda
from skerry.kernel.agenda import State
from skerry.kernel.packing import pack
from skerry.kernel.protocol import Game
from skerry.kernel.rng import Rng

PLAYERS = 4
DEALS = 12
Figures = dict[str, float | bool]

# Run in a fresh process: look for plain source first where skerry is concerned.
_INTERPRETED = """
import sys
from importlib.machinery import FileFinder, SourceFileLoader
from pathlib import Path
def source_only(path):
    if "skerry" not in Path(path).parts:
        raise ImportError
    return FileFinder(path, (SourceFileLoader, [".py"]))
sys.path_hooks.insert(0, source_only)
from skerry.cli.bench import measure
import json
print(json.dumps(measure({seconds})))
"""


def bench(
    seconds: Annotated[float, typer.Option(min=0.1, help="CPU time for each figure")] = 2.0,
    as_json: Annotated[bool, typer.Option("--json", help="one object for machines")] = False,
) -> None:
    """Measure both games on one core: random play, copies, options, packed size."""
    figures = measure(seconds)
    if as_json:
        typer.echo(json.dumps(figures))
        return
    plain = _measure_interpreted(seconds)
    for name, row in figures.items():
        table = Table(title=f"{name}, {PLAYERS} players, one core, CPU time")
        for heading in ("", "this engine", "interpreted", "ratio"):
            table.add_column(heading, justify="right" if heading else "left")
        for key, value in row.items():
            other = plain[name][key]
            ratio = f"{value / other:.2f}" if key != "compiled" and other else ""
            table.add_row(key, _shown(value), _shown(other), ratio)
        Console().print(table)


def _shown(value: float | bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def _measure_interpreted(seconds: float) -> dict[str, Figures]:
    code = _INTERPRETED.replace("{seconds}", str(seconds))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    measured: dict[str, Figures] = json.loads(done.stdout)
    return measured


def measure(seconds: float) -> dict[str, Figures]:
    """Measure every game in this process."""
    return {name: _measure_game(game, seconds) for name, game in GAMES.items()}


def _measure_game(game: Game, seconds: float) -> Figures:
    deals = [game.deal({"players": PLAYERS}, Rng(seed)) for seed in range(DEALS)]
    middle = [_middle_of(state) for state in deals]
    decisions, games, spent = _play_for(deals, seconds)
    slowest = _time_options(deals[:8])
    return {
        "decisions_per_s": decisions / spent,
        "games_per_s": games / spent,
        "playouts_per_s": _playouts_per_s(middle, seconds / 2),
        "copy_us": min(_copy_us(state) for state in middle),
        "options_p999_us": slowest[int(len(slowest) * 0.999)],
        "options_max_us": slowest[-1],
        "packed_bytes": max(len(pack(game, state)) for state in middle),
        "compiled": not (agenda.__file__ or "").endswith(".py"),
    }


def _middle_of(state: State) -> State:
    """Play to the middle of the game at random."""
    state = state.copy()
    rng = Rng(5)
    total = decisions_played(state, 1, Rng(5))
    for _ in range(total // 2):
        options = state.agenda[-1].options(state)
        state.play(options[rng.below(len(options))])
    return state


def _play_for(deals: list[State], seconds: float) -> tuple[int, int, float]:
    decisions = games = 0
    rng = Rng(11)
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        for state in deals:
            decisions += decisions_played(state, 1, rng)
            games += 1
    return decisions, games, spent


def _playouts_per_s(states: list[State], seconds: float) -> float:
    done = 0
    rng = Rng(12)
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        for state in states:
            playouts(state, 1, rng)
            done += 1
    return done / spent


def _copy_us(state: State) -> float:
    best = 1e9
    for _ in range(5):
        start = time.process_time_ns()
        for _ in range(400):
            state.copy()
        best = min(best, (time.process_time_ns() - start) / 400 / 1000)
    return best


def _time_options(deals: list[State]) -> list[float]:
    """Time `options` of every decision of random games, in microseconds of CPU, sorted."""
    times = []
    for number in range(40):
        rng = Rng(number)
        state = deals[number % len(deals)].copy()
        while state.agenda:
            start = time.thread_time_ns()
            options = state.options()
            times.append((time.thread_time_ns() - start) / 1000)
            state.play(options[rng.below(len(options))])
    return sorted(times)
