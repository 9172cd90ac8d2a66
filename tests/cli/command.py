"""The real command, run in a process of its own, with or without a terminal."""

import contextlib
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import skerry

_COMMAND = [sys.executable, "-m", "skerry"]
# The terminal becomes the process's own, so that Ctrl-C reaches it, and Ctrl-C is heard even if the
# tests themselves run in the background, where it is ignored.
_OWN_TERMINAL = """
import fcntl, runpy, signal, sys, termios
signal.signal(signal.SIGINT, signal.default_int_handler)
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
del sys.argv[0]
runpy.run_module("skerry", run_name="__main__")
"""
_HOME = str(Path(skerry.__file__).parents[1])
PATIENCE = 60.0


def environment(**more: str) -> dict[str, str]:
    """Return the variables the command runs with, free of the tester's own taste in colours."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
    path = os.pathsep.join(filter(None, [_HOME, os.environ.get("PYTHONPATH", "")]))
    return kept | {"PYTHONPATH": path, "TERM": "xterm-256color", "PYTHONUTF8": "1"} | more


def skerry_command(
    *args: str | Path, typed: str = "", where: Path | None = None, **settings: str
) -> subprocess.CompletedProcess[str]:
    """Run the command to its end, with *typed* as its input."""
    process = subprocess.Popen(
        [*_COMMAND, *map(str, args)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        cwd=where,
        env=environment(**settings),
        start_new_session=True,
    )
    try:
        out, err = process.communicate(typed, timeout=PATIENCE)
    except BaseException:
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)  # its children too: they hold the pipes open
        else:
            process.kill()
        process.communicate()
        raise
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


class Terminal:
    """The command in a terminal of 80 columns."""

    def __init__(self, *args: str | Path, where: Path, **settings: str) -> None:
        pty = pytest.importorskip("pty")  # not on Windows
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", _OWN_TERMINAL, "skerry", *map(str, args)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=where,
            env=environment(COLUMNS="80", LINES="40", **settings),
            start_new_session=True,
        )
        os.close(slave)
        self.seen = ""

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)

    def until(self, pattern: str) -> str:
        """Read until *pattern* is on the screen; give everything read since the last time."""
        read = ""
        end = time.monotonic() + PATIENCE
        while not re.search(pattern, read):
            assert time.monotonic() < end, f"{pattern!r} did not come: {read[-2000:]}"
            if select.select([self.master], [], [], 0.2)[0]:
                with contextlib.suppress(OSError):  # the other end has closed
                    read += os.read(self.master, 65536).decode("utf-8", "replace")
        self.seen += read
        return read

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C, not in the instant between the prompt and the wait for a line."""
        time.sleep(0.5)
        self.type("\x03")

    def ended(self) -> int:
        """Wait for the end; give the exit code."""
        return self.process.wait(PATIENCE)
