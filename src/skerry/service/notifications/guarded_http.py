"""Requests to addresses that players have entered, which must never reach our own network.

The name is resolved here, every address it has is checked, and the connection is made to an
address that was checked: a second answer of the name server cannot lead elsewhere. Redirects are
not followed, and little is read of an answer.
"""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

import httpcore

from skerry.service.errors import BadRequest
from skerry.service.notifications.errors import DeliveryFailed

SECONDS = 10.0  # for a whole request
CONNECT_SECONDS = 4.0
MOST_READ = 2048  # bytes of an answer
MOST_LETTERS = 2000  # of an address
MOST_RETRY_AFTER = 3600.0
_TEMPORARY = {408, 425, 429}
# Networks that carry IPv4 addresses inside IPv6 ones; where they lead is not ours to know.
_TUNNELS = [ipaddress.ip_network(net) for net in ("64:ff9b::/32", "2002::/16", "2001::/32")]

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def is_public(text: str) -> bool:
    """Return whether an address belongs to the public Internet.

    >>> [is_public(a) for a in ("8.8.8.8", "10.0.0.1", "127.1.2.3", "::1", "169.254.169.254")]
    [True, False, False, False, False]
    >>> [is_public(a) for a in ("::ffff:127.0.0.1", "fe80::1%eth0", "fd00::1", "64:ff9b::7f00:1")]
    [False, False, False, False]
    """
    try:
        found: Address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        elif found.is_site_local or any(found in net for net in _TUNNELS):
            return False
    special = found.is_multicast or found.is_reserved or found.is_unspecified
    return found.is_global and not special and not _is_own(found)


def _is_own(address: Address) -> bool:
    """Return whether an address is one of this machine: only on those can it listen."""
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as trial:
            trial.bind((str(address), 0))
    except OSError:
        return False
    return True


class _GuardedNetwork(httpcore.AsyncNetworkBackend):
    """Connects to public addresses only."""

    def __init__(self) -> None:
        self._network = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Resolve a name, check what was found, and connect to that."""
        found = await resolve(host, port)
        if not all(map(is_public, found)):
            raise DeliveryFailed("private_address", lasting=True)
        error: Exception = DeliveryFailed("unreachable")
        for address in found[:4]:
            try:
                return await self._network.connect_tcp(
                    address, port, timeout, local_address, socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as failed:
                error = failed
        raise error

    async def connect_unix_socket(self, *args: Any, **kwargs: Any) -> httpcore.AsyncNetworkStream:
        """Refuse: no address leads to a socket of this machine."""
        raise DeliveryFailed("private_address", lasting=True)


async def resolve(host: str, port: int) -> list[str]:
    """Return all addresses of a name; raises DeliveryFailed if there is none."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise DeliveryFailed("no_such_name", host[:100]) from None
    return list(dict.fromkeys(str(one[4][0]) for one in found))


class GuardedHttp:
    """Sends requests. With *allow_private* anything can be reached: for tests and closed clubs."""

    def __init__(self, allow_private: bool = False) -> None:
        self.allow_private = allow_private
        self._trusted: ssl.SSLContext | None = None

    def check(self, url: str) -> None:
        """Raise BadRequest if an address is not one to be called."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise BadRequest("this is not an address", "bad_url") from None
        bad = len(url) > MOST_LETTERS or not url.isascii() or not url.isprintable() or " " in url
        if bad or not parts.hostname or parts.username is not None:
            raise BadRequest(
                "this is not an address; write it as https://chat.example.org/hook", "bad_url"
            )
        if self.allow_private:
            if parts.scheme not in ("http", "https"):
                raise BadRequest("the address must begin with https://", "not_https")
            return
        if parts.scheme != "https":
            raise BadRequest("the address must begin with https://", "not_https")
        # Other ports are those of services that were not meant for the public.
        if port not in (None, 443):
            raise BadRequest("leave the port out: only 443 can be called", "bad_port")

    async def check_target(self, url: str) -> None:
        """Check an address and where its name leads; raises BadRequest."""
        self.check(url)
        if self.allow_private:
            return
        host = urlsplit(url).hostname or ""
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                found = await resolve(host, 443)
        except (DeliveryFailed, TimeoutError):
            raise BadRequest(f"there is no {host[:100]!r}; check the address", "bad_host") from None
        if not all(map(is_public, found)):
            raise BadRequest(
                f"{host[:100]!r} is not on the public Internet, so it cannot be called",
                "private_address",
            )

    async def post(self, url: str, headers: dict[str, str], body: bytes) -> int:
        """Send a body and return the status of the answer, below 300; raises DeliveryFailed."""
        try:
            self.check(url)
        except BadRequest as error:
            raise DeliveryFailed(error.code, lasting=True) from None
        try:
            async with asyncio.timeout(SECONDS):
                status, retry_after = await self._post(url, headers, body)
        except (TimeoutError, httpcore.TimeoutException):
            raise DeliveryFailed("timeout") from None
        except (httpcore.NetworkError, httpcore.ProtocolError, OSError):
            raise DeliveryFailed("unreachable") from None
        if status < 300:
            return status
        if status < 400:
            raise DeliveryFailed("redirect", str(status), lasting=True, status=status)
        temporary = status >= 500 or status in _TEMPORARY
        raise DeliveryFailed(
            "refused",
            str(status),
            lasting=not temporary,
            gone=status in (404, 410),
            retry_after=retry_after,
            status=status,
        )

    async def _post(self, url: str, headers: dict[str, str], body: bytes) -> tuple[int, float]:
        if self._trusted is None:
            self._trusted = await asyncio.to_thread(httpcore.default_ssl_context)
        network = None if self.allow_private else _GuardedNetwork()
        timeouts = {"connect": CONNECT_SECONDS, "read": SECONDS, "write": SECONDS}
        async with (
            httpcore.AsyncConnectionPool(
                ssl_context=self._trusted, network_backend=network, max_keepalive_connections=0
            ) as pool,
            pool.stream(
                "POST",
                url,
                headers=list(headers.items()),
                content=body,
                extensions={"timeout": timeouts},
            ) as answer,
        ):
            read = 0
            async for part in answer.aiter_stream():
                read += len(part)
                if read > MOST_READ:
                    break
            return answer.status, _retry_after(answer.headers)


def _retry_after(headers: list[tuple[bytes, bytes]]) -> float:
    """Return the seconds an answer asks to wait, 0 if it does not."""
    for name, value in headers:
        if name.lower() == b"retry-after" and value.strip().isdigit():
            return min(float(value[:10]), MOST_RETRY_AFTER)
    return 0.0
