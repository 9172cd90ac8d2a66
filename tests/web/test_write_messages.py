"""Messages written at once arrive as the text messages they are, whatever their length."""

import asyncio
import socket
from typing import Any

import uvicorn
from websockets.asyncio.client import connect

from skerry.web.server import LimitedSocket
from skerry.web.socket import WRITE_MESSAGES

LENGTHS = [0, 1, 125, 126, 65_535, 65_536, 200_000]


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Write messages of all lengths at once, then try again after the end."""
    write = scope["extensions"][WRITE_MESSAGES]["write"]
    await receive()
    assert not write([b"early"]), "the handshake is not done"
    await send({"type": "websocket.accept"})
    assert write([b"x" * length for length in LENGTHS])
    while not write([b"more"]):  # until the client has taken the long ones
        await asyncio.sleep(0.01)
    await send({"type": "websocket.close", "code": 1000})
    assert not write([b"late"])


def test_messages_of_every_length_arrive_whole() -> None:
    async def story() -> None:
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
            serving = asyncio.create_task(server.serve(sockets=[listening]))
            port = listening.getsockname()[1]
            while not server.started:
                await asyncio.sleep(0.01)
            async with connect(f"ws://127.0.0.1:{port}", max_size=None, proxy=None) as client:
                heard = [message async for message in client]
            server.should_exit = True
            await serving
        assert [len(message) for message in heard] == [*LENGTHS, 4]
        assert all(isinstance(message, str) for message in heard)

    asyncio.run(story())
