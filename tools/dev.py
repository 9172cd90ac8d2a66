"""`make dev`: the table server and the page from their sources; both follow every edit.

The server runs interpreted and starts again when a Python file or a card file changes. Vite serves
the page, replaces what changed while it is open, and passes requests of the API on to the server.
SKERRY_DEV_PORT moves the server, SKERRY_DEV_DATA its tables. Ctrl-C ends both.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import build_frontend

SOURCE = build_frontend.ROOT / "src"
PORT = os.environ.get("SKERRY_DEV_PORT", "8017")
DATA = os.environ.get("SKERRY_DEV_DATA", str(build_frontend.ROOT / "build" / "dev-data"))
WATCHED = (".py", ".toml")
PAUSE = 0.5  # seconds between two looks at the files
PATIENCE = 10.0  # seconds for a server to end by itself


def edited() -> dict[Path, float]:
    """Return when each watched file was changed last."""
    found = {}
    for path in SOURCE.rglob("*"):
        if path.suffix in WATCHED:
            try:
                found[path] = path.stat().st_mtime
            except FileNotFoundError:  # an editor replaces a file by renaming another
                continue
    return found


def start_server() -> subprocess.Popen[bytes]:
    """Start the table server on the source as it is now."""
    command = [sys.executable, "-m", "skerry", "serve", "--port", PORT, "--data", DATA]
    return subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(SOURCE)})


def start_page() -> subprocess.Popen[bytes]:
    """Start Vite, with live reload."""
    build_frontend.install_packages()
    command, environment = build_frontend.npm("run", "dev")
    environment["SKERRY_DEV_PORT"] = PORT
    return subprocess.Popen(command, cwd=build_frontend.FRONTEND, env=environment)


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a process, kindly first."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def follow(server: subprocess.Popen[bytes], page: subprocess.Popen[bytes]) -> None:
    """Start the server again after every edit, until Vite ends or Ctrl-C."""
    before = edited()
    try:
        while page.poll() is None:
            time.sleep(PAUSE)
            now = edited()
            if now != before:
                changed = sorted(p.name for p in {*now, *before} if now.get(p) != before.get(p))
                print(f"dev: {', '.join(changed[:5])} changed, starting the server again")
                before = now
                stop(server)
                server = start_server()
    except KeyboardInterrupt:
        pass
    finally:
        stop(server)
        stop(page)


def main() -> None:
    """Start both and follow the edits."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    page = start_page()
    print("dev: open the address Vite prints; the server at", PORT, "only answers the API")
    follow(start_server(), page)


if __name__ == "__main__":
    main()
