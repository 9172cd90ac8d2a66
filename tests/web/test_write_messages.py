"""Messages written at once arrive whole; those that arrive are heard once, in their order."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect

from skerry.web.server import LimitedSocket
from skerry.web.socket import DIRECT

LENGTHS = [0, 1, 125, 126, 65_535, 65_536, 200_000]


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Write messages of all lengths at once, then try again after the end."""
    write_taken = scope["extensions"][DIRECT]["write"]

    def write(messages: list[bytes]) -> bool:
        return bool(write_taken(lambda: messages))

    await receive()
    assert not write([b"early"]), "the handshake is not done"
    await send({"type": "websocket.accept"})
    assert write([b"x" * length for length in LENGTHS])
    while not write([b"more"]):  # until the client has taken the long ones
        await asyncio.sleep(0.01)
    await send({"type": "websocket.close", "code": 1000})
    assert not write([b"late"])


def serving(application: Any, story: Callable[[int], Awaitable[None]]) -> None:
    """Run a story with the port of a server."""

    async def work() -> None:
        with socket.socket() as listening:
            listening.bind(("127.0.0.1", 0))
            config = uvicorn.Config(
                application,
                ws=LimitedSocket,
                ws_per_message_deflate=False,
                lifespan="off",
                log_config=None,
            )
            server = uvicorn.Server(config)
            task = asyncio.create_task(server.serve(sockets=[listening]))
            while not server.started:
                await asyncio.sleep(0.01)
            await story(listening.getsockname()[1])
            server.should_exit = True
            await task

    asyncio.run(work())


def test_messages_of_every_length_arrive_whole() -> None:
    async def story(port: int) -> None:
        async with connect(f"ws://127.0.0.1:{port}", max_size=None, proxy=None) as client:
            heard = [message async for message in client]
        assert [len(message) for message in heard] == [*LENGTHS, 4]
        assert all(isinstance(message, str) for message in heard)

    serving(application, story)


def masked(text: str, first: int = 0x81) -> bytes:
    """Return a frame as a client sends it."""
    data, mask = text.encode(), b"\x01\x02\x03\x04"
    size = bytes([0x80 | len(data)])
    if len(data) > 125:
        size = bytes([0x80 | 126]) + len(data).to_bytes(2)
    return bytes([first]) + size + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data))


CLIENT_SENDS = {
    "one after the other": [masked("a1"), masked("b2"), masked("x" * 200), masked("c3")],
    "two at once": [masked("a1"), masked("b2") + masked("c3"), masked("d4")],
    "in halves": [masked("a1"), masked("b2")[:4], masked("b2")[4:] + masked("c3"), masked("d4")],
    "in fragments": [masked("a1"), masked("b", 0x01), masked("2", 0x80), masked("c3")],
    "with a ping": [masked("a1"), masked("here", 0x89), masked("b2")],
}


@pytest.mark.parametrize("sends", CLIENT_SENDS.values(), ids=CLIENT_SENDS.keys())
def test_messages_are_heard_once_and_in_order_however_they_arrive(sends: list[bytes]) -> None:
    direct: list[str] = []
    queued: list[str] = []
    heard: list[str] = []

    def hear(text: bytes) -> bool:
        if text.startswith(b"b"):
            return False  # goes on as usual
        direct.append(text.decode())
        heard.append(text.decode())
        return True

    async def listening(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        scope["extensions"][DIRECT]["listen"](hear)
        while (message := await receive())["type"] == "websocket.receive":
            queued.append(message["text"])
            heard.append(message["text"])

    async def story(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(
            b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        await reader.readuntil(b"\r\n\r\n")
        await asyncio.sleep(0.05)
        for data in sends:
            writer.write(data)
            await writer.drain()
            await asyncio.sleep(0.05)  # so that they do not arrive together
        writer.close()
        await asyncio.sleep(0.05)

    serving(listening, story)
    expected = [text for text in ("a1", "b2", "x" * 200, "c3", "d4") if text in heard]
    assert heard == expected and "a1" in direct and "b2" in queued
    sent = sum(data.count(masked(text)) for data in sends for text in ("a1", "c3", "d4"))
    assert sum(text in ("a1", "c3", "d4") for text in heard) == sent
