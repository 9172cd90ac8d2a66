"""Players for benches: websockets that do as little as they can, so that the server is measured."""

import asyncio
import base64
import os
import random
import struct
from typing import Protocol, cast

import msgspec

_MASK = bytes(4)  # a mask of zeros leaves the text as it is


class Offer(msgspec.Struct):
    """A move on offer."""

    id: str


class Request(msgspec.Struct):
    """The part of a decision that a player needs."""

    moves: list[Offer]
    number: int


class Heard(msgspec.Struct):
    """The part of a frame that a player needs."""

    type: str
    number: int = -1
    decision: Request | None = None


_decode = msgspec.json.Decoder(Heard).decode


class Crowd(Protocol):
    """What the players of a bench report to."""

    def ready(self, player: "Player", decision: Request) -> None:
        """It is a player's turn."""

    def answered(self, text: bytes) -> None:
        """A move was answered."""


class Player(asyncio.Protocol):
    """A websocket that does as little as it can, so that the server is what is measured."""

    def __init__(self, crowd: Crowd, path: str, token: str) -> None:
        self.crowd = crowd
        self.greeting = (
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nAuthorization: Bearer {token}\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n\r\n"
        )
        self.data = bytearray()
        self.open = False
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the socket."""
        self.transport = cast(asyncio.Transport, transport)  # uvloop has a class of its own
        self.transport.write(self.greeting.encode())

    def data_received(self, data: bytes) -> None:
        """Cut what comes into frames."""
        self.data += data
        if not self.open:
            head, _, rest = self.data.partition(b"\r\n\r\n")
            if not rest and not self.data.endswith(b"\r\n\r\n"):
                return
            assert head.startswith(b"HTTP/1.1 101"), bytes(head[:200])
            self.open = True
            self.data = bytearray(rest)
        while len(self.data) >= 2:
            length, start = self.data[1] & 127, 2
            if length == 126:
                length, start = int.from_bytes(self.data[2:4]), 4
            elif length == 127:
                length, start = int.from_bytes(self.data[2:10]), 10
            if len(self.data) < start + length:
                return
            message = bytes(self.data[start : start + length])
            match self.data[0] & 15:
                case 1:
                    self.heard(message)
                case 9:  # a ping
                    self.send(0x8A, message)
            del self.data[: start + length]

    def heard(self, text: bytes) -> None:
        """Take a frame: an answer, or a position in which it may be our turn."""
        if text.startswith((b'{"type":"ack"', b'{"type":"error"')):
            self.crowd.answered(text)
        elif b'"decision":{' in text:
            decision = _decode(text).decision
            if decision is not None and decision.moves:
                self.crowd.ready(self, decision)

    def move(self, decision: Request, rng: random.Random) -> None:
        """Make one of the moves on offer."""
        text = rng.choice(decision.moves).id
        body = msgspec.json.encode(
            {"type": "move", "id": 1, "move": text, "after": decision.number}
        )
        self.send(0x81, body)

    def send(self, kind: int, body: bytes) -> None:
        """Send a frame."""
        size = (
            bytes([128 | len(body)]) if len(body) < 126 else b"\xfe" + struct.pack(">H", len(body))
        )
        assert self.transport is not None
        self.transport.write(bytes([kind]) + size + _MASK + body)
