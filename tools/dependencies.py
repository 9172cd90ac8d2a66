"""Print what pyproject.toml requires to run, build and test Skerry, one requirement a line.

    python tools/dependencies.py | python -m pip install -r /dev/stdin

So an environment can have everything but Skerry itself, and tests run on the source as it is.
"""

import tomllib
from pathlib import Path

PYPROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"


def requirements() -> list[str]:
    """Return all requirements: to build, to run, and of the extras that the tests need."""
    parsed = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))
    project = parsed["project"]
    every = [*parsed["build-system"]["requires"], *project["dependencies"]]
    for extra in ("cluster", "postgres", "research", "dev"):
        every += project["optional-dependencies"][extra]
    return [each for each in every if not each.startswith(f"{project['name']}[")]


if __name__ == "__main__":
    print("\n".join(requirements()))
