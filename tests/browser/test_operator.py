"""The operator's page and the sheet of devices, behind a path of their own."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from skerry.web.client import Client
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.letters import small, small_at_both_sizes
from tests.service.benches import running


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[running.OwnServer]:
    server = running.OwnServer(tmp_path_factory.mktemp("operator"))
    server.flags = ("--base-url", f"{server.url}/skerry")
    server.start()
    yield server
    server.stop()


async def _furnish(url: str) -> None:
    """Let a few people play and talk."""
    ann, ben = Client(url), Client(url)
    await ann.sign_in("Ann")
    await ben.sign_in("Ben")
    for name, game in (("Lagoon Tuesday", "vanuatu"), ("Cod and coffee", "nusfjord")):
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "random"}]
        new_table = {"game": game, "name": name, "seats": seats, "public": True}
        id = (await ann.post("/api/tables", new_table))["table"]["id"]
        await ben.post(f"/api/tables/{id}/join")
        await ben.post(f"/api/tables/{id}/chat", {"text": "Hello"})


def test_the_operator_looks_after_the_server(
    own: running.OwnServer, browser: Browser, tmp_path: Path
) -> None:
    beside(lambda: _furnish(own.url))
    key = (own.data / "admin-key").read_text()
    context = browser.new_context(viewport=DESKTOP, locale="en-GB")
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{own.url}/skerry/admin")
    page.get_by_label("Key").fill("wrong")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("not the operator")
    page.get_by_label("Key").fill(key)
    page.get_by_role("button", name="Sign in").click()
    tables = page.locator("#tables li")
    expect(tables).to_have_count(2)
    page.get_by_label("Find a table").fill("coffee")
    expect(tables).to_have_count(1)
    page.get_by_role("button", name="Delete Cod and coffee", exact=True).click()
    page.get_by_label("Reason").fill("a trial")
    page.get_by_role("button", name="Delete the table", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("for good")
    page.get_by_role("button", name="Delete it for good").click()
    expect(tables).to_have_text(["No table matches."])
    page.get_by_label("Find a table").fill("")
    page.get_by_role("button", name="Mute Ben").click()
    page.get_by_role("radio", name="1 hour").click()
    page.get_by_label("Reason").fill("insults")
    page.get_by_role("button", name="Mute", exact=True).click()
    expect(page.locator("#people")).to_contain_text("Muted")
    page.get_by_role("textbox", name="Announcement").fill("The server restarts at 20:00.")
    page.get_by_role("button", name="Announce").click()
    page.get_by_label("Idle tables").select_option("60")
    log = page.locator("#log")
    expect(log).to_contain_text("changed what is kept")
    expect(log).to_contain_text("muted Ben")
    assert not small_at_both_sizes(page, "operator")
    page.screenshot(path=tmp_path / "operator.png")
    assert fits(page)
    page.set_viewport_size(PHONE)
    page.screenshot(path=tmp_path / "operator-phone.png", full_page=True)
    assert fits(page)
    page.get_by_role("link", name="To the lobby").click()
    expect(page).to_have_url(f"{own.url}/skerry/")
    expect(page.get_by_text("The server restarts at 20:00.")).to_be_visible()
    assert errors == []
    context.close()


def test_devices_are_signed_out(own: running.OwnServer, browser: Browser, tmp_path: Path) -> None:
    context = browser.new_context(viewport=PHONE, locale="en-GB")
    page = context.new_page()
    page.goto(f"{own.url}/skerry/")
    page.get_by_role("button", name="Your name").click()
    page.get_by_role("textbox", name="Your name").fill("Cleo")
    page.get_by_role("dialog").get_by_role("button").last.click()
    expect(page.get_by_role("button", name="Cleo")).to_be_visible()
    token = page.evaluate(
        "() => fetch('/skerry/api/tokens', {method: 'POST', body: '{\"name\": \"My bot\"}',"
        " headers: {'content-type': 'application/json'}}).then((r) => r.json())"
    )["token"]
    page.get_by_role("button", name="Cleo").click()
    page.get_by_role("link", name="Account and devices").click()
    sheet = page.get_by_role("region", name="Devices", exact=True)
    expect(sheet).to_contain_text("Chrome, Linux")
    page.screenshot(path=tmp_path / "devices-phone.png")
    assert not small(page, "devices")
    page.get_by_role("button", name="Sign out: My bot").click()
    expect(sheet).not_to_contain_text("My bot")
    with pytest.raises(Exception, match="401"):
        beside(lambda: Client(own.url, token).get("/api/me"))
    page.get_by_role("button", name="Sign out here").click()
    expect(sheet).to_contain_text("There is no password")
    page.get_by_role("group").get_by_role("button", name="Sign out here").click()
    expect(page.get_by_role("button", name="Your name")).to_be_visible()
    context.close()


def beside(work: Callable[[], Coroutine]) -> None:
    """Run something in a thread of its own: playwright has an event loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(work())).result()


def fits(page: Page) -> bool:
    """Return whether nothing sticks out at the right."""
    wide = "() => document.documentElement.scrollWidth <= window.innerWidth"
    return bool(page.evaluate(wide))
