"""A server of one's own for a bench: start it, kill it, ask how it is."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import IO


class OwnServer:
    """`skerry serve` on a free port of this machine, with its own data directory."""

    def __init__(self, data: Path, *flags: str, python: str = sys.executable) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.data = data
        self.flags = flags
        self.python = python  # the interpreter, which may have another version installed
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self.env: dict[str, str] | None = None
        self.log: IO[bytes] | None = None  # where its log goes, if not with ours

    def start(self) -> float:
        """Start and wait until it answers; returns the seconds that took."""
        began = time.perf_counter()
        command = [self.python, "-m", "skerry.cli.serve", "serve", "--port", str(self.port)]
        command += ["--data", str(self.data), "--rate", "0", "--sockets", "0", *self.flags]
        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=self.log, env=self.env
        )
        while True:
            try:
                with urllib.request.urlopen(self.url + "/healthz", timeout=1) as answer:
                    answer.read()
                return time.perf_counter() - began
            except OSError:
                if self.process.poll() is not None or time.perf_counter() - began > 60:
                    raise RuntimeError("the server does not start") from None
                time.sleep(0.02)

    def kill(self) -> None:
        """End it without a word, as a power cut would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ask it to end, and wait."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(20)

    def memory(self) -> float:
        """Return the resident memory of the server itself, in megabytes."""
        assert self.process is not None
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def descriptors(self) -> int:
        """Return how many files and sockets the server has open."""
        assert self.process is not None
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))

    def cpu(self) -> float:
        """Return the seconds of processor time the server has used."""
        return sum(self.cpu_parts())

    def cpu_parts(self) -> tuple[float, float]:
        """Return the seconds of processor time: its own, and the kernel's for it."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(") ", 1)[1].split()
        tick = os.sysconf("SC_CLK_TCK")
        return int(fields[11]) / tick, int(fields[12]) / tick


def table_of_times(rows: dict[str, list[float]]) -> str:
    """Write the spread of times, given in seconds, as a table in milliseconds."""
    marks = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "p99.9": 0.999, "max": 1.0}
    lines = [f"{'milliseconds':42}{'count':>8}" + "".join(f"{mark:>9}" for mark in marks)]
    for name, times in rows.items():
        ordered = sorted(times) or [0.0]
        picked = [
            ordered[min(int(len(ordered) * part), len(ordered) - 1)] for part in marks.values()
        ]
        lines.append(f"{name:42}{len(times):>8}" + "".join(f"{t * 1000:>9.1f}" for t in picked))
    return "\n".join(lines)


def table_of(result: dict[str, object]) -> str:
    """Write what a bench found, one line each; of a list how many there are, and the first."""
    lines = []
    for name, value in result.items():
        text = str(value)
        if isinstance(value, list):
            text = "\n".join([str(len(value)), *(f"    {one}" for one in value[:10])])
        lines.append(f"{name:42}{text}")
    return "\n".join(lines)
