"""No text in the lobby and at the table is smaller than 11.5 px.

Other pages are measured where a test has them open: lessons, results, reviews, the operator's page.
"""

import pytest

from tests.browser.conftest import Open
from tests.browser.letters import small
from tests.browser.positions import look, positions
from tests.browser.wire import Wire

SHOWN = {
    "vanuatu": ["plan_marker", "take_turn", "sail", "build", "buy", "choose_character", "sell"],
    "nusfjord": ["take_turn", "choose_building", "choose_cell", "serve_plates", "take_elder"],
}


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_nothing_is_written_too_small(visit: Open, phone: bool) -> None:
    page = visit("/", phone=phone)
    page.get_by_role("heading", name="Seats").wait_for()
    wrong = small(page, "lobby")
    for game, kinds in SHOWN.items():
        page = visit("/", phone=phone)
        wire = Wire(page)
        for number, at in enumerate(positions(game, set(kinds)), start=1):
            wire.send(look(game, at, number))
            page.wait_for_selector(f'[data-kind="{at.kind}"]')
            wrong += small(page, f"{game} {at.kind}")
            if game == "nusfjord" and phone and at.kind == "take_turn":
                for tab in page.locator(".tb [role=tab]").all():
                    tab.tap()
                    wrong += small(page, f"{game} {tab.inner_text()}")
            if game == "vanuatu" and not phone and at.kind == "sell":
                page.set_viewport_size({"width": 820, "height": 1180})
                wrong += small(page, f"{game} on a tablet")
                page.set_viewport_size({"width": 1440, "height": 900})
    assert not wrong, "\n".join(wrong)
