"""Somebody's games as a file for spreadsheets and programs."""

from starlette.datastructures import Headers, QueryParams
from starlette.types import Receive, Scope, Send

from skerry.kernel.errors import SkerryError
from skerry.service.errors import NotAllowed
from skerry.service.messages import Problem
from skerry.web.call import Call, Services
from skerry.web.history import asked
from skerry.web.http import client_of, identify, problem_of, send_problem

COST = 5  # of a download, in costly reads


class GamesCsv:
    """Your games as a CSV file, with the same filters: `/api/profile/games.csv`."""

    def __init__(self, services: Services) -> None:
        self.services = services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            await send_problem(Problem(405, "wrong_method", "use GET"), send)
            return
        try:
            client, headers = client_of(scope), Headers(scope=scope)
            caller = await identify(self.services, headers, client)
            await self.services.reads.take(client, COST)
            query = QueryParams(scope["query_string"])
            call = Call(self.services, client, caller, headers, {}, query, None)
            owner, chosen = await asked(call)
            if not owner.mine:
                raise NotAllowed("only your own games can be downloaded")
            parts = self.services.history.csv(owner, chosen)
            first = await anext(parts)  # before anything is sent: the store may not answer
        except SkerryError as error:
            await send_problem(problem_of(error), send)
            return
        start = [
            (b"content-type", b"text/csv; charset=utf-8"),
            (b"content-disposition", b'attachment; filename="skerry-games.csv"'),
            (b"cache-control", b"no-store"),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": start})
        if scope["method"] == "GET":
            body = "http.response.body"
            await send({"type": body, "body": first.encode(), "more_body": True})
            async for part in parts:
                await send({"type": body, "body": part.encode(), "more_body": True})
        await send({"type": "http.response.body", "body": b""})
