"""Notices in the account: each channel with its switch, its test and what can go wrong."""

import json
import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Open
from tests.browser.letters import small
from tests.browser.site import receiver, site
from tests.browser.sizes import sizes
from tests.browser.test_access import THEMES, Findings
from tests.notifications.receivers import Browser as PushBrowser

HERE = "[data-notices=here]"


def sign_in(page: Page, url: str) -> None:
    page.request.post(f"{url}/api/guests", data={"name": "Ada"})


def switch(page: Page, name: str):
    return page.get_by_role("switch", name=name, exact=True)


@sizes
def test_choices_are_kept_and_accessible(visit: Open, house: str, phone: bool) -> None:
    found = Findings()
    page = visit("/", phone=phone)
    sign_in(page, house)
    page.goto(f"{house}/account")
    page.locator(HERE).wait_for()
    expect(page.get_by_text("has not set up mail")).to_be_visible()
    switch(page, "Quiet").click()
    expect(switch(page, "Quiet")).to_have_attribute("aria-checked", "true")
    page.get_by_label("Quiet from").select_option("23:30")
    switch(page, "New daily challenge").click()
    switch(page, "It is my turn").click()
    switch(page, "One summary a day").click()
    expect(page.get_by_label("Every day at")).to_be_visible()
    expect(switch(page, "It is my turn")).to_have_attribute("aria-checked", "false")
    tiny = small(page, "notices")
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        found.look(page, f"notices {theme}")
    page.reload()
    page.locator(HERE).wait_for()
    expect(page.get_by_label("Quiet from")).to_have_value("23:30")
    expect(switch(page, "New daily challenge")).to_have_attribute("aria-checked", "true")
    expect(switch(page, "It is my turn")).to_have_attribute("aria-checked", "false")
    assert not found.all and not tiny


def test_a_webhook_aimed_at_the_server_itself(visit: Open, house: str) -> None:
    page = visit("/", refused="/api/notifications/webhook")
    sign_in(page, house)
    page.goto(f"{house}/account")
    switch(page, "Webhook").click()
    page.get_by_label("Address of the webhook").fill("https://127.0.0.1/")
    page.get_by_role("button", name="Use it").click()
    expect(page.get_by_role("alert")).to_contain_text("not on the public Internet")


def test_push_from_the_switch_to_the_notice(browser: Browser, tmp_path: Path) -> None:
    """The browser's push service is played by the test: it decrypts and hands over."""
    with receiver() as web, site(tmp_path, "--allow-private-webhooks") as server:
        context = browser.new_context(locale="en-GB")
        phone = PushBrowser(web)
        given = phone.subscription
        fake = {
            "endpoint": given["endpoint"],
            "keys": {"p256dh": given["key"], "auth": given["auth"]},
        }
        context.add_init_script(
            # Chromium's headless shell gives no permission for notices.
            "Object.defineProperty(Notification, 'permission', {get: () => 'granted'});"
            "Notification.requestPermission = async () => 'granted';"
            "PushManager.prototype.getSubscription = async () => null;"
            "PushManager.prototype.subscribe = async (options) => {"
            "  if (!options.applicationServerKey.length) throw new Error('no key');"
            f"  return {{toJSON: () => ({json.dumps(fake)})}}; }};"
        )
        page = context.new_page()
        page.request.post(f"{server.url}/api/guests", data={"name": "Ada"})
        page.goto(f"{server.url}/account")
        page.locator(HERE).wait_for()
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        switch(page, "Push").click()
        expect(page.get_by_text("This device", exact=True)).to_be_visible()
        page.get_by_role("button", name="Send a test by push").click()
        page.wait_for_function("() => document.body.innerText.includes('Sending')")
        while not phone.arrived:
            page.wait_for_timeout(50)
        deliver(page, server.url, json.dumps(phone.arrived[0]))
        expect(page.get_by_text(re.compile("Push arrived after [0-9]+ second"))).to_be_visible()
        context.close()


def deliver(page: Page, origin: str, data: str) -> None:
    """Hand a push message over to the page's service worker, as the browser would."""
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(50)
    message = {"origin": origin, "registrationId": found[0], "data": data}
    session.send("ServiceWorker.deliverPushMessage", message)


@sizes
def test_links_of_mails_wait_for_a_press(visit: Open, house: str, phone: bool) -> None:
    found = Findings()
    page = visit("/notices?off=nonsense", phone=phone, refused="/api/notifications/mail/off")
    page.get_by_role("heading", name="No more mails").wait_for()
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        found.look(page, f"link {theme}")
    page.get_by_role("button", name="Switch mails off").click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert not found.all
