"""Every kind of question both games ask can be answered through the page, at both sizes.

The positions come from seeded play; the page's socket is answered by the test itself.
"""

import json
import time

import pytest
from playwright.sync_api import Page, WebSocketRoute

from skerry.games.nusfjord.questions import KINDS as NUSFJORD_KINDS
from skerry.games.vanuatu.questions import KINDS as VANUATU_KINDS
from tests.browser.conftest import Open
from tests.browser.positions import legal_texts, look, positions
from tests.browser.walk import Walker

KINDS = {
    "vanuatu": set(VANUATU_KINDS.values()),
    "nusfjord": {kind for kind, _ in NUSFJORD_KINDS.values()},
}
RARE = {"vanuatu": set(), "nusfjord": {"take_shares"}}  # one card asks it; not in these games


class Wire:
    """The server's end of the page's socket."""

    def __init__(self, page: Page) -> None:
        self.sent: list[dict[str, object]] = []
        self.socket: WebSocketRoute | None = None
        page.route_web_socket("**/api/tables/table0/socket*", self._open)

    def _open(self, socket: WebSocketRoute) -> None:
        self.socket = socket
        socket.on_message(lambda text: self.sent.append(json.loads(text)))

    def tell(self, frames: list[str]) -> None:
        assert self.socket is not None
        for frame in frames:
            self.socket.send(frame)


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
    page.goto(page.url + "t/table0")
    while wire.socket is None:
        page.wait_for_timeout(20)
    for number, (kind, state) in enumerate(positions(game, games=120), start=1):
        wire.sent.clear()
        wire.tell(look(game, state, number))
        page.wait_for_selector(f'[data-kind="{kind}"]')
        move = answer(page, wire, Walker(page, seed=number))
        assert move in legal_texts(game, state)
        reached.add(kind)
    assert KINDS[game] - RARE[game] <= reached
