"""Frames of websockets as bytes (RFC 6455, 5.2): those of text that the server sends, and a glance
at those that come in.
"""

import asyncio
from collections.abc import Callable


def text_frames(messages: list[bytes]) -> bytes:
    """Return unmasked text messages, each in one frame."""
    parts: list[bytes] = []
    for message in messages:
        length = len(message)
        if length < 126:
            parts.append(bytes((0x81, length)))
        elif length < 65536:
            parts.append(b"\x81\x7e" + length.to_bytes(2, "big"))
        else:
            parts.append(b"\x81\x7f" + length.to_bytes(8, "big"))
        parts.append(message)
    return b"".join(parts)


def payload_of_whole_frame(data: bytes) -> int:
    """Return where the payload begins if these bytes are one masked frame, a whole message; or 0.

    Of frames with 64 KB and more this is not looked for.
    """
    if len(data) < 6 or data[0] & 0xF0 != 0x80:  # the last frame of its message, no extensions
        return 0
    length, start = data[1] - 0x80, 6
    if length == 126:
        length, start = int.from_bytes(data[2:4], "big"), 8
    return start if len(data) == start + length else 0


class Outlet:
    """Writes text messages to a socket, past websockets' and ASGI's work for each of them.

    Without compression a message is the same bytes for every socket.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        self.transport = transport
        self.open = False  # it was accepted, takes something now, and no close frame was sent

    def write(self, take: Callable[[], list[bytes]]) -> bool:
        """Write messages with one system call; False if the socket takes nothing now.

        *take* is only called, to get them, if it does. Nothing is left to do for one that closes.
        """
        if not self.open:
            return False
        if not self.transport.is_closing():
            data = text_frames(take())
            if data:
                self.transport.write(data)
        return True
