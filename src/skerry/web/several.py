"""Several server processes on one port of this machine, all on one database.

They share the listening socket: the system hands each connection to one of them. A process that
ends is started again; the tables it looked after are taken over by the others meanwhile.
"""

import contextlib
import errno
import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from multiprocessing.context import SpawnProcess
from types import FrameType

from skerry.kernel.errors import BadSetup
from skerry.web.server import config, serve, set_up_logs
from skerry.web.settings import Settings

log = logging.getLogger("skerry.several")

CHECK_SECONDS = 0.2
AGAIN_SECONDS = 1.0  # until a process that ended is started again
STOP_SECONDS = 30.0  # for a process to finish what it is writing


def listen(settings: Settings) -> socket.socket:
    """Open the socket that all processes share; raises BadSetup if the address is taken."""
    opened = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        opened.bind((settings.host, settings.port))
    except (OSError, UnicodeError) as error:
        opened.close()
        raise BadSetup(_why_not(settings, error)) from None
    return opened


def _why_not(settings: Settings, error: OSError | UnicodeError) -> str:
    """Say why the server cannot listen, and what to do about it."""
    port = settings.port
    match getattr(error, "errno", None):
        case errno.EADDRINUSE:
            return f"another program uses port {port}; stop it, or choose another with --port"
        case errno.EACCES:
            return f"this user may not use port {port}; choose one above 1023 with --port"
    why = getattr(error, "strerror", None) or error
    return f"cannot listen on {settings.host!r} ({why}); give an address of this machine as --host"


def serve_several(settings: Settings, count: int, log_level: str, shared: socket.socket) -> None:
    """Run *count* server processes until stopped."""
    several = _Several(settings, log_level, shared)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, several.stop)
    several.run(count)


class _Several:
    def __init__(self, settings: Settings, log_level: str, shared: socket.socket) -> None:
        self.settings = settings
        self.log_level = log_level
        self.shared = shared
        self.stopping = False

    def stop(self, number: int, frame: FrameType | None) -> None:
        """Note that the processes are to end."""
        self.stopping = True

    def run(self, count: int) -> None:
        """Start the processes and watch them."""
        processes = [self._start() for _ in range(count)]
        while not self.stopping:
            time.sleep(CHECK_SECONDS)
            for place, process in enumerate(processes):
                if not process.is_alive() and not self.stopping:
                    log.error("server process ended", extra={"exit": process.exitcode})
                    time.sleep(AGAIN_SECONDS)
                    processes[place] = self._start()
        for process in processes:
            process.terminate()
        for process in processes:
            process.join(STOP_SECONDS)
            if process.is_alive():
                process.kill()

    def _start(self) -> SpawnProcess:
        context = multiprocessing.get_context("spawn")
        arguments = (self.settings, self.log_level, self.shared)
        process = context.Process(target=_serve_one, args=arguments)
        # Ctrl-C reaches all processes. One that still starts leaves it to us to end it.
        ours = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            process.start()
        finally:
            signal.signal(signal.SIGINT, ours)
        return process


def _serve_one(settings: Settings, log_level: str, shared: socket.socket) -> None:
    """Be one of the server processes."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    set_up_logs(log_level)
    with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C reaches all processes
        serve(config(settings), [shared])


def _end_with_parent() -> None:
    """Stop when the process that watches over us was killed; nobody else could stop us."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
