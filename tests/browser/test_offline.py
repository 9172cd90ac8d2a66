"""The installed page: what was opened can be read without a network, and new versions take over."""

import contextlib
import json
import re
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

from tests.browser.conftest import STATIC
from tests.browser.site import Site, free_port, site
from tests.browser.test_access import FINISH

CONTROLLED = "() => navigator.serviceWorker.controller !== null"


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(locale="en-GB")
    made.add_init_script(
        "localStorage.setItem('skerry.settings', JSON.stringify({pace: 'instant',"
        " guided: ['vanuatu', 'nusfjord']}))"
    )
    yield made
    made.close()


def stored(page: Page, cache: str) -> list[str]:
    """List the addresses in one of the service worker's stores."""
    found: list[str] = page.evaluate(
        "async (name) => (await (await caches.open(name)).keys()).map((one) => one.url)", cache
    )
    return found


def open_page(context: BrowserContext, url: str) -> Page:
    page = context.new_page()
    page.goto(url)
    page.wait_for_function(CONTROLLED)
    return page


def test_lessons_and_replays_without_a_network(context: BrowserContext, tmp_path: Path) -> None:
    with site(tmp_path) as server:
        page = open_page(context, server.url)
        page.request.post(f"{server.url}/api/guests", data={"name": "Ada"})
        page.goto(f"{server.url}/learn/nusfjord/harbor")
        page.locator(".lesson").first.wait_for()
        title = page.title()
        running = new_table(page, server)
        page.evaluate("(id) => fetch('/api/tables/' + id).then((a) => a.text())", running)
        table = finished_table(page, server)
        page.goto(f"{server.url}/t/{table}/replay?move=3")
        page.get_by_text("Move 3 of").wait_for()
        page.wait_for_load_state("networkidle")
        server.stop()

        page.goto(f"{server.url}/learn/nusfjord/harbor")
        page.locator(".lesson").first.wait_for()
        assert page.title() == title
        expect(page.get_by_text("Not connected.")).to_be_visible()
        page.goto(f"{server.url}/t/{table}/replay?move=3")
        page.get_by_text("Move 3 of").wait_for()
        expect(page.get_by_text("Not connected.")).to_be_visible()
        expect(page.get_by_text(re.compile("Next try in|Trying again"))).to_be_visible()

        server.start()
        try_now(page)
        expect(page.get_by_text("Not connected.")).to_have_count(0)
        private = [url for url in stored(page, "skerry-opened") if "/api/" in url]
        assert any(table in url for url in private)
        never = f"api/(me|mine|account|notif)|{running}"  # of a person, or of a game that is played
        assert not any(re.search(never, url) for url in private)
        page.evaluate(
            "fetch('/api/signout', {method: 'POST', body: '{}',"
            " headers: {'content-type': 'application/json'}})"
        )
        page.wait_for_function("async () => !(await caches.has('skerry-opened'))")


def test_what_needs_the_server_loads_when_it_is_back(
    context: BrowserContext, tmp_path: Path
) -> None:
    with site(tmp_path) as server:
        page = open_page(context, server.url)
        page.request.post(f"{server.url}/api/guests", data={"name": "Ada"})
        new_table(page, server)
        for path in ("games", ""):
            page.goto(f"{server.url}/{path}")
            page.get_by_role("link", name="Ada").or_(
                page.get_by_role("button", name="Ada")
            ).wait_for()
            page.wait_for_load_state("networkidle")
        server.stop()

        page.goto(f"{server.url}/games")
        expect(page.get_by_role("heading", name="This page needs the network")).to_be_visible()
        page.goto(server.url)
        expect(page.get_by_role("heading", name="This page needs the network")).to_be_visible()
        expect(page.get_by_role("button", name="Play now")).to_have_count(0)  # Ada is not new here

        server.start()
        try_now(page)
        page.wait_for_selector('[data-home="1"]')


def try_now(page: Page) -> None:
    """Press the button, unless the page has just tried again by itself."""
    with contextlib.suppress(Error):
        page.get_by_role("button", name="Try now").click(timeout=2000)


def new_table(page: Page, server: Site) -> str:
    wanted_table = {"game": "nusfjord", "seats": [{"kind": "me"}]}
    made = page.request.post(f"{server.url}/api/tables", data=wanted_table).json()
    return str(made["table"]["id"])


def finished_table(page: Page, server: Site) -> str:
    id = new_table(page, server)
    assert page.evaluate(FINISH, id)
    return id


class _Files(SimpleHTTPRequestHandler):
    """Serves a build; every other path is its page, as the server does."""

    def send_head(self):
        path = self.path.removeprefix("/club").partition("?")[0]
        # It counts whole seconds, so a file that changes within one would stay the old one.
        del self.headers["If-Modified-Since"]
        real = Path(self.directory) / path.lstrip("/")
        self.path = path if real.is_file() else "/index.html"
        if path.startswith("/api") or path == "/healthz":
            self.send_error(404)
            return None
        return super().send_head()

    def end_headers(self) -> None:
        self.send_header("cache-control", "no-cache")
        super().end_headers()

    def log_message(self, *args: object) -> None:
        pass


def test_a_new_version_takes_over_below_a_path_of_its_own(
    context: BrowserContext, tmp_path: Path
) -> None:
    folder = tmp_path / "static"
    shutil.copytree(STATIC.parent, folder)
    page_file = folder / "index.html"
    text = page_file.read_text().replace('="./', '="/club/')
    page_file.write_text(
        text.replace("</head>", '<meta name="skerry-base" content="/club" /></head>')
    )
    httpd = ThreadingHTTPServer(("127.0.0.1", free_port()), partial(_Files, directory=str(folder)))
    threading.Thread(target=httpd.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{httpd.server_port}/club/"
    try:
        page = open_page(context, url)
        scope = page.evaluate("navigator.serviceWorker.ready.then((r) => r.scope)")
        assert scope == url
        (old,) = re.findall(r"assets/index-[^\"]+\.js", page_file.read_text())
        page.reload()  # a page that the worker serves
        assert any(each.endswith(old) for each in stored(page, "skerry-files"))

        new = "assets/index-newversion.js"
        (folder / old).rename(folder / new)
        page_file.write_text(page_file.read_text().replace(old, new))
        worker = folder / "sw.js"
        worker.write_text(worker.read_text().replace(old, new))
        page.evaluate("navigator.serviceWorker.ready.then((r) => r.update())")
        page.get_by_text("A newer version of this page is ready.").wait_for()
        page.get_by_role("button", name="Reload").click()
        page.wait_for_function(
            "(name) => [...document.scripts].some((one) => one.src.includes(name))", arg=new
        )
        files = stored(page, "skerry-files")
        assert any(each.endswith(new) for each in files)
        assert not any(each.endswith(old) for each in files)
    finally:
        httpd.shutdown()
        httpd.server_close()


def test_the_page_can_be_installed(context: BrowserContext, house: str) -> None:
    page = open_page(context, house)
    manifest = page.evaluate(
        "fetch(document.querySelector('link[rel=manifest]').href).then((a) => a.text())"
    )
    parsed = json.loads(manifest)
    assert parsed["display"] == "standalone" and parsed["start_url"] == "./"
    assert {"any", "maskable"} == {icon["purpose"] for icon in parsed["icons"]}
    for icon in parsed["icons"]:
        answer = page.request.get(f"{house}/{icon['src']}")
        assert answer.headers["content-type"] == icon["type"]
    session = context.new_cdp_session(page)
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one["errorId"] for one in errors] in ([], ["in-incognito"])
