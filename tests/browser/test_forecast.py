"""Forecasts on the page: shields, the window of a plan, ten vatus, flood, fish and tags."""

import json
from typing import Any

import msgspec
from playwright.sync_api import Page, Route

from skerry.games import GAMES
from skerry.service.messages import ChancesInfo, ForecastInfo
from tests.browser.conftest import Open
from tests.browser.positions import Position, look
from tests.browser.test_access import findings
from tests.browser.wire import Wire
from tests.nusfjord.tables import Table as Harbor
from tests.vanuatu.tables import Table, vanuatu
from tests.vanuatu.test_forecast import still_to_place

SHARES = {"space:draw": 0.25, "hex:0,0": 0.75, "hex:-1,1": 0.25, "all": 0.125}


def show(page: Page, game: str, state: Any, seat: int | None = 0, known: bool = True) -> Wire:
    """Show a position with the forecast switched on, as a server would answer."""
    found = GAMES[game].forecast(state, seat)
    exact = ForecastInfo(1, seat, found, game == "vanuatu")
    chances = ChancesInfo(1, seat, 16 if known else 0, SHARES if known else {})

    def answer(route: Route) -> None:
        body = chances if "chances" in route.request.url else exact
        route.fulfill(status=200, body=msgspec.json.encode(body), content_type="application/json")

    page.route("**/api/tables/table0/forecast**", answer)
    page.add_init_script(
        "localStorage.setItem('skerry.settings', JSON.stringify({...JSON.parse("
        "localStorage.getItem('skerry.settings') || '{}'), forecast: true}))"
    )
    wire = Wire(page)
    kind = GAMES[game].question(state)
    assert kind is not None
    frames = look(game, Position(kind.kind, state, {"players": state.n}, 0, 0), number=1)
    whole = json.loads(frames[0])
    whole["table"]["forecast"] = True
    if seat is None:
        whole |= {"seat": None, "seats": [], "decision": None}
    wire.send([json.dumps(whole), *(frames[1:] if seat is not None else [])])
    return wire


def planning() -> Table:
    """Draw is contested, Sail is safe, Tourist is lost; selling first spoils the hut."""
    table = vanuatu(rising_waters=True, first=0).office(1).lay("A1", "-1,1")
    table.state.round = 3
    table.island("0,0", huts=[1, 1, 0], water=2, tourists=2)
    table.player(0, money=4, boat="1,1", fish=[2]).player(1, boat="1,1")
    table.markers(
        draw=[1, 1, 0], sail=[1, 0, 0], tourist=[1, 0, 3], sell=[1, 0, 0], build=[0, 0, 1]
    )
    return still_to_place(table, 0, 1)


def test_shields_and_the_window_of_a_plan(visit: Open) -> None:
    page = visit("/")
    show(page, "vanuatu", planning().state)
    shield = page.locator('[data-shield="space:draw"]')
    shield.wait_for()
    assert "Contested" in shield.inner_text() and "Tern" in shield.inner_text()
    assert "Lost" in page.locator('[data-shield="space:tourist"]').inner_text()
    assert "Safe" in page.locator('[data-shield="space:sail"]').inner_text()
    board = page.locator(".stage").bounding_box()
    shield.click()
    window = page.get_by_role("dialog", name="Draw is contested by Tern")
    text = window.inner_text()
    assert "Tern adds a marker: 2 to your 1." in text
    assert "Tern takes the last one." in text
    window.get_by_text("4 in 16").wait_for()
    assert page.locator(".stage").bounding_box() == board  # the board keeps its size
    window.get_by_role("button", name="One more marker here").click()
    assert window.count() == 0
    assert page.locator('[data-ref="space:draw"]').get_attribute("data-state") == "chosen"
    assert findings(page, "html") == []


def test_keys_switch_and_step(visit: Open) -> None:
    page = visit("/")
    show(page, "vanuatu", planning().state)
    page.locator("[data-shield]").first.wait_for()
    page.keyboard.press("Shift+F")
    page.keyboard.press("Shift+F")
    focused = "document.activeElement.dataset.shield"
    assert page.evaluate(focused) == "space:sell"
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name="Sell fish is").wait_for()
    page.keyboard.press("Escape")
    assert page.locator("[data-window]").count() == 0
    page.keyboard.press("f")
    page.wait_for_function("!document.querySelector('[data-shield]')")
    assert page.locator("[data-forecast]").get_attribute("aria-pressed") == "false"
    page.keyboard.press("f")
    page.locator("[data-shield]").first.wait_for()


def test_the_flood_and_the_ten(visit: Open) -> None:
    page = visit("/")
    table = vanuatu(rising_waters=True, first=0).lay("A1", "-1,1")
    table.state.round, table.state.die = 2, 4
    table.island("0,0", huts=[1, 1, 0], water=2, tourists=2)
    table.player(0, money=4, boat="1,1", fish=[2])
    table.markers(sell=[1, 0, 0], build=[1, 0, 0], rest=[0, 1, 0]).turn_of(0)
    show(page, "vanuatu", table.state)
    flood = page.get_by_role("region", name="Flood forecast")
    flood.get_by_text("75%").wait_for()
    assert "Sinks with this flood." in flood.inner_text()
    assert "Everyone loses in 2 of 16 continuations." in flood.inner_text()
    assert "2 → 5" in page.locator(".pill").first.inner_text()
    label = page.locator('[data-ref="hex:0,0"]').get_attribute("aria-label") or ""
    assert "water 2, 5 after the next flood" in label and "sinks in 75 of 100 cases" in label
    ten = page.get_by_role("region", name="Mind the ten").inner_text()
    assert "4 + 6 = 10 → 0" in ten and "Build fails." in ten
    assert "4 \u2212 1 + 6 = 9" in ten and "Both work." in ten


def test_on_a_phone_the_window_lies_under_the_spaces(visit: Open) -> None:
    page = visit("/", phone=True)
    show(page, "vanuatu", planning().state, known=False)
    shield = page.locator('[data-shield="space:draw"]')
    shield.click()
    window = page.locator("[data-window]")
    assert "Draw is contested by Tern" in window.inner_text()
    window.get_by_text("How often is unknown.").wait_for()
    under, dock = window.bounding_box(), page.locator(".dock").first.bounding_box()
    assert under is not None and dock is not None and under["y"] >= dock["y"] + dock["height"] - 20
    page.locator("[data-chip=flood]").click()
    page.get_by_role("dialog", name="Flood forecast").wait_for()
    assert findings(page, "dialog[open]") == []


def harbor() -> Harbor:
    table = Harbor(round=4).show("A103", "A107").give(0, wood=2, fish=1, gold=0)
    table.give(0, elders=[(1, 2)], reserve_fish=1)
    table.player(0).shares = [1, 1]
    table.player(1).shares = [1, 0]
    table.state.market = [0, 0]
    return table


def test_where_the_fish_go_and_what_can_be_paid(visit: Open) -> None:
    page = visit("/")
    table = harbor()
    show(page, "nusfjord", table.state)
    flow = page.locator("[data-flow]")
    flow.wait_for()
    now = GAMES["nusfjord"].forecast(table.state, 0)
    assert f"You get {now.fishing[0].you} fish" in flow.inner_text()
    assert "Tern feeds the share you hold" in flow.inner_text()
    page.locator('[data-ref="ship:sloop"] [data-afford=later]').wait_for()
    assert "Round" in page.locator('[data-ref="ship:sloop"]').inner_text()
    schooner = page.locator('[data-ref="ship:schooner"] [data-afford=never]')
    assert "Lacks" in schooner.inner_text()
    assert "lacks 4 gold" in (schooner.locator(".sr").text_content() or "")
    page.locator('[data-ref="space:issue_share"]').hover()
    flow.get_by_text("Shares on offer").wait_for()
    assert findings(page, "html") == []


def test_the_fish_on_a_phone(visit: Open) -> None:
    page = visit("/", phone=True)
    show(page, "nusfjord", harbor().state)
    page.locator("[data-tab=harbor]").click()
    page.locator("[data-flow]").wait_for()
    assert "If you do this first" in page.locator("main").inner_text()
    assert "Issue a share" in page.locator("main").inner_text()
    assert findings(page, "main") == []


def test_a_watcher_sees_the_flood_only(visit: Open) -> None:
    page = visit("/")
    show(page, "vanuatu", planning().state, seat=None)
    page.get_by_role("region", name="Flood forecast").wait_for()
    assert page.locator("[data-shield]").count() == 0
    assert "A dike" not in page.get_by_role("region", name="Flood forecast").inner_text()
