"""Runs the cells of a notebook in their order, as Jupyter does, without a kernel."""

import ast
import json
from pathlib import Path
from typing import Any


def run_notebook(path: Path, where: Path) -> dict[str, Any]:
    """Execute every cell in the current directory; return the names that are left.

    The value of a cell's last line is shown, as in Jupyter.
    """
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(json.loads(path.read_text(encoding="utf-8"))["cells"]):
        if cell["cell_type"] != "code":
            continue
        code = "".join(cell["source"])
        if code.startswith("%%writefile "):
            first, _, rest = code.partition("\n")
            (where / first.split()[1]).write_text(rest + "\n", encoding="utf-8")
            continue
        tree = ast.parse(code, f"{path.name}, cell {number}")
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, f"{path.name}, cell {number}", "exec"), names)
        if last is not None:
            assert isinstance(last, ast.Expr)
            shown = eval(compile(ast.Expression(last.value), path.name, "eval"), names)
            picture = getattr(shown, "_repr_svg_", None)
            assert picture() if picture else repr(shown)
    return names
