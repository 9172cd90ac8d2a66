"""Real receivers on this machine: a push service that decrypts, a mail server, a web server."""

import asyncio
import base64
import contextlib
import email
import email.policy
import json
from collections.abc import AsyncIterator
from email.message import EmailMessage
from typing import Any

import http_ece
from aiosmtpd.smtp import SMTP, Envelope, Session
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils

POINT = (serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def packed(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unpacked(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Request:
    def __init__(self, path: str, headers: dict[str, str], body: bytes) -> None:
        self.path = path
        self.headers = headers
        self.body = body

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class HttpReceiver:
    """Takes requests; answers with the statuses of `answers`, then with 204."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.answers: list[str] = []
        self.port = 0
        self.slow = asyncio.Event()
        self.slow.set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        first, *lines = head.strip().split("\r\n")
        headers = {k.lower(): v for k, v in (line.split(": ", 1) for line in lines)}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        self.requests.append(Request(first.split(" ")[1], headers, body))
        await self.slow.wait()
        answer = self.answers.pop(0) if self.answers else "204 No Content"
        status, _, more = answer.partition("\r\n")
        extra = f"{more}\r\n" if more else ""
        writer.write(f"HTTP/1.1 {status}\r\n{extra}content-length: 0\r\n\r\n".encode())
        with contextlib.suppress(ConnectionError):
            await writer.drain()
        writer.close()


@contextlib.asynccontextmanager
async def web_receiver() -> AsyncIterator[HttpReceiver]:
    receiver = HttpReceiver()
    server = await asyncio.start_server(receiver.take, "127.0.0.1", 0)
    receiver.port = server.sockets[0].getsockname()[1]
    async with server:
        yield receiver


class Browser:
    """A browser's side of push: its keys, and how it reads what arrives."""

    def __init__(self, receiver: HttpReceiver | None, name: str = "phone") -> None:
        self.receiver = receiver
        self.name = name
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"

    @property
    def subscription_key(self) -> str:
        return packed(self.private.public_key().public_bytes(*POINT))

    @property
    def subscription(self) -> dict[str, str]:
        return {
            "endpoint": f"http://127.0.0.1:{self.receiver.port}/push/{self.name}",
            "key": self.subscription_key,
            "auth": packed(self.auth),
        }

    @property
    def arrived(self) -> list[dict[str, Any]]:
        """Decrypt everything that came for this browser."""
        mine = [r for r in self.receiver.requests if r.path == f"/push/{self.name}"]
        return [json.loads(self._decrypt(request.body)) for request in mine]

    def _decrypt(self, body: bytes) -> bytes:
        return bytes(http_ece.decrypt(body, private_key=self.private, auth_secret=self.auth))


def check_vapid(request: Request, server_key: str) -> dict[str, Any]:
    """Check who has signed a push message, as push services do; return the claims."""
    scheme, _, rest = request.headers["authorization"].partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert parts["k"] == server_key
    signed, _, signature = parts["t"].rpartition(".")
    raw = unpacked(signature)
    pair = utils.encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unpacked(server_key))
    key.verify(pair, signed.encode(), ec.ECDSA(hashes.SHA256()))
    claims: dict[str, Any] = json.loads(unpacked(signed.partition(".")[2]))
    return claims


class MailReceiver:
    """A mail server; refuses with `refuse`, if it is set."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.refuse = ""
        self.port = 0

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    async def handle_RCPT(  # noqa: N802  (the name aiosmtpd calls)
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.refuse:
            return self.refuse
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        assert isinstance(envelope.content, bytes)
        found = email.message_from_bytes(envelope.content, policy=email.policy.default)
        assert isinstance(found, EmailMessage)
        self.mails.append(found)
        return "250 OK"


@contextlib.asynccontextmanager
async def mail_receiver() -> AsyncIterator[MailReceiver]:
    receiver = MailReceiver()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: SMTP(receiver, hostname="localhost", loop=loop), "127.0.0.1", 0
    )
    receiver.port = server.sockets[0].getsockname()[1]
    async with server:
        yield receiver
