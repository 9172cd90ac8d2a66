"""Addresses that players enter never lead into the server's own network."""

import asyncio
import socket
from typing import Any

import pytest

from skerry.service.errors import BadRequest
from skerry.service.notifications import guarded_http
from skerry.service.notifications.errors import DeliveryFailed
from skerry.service.notifications.guarded_http import GuardedHttp, is_public
from tests.notifications.receivers import web_receiver

PRIVATE = [
    "127.0.0.1",
    "127.9.9.9",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "198.18.0.1",
    "::1",
    "::",
    "fe80::1",
    "fd00::1",
    "fec0::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::a9fe:a9fe",
    "2002:7f00:1::",
    "2001:0:7f00:1::",
    "2001:db8::1",
    "not an address",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:4700::6810:84e5", "::ffff:8.8.8.8"])
def test_public_addresses(address: str) -> None:
    assert is_public(address)


def test_the_machines_own_public_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guarded_http, "_is_own", lambda address: str(address) == "93.184.216.34")
    assert not is_public("93.184.216.34")


def post(url: str, **more: Any) -> int:
    return asyncio.run(GuardedHttp(**more).post(url, {}, b"{}"))


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "[::1]", "169.254.169.254", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1", "0"],
)
def test_no_request_to_a_private_address(host: str) -> None:
    with pytest.raises(DeliveryFailed) as failed:
        post(f"https://{host}/hook")
    assert failed.value.code == "private_address" and failed.value.lasting


def test_a_name_that_resolves_to_a_private_address(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = {"inside.example": ["10.0.0.7"], "both.example": ["93.184.216.34", "127.0.0.1"]}
    use_names(monkeypatch, answers)
    for name in answers:
        with pytest.raises(DeliveryFailed, match="private_address"):
            post(f"https://{name}/hook")
        with pytest.raises(BadRequest, match="not on the public Internet"):
            asyncio.run(GuardedHttp().check_target(f"https://{name}/hook"))


def test_the_connection_is_made_to_the_address_that_was_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A name server that answers differently the second time leads nowhere else."""
    asked = use_names(monkeypatch, {"rebound.example": ["93.184.216.34"]})
    connected: list[str] = []

    async def connect(_: object, host: str, *args: object, **more: object) -> None:
        connected.append(host)
        raise DeliveryFailed("unreachable")

    monkeypatch.setattr("httpcore.AnyIOBackend.connect_tcp", connect)
    with pytest.raises(DeliveryFailed, match="unreachable"):
        post("https://rebound.example/hook")
    assert connected == ["93.184.216.34"] and asked == ["rebound.example"]


@pytest.mark.parametrize(
    "url",
    [
        "http://chat.example.org/hook",
        "https://chat.example.org:8080/hook",
        "https://user:pass@chat.example.org/",
        "https://chat.example.org:99999/",
        "file:///etc/passwd",
        "gopher://127.0.0.1/",
        "https://",
        "https://exa mple.org/",
        "https://example.org/\nHost: inside",
        "nonsense",
    ],
)
def test_bad_addresses_are_refused_when_entered(url: str) -> None:
    with pytest.raises(BadRequest):
        GuardedHttp().check(url)
    with pytest.raises(DeliveryFailed):
        post(url)


def test_redirects_are_not_followed() -> None:
    async def work() -> None:
        async with web_receiver() as target, web_receiver() as receiver:
            receiver.answers = [f"302 Found\r\nlocation: {target.url}"]
            with pytest.raises(DeliveryFailed) as failed:
                await GuardedHttp(allow_private=True).post(receiver.url, {}, b"{}")
            assert (failed.value.code, failed.value.detail) == ("redirect", "302")
            assert failed.value.lasting and target.requests == []

    asyncio.run(work())


def test_a_slow_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guarded_http, "SECONDS", 0.05)

    async def work() -> None:
        async with web_receiver() as receiver:
            receiver.slow.clear()
            with pytest.raises(DeliveryFailed, match="timeout"):
                await GuardedHttp(allow_private=True).post(receiver.url, {}, b"{}")
            receiver.slow.set()

    asyncio.run(work())


def test_an_endless_answer_is_not_read() -> None:
    async def endless(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n")
        try:
            while True:
                writer.write(b"x" * 1000)
                await writer.drain()
        except ConnectionError:
            pass

    async def work() -> None:
        server = await asyncio.start_server(endless, "127.0.0.1", 0)
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        assert await GuardedHttp(allow_private=True).post(url, {}, b"{}") == 200
        server.close()

    asyncio.run(work())


def test_nobody_listens() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/"
        with pytest.raises(DeliveryFailed, match="unreachable") as failed:
            post(url, allow_private=True)
        assert not failed.value.lasting


def use_names(monkeypatch: pytest.MonkeyPatch, answers: dict[str, list[str]]) -> list[str]:
    """Answer for the name server; return the list of names that are asked for."""
    asked: list[str] = []

    async def getaddrinfo(_: object, host: str, port: int, **more: object) -> list[Any]:
        asked.append(host)
        return [(0, 0, 0, "", (address, port)) for address in answers[host]]

    monkeypatch.setattr("asyncio.base_events.BaseEventLoop.getaddrinfo", getaddrinfo)
    return asked
