"""The built browser client, held in memory: a path is either one of its files or the page."""

import gzip
import html
import mimetypes
from pathlib import Path

from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from skerry.service.messages import Problem
from skerry.web.http import deny, send_problem

_PACKED = (".html", ".js", ".css", ".svg", ".json", ".txt", ".webmanifest")
_HOME = b"""<!doctype html><title>Skerry</title><p>The server runs. The browser client is not
installed; programs use <a href="/api/openapi.json">the API</a>."""


def _placed(page: bytes, path: str) -> bytes:
    """Return the page for the path it lives under: it has relative addresses when it is built."""
    where = html.escape(path, quote=True)
    page = page.replace(b'="./', f'="{where}/'.encode())
    tag = f'<meta name="skerry-base" content="{where}" />'
    return page.replace(b"</head>", f"  {tag}\n  </head>".encode(), 1)


class Static:
    """Serves the client's files by exact name, and its page for every other path."""

    def __init__(self, folder: Path, path: str = "") -> None:
        self.files: dict[str, tuple[bytes, bytes, bytes]] = {}
        for file in sorted(folder.rglob("*")) if folder.is_dir() else []:
            if file.is_file() and file.suffix != ".py":
                kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
                body = file.read_bytes()
                name = "/" + file.relative_to(folder).as_posix()
                if name == "/index.html":
                    body = _placed(body, path)
                packed = gzip.compress(body, 9) if file.suffix in _PACKED else b""
                self.files[name] = (kind.encode(), body, packed)
        self.page = self.files.get("/index.html", (b"text/html; charset=utf-8", _HOME, b""))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path: str = scope["path"]
        if scope["type"] == "websocket":
            await receive()
            await deny(scope, send, Problem(404, "not_found", "there is no socket here"))
            return
        if path.startswith("/api/") or (path.startswith("/assets/") and path not in self.files):
            await send_problem(Problem(404, "not_found", "there is nothing here"), send)
            return
        if scope["method"] not in ("GET", "HEAD"):
            await send_problem(Problem(405, "wrong_method", "use GET"), send)
            return
        kind, body, packed = self.files.get(path, self.page)
        lasting = path.startswith("/assets/")
        cache = b"public, max-age=31536000, immutable" if lasting else b"no-cache"
        headers = [(b"content-type", kind), (b"cache-control", cache)]
        if packed:
            headers.append((b"vary", b"accept-encoding"))
            if "gzip" in Headers(scope=scope).get("accept-encoding", ""):
                headers.append((b"content-encoding", b"gzip"))
                body = packed
        headers.append((b"content-length", str(len(body)).encode()))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send(
            {"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body}
        )
