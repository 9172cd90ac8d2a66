"""The built browser client, held in memory: a path is either one of its files or the page."""

import gzip
import mimetypes
from pathlib import Path

from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

_PACKED = (".html", ".js", ".css", ".svg", ".json", ".txt", ".webmanifest")
_HOME = b"""<!doctype html><title>Skerry</title><p>The server runs. The browser client is not
installed; programs use <a href="/api/openapi.json">the API</a>."""


class Static:
    """Serves the client's files by exact name, and its page for every other path."""

    def __init__(self, folder: Path) -> None:
        self.files: dict[str, tuple[bytes, bytes, bytes]] = {}
        for path in sorted(folder.rglob("*")) if folder.is_dir() else []:
            if path.is_file() and path.suffix != ".py":
                kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
                body = path.read_bytes()
                packed = gzip.compress(body, 9) if path.suffix in _PACKED else b""
                name = "/" + path.relative_to(folder).as_posix()
                self.files[name] = (kind.encode(), body, packed)
        self.page = self.files.get("/index.html", (b"text/html; charset=utf-8", _HOME, b""))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path: str = scope["path"]
        status = 200
        if scope["method"] not in ("GET", "HEAD"):
            status, (kind, body, packed) = 405, (b"text/plain", b"use GET\n", b"")
        elif path.startswith("/api/") or (path.startswith("/assets/") and path not in self.files):
            status, (kind, body, packed) = 404, (b"text/plain", b"there is nothing here\n", b"")
        else:
            kind, body, packed = self.files.get(path, self.page)
        lasting = path.startswith("/assets/") and status == 200
        cache = b"public, max-age=31536000, immutable" if lasting else b"no-cache"
        headers = [(b"content-type", kind), (b"cache-control", cache)]
        if packed:
            headers.append((b"vary", b"accept-encoding"))
            if "gzip" in Headers(scope=scope).get("accept-encoding", ""):
                headers.append((b"content-encoding", b"gzip"))
                body = packed
        headers.append((b"content-length", str(len(body)).encode()))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send(
            {"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body}
        )
