"""What is compiled has no coroutines.

When a coroutine that mypyc has compiled waits inside `except` or `finally`, the exceptions of all
that run meanwhile get mixed up: a player got the error of another table. So whatever waits stays
interpreted.
"""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
COMPILED = sorted(
    path
    for pattern in re.findall(r'"(src/skerry/[^"]+\.py)"', (ROOT / "setup.py").read_text())
    for path in ROOT.glob(pattern)
)


def coroutines(source: str) -> list[str]:
    """Return the names of coroutines."""
    tree = ast.walk(ast.parse(source))
    return [node.name for node in tree if isinstance(node, ast.AsyncFunctionDef)]


def test_the_list_is_found() -> None:
    names = {path.name for path in COMPILED}
    assert {"state.py", "view.py", "frames.py", "viewer.py"} <= names


@pytest.mark.parametrize("path", COMPILED, ids=lambda path: str(path.relative_to(ROOT / "src")))
def test_no_compiled_file_has_coroutines(path: Path) -> None:
    assert coroutines(path.read_text()) == []
