"""One identity on every device, in a browser: passkeys, codes, settings, leaving."""

from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, Response, expect

from tests.browser.conftest import Open
from tests.browser.sizes import sizes
from tests.browser.test_access import AXE, THEMES, findings

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
POST = """([path, body]) => fetch(path, {method: 'POST', body: JSON.stringify(body),
    headers: {'content-type': 'application/json'}}).then(answer => answer.json())"""
SOLO = {"game": "nusfjord", "seats": [{"kind": "me"}]}


class Authenticator:
    """Chromium's virtual authenticator of one page."""

    def __init__(self, page: Page) -> None:
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.session.send("WebAuthn.enable")
        added = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        self.id = added["authenticatorId"]

    def keys(self) -> list[Any]:
        found = self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.id})
        return list(found["credentials"])

    def take(self, key: Any) -> None:
        """Get a passkey as from the cloud of its maker."""
        credential = {"authenticatorId": self.id, "credential": key}
        self.session.send("WebAuthn.addCredential", credential)


def named(house: str) -> str:
    """Return the server's address with a name: passkeys do not work with one of numbers."""
    return house.replace("127.0.0.1", "localhost")


def saves_dark(answer: Response) -> bool:
    """Return whether the dark theme has been kept with the identity."""
    asked = answer.request
    return asked.url.endswith("/api/account/settings") and "dark" in (asked.post_data or "")


def sign_in(page: Page, address: str, name: str) -> None:
    """Become a guest and open the account page."""
    page.goto(address)
    page.evaluate(POST, ["/api/guests", {"name": name}])
    page.goto(f"{address}/account")
    page.locator(f'[data-account="{name}"]').wait_for()


def test_a_passkey_opens_a_new_device(visit: Open, house: str) -> None:
    address = named(house)
    page, other = visit("/account"), visit("/claim", refused="/api/signin/passkey")
    first, second = Authenticator(page), Authenticator(other)
    sign_in(page, address, "Ada")
    keep = page.get_by_role("region", name="Keep my games")
    expect(keep).to_contain_text("Only on this device")
    keep.get_by_role("button", name="Add one").click()
    expect(keep).to_contain_text("Safe")
    expect(keep).to_contain_text("Chrome, Linux, added")
    (key,) = first.keys()
    keep.get_by_role("button", name="Add one").click()  # it is not made twice
    expect(keep.get_by_role("alert")).to_contain_text("has a passkey of yours already")

    other.goto(f"{address}/claim")
    second.take(key)
    other.get_by_role("button", name="Sign in with a passkey").click()
    other.get_by_role("button", name="Yes, I am Ada").click()
    other.locator('[data-account="Ada"]').wait_for()
    expect(other.get_by_role("region", name="Devices", exact=True)).to_contain_text("2 signed in")

    # A passkey that was removed opens nothing any more.
    keep.get_by_role("button", name="Remove the passkey: Chrome, Linux").click()
    keep.get_by_role("group").get_by_role("button", name="Remove").click()
    expect(keep).to_contain_text("Only on this device")
    other.goto(f"{address}/claim")
    with other.expect_response("**/api/signin/passkey") as refused:
        other.get_by_role("button", name="Sign in with a passkey").click()
    assert refused.value.status == 403
    expect(other.get_by_role("alert")).to_contain_text("does not know this passkey any more")


def test_a_device_joins_by_code_and_brings_its_games(visit: Open, house: str) -> None:
    page, other = visit("/account"), visit("/claim", phone=True)
    sign_in(page, house, "Ada")
    page.get_by_role("button", name="Settings").click()
    with page.expect_response(saves_dark):  # settings move along
        page.get_by_role("radio", name="Dark").click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Show a code").click()
    code = page.locator("[data-code]").get_attribute("data-code") or ""
    other.evaluate(POST, ["/api/guests", {"name": "Bob"}])
    table = other.evaluate(POST, ["/api/tables", SOLO])["table"]["id"]

    other.goto(f"{house}/learn")
    other.goto(f"{house}/claim#code={code}")  # as from the code square
    other.get_by_role("button", name="Go on").first.click()
    sheet = other.get_by_role("dialog", name="Is Ada you?")
    expect(sheet).to_contain_text("Here you are Bob, with 1 table")
    assert code not in other.url, "the code is not kept in the history"
    if AXE.exists():
        assert findings(other, "html") == []
    sheet.get_by_role("button", name="Yes, I am Ada").click()
    other.locator('[data-account="Ada"]').wait_for()
    expect(other.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_text("Joined: Chrome")).to_be_visible()
    other.goto(f"{house}/t/{table}")
    other.locator('[data-zone="question"]').wait_for()

    # Signed out here, the other device is a stranger.
    devices = page.get_by_role("region", name="Devices", exact=True)
    devices.get_by_role("button", name="Sign out everywhere else").click()
    expect(devices).to_contain_text("1 signed in")
    other.goto(f"{house}/account")
    other.locator('[data-account="stranger"]').wait_for()


def test_without_passkeys_a_recovery_code_does(visit: Open, house: str) -> None:
    page, other = visit("/account"), visit("/claim")
    sign_in(page, house, "Ada")  # at 127.0.0.1
    keep = page.get_by_role("region", name="Keep my games")
    expect(keep).to_contain_text("Passkeys need an address with a name")
    expect(keep.get_by_role("button", name="Add one")).to_have_count(0)
    keep.get_by_role("button", name="New code").click()
    code = keep.locator("code").inner_text()
    expect(keep).to_contain_text("Safe")
    other.get_by_label("Recovery code").fill(code)
    other.get_by_role("button", name="Go on").last.click()
    other.get_by_role("button", name="Yes, I am Ada").click()
    other.locator('[data-account="Ada"]').wait_for()
    expect(other.get_by_role("region", name="Keep my games")).to_contain_text(", used ")


def test_leaving_can_be_called_back(visit: Open, house: str) -> None:
    page = visit("/account", refused="/api/account/delete")
    sign_in(page, house, "Ada")
    with page.expect_download() as got:
        page.get_by_role("link", name="Download").click()
    assert got.value.suggested_filename == "skerry-my-data.json"
    page.get_by_role("button", name="Delete").click()
    sheet = page.get_by_role("dialog", name="Delete me")
    sheet.get_by_role("textbox").fill("Bob")
    with page.expect_response("**/api/account/delete") as refused:
        sheet.get_by_role("button", name="Delete me in seven days").click()
    assert refused.value.status == 400
    expect(sheet.get_by_role("alert")).to_contain_text("not your name")
    sheet.get_by_role("textbox").fill("Ada")
    sheet.get_by_role("button", name="Delete me in seven days").click()
    expect(page.get_by_text("You will be deleted on")).to_be_visible()
    page.get_by_role("button", name="Keep me").click()
    expect(page.get_by_text("You will be deleted on")).to_have_count(0)


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: npm ci in frontend/")
@sizes
def test_everybody_can_use_the_page(visit: Open, house: str, phone: bool) -> None:
    page = visit("/claim", phone=phone)

    def look() -> None:
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            assert findings(page, "html") == [], theme
        width = page.evaluate("document.documentElement.scrollWidth")
        assert page.viewport_size and width <= page.viewport_size["width"]

    page.locator("[data-claim]").wait_for()
    look()
    sign_in(page, house, "Ada")
    page.get_by_role("button", name="New code").click()
    page.locator("code").wait_for()
    page.get_by_role("button", name="Show a code").click()
    page.locator("[data-code]").wait_for()
    look()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").wait_for()
    look()
