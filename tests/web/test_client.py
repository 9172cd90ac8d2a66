"""The client for programs says what went wrong in two ways only: refused, or no server."""

import asyncio

import pytest

from skerry.web.client import Client


def test_an_answer_that_breaks_off_is_an_oserror() -> None:
    async def break_off(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"table":')
        await writer.drain()
        writer.close()

    async def story() -> None:
        server = await asyncio.start_server(break_off, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(OSError, match="broke off"):
            await Client(f"http://127.0.0.1:{port}").get("/api/tables")
        server.close()

    asyncio.run(story())
