"""A server of a test's own, which can be stopped, with a place that takes webhooks and pushes."""

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

from tests.browser.conftest import ROOT, _wait_for
from tests.notifications.receivers import HttpReceiver, web_receiver


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Site:
    """`python -m skerry serve`, stopped and started again on the same port."""

    def __init__(self, data: Path, *options: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._data = data
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.browser.known_deals", "serve"]
        command += ["--port", str(self.port), "--data", str(self._data), "--rate", "0"]
        paths = f"{os.environ.get('PYTHONPATH', '')}{os.pathsep}{ROOT}"
        self._process = subprocess.Popen(
            [*command, *self._options],
            env={**os.environ, "PYTHONPATH": paths},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _wait_for(self.url)

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(20)
            self._process = None


@contextlib.contextmanager
def site(data: Path, *options: str) -> Iterator[Site]:
    running = Site(data, *options)
    running.start()
    try:
        yield running
    finally:
        running.stop()


@contextlib.contextmanager
def receiver() -> Iterator[HttpReceiver]:
    """A web receiver in a thread of its own."""
    ready = threading.Event()
    found: list[HttpReceiver] = []
    loop = asyncio.new_event_loop()
    done = asyncio.Event()

    async def work() -> None:
        async with web_receiver() as web:
            found.append(web)
            ready.set()
            await done.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(work(),))
    thread.start()
    ready.wait(20)
    try:
        yield found[0]
    finally:
        loop.call_soon_threadsafe(done.set)
        thread.join(20)
        loop.close()
