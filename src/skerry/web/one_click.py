"""The address in the List-Unsubscribe header of our mails (RFC 8058).

Mail programs post to it and need no answer; a person who opens it is shown the page with a button,
so that a program which only looks at links switches nothing off.
"""

from starlette.types import Receive, Scope, Send

from skerry.service.messages import Problem
from skerry.web.call import Services
from skerry.web.http import client_of, problem_of, send_problem


class OneClickUnsubscribe:
    """Switches mails off for whoever has one of them."""

    def __init__(self, services: Services) -> None:
        self.services = services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        token: str = scope["path_params"]["token"]
        channels = self.services.notifications.channels
        try:
            await self.services.requests.take(client_of(scope))
            if scope["method"] in ("GET", "HEAD"):
                channels.read_unsubscribe(token)
                await _answer(send, 303, channels.unsubscribe_page(token))
            elif scope["method"] == "POST":
                await self.services.notifications.unsubscribe(token)
                await _answer(send, 200)
            else:
                await send_problem(Problem(405, "wrong_method", "use POST"), send)
        except Exception as error:
            await send_problem(problem_of(error), send)


async def _answer(send: Send, status: int, location: str = "") -> None:
    headers = [(b"content-length", b"0"), (b"cache-control", b"no-store")]
    if location:
        headers.append((b"location", location.encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
