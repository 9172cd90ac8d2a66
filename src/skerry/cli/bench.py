"""`skerry bench`: the speed of the engine, beside itself interpreted or another version."""

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from skerry.bots.engine.playouts import decisions_played, playouts
from skerry.cli import bench_worker
from skerry.games import GAMES
from skerry.kernel import agenda
from skerry.kernel.agenda import State
from skerry.kernel.errors import SkerryError
from skerry.kernel.packing import pack
from skerry.kernel.protocol import Game
from skerry.kernel.rng import Rng

PLAYERS = 4
DEALS = 12
PAIRS = 5
Figures = dict[str, float | bool]
Run = dict[str, dict[str, float]]  # figures of one run by game and name

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
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object")] = False,
    against: Annotated[
        str,
        typer.Option(
            metavar="PYTHON",
            help="Compare with the skerry installed for this interpreter, in alternating runs",
        ),
    ] = "",
    environments: Annotated[
        bool,
        typer.Option(
            "--environments",
            help="Measure observations and environments, beside those of other projects",
        ),
    ] = False,
) -> None:
    """Measure both games on one core: random play, copies, options, packed size."""
    if environments:
        _measure_environments(seconds, as_json)
        return
    if against:
        report = compare(Installation.of_this_process(), Installation(against), seconds)
        if as_json:
            typer.echo(json.dumps(report))
        else:
            _print_comparison(report, against)
        return
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


def _measure_environments(seconds: float, as_json: bool) -> None:
    try:
        from skerry.research.speed import figures
    except ImportError as error:
        raise SkerryError(
            f"--environments needs the extra [research] ({error}): pip install 'skerry[research]'"
        ) from None
    compiled = "compiled" if agenda.__file__.endswith((".so", ".pyd")) else "interpreted"
    table = Table(title=f"one core, CPU time, 4 players, engine {compiled}")
    for heading in ("", "steps/s", "us", "with"):
        table.add_column(heading, justify="right" if heading in ("steps/s", "us") else "left")
    rows = []
    for one in figures(seconds):
        rows.append(one._asdict())
        shown = "-" if one.value is None else _shown(one.value)
        is_time = one.unit == "us"
        table.add_row(one.name, "" if is_time else shown, shown if is_time else "", one.note)
    if as_json:
        typer.echo(json.dumps({"engine": compiled, "figures": rows}))
    else:
        Console().print(table)


def _shown(value: float | bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def compare(
    here: "Installation", there: "Installation", seconds: float, pairs: int = PAIRS
) -> dict[str, dict[str, dict[str, float]]]:
    """Measure two installations in turn; return medians and ratios by game and figure."""
    setups = there.setups()
    runs: list[tuple[Run, Run]] = []
    for number in range(pairs):
        # The second to run meets a warmer machine, so the order alternates.
        order = (here, there) if number % 2 == 0 else (there, here)
        run = {installation: installation.run(setups, seconds) for installation in order}
        runs.append((run[here], run[there]))
    return {name: _ratios(name, runs) for name in runs[0][0] if name in runs[0][1]}


def _print_comparison(report: dict[str, dict[str, dict[str, float]]], python: str) -> None:
    typer.echo(f"this installation beside that of {python}; a ratio above 1: this one is faster")
    for name, rows in report.items():
        table = Table(title=f"{name}, {bench_worker.PLAYERS} players, median of {PAIRS} runs each")
        for heading in ("", "this", "other", "ratio", "lowest", "highest"):
            table.add_column(heading, justify="right" if heading else "left")
        for key, row in rows.items():
            speeds = (_shown(row["this"]), _shown(row["other"]))
            table.add_row(key, *speeds, *(f"{row[r]:.2f}" for r in ("ratio", "lowest", "highest")))
        Console().print(table)


def _ratios(name: str, runs: list[tuple[Run, Run]]) -> dict[str, dict[str, float]]:
    """Return medians and ratios of every figure that both installations have."""
    rows = {}
    for key in runs[0][0][name]:
        if key not in runs[0][1][name]:
            continue
        this = [run[name][key] for run, _ in runs]
        other = [run[name][key] for _, run in runs]
        is_time = key.endswith(" us")  # shorter is faster
        ratios = [b / a if is_time else a / b for a, b in zip(this, other, strict=True)]
        rows[key] = {
            "this": statistics.median(this),
            "other": statistics.median(other),
            "ratio": statistics.median(ratios),
            "lowest": min(ratios),
            "highest": max(ratios),
        }
    return rows


class Installation:
    """An interpreter with skerry, measured in a fresh process each time."""

    def __init__(self, python: str, path: str = "") -> None:
        self.python = python
        self.path = path

    @classmethod
    def of_this_process(cls) -> "Installation":
        """Return the installation that runs this command, wherever it was imported from."""
        return cls(sys.executable, str(Path(bench_worker.__file__).parents[2]))

    def setups(self) -> dict[str, list[Any]]:
        """Deal set-ups for both sides. The older version deals: a newer one reads its set-ups."""
        found: dict[str, list[Any]] = self._answer({"setups": None})
        return found

    def run(self, setups: dict[str, list[Any]], seconds: float) -> Run:
        """Measure once, in a fresh process."""
        measured: Run = self._answer({"setups": setups, "seconds": seconds})
        return measured

    def _answer(self, task: dict[str, Any]) -> Any:
        # -I: neither PYTHONPATH nor the current directory may bring in another skerry.
        command = [self.python, "-I", str(Path(bench_worker.__file__))]
        text = json.dumps({"path": self.path, **task})
        try:
            done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
        except OSError as error:
            raise SkerryError(f"{self.python}: cannot be started ({error.strerror})") from None
        if "No module named 'skerry'" in done.stderr:
            raise SkerryError(f"{self.python}: skerry is not installed for this interpreter")
        if done.returncode:
            last = done.stderr.strip().splitlines()[-1:] or ["no message"]
            raise SkerryError(f"{self.python}: the measurement failed: {last[0]}")
        return json.loads(done.stdout)


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
