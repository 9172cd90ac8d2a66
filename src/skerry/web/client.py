"""A small client for programs: sign in, make or join a table, play over a socket.

async with Client("http://localhost:8017") as client:
    await client.sign_in("My bot")
    snapshot = await client.post("/api/tables", {"game": "vanuatu", "seats": [...]})
    async with client.table(snapshot["table"]["id"]) as table:
        while (decision := await table.my_turn()) is not None:
            await table.play(decision["moves"][0]["id"])
"""

import asyncio
import http.client
import json
import urllib.error
import urllib.request
from typing import Any

from websockets.asyncio.client import ClientConnection, connect


class Refusal(Exception):
    """The server refused a request; `status` and `problem` say why."""

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        super().__init__(f"{status} {problem.get('code')}: {problem.get('message')}")
        self.status = status
        self.problem = problem


class Client:
    """A connection as one guest, authenticated by token.

    Requests raise Refusal if the server refuses, OSError if there is no server or it breaks off.
    """

    def __init__(self, url: str, token: str = "") -> None:
        self.url = url.rstrip("/")
        self.token = token

    async def __aenter__(self) -> "Client":
        return self

    async def __aexit__(self, *_: object) -> None:
        return None

    async def sign_in(self, name: str) -> None:
        """Become a guest of this name."""
        _, cookie = await asyncio.to_thread(self._request, "POST", "/api/guests", {"name": name})
        headers = {"cookie": cookie.partition(";")[0]}
        answer, _ = await asyncio.to_thread(self._request, "POST", "/api/tokens", {}, headers)
        self.token = answer["token"]

    async def get(self, path: str) -> Any:
        """Read something."""
        return (await asyncio.to_thread(self._request, "GET", path))[0]

    async def post(self, path: str, body: Any = None) -> Any:
        """Do something."""
        return (await asyncio.to_thread(self._request, "POST", path, body or {}))[0]

    def _request(
        self, method: str, path: str, body: Any = None, more: dict[str, str] | None = None
    ) -> tuple[Any, str]:
        headers = {"content-type": "application/json", **(more or {})}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer), answer.headers.get("set-cookie", "")
        except urllib.error.HTTPError as error:
            with error:
                text = error.read()
            try:
                problem = json.loads(text)
            except ValueError:
                problem = {"code": "", "message": text.decode(errors="replace")[:200]}
            raise Refusal(error.code, problem) from None
        except http.client.HTTPException as error:  # for example a server that is killed
            raise ConnectionError(f"the answer broke off ({error!r})") from None

    def table(self, id: str, **query: Any) -> "TableSocket":
        """Open a table's socket; `after=` resumes, `seat=` chooses among your seats."""
        query = {"updates": "changes"} | query
        asked = "&".join(f"{key}={value}" for key, value in query.items())
        url = self.url.replace("http", "ws", 1) + f"/api/tables/{id}/socket?{asked}"
        return TableSocket(url, self.token)


def after_changes(view: dict[str, Any], frame: dict[str, Any]) -> dict[str, Any]:
    """Return the view after a `changed` frame; the page's `changes.ts` does the same."""
    after: dict[str, Any] = view | frame["fields"]
    for name, items in frame["items"].items():
        after[name] = [item | items.get(str(place), {}) for place, item in enumerate(after[name])]
    return after


class TableSocket:
    """A table as one viewer sees it, kept up to date."""

    def __init__(self, url: str, token: str) -> None:
        self.url = url
        self.token = token
        self.number = -1
        self.status = ""
        self.decision: dict[str, Any] | None = None
        self.view: dict[str, Any] | None = None
        self.details: dict[str, Any] | None = None
        self.snapshot: dict[str, Any] = {}
        self.entries: list[dict[str, Any]] = []
        self.chat: list[dict[str, Any]] = []
        self.answers: dict[int, dict[str, Any]] = {}
        self._next = 0
        self._socket: ClientConnection | None = None

    async def __aenter__(self) -> "TableSocket":
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        self._socket = await connect(
            self.url, additional_headers=headers, max_size=None, compression=None, proxy=None
        )
        await self.receive()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._socket is not None:
            await self._socket.close()

    async def receive(self, seconds: float = 30.0) -> dict[str, Any]:
        """Take the next frame."""
        assert self._socket is not None
        async with asyncio.timeout(seconds):
            frame: dict[str, Any] = json.loads(await self._socket.recv())
        match frame["type"]:
            case "table":
                self.snapshot = frame
                self.status = frame["table"]["status"]
                self.chat += frame["chat"]
                self._now(frame)
            case "update":
                self.status = frame["status"]
                self._now(frame)
            case "changed":
                assert self.view is not None
                frame["view"] = after_changes(self.view, frame)
                self.status = frame["status"]
                self._now(frame)
            case "details":
                self.details = frame
            case "info":
                self.snapshot["table"] = frame["table"]
                self.status = frame["table"]["status"]
            case "chat":
                self.chat += frame["lines"]
            case "ack" | "error" if frame["id"] is not None:
                self.answers[frame["id"]] = frame
        return frame

    def _now(self, frame: dict[str, Any]) -> None:
        self.number = frame["number"]
        self.view = frame["view"]
        self.decision = frame["decision"]
        self.entries += frame["entries"]

    async def my_turn(self, seconds: float = 60.0) -> dict[str, Any] | None:
        """Wait until there is a question to answer; None when the game is over."""
        while self.status in ("open", "running"):
            if self.decision is not None and self.decision["moves"]:
                return self.decision
            await self.receive(seconds)
        return None

    async def send(self, kind: str, **what: Any) -> int:
        """Send a message and return its id, without waiting."""
        assert self._socket is not None
        self._next += 1
        await self._socket.send(json.dumps({"type": kind, "id": self._next, **what}))
        return self._next

    async def ask(self, kind: str, **what: Any) -> dict[str, Any]:
        """Send a message and wait for its answer."""
        id = await self.send(kind, **what)
        while id not in self.answers:
            await self.receive()
        answer = self.answers.pop(id)
        if answer["type"] == "error":
            raise Refusal(answer["status"], answer)
        return answer

    async def play(self, move: str) -> int:
        """Make a move and return its number, once it is stored and this table shows it."""
        number: int = (await self.ask("move", move=move, after=self.number))["number"]
        while self.number < number:
            await self.receive()
        return number
