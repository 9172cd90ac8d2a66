"""Runs the code blocks of a page of the documentation, in their order and in one directory.

A block ```` ```python title="name.py" ```` becomes a file, any other Python block is executed (as a
doctest if it shows a prompt), and of a `console` block every line after `$ ` is a command that must
succeed. A block after the remark `<!-- not run: reason -->` is left out.
"""

import doctest
import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import skerry

BLOCK = re.compile(r"(<!-- not run: [^\n]*-->\n+)?^( *)```(\w+)([^\n]*)\n(.*?)^\2```", re.M | re.S)
SOURCE = str(Path(skerry.__file__).parents[1])


@dataclass
class Block:
    """One block of code."""

    line: int
    language: str
    title: str
    text: str


def blocks(page: Path) -> list[Block]:
    """Return the blocks that are run."""
    text = page.read_text(encoding="utf-8")
    found = []
    for match in BLOCK.finditer(text):
        skipped, indent, language, info, code = match.groups()
        if skipped or language not in ("python", "console"):
            continue
        title = re.search(r'title="([^"]+)"', info)
        lines = [line.removeprefix(indent) for line in code.splitlines()]
        line = text.count("\n", 0, match.start()) + 2
        found.append(Block(line, language, title[1] if title else "", "\n".join(lines) + "\n"))
    return found


def run_page(page: Path, where: Path) -> int:
    """Run all blocks of a page; return how many there were."""
    found = blocks(page)
    names: dict[str, object] = {"__name__": page.stem.replace("-", "_")}
    for block in found:
        place = f"{page.name}, line {block.line}"
        if block.title:
            (where / block.title).write_text(block.text, encoding="utf-8")
        elif block.language == "console":
            for line in block.text.splitlines():
                if line.startswith("$ "):
                    run_command(line[2:], where, place)
        elif ">>>" in block.text:
            test = doctest.DocTestParser().get_doctest(block.text, names, place, place, 0)
            names.update(test.globs)
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
            assert runner.run(test, clear_globs=False).failed == 0, place
            names.update(test.globs)
        else:
            exec(compile(block.text, place, "exec"), names)
    return len(found)


def run_command(line: str, where: Path, place: str) -> None:
    """Run one command; `skerry` and `python3` are those of these tests."""
    words = shlex.split(line)
    if words[0] == "skerry":
        words[:1] = [sys.executable, "-m", "skerry"]
    elif words[0] == "python3":
        words[0] = sys.executable
    path = os.pathsep.join([SOURCE, os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        words,
        cwd=where,
        env={**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert done.returncode == 0, f"{place}: {line}\n{done.stdout[-800:]}\n{done.stderr[-800:]}"
