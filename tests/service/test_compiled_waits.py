"""Compiled coroutines wait nowhere while an exception is handled: mypyc mixes up whose it is."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMPILED = re.findall(r'"(src/skerry/[^"*]+\.py)"', (ROOT / "setup.py").read_text())
WAITS = (ast.Await, ast.AsyncFor, ast.AsyncWith)


def waits_in_handlers(source: str) -> list[int]:
    """Return the lines that wait inside `except` or `finally`."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Try):
            for part in (*node.handlers, *node.finalbody):
                found |= {each.lineno for each in ast.walk(part) if isinstance(each, WAITS)}
    return sorted(found)


def test_no_compiled_module_waits_in_a_handler() -> None:
    """`service/live/cleaning_up.py` does it for them, interpreted."""
    assert (
        "src/skerry/web/socket.py" in COMPILED and "src/skerry/service/live/tables.py" in COMPILED
    )
    found = {path: waits_in_handlers((ROOT / path).read_text()) for path in COMPILED}
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_a_wait_in_a_handler_is_found() -> None:
    source = "async def f():\n try:\n  await g()\n except E:\n  await h()\n finally:\n  await k()"
    assert waits_in_handlers(source) == [5, 7]
