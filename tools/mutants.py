"""Plant one-line bugs in the engines and see whether the tests find them (mutation testing).

    python tools/mutants.py [--game NAME] [--count 110] [--seed 1] [--jobs 2] [--minutes 55]

Each mutant is one changed line of `games/*/engine`. It runs against that game's fast tests, with
`-x`, interpreted, in a copy of the tree. Mutants that survive are printed with their difference.
The exit code is 1 when a game's tests find fewer than 95 % of the mutants that are not listed as
equivalent in tools/mutants-equivalent.txt. The same seed plants the same bugs.
"""

import argparse
import ast
import os
import queue
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EQUIVALENT = ROOT / "tools" / "mutants-equivalent.txt"
GAMES = ("vanuatu", "nusfjord")
NEEDED = 0.95
COPIED = ("src", "tests", "docs", "README.md", "pyproject.toml")
PATIENCE = 6  # times what the tests take without a bug: one that loops for ever counts as found
MEMORY = 4 << 30  # bytes for one run of the tests, where the system can limit it
# The tests that find most, in this order; then the other tests of the game, but not the slow ones.
FIRST = (
    "rules",
    "cards",
    "prices",
    "reserve",
    "examples",
    "tricky",
    "golden",
    "reference",
)
SLOW = ("readers", "record", "command", "governor_rests_twice")
COMPARISONS = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
}
OPERATORS = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "+",
    ast.FloorDiv: "*",
    ast.Mod: "//",
    ast.BitAnd: "|",
    ast.BitOr: "&",
    ast.LShift: ">>",
    ast.RShift: "<<",
}


@dataclass(frozen=True)
class Mutant:
    """One changed line."""

    path: str  # below the root, with slashes
    function: str
    number: int  # of the line, from 1
    before: str
    after: str

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What names a mutant when lines move: file, function, line before and after."""
        return self.path, self.function, self.before.strip(), self.after.strip()

    def difference(self) -> str:
        """Return the change as it is shown and written into the list of equivalent ones."""
        lines = [f"file: {self.path}", f"in: {self.function}"]
        return "\n".join([*lines, f"- {self.before.strip()}", f"+ {self.after.strip()}"])


class Planter(ast.NodeVisitor):
    """Collects every change of one line inside the functions of a module."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.lines = text.splitlines()
        self.names: list[str] = []
        self.in_function = False
        self.found: dict[tuple[int, str], Mutant] = {}

    # -- where we are

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Enter a class; its own constants stay as they are."""
        self._enter(node.name, node.body, self.in_function)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Enter a function, without its annotations, defaults and docstring."""
        if not node.name.startswith("__") or node.name == "__init__":
            self._enter(node.name, node.body, True)

    def _enter(self, name: str, body: list[ast.stmt], in_function: bool) -> None:
        outer, self.in_function = self.in_function, in_function
        self.names.append(name)
        for statement in body:
            self.visit(statement)
        self.names.pop()
        self.in_function = outer

    # -- changes

    def replace(self, node: ast.AST, text: str) -> None:
        """Note the change of *node* into *text*, if it stands in one line of a function."""
        start, end = node.lineno, node.end_lineno  # type: ignore[attr-defined]
        if self.in_function and start == end:
            self._replace(start, node.col_offset, node.end_col_offset, text)  # type: ignore[attr-defined]

    def _replace(self, number: int, start: int, end: int, text: str) -> None:
        # The columns of `ast` count bytes.
        line = self.lines[number - 1].encode()
        after = (line[:start] + text.encode() + line[end:]).decode()
        before = line.decode()
        if after != before:
            function = ".".join(self.names)
            self.found[number, after] = Mutant(self.path, function, number, before, after)

    def between(self, left: ast.AST, right: ast.AST, text: str) -> None:
        """Replace the operator between two operands that stand in one line."""
        number: int = left.end_lineno  # type: ignore[attr-defined]
        if self.in_function and number == right.lineno:  # type: ignore[attr-defined]
            line = self.lines[number - 1].encode()
            start: int = left.end_col_offset  # type: ignore[attr-defined]
            end: int = right.col_offset  # type: ignore[attr-defined]
            gap = line[start:end].decode()
            operator = gap.strip(" ()")
            if operator:
                self._replace(number, start, end, gap.replace(operator, text, 1))

    def visit_Compare(self, node: ast.Compare) -> None:
        """Turn a comparison round, or let it include the border."""
        operands = [node.left, *node.comparators]
        for at, operator in enumerate(node.ops):
            self.between(operands[at], operands[at + 1], COMPARISONS[type(operator)])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """Exchange `and` and `or`."""
        other = "or" if isinstance(node.op, ast.And) else "and"
        for left, right in zip(node.values, node.values[1:], strict=False):
            self.between(left, right, other)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Exchange an operator."""
        if type(node.op) in OPERATORS:
            self.between(node.left, node.right, OPERATORS[type(node.op)])
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """Leave `not` or a minus away."""
        if isinstance(node.op, (ast.Not, ast.USub)):
            self.replace(node, self._text(node.operand))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Move a number by one, exchange True and False."""
        if node.value is True or node.value is False:
            self.replace(node, str(not node.value))
        elif isinstance(node.value, int):
            self.replace(node, str(node.value + 1))
            if node.value > 1:
                self.replace(node, str(node.value - 1))

    def visit_Call(self, node: ast.Call) -> None:
        """Exchange `min` and `max`, `any` and `all`."""
        if isinstance(node.func, ast.Name):
            other = {"min": "max", "max": "min", "any": "all", "all": "any"}.get(node.func.id)
            if other:
                self.replace(node.func, other)
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        """Turn a condition round."""
        self._negate(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        """Turn a condition round."""
        self._negate(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        """Turn a condition round."""
        self._negate(node.test)
        self.generic_visit(node)

    def _negate(self, test: ast.expr) -> None:
        if not isinstance(test, (ast.Compare, ast.UnaryOp)):  # those have changes of their own
            self.replace(test, f"not ({self._text(test)})")

    def visit_Expr(self, node: ast.Expr) -> None:
        """Leave a call away; a docstring stays."""
        if isinstance(node.value, ast.Call):
            if "super().__init__" not in self._text(node):
                self.replace(node, "pass")
            self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        """Leave an assignment to an attribute or an item away."""
        is_change = isinstance(node.targets[0], (ast.Attribute, ast.Subscript))
        if "__init__" in self.names and isinstance(node.value, (ast.Constant, ast.UnaryOp)):
            return  # declares an attribute; its value is set when the object is filled
        if is_change and "__init__" not in self.names:
            self.replace(node, "pass")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Leave a change away, or turn it round."""
        self.replace(node, "pass")
        if type(node.op) in OPERATORS:
            self.between(node.target, node.value, OPERATORS[type(node.op)] + "=")
        self.visit(node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Look at the value alone, unless it only declares an attribute."""
        is_plain = isinstance(node.value, (ast.Constant, ast.UnaryOp))
        if node.value is not None and not ("__init__" in self.names and is_plain):
            self.visit(node.value)

    def visit_Break(self, node: ast.Break) -> None:
        """Go on instead of stopping."""
        self.replace(node, "continue")

    def visit_Continue(self, node: ast.Continue) -> None:
        """Stop instead of going on."""
        self.replace(node, "break")

    def visit_Return(self, node: ast.Return) -> None:
        """Turn a returned condition round."""
        if isinstance(node.value, ast.BoolOp):
            self._negate(node.value)
        self.generic_visit(node)

    def visit_Assert(self, node: ast.Assert) -> None:
        """Leave assertions: they only name what cannot happen."""

    def visit_Raise(self, node: ast.Raise) -> None:
        """Leave errors: what they refuse is the condition before them."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Leave texts."""

    def _text(self, node: ast.AST) -> str:
        """Return the source of a node that stands in one line."""
        start: int = node.col_offset  # type: ignore[attr-defined]
        end: int = node.end_col_offset  # type: ignore[attr-defined]
        number: int = node.lineno  # type: ignore[attr-defined]
        return self.lines[number - 1].encode()[start:end].decode()


def mutants_of(path: str, text: str) -> list[Mutant]:
    """List every mutant of a module, in the order of its lines."""
    planter = Planter(path, text)
    planter.visit(ast.parse(text))
    return sorted(planter.found.values(), key=lambda mutant: (mutant.number, mutant.after))


def planted(text: str, mutant: Mutant) -> str:
    """Return the module with the bug in it."""
    lines = text.splitlines(keepends=True)
    ending = lines[mutant.number - 1][len(mutant.before) :]
    lines[mutant.number - 1] = mutant.after + ending
    return "".join(lines)


def engine_files(game: str) -> list[Path]:
    """List the modules of a game's engine, wherever they lie below it."""
    folder = ROOT / "src" / "skerry" / "games" / game / "engine"
    return sorted(folder.rglob("*.py"))


def sample(by_file: dict[str, list[Mutant]], count: int, seed: int) -> list[Mutant]:
    """Choose *count* mutants: from every file in proportion to its size, from many lines.

    Each file is sampled with a seed of its own, so an edit of one leaves the others' mutants alone.
    """
    total = sum(len(found) for found in by_file.values())
    chosen: list[Mutant] = []
    spare: list[Mutant] = []
    for path, found in by_file.items():
        chance = random.Random(f"{seed} {path}")
        shuffled = found[:]
        chance.shuffle(shuffled)
        first_of_line: dict[int, Mutant] = {}
        for mutant in shuffled:
            first_of_line.setdefault(mutant.number, mutant)
        others = [mutant for mutant in shuffled if mutant is not first_of_line[mutant.number]]
        ordered = [*first_of_line.values(), *others]
        quota = max(1, count * len(found) // total) if found else 0
        chosen += ordered[:quota]
        spare += ordered[quota:]
    random.Random(seed).shuffle(spare)
    return (chosen + spare)[:count] if len(chosen) <= count else _thinned(chosen, count, seed)


def _thinned(chosen: list[Mutant], count: int, seed: int) -> list[Mutant]:
    kept = set(random.Random(seed).sample(range(len(chosen)), count))
    return [mutant for at, mutant in enumerate(chosen) if at in kept]


def fast_tests(game: str, root: Path = ROOT) -> list[str]:
    """List the test files of a game, those that find most bugs first."""

    def rank(path: Path) -> tuple[int, str]:
        name = path.as_posix()
        place = next((at for at, word in enumerate(FIRST) if word in name), len(FIRST))
        return place, name

    every = sorted((root / "tests" / game).rglob("test_*.py"), key=rank)
    fast = [path for path in every if not any(word in path.stem for word in SLOW)]
    return [path.relative_to(root).as_posix() for path in fast]


def read_equivalent(text: str) -> set[tuple[str, str, str, str]]:
    """Read the list of mutants judged equivalent; each needs its reason.

    >>> sorted(read_equivalent("file: a.py\\nin: f\\n- x = 1\\n+ x = 2\\nbecause: unused\\n"))
    [('a.py', 'f', 'x = 1', 'x = 2')]
    """
    found = set()
    for block in text.split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if not lines:
            continue
        heads = ("file: ", "in: ", "- ", "+ ", "because: ")
        if len(lines) != 5 or not all(map(str.startswith, lines, heads)):
            sys.exit(
                f"{EQUIVALENT.name}: an entry is file, in, -, +, because; this is not:\n{block}"
            )
        path, function, before, after, _ = (
            line.removeprefix(head) for line, head in zip(lines, heads, strict=True)
        )
        found.add((path, function, before, after))
    return found


class Copy:
    """A copy of the tree in which one mutant at a time is planted and tested."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.planted = 0  # mutants so far
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                leave = shutil.ignore_patterns("static", "__pycache__", "*.so", "pictures")
                shutil.copytree(source, folder / name, ignore=leave)
            elif source.exists():
                shutil.copy2(source, folder / name)

    def finds(self, mutant: Mutant, game: str, seconds: float) -> bool:
        """Return whether the game's tests fail with the mutant, or do not end in time."""
        path = self.folder / mutant.path
        text = path.read_text(encoding="utf-8")
        times = path.stat()
        path.write_text(planted(text, mutant), encoding="utf-8")
        # A second of its own for each version: Python tells stale bytecode by time and size.
        self.planted += 1
        os.utime(path, (times.st_atime, times.st_mtime + 2 * self.planted))
        try:
            return not self.passes(game, seconds)
        finally:
            path.write_text(text, encoding="utf-8")
            os.utime(path, (times.st_atime, times.st_mtime))

    def passes(self, game: str, seconds: float | None = None) -> bool:
        """Run the game's tests until the first failure, or until the time is over."""
        tests = fast_tests(game, self.folder)
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
        environment = {**os.environ, "PYTHONPATH": str(self.folder / "src")}
        process = subprocess.Popen(
            command,
            cwd=self.folder,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=_limit_memory if os.name == "posix" else None,
        )
        try:
            return process.wait(seconds) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            if process.poll() is None:
                _kill(process)


def _limit_memory() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.nice(5)


def _kill(process: "subprocess.Popen[bytes]") -> None:
    if os.name == "posix":
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()


@dataclass
class Tally:
    """What came of a game's mutants."""

    found: int = 0
    survived: int = 0
    equivalent: int = 0
    not_run: int = 0

    @property
    def rate(self) -> float:
        """The share of mutants that the tests found."""
        return self.found / max(1, self.found + self.survived)


def run(
    chosen: list[tuple[str, Mutant]], jobs: int, seconds: float, limits: dict[str, float]
) -> Iterator[tuple[str, Mutant, bool | None]]:
    """Test mutants in *jobs* copies; yield each with whether it was found (None: no time)."""
    todo: queue.SimpleQueue[tuple[str, Mutant]] = queue.SimpleQueue()
    done: queue.SimpleQueue[tuple[str, Mutant, bool | None]] = queue.SimpleQueue()
    for entry in chosen:
        todo.put(entry)
    latest = time.monotonic() + seconds

    def work(folder: Path) -> None:
        copy = Copy(folder)
        while True:
            try:
                game, mutant = todo.get_nowait()
            except queue.Empty:
                return
            late = time.monotonic() > latest
            found = None if late else copy.finds(mutant, game, limits[game])
            done.put((game, mutant, found))

    with tempfile.TemporaryDirectory() as name:
        threads = [
            threading.Thread(target=work, args=(Path(name) / str(job),), daemon=True)
            for job in range(jobs)
        ]
        for thread in threads:
            thread.start()
        for _ in chosen:
            yield done.get()
        for thread in threads:
            thread.join()


def choose(games: list[str], count: int, seed: int, only: str) -> list[tuple[str, Mutant]]:
    """Sample the mutants of the games, alternating between them."""
    by_game = []
    for game in games:
        by_file = {}
        for file in engine_files(game):
            path = file.relative_to(ROOT).as_posix()
            if only in path:
                by_file[path] = mutants_of(path, file.read_text(encoding="utf-8"))
        by_game.append([(game, mutant) for mutant in sample(by_file, count, seed)])
    longest = max(len(chosen) for chosen in by_game)
    return [chosen[at] for at in range(longest) for chosen in by_game if at < len(chosen)]


def time_unchanged(games: list[str]) -> dict[str, float]:
    """Return how long each game's tests take without any bug; stop if they do not pass."""
    taken = {}
    with tempfile.TemporaryDirectory() as name:
        copy = Copy(Path(name) / "unchanged")
        for game in games:
            start = time.monotonic()
            if not copy.passes(game):
                sys.exit(f"the tests of {game} do not pass before a bug is planted")
            taken[game] = time.monotonic() - start
            print(f"{game}: fast tests take {taken[game]:.0f} s", flush=True)
    return taken


def main() -> None:
    """Plant, test, report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=GAMES, help="only this game")
    parser.add_argument("--count", type=int, default=110, help="mutants of each game")
    parser.add_argument("--seed", type=int, default=1, help="another seed plants other bugs")
    parser.add_argument("--jobs", type=int, default=2, help="tests run in this many processes")
    parser.add_argument("--minutes", type=float, default=55, help="start no mutant after this time")
    parser.add_argument("--only", default="", help="only files whose path contains this")
    asked = parser.parse_args()
    games = [asked.game] if asked.game else list(GAMES)
    equivalent = read_equivalent(EQUIVALENT.read_text(encoding="utf-8"))
    chosen = choose(games, asked.count, asked.seed, asked.only)
    tallies = {game: Tally() for game in games}
    for game, mutant in chosen:
        tallies[game].equivalent += mutant.key in equivalent
    limits = {game: 30 + PATIENCE * taken for game, taken in time_unchanged(games).items()}
    real = [(game, mutant) for game, mutant in chosen if mutant.key not in equivalent]
    start = time.monotonic()
    results = run(real, asked.jobs, asked.minutes * 60, limits)
    for number, (game, mutant, found) in enumerate(results, 1):
        tally = tallies[game]
        if found is None:
            tally.not_run += 1
        elif found:
            tally.found += 1
        else:
            tally.survived += 1
            print(f"\nSURVIVED {mutant.path}:{mutant.number}\n{mutant.difference()}", flush=True)
        if number % 20 == 0:
            print(f"{number} of {len(real)} in {time.monotonic() - start:.0f} s", flush=True)
    print()
    for game, tally in tallies.items():
        print(
            f"{game}: {tally.found} of {tally.found + tally.survived} found ({tally.rate:.1%}), "
            f"{tally.equivalent} equivalent, {tally.not_run} not run"
        )
    if any(tally.rate < NEEDED or tally.not_run for tally in tallies.values()):
        sys.exit(1)


if __name__ == "__main__":
    main()
