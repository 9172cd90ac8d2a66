"""Everything but process limits works where Unix's `resource` and timers do not exist."""

import os
import subprocess
import sys

# Windows has none of these.
WITHOUT_UNIX = """
import os, signal, sys
for module in ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty", "uvloop"):
    sys.modules[module] = None
for name in ("SIGALRM", "SIGHUP", "SIGKILL", "ITIMER_REAL", "setitimer", "getitimer", "alarm"):
    if hasattr(signal, name):
        delattr(signal, name)
for name in ("fork", "getloadavg", "geteuid", "getuid", "killpg", "nice", "sched_getaffinity"):
    if hasattr(os, name):
        delattr(os, name)
"""
EVERY_MODULE = """
import importlib, pkgutil, skerry
names = [found.name for found in pkgutil.walk_packages(skerry.__path__, "skerry.")]
assert len(names) > 100, names
needs_open_spiel = "skerry.research.openspiel"  # an extra of its own
for name in names:
    if not name.endswith("__main__") and name != needs_open_spiel:
        importlib.import_module(name)
"""
A_GAME = """
from skerry.cli.__main__ import app
app(["play", "vanuatu", "--seats", "random,random,relaxed", "--seed", "1"], standalone_mode=False)
"""


def run_without_unix(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_UNIX + code],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def test_every_module_can_be_imported() -> None:
    run_without_unix(EVERY_MODULE)


def test_bots_play_a_game_in_the_terminal() -> None:
    assert "points" in run_without_unix(A_GAME)
