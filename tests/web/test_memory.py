"""A closed socket leaves nothing in memory.

The server looks for cycles when nobody plays, or once an hour, so cycles are a leak in practice.
"""

import asyncio
import gc
import socket
from collections import Counter
from pathlib import Path

import uvicorn
from websockets.server import ServerProtocol

from skerry.service.viewers.viewer import Viewer
from skerry.web.app import make_app
from skerry.web.client import Client
from skerry.web.server import LimitedHttp, LimitedSocket
from skerry.web.settings import Settings

MADE_FOR_A_SOCKET = (Viewer, LimitedSocket, LimitedHttp, ServerProtocol)


def in_memory() -> dict[str, int]:
    kinds = Counter(type(each) for each in gc.get_objects())
    return {kind.__name__: kinds[kind] for kind in MADE_FOR_A_SOCKET}


def test_closed_sockets_are_forgotten_without_a_search_for_cycles(tmp_path: Path) -> None:
    async def story(url: str) -> None:
        async with Client(url) as client:
            await client.sign_in("Ann")
            wanted = {"game": "nusfjord", "seats": [{"kind": "me"}]}
            table = (await client.post("/api/tables", wanted))["table"]["id"]
            for _ in range(3):
                async with client.table(table) as watched:
                    decision = await watched.my_turn()
                    assert decision is not None
                    await watched.play(decision["moves"][0]["id"])
            for _ in range(100):
                more = {name: count - before[name] for name, count in in_memory().items()}
                # The queue of previews may hold the last one.
                if max(more.values()) <= 1:
                    return
                await asyncio.sleep(0.05)
            raise AssertionError(f"still in memory after three sockets: {more}")

    async def work() -> None:
        with socket.socket() as listening:
            listening.bind(("127.0.0.1", 0))
            app = make_app(Settings(data=tmp_path))
            config = uvicorn.Config(
                app, http=LimitedHttp, ws=LimitedSocket, lifespan="on", log_config=None
            )
            server = uvicorn.Server(config)
            task = asyncio.create_task(server.serve(sockets=[listening]))
            while not server.started:
                await asyncio.sleep(0.01)
            await story(f"http://127.0.0.1:{listening.getsockname()[1]}")
            server.should_exit = True
            await task

    gc.collect()
    before = in_memory()  # of other tests
    gc.disable()
    try:
        asyncio.run(work())
    finally:
        gc.enable()
