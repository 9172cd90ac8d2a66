"""The server's end of a page's socket, held by the test: the page shows what it is told."""

import json

from playwright.sync_api import Page, WebSocketRoute


class Wire:
    """The table `table0` of a page that stands in the lobby; opens it there."""

    def __init__(self, page: Page) -> None:
        self.sent: list[dict[str, object]] = []
        self.socket: WebSocketRoute | None = None
        page.route_web_socket("**/api/tables/table0/socket*", self._open)
        page.goto(page.url + "t/table0")
        for _ in range(500):
            if self.socket is not None:
                return
            page.wait_for_timeout(20)
        raise AssertionError("the page opened no socket")

    def _open(self, socket: WebSocketRoute) -> None:
        self.socket = socket
        socket.on_message(lambda text: self.sent.append(json.loads(text)))

    def send(self, frames: list[str]) -> None:
        assert self.socket is not None
        for frame in frames:
            self.socket.send(frame)
