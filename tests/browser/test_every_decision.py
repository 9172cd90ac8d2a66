"""Every kind of question both games ask can be answered through the page, at both sizes.

The positions come from seeded play; the page's socket is answered by the test itself.
"""

import time

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Open
from tests.browser.positions import KINDS, legal_texts, look, positions
from tests.browser.walk import Walker
from tests.browser.wire import Wire


def answer(page: Page, wire: Wire, walker: Walker) -> str:
    """Walk until the page sends a move."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        moves = [sent for sent in wire.sent if sent["type"] == "move"]
        if moves:
            return str(moves[0]["move"])
        walker.step()
        page.wait_for_timeout(20)
    raise AssertionError(f"no move was sent for {walker.kinds}")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", KINDS)
def test_every_kind_of_question_can_be_answered(visit: Open, game: str, phone: bool) -> None:
    page = visit("/", phone=phone)
    wire = Wire(page)
    reached = set()
    for number, at in enumerate(positions(game, KINDS[game]), start=1):
        wire.sent.clear()
        wire.send(look(game, at, number))
        page.wait_for_selector(f'[data-kind="{at.kind}"]')
        move = answer(page, wire, Walker(page, seed=number))
        assert move in legal_texts(game, at.state)
        reached.add(at.kind)
    assert reached == KINDS[game]
