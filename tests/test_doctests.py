"""The examples in docstrings are true."""

import ast
import doctest
import importlib
from pathlib import Path

import pytest

import skerry

SOURCE = Path(skerry.__file__).parent
FILES = [path for path in sorted(SOURCE.rglob("*.py")) if ">>>" in path.read_text("utf-8")]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_examples_in_docstrings(path: Path) -> None:
    name = ".".join(["skerry", *path.relative_to(SOURCE).with_suffix("").parts])
    names = dict(vars(importlib.import_module(name)))
    # Compiled functions hide their docstrings from doctest, so they are read from the source.
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        text = ast.get_docstring(node) if isinstance(node, documented) else None
        if text is not None and ">>>" in text:
            test = doctest.DocTestParser().get_doctest(text, names, name, str(path), 0)
            assert doctest.DocTestRunner().run(test).failed == 0
