"""Running the application under uvicorn, with limits that uvicorn itself does not set."""

import asyncio
import json
import logging
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO, cast

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # the fast one, if any

from skerry.kernel.errors import BadSetup
from skerry.web.app import make_app
from skerry.web.garbage import disable_automatic_collection
from skerry.web.operating_system import allow_many_sockets, event_loop, lock
from skerry.web.settings import Settings
from skerry.web.socket import DIRECT, Direct
from skerry.web.websocket_frames import Outlet, payload_of_whole_frame

HEAD_BYTES = 32_768
HEAD_SECONDS = 15.0
STUCK_SECONDS = 60.0
SHORT = 1000  # bytes of a frame that is not given to the library
_STANDARD = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


class CutOffWhenStuck(asyncio.Protocol):
    """A connection that is cut off when the other side takes nothing for too long."""

    loop: asyncio.AbstractEventLoop
    transport: Any
    stuck: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """Note that what was sent is not taken."""
        super().pause_writing()
        if self.stuck is None:
            self.stuck = self.loop.call_later(STUCK_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Note that the other side reads again."""
        super().resume_writing()
        self._moving()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the timer."""
        self._moving()
        super().connection_lost(exc)

    def _moving(self) -> None:
        if self.stuck is not None:
            self.stuck.cancel()
            self.stuck = None


class LimitedSocket(CutOffWhenStuck, WebSocketsSansIOProtocol):
    """A websocket that does not listen to a client that does not.

    Else its answers to pings, which go past all limits on messages, would fill the memory.
    """

    outlet: Outlet
    hear: Callable[[bytes], bool] | None = None
    whole = True  # all that came since the handshake were single whole frames

    def connection_made(self, transport: Any) -> None:
        """Prepare to write."""
        super().connection_made(transport)
        self.outlet = Outlet(transport)

    def handle_connect(self, event: Any) -> None:
        """Offer the application to write and hear messages directly."""
        super().handle_connect(event)
        if self.handshake_initiated and not self.handshake_complete:
            extensions = cast(dict[str, Any], self.scope["extensions"])
            extensions[DIRECT] = Direct(write=self.outlet.write, listen=self.listen)

    def listen(self, hear: Callable[[bytes], bool] | None) -> None:
        """Pass short text messages to *hear* first; what it returns False for goes on as usual."""
        self.hear = hear

    def data_received(self, data: bytes) -> None:
        """Take bytes; a text message that comes alone does not need the library's parser."""
        if self.handshake_initiated and self.whole:
            start = payload_of_whole_frame(data)
            self.whole = start > 0
            if self.whole and data[0] == 0x81 and self._is_heard(data, start):
                return
        super().data_received(data)

    def _is_heard(self, frame: bytes, start: int) -> bool:
        """Return whether the application takes a text message directly."""
        if self.hear is None or self.read_paused or len(frame) > SHORT:
            return False
        if not self.outlet.open or self.transport.is_closing():
            return False
        return self.hear(apply_mask(frame[start:], frame[start - 4 : start]))

    async def send(self, message: Any) -> None:
        """Send an event of the application."""
        kind = message["type"]
        if kind == "websocket.close":
            self.outlet.open = False
        await super().send(message)
        if kind == "websocket.accept":
            self.outlet.open = self.writable.is_set()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of what refers back to this object, so that it is freed without a collection."""
        super().connection_lost(exc)
        if self.handshake_initiated:
            cast(dict[str, Any], self.scope["extensions"]).pop(DIRECT, None)
        self.conn.parser.close()

    def pause_writing(self) -> None:
        """Stop reading as well."""
        super().pause_writing()
        self.outlet.open = False
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        """Read on, unless a message still waits for the application."""
        super().resume_writing()
        self.outlet.open = self.handshake_complete and not self.close_sent
        if not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()


class LimitedHttp(CutOffWhenStuck, HttpToolsProtocol):
    """HTTP with a limit on the size of a request's head and the time it may take."""

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for the first request."""
        self.head_bytes = 0
        self.head_done = False
        self.head_timer: asyncio.TimerHandle | None = None
        super().connection_made(transport)
        self._wait_for_head()

    def _wait_for_head(self) -> None:
        self.head_done = False
        self.head_bytes = 0
        self.fields_bytes = 0
        if self.head_timer is None:
            self.head_timer = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def _give_up(self) -> None:
        self.head_timer = None
        if not self.head_done:
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Take bytes, unless a head grows beyond the limit."""
        if not self.head_done:
            self.head_bytes += len(data)
        super().data_received(data)
        if not self.head_done and self.head_bytes > HEAD_BYTES and not self.transport.is_closing():
            self.send_400_response("the head of the request is too large")

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header; one too many is answered with 400."""
        self.fields_bytes += len(name) + len(value)
        if self.fields_bytes > HEAD_BYTES:
            raise ValueError("the head of the request is too large")
        super().on_header(name, value)

    def on_message_begin(self) -> None:
        """Note that a request begins."""
        self._wait_for_head()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Note that the head is complete."""
        self.head_done = True
        if self.head_timer is not None:
            self.head_timer.cancel()
            self.head_timer = None
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to a socket."""
        super().handle_websocket_upgrade()
        # It refers back to this object, which would be freed by a collection only.
        self.parser = cast(Any, None)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the timer."""
        if self.head_timer is not None:
            self.head_timer.cancel()
        super().connection_lost(exc)


class Throttle(logging.Filter):
    """Lets the same message pass a few times, then counts it: a stranger must not fill the disk."""

    def __init__(self, burst: int = 20, seconds: float = 60.0) -> None:
        super().__init__()
        self.burst = burst
        self.seconds = seconds
        self._seen: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is written; after a pause the first counts those left out."""
        if record.name == "uvicorn.error" and "without completing handshake" in str(record.msg):
            return False  # a refused socket, which `/metrics` counts
        key = (record.name, str(record.msg))
        now = time.monotonic()
        since, count = self._seen.get(key, (now, 0))
        if now - since > self.seconds:
            if count > self.burst:
                record.not_written = count - self.burst
            since, count = now, 0
        if len(self._seen) > 1000:
            self._seen.clear()
        self._seen[key] = (since, count + 1)
        return count < self.burst or record.levelno < logging.WARNING


class JsonLines(logging.Formatter):
    """One JSON object a line: when, how grave, who says it, what, and its numbers."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        fields = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        fields |= {k: v for k, v in vars(record).items() if k not in _STANDARD}
        if record.exc_info:
            fields["trace"] = self.formatException(record.exc_info)
        return json.dumps(fields, default=str)


def set_up_logs(level: str) -> None:
    """Log to standard error as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(Throttle())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # A stranger must not be able to fill the disk with remarks about bad requests.
    logging.getLogger("uvicorn.error").setLevel("ERROR")


def config(settings: Settings) -> uvicorn.Config:
    """Return uvicorn's settings."""
    return uvicorn.Config(
        make_app(settings),
        host=settings.host,
        port=settings.port,
        http=LimitedHttp,
        ws=LimitedSocket,
        loop=event_loop(),
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=5,
        backlog=4096,
        ws_max_size=settings.frame_limit,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies or None,
    )


def lock_directory(data: Path) -> TextIO:
    """Keep a second server away from the same tables; raises BadSetup if there is one already."""
    path = data / "lock"
    path.touch(0o600)
    path.chmod(0o600)  # one of an earlier version was readable by all
    file = path.open("w")
    try:
        lock(file)
    except OSError:
        file.close()
        raise BadSetup(f"another server uses {data}; stop it, or choose another --data") from None
    return file


def serve(config: uvicorn.Config, sockets: list[socket.socket] | None = None) -> None:
    """Run until stopped; finish what is being written. *sockets* are open already."""
    allow_many_sockets()
    disable_automatic_collection()
    uvicorn.Server(config).run(sockets)
