"""tools/mutants.py plants bugs that are Python, one line each, the same for the same seed."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))
import mutants  # noqa: E402  # a script, not a package

SOURCE = '''"""A module."""

LIMIT = 8


def price(state, wood, off):
    """Return 12 at most."""
    assert wood > 0
    if wood <= LIMIT and not state.free:
        state.paid += 1
        state.announce("paid")
    return max(0, wood - off)
'''
CHANGES = [
    ("if wood <= LIMIT and not state.free:", "if wood < LIMIT and not state.free:"),
    ("if wood <= LIMIT and not state.free:", "if wood <= LIMIT or not state.free:"),
    ("if wood <= LIMIT and not state.free:", "if wood <= LIMIT and state.free:"),
    ("if wood <= LIMIT and not state.free:", "if not (wood <= LIMIT and not state.free):"),
    ("state.paid += 1", "pass"),
    ("state.paid += 1", "state.paid -= 1"),
    ("state.paid += 1", "state.paid += 2"),
    ('state.announce("paid")', "pass"),
    ("return max(0, wood - off)", "return max(0, wood + off)"),
    ("return max(0, wood - off)", "return max(1, wood - off)"),
    ("return max(0, wood - off)", "return min(0, wood - off)"),
]


def test_every_kind_of_change_is_planted_and_texts_and_assertions_stay() -> None:
    found = mutants.mutants_of("prices.py", SOURCE)
    assert sorted((m.before.strip(), m.after.strip()) for m in found) == sorted(CHANGES)
    assert {mutant.function for mutant in found} == {"price"}


def test_a_planted_bug_changes_one_line() -> None:
    for mutant in mutants.mutants_of("prices.py", SOURCE):
        before, after = SOURCE.splitlines(), mutants.planted(SOURCE, mutant).splitlines()
        changed = [at for at, (a, b) in enumerate(zip(before, after, strict=True), 1) if a != b]
        assert changed == [mutant.number]


@pytest.mark.parametrize("game", mutants.GAMES)
def test_the_sample_is_spread_over_the_engine_and_repeatable(game: str) -> None:
    first = mutants.choose(game, 110, seed=1, only="")
    assert first == mutants.choose(game, 110, seed=1, only="")
    assert len(first) == len(set(first)) == 110
    with_code = {
        file.relative_to(ROOT).as_posix()
        for file in mutants.engine_files(game)
        if mutants.mutants_of("", file.read_text(encoding="utf-8"))
    }
    assert len({mutant.path for mutant in first}) >= min(len(with_code), 60)
    for mutant in first:
        text = (ROOT / mutant.path).read_text(encoding="utf-8")
        compile(mutants.planted(text, mutant), mutant.path, "exec")


@pytest.mark.parametrize("game", mutants.GAMES)
def test_each_game_has_fast_tests(game: str) -> None:
    names = mutants.fast_tests(game)
    assert len(names) >= 8
    assert not [name for name in names if not (ROOT / name).exists()]


def test_a_mutant_listed_as_equivalent_is_known_when_lines_move() -> None:
    mutant = mutants.mutants_of("prices.py", SOURCE)[0]
    moved = mutants.mutants_of("prices.py", "\n\n" + SOURCE)[0]
    listed = mutants.read_equivalent(mutant.difference() + "\nbecause: a trial\n")
    assert moved.number == mutant.number + 2
    assert moved.key in listed


def test_the_list_of_equivalent_mutants_can_be_read() -> None:
    mutants.read_equivalent(mutants.EQUIVALENT.read_text(encoding="utf-8"))
    with pytest.raises(SystemExit, match="because"):
        mutants.read_equivalent("file: a.py\nin: f\n- x = 1\n+ x = 2\n")


# A function that tests call, and one that makes a table during the import; each with a bug.
BUGS = [
    ("actions/sell.py", "for threes in range(held[base + 2] + 1)", "for threes in range(1)"),
    ("board.py", "1 << near for near", "2 << near for near"),
]
SCRIPT = """
import json, sys, time
from mutant_tests import Bug, find
bugs = [Bug(*each) for each in json.load(sys.stdin)]
tests = ["tests/vanuatu/test_rules_actions.py"]
found = dict(find(bugs, tests, jobs=2, latest=time.monotonic() + 200))
print(*(found[bug] for bug in bugs))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="mutants are tested in forked processes")
def test_a_bug_is_found_and_a_change_without_effect_is_not() -> None:
    bugs = []
    for name, line, bug in BUGS:
        path = f"src/skerry/games/vanuatu/engine/{name}"
        text = (ROOT / path).read_text(encoding="utf-8")
        assert text.count(line) == 1
        number = text[: text.index(line)].count("\n") + 1
        bugs += [(path, number, text.replace(line, bug)), (path, number, text)]
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "tools")},
        input=json.dumps(bugs),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "True False True False\n", done.stderr
