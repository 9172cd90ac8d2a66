"""The whole server inside this process, without a network: for tests and for very many requests."""

import asyncio
import json
from pathlib import Path
from typing import Any

from skerry.web.app import make_app
from skerry.web.settings import Settings


class Answer:
    """What came back."""

    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def cookie(self) -> str:
        """Return the cookie that was set, as a browser sends it back."""
        return self.headers.get("set-cookie", "").partition(";")[0]


class Inside:
    """`async with Inside(folder) as server: await server.ask("GET", "/api/me")`."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.settings = Settings(data=folder, **{"rate": 0.0, "workers": 1, **settings})
        self.app = make_app(self.settings)
        self.services = self.app.state.services
        self._incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._outgoing: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def __aenter__(self) -> "Inside":
        # The queues take and give any message; ASGI's types want theirs spelled out.
        self._life = asyncio.create_task(
            self.app({"type": "lifespan", "state": {}}, self._incoming.get, self._outgoing.put)  # type: ignore[arg-type]
        )
        await self._incoming.put({"type": "lifespan.startup"})
        message = await self._outgoing.get()
        assert message["type"] == "lifespan.startup.complete", message
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._incoming.put({"type": "lifespan.shutdown"})
        await self._life

    def scope(self, kind: str, path: str, headers: dict[str, str], client: str) -> dict[str, Any]:
        """Return what a server passes to the application."""
        path, _, query = path.partition("?")
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": [(k.lower().encode(), v.encode()) for k, v in headers.items()],
            "client": (client, 1),
            "server": ("localhost", 80),
            "state": {},
            "extensions": {"websocket.http.response": {}} if kind == "websocket" else {},
        }

    async def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        cookie: str = "",
        token: str = "",
        client: str = "192.0.2.1",
        headers: dict[str, str] | None = None,
    ) -> Answer:
        """Make one request."""
        sent = {"host": "localhost", **(headers or {})}
        raw = body if isinstance(body, bytes) else json.dumps(body or {}).encode()
        if method != "GET":
            sent = {"content-type": "application/json", "content-length": str(len(raw)), **sent}
        if cookie:
            sent["cookie"] = cookie
        if token:
            sent["authorization"] = f"Bearer {token}"
        scope = {**self.scope("http", path, sent, client), "method": method}
        parts = [{"type": "http.request", "body": raw if method != "GET" else b""}]
        out: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return parts.pop() if parts else {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            out.append(message)

        await self.app(scope, receive, send)
        got = {k.decode().lower(): v.decode() for k, v in out[0]["headers"]}
        return Answer(out[0]["status"], got, b"".join(m.get("body", b"") for m in out[1:]))

    async def post(self, path: str, body: Any = None, **more: Any) -> Answer:
        """Make a POST request."""
        return await self.ask("POST", path, body, **more)

    async def get(self, path: str, **more: Any) -> Answer:
        """Make a GET request."""
        return await self.ask("GET", path, **more)

    async def guest(self, name: str = "Ada", **more: Any) -> str:
        """Sign a guest in and return its cookie."""
        answer = await self.post("/api/guests", {"name": name}, **more)
        assert answer.status == 200, answer.body
        return answer.cookie

    def socket(self, path: str, client: str = "192.0.2.1", **headers: str) -> "InsideSocket":
        """Open a socket."""
        return InsideSocket(self, path, client, headers)


class InsideSocket:
    """A websocket without a network."""

    def __init__(self, server: Inside, path: str, client: str, headers: dict[str, str]) -> None:
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.outgoing: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        sent = {"host": "localhost", "origin": "http://localhost", **headers}
        scope = server.scope("websocket", path, sent, client)
        self.incoming.put_nowait({"type": "websocket.connect"})
        # As above: a queue instead of ASGI's own types.
        self.task = asyncio.create_task(
            server.app(scope, self.incoming.get, self.outgoing.put)  # type: ignore[arg-type]
        )

    async def opened(self) -> int:
        """Return the status of the handshake: 101, or why not."""
        message = await self.outgoing.get()
        if message["type"] != "websocket.accept":
            return int(message.get("status", 403))
        first = await self.outgoing.get()
        if first["type"] == "websocket.close":  # a page is refused by a close code
            return int(first["code"]) - 4000
        return 101

    async def closed(self, seconds: float = 10.0) -> int:
        """Read until the server closes; return its code."""
        async with asyncio.timeout(seconds):
            while True:
                message = await self.outgoing.get()
                if message["type"] == "websocket.close":
                    return int(message.get("code", 1000))

    async def send(self, text: str) -> None:
        """Send a frame."""
        await self.incoming.put({"type": "websocket.receive", "text": text})

    async def leave(self) -> None:
        """Go."""
        await self.incoming.put({"type": "websocket.disconnect", "code": 1000})
        await self.task
