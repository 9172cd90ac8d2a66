"""A server with the built page, and a Chromium to look at it with."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "src" / "skerry" / "web" / "static" / "index.html"
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
Theme = Literal["light", "dark"]
Start = Callable[..., Browser]
# Milliseconds; a state that a test waits for comes late on a busy machine, never not at all.
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Start]:
    """Start a Chromium with some more flags."""
    path = os.environ.get("SKERRY_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip("no Chromium here: install one or set SKERRY_CHROMIUM to its path")
    with sync_playwright() as playwright:
        yield lambda *more: playwright.chromium.launch(executable_path=path, args=[*FLAGS, *more])


@pytest.fixture(scope="session")
def browser(chromium: Start) -> Iterator[Browser]:
    started = chromium()
    yield started
    started.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A running server's address; SKERRY_BROWSER_URL names one that runs already."""
    given = os.environ.get("SKERRY_BROWSER_URL")
    if given:
        yield given
        return
    if not STATIC.exists():
        subprocess.run([sys.executable, str(ROOT / "tools" / "build_frontend.py")], check=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    data = tmp_path_factory.mktemp("tables")
    chance = os.environ.get("SKERRY_CHANCE") == "true"
    program = "skerry.cli.serve" if chance else "tests.browser.known_deals"
    command = [sys.executable, "-m", program, "serve", "--port", str(port)]
    process = subprocess.Popen(
        [*command, "--data", str(data), "--rate", "0", "--sockets", "0"],
        # The installed Skerry, so compiled where it is; PYTHONPATH=src asks for the source.
        env={**os.environ, "PYTHONPATH": f"{os.environ.get('PYTHONPATH', '')}{os.pathsep}{ROOT}"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    url = f"http://127.0.0.1:{port}"
    try:
        _wait_for(url)
        yield url
    finally:
        process.terminate()
        process.wait(20)


def _wait_for(url: str) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(f"{url}/healthz", timeout=2):
                return
        except OSError:
            time.sleep(0.2)
    raise AssertionError("the server did not start within a minute")


Open = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, house: str) -> Iterator[Open]:
    """Open a page of its own guest; console errors and page errors fail the test."""
    wrong: list[str] = []
    contexts = []

    expected: list[str] = []

    def heard(line: ConsoleMessage) -> None:
        if line.type == "error" and not line.location["url"].endswith(tuple(expected)):
            wrong.append(line.text)

    def open_page(
        path: str = "/",
        phone: bool = False,
        theme: Theme = "light",
        guided: bool = True,
        refused: str = "",
    ) -> Page:
        if refused:  # the server will refuse requests to this path, which Chromium notes
            expected.append(refused)
        size = PHONE if phone else DESKTOP
        context = browser.new_context(
            viewport=size,
            has_touch=phone,
            is_mobile=phone,
            color_scheme=theme,
            locale="en-GB",
            # Tests that answer for the server would not see its requests (test_offline.py has it).
            service_workers="block",
        )
        contexts.append(context)
        stored: dict[str, object] = {"pace": "instant", "theme": "auto"}
        stored["guided"] = ["vanuatu", "nusfjord"] if guided else []
        context.add_init_script(
            "localStorage.getItem('skerry.settings') ||"
            f" localStorage.setItem('skerry.settings', JSON.stringify({stored}))"
        )
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: wrong.append(f"page: {error}"))
        page.on("console", heard)
        page.goto(house + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    lost = ("net::ERR_INTERNET_DISCONNECTED", "WebSocket connection to")
    assert not [line for line in wrong if not any(each in line for each in lost)]
