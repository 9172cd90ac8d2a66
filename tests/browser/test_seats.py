"""Fair play on the page: a seat is kept by showing up, devices, the deal, and after a restore."""

import shutil
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from skerry.store.sqlite import copy_file
from tests.browser.conftest import Open
from tests.browser.walk import Walker, make_table
from tests.service.benches import running

LINK = """async ([id, seat]) =>
  (await (await fetch(`/api/tables/${id}/seats/${seat}/link`)).json()).url"""
NAME = """async name => (await fetch('/api/guests', {method: 'POST',
  headers: {'content-type': 'application/json'}, body: JSON.stringify({name})})).json()"""


def menu(page: Page) -> None:
    page.get_by_role("button", name="Table", exact=True).click()


def test_a_seat_is_kept_by_showing_up(visit: Open, house: str) -> None:
    host, friend = visit("/"), visit("/")
    friend.evaluate(NAME, "Ben")
    kinds = [{"kind": "me"}, {"kind": "friend"}, {"kind": "friend"}]
    table = make_table(host, "nusfjord", seats=kinds)
    host.goto(f"{house}/t/{table}")
    host.get_by_text("Waiting for a friend").first.wait_for()
    link = host.evaluate(LINK, [table, 1])
    friend.goto(house + "/t/" + link.split("/t/")[1])
    friend.get_by_text("Who plays?").wait_for()
    host.get_by_role("button", name="Free the seat").click()
    friend.get_by_text("wants to free your seat").wait_for()
    host.get_by_text("unless Ben comes back").wait_for()
    friend.get_by_role("button", name="I am here").click()
    expect(friend.get_by_text("wants to free your seat")).to_have_count(0)
    expect(host.get_by_text("unless Ben comes back")).to_have_count(0)


def test_devices_absence_and_the_deal(visit: Open, house: str) -> None:
    host, friend = visit("/"), visit("/")
    friend.evaluate(NAME, "Ben")
    table = make_table(host, "nusfjord", seats=[{"kind": "me"}, {"kind": "friend"}])
    link = host.evaluate(LINK, [table, 1])
    friend.goto(house + "/t/" + link.split("/t/")[1])
    friend.wait_for_selector('[data-zone="question"]')
    host.goto(f"{house}/t/{table}")
    host.wait_for_selector('[data-zone="question"]')

    menu(friend)
    friend.get_by_role("button", name="Link for another device").click()
    devices = friend.get_by_role("region", name="Devices on your seat")
    devices.get_by_text("This device").wait_for()
    phone = visit("/", phone=True)
    phone.goto(friend.get_by_role("textbox", name="Send this link").input_value())
    phone.wait_for_selector('[data-zone="question"]')
    friend.keyboard.press("Escape")
    menu(friend)
    friend.get_by_role("button", name="Link for another device").click()
    friend.get_by_text("Connected now").wait_for()
    friend.get_by_role("button", name="Sign out").click()
    expect(devices.get_by_role("listitem")).to_have_count(1)
    phone.get_by_text("You are watching").wait_for()
    friend.keyboard.press("Escape")

    menu(host)
    host.get_by_role("button", name="Somebody is away").click()
    host.get_by_role("button", name="End the game without a result").wait_for()
    expect(host.get_by_role("button", name="End the game without a result")).to_be_disabled()
    deal = host.get_by_role("region", name="The deal is fixed")
    shown = deal.locator("code").inner_text()
    assert len(shown) == 64
    host.keyboard.press("Escape")

    for page in (friend, host):
        menu(page)
        page.get_by_role("button", name="Give up", exact=True).click()
        page.get_by_role("button", name="Yes, give up").click()
    host.reload()
    table_menu = host.get_by_role("button", name="Table", exact=True)
    table_menu.or_(host.get_by_role("button", name="Download")).first.wait_for()
    if table_menu.count():
        menu(host)
    host.get_by_text("The deal was not changed during the game").wait_for()
    assert host.locator("code").inner_text() == shown


def test_an_open_page_recovers_after_a_restore(browser: Browser, tmp_path: Path) -> None:
    own = running.OwnServer(tmp_path / "data")
    own.start()
    try:
        page = browser.new_context(locale="en-GB").new_page()
        page.add_init_script(
            "localStorage.setItem('skerry.settings',"
            """ '{"pace": "instant", "guided": ["vanuatu", "nusfjord"]}')"""
        )
        page.goto(own.url)
        table = make_table(page, "nusfjord", seats=[{"kind": "me"}])
        page.goto(f"{own.url}/t/{table}")
        page.wait_for_selector('[data-zone="question"]')
        copy_file(str(own.data / "skerry.db"), str(tmp_path / "copy.db"))
        number = "async id => (await (await fetch('/api/tables/' + id)).json()).number"
        before = page.evaluate(number, table)
        walker = Walker(page, 1)
        while page.evaluate(number, table) < before + 2:
            walker.step()
        own.kill()
        for name in ("skerry.db-wal", "skerry.db-shm"):
            (own.data / name).unlink(missing_ok=True)
        shutil.copy(tmp_path / "copy.db", own.data / "skerry.db")
        page.get_by_text("Not connected").wait_for()
        own.start()
        page.wait_for_function("() => !document.body.innerText.includes('Not connected')")
        assert page.evaluate(number, table) == before
        while page.evaluate(number, table) < before + 3:
            walker.step()
        page.context.close()
    finally:
        own.stop()
