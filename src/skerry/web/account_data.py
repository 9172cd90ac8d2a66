"""All data of a person as one file to download."""

import time

from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from skerry.kernel.errors import SkerryError
from skerry.service.identity.download import everything_of
from skerry.service.messages import Problem
from skerry.web.auth import NotSignedIn
from skerry.web.call import Services
from skerry.web.http import client_of, identify, problem_of, send_problem

COST = 10  # of a download, in costly reads


class AccountData:
    """Writes the file while it is read from the store."""

    def __init__(self, services: Services) -> None:
        self.services = services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "GET":
            await send_problem(Problem(405, "wrong_method", "use GET"), send)
            return
        try:
            caller = await identify(self.services, Headers(scope=scope), client_of(scope))
            if caller.user is None:
                raise NotSignedIn("choose a name first: POST /api/guests")
            await self.services.reads.take(caller.user.id, COST)
            pieces = everything_of(self.services.tables, caller.user, time.time())
            first = await anext(pieces)  # before anything is sent: the store may not answer
        except SkerryError as error:
            await send_problem(problem_of(error), send)
            return
        headers = [
            (b"content-type", b"application/json"),
            (b"content-disposition", b'attachment; filename="skerry-my-data.json"'),
            (b"cache-control", b"no-store"),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        body = "http.response.body"
        await send({"type": body, "body": first, "more_body": True})
        async for piece in pieces:
            await send({"type": body, "body": piece, "more_body": True})
        await send({"type": body, "body": b""})
