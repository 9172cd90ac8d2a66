"""Plant one-line bugs in the engines and see whether the tests find them (mutation testing).

    python tools/mutants.py [--game NAME] [--count 110] [--seed 1] [--jobs 2] [--minutes 55]

Each mutant is one changed line of `games/*/engine`. That game's fast tests run against it,
interpreted, the shortest of those that call the changed function first, until one fails
(tools/mutant_tests.py). Mutants that survive are printed with their difference.
The exit code is 1 when a game's tests find fewer than 95 % of the mutants that are not listed as
equivalent in tools/mutants-equivalent.txt. The same seed plants the same bugs.
"""

import argparse
import ast
import os
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EQUIVALENT = ROOT / "tools" / "mutants-equivalent.txt"
GAMES = ("vanuatu", "nusfjord")
NEEDED = 0.95
OF_EVERY_GAME = ("tests/research/test_observations.py",)
# Tests that are slow and find nothing more, or that start other processes.
SLOW = ("record", "command", "governor_rests_twice")
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


def fast_tests(game: str) -> list[str]:
    """List the test files that concern a game, without the slow ones."""
    every = sorted((ROOT / "tests" / game).rglob("test_*.py"))
    fast = [path for path in every if not any(word in path.stem for word in SLOW)]
    return [path.relative_to(ROOT).as_posix() for path in fast] + list(OF_EVERY_GAME)


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

    @property
    def done(self) -> int:
        """The number of mutants that were tested, or for which no time was left."""
        return self.found + self.survived + self.not_run

    def add(self, found: bool | None) -> None:
        """Count a mutant."""
        if found is None:
            self.not_run += 1
        elif found:
            self.found += 1
        else:
            self.survived += 1

    def __str__(self) -> str:
        share = f"{self.found} of {self.found + self.survived} found ({self.rate:.1%})"
        return f"{share}, {self.equivalent} equivalent, {self.not_run} not run"


def choose(game: str, count: int, seed: int, only: str) -> list[Mutant]:
    """Sample the mutants of a game."""
    by_file = {}
    for file in engine_files(game):
        path = file.relative_to(ROOT).as_posix()
        if only in path:
            by_file[path] = mutants_of(path, file.read_text(encoding="utf-8"))
    return sample(by_file, count, seed)


def test(
    mutants: list[Mutant], tests: list[str], jobs: int, latest: float
) -> Iterator[tuple[Mutant, bool | None]]:
    """Yield each mutant with whether the tests found it (None: there was no time)."""
    if not hasattr(os, "fork"):
        sys.exit("The tests are run in forked processes: use Linux, macOS or WSL.")
    from mutant_tests import Bug, find

    by_bug = {}
    for mutant in mutants:
        text = (ROOT / mutant.path).read_text(encoding="utf-8")
        by_bug[Bug(mutant.path, mutant.number, planted(text, mutant))] = mutant
    for bug, found in find(list(by_bug), tests, jobs, latest):
        yield by_bug[bug], found


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
    begin = time.monotonic()
    tallies = {}
    for game in games:
        chosen = choose(game, asked.count, asked.seed, asked.only)
        real = [mutant for mutant in chosen if mutant.key not in equivalent]
        tally = tallies[game] = Tally(equivalent=len(chosen) - len(real))
        print(f"{game}: {len(chosen)} mutants", flush=True)
        for mutant, found in test(real, fast_tests(game), asked.jobs, begin + 60 * asked.minutes):
            tally.add(found)
            if found is False:
                print(
                    f"\nSURVIVED {mutant.path}:{mutant.number}\n{mutant.difference()}", flush=True
                )
            if tally.done % 20 == 0:
                print(f"{tally.done} done after {time.monotonic() - begin:.0f} s", flush=True)
    print()
    for game, tally in tallies.items():
        print(f"{game}: {tally}")
    usage = os.times()
    print(f"{time.monotonic() - begin:.0f} s, {sum(usage[:4]):.0f} s of processor time")
    if any(tally.rate < NEEDED or tally.not_run for tally in tallies.values()):
        sys.exit(1)


if __name__ == "__main__":
    main()
