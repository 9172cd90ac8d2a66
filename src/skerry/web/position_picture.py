"""A link that holds a position (`/p/GAME?d=...`) as a picture, as a spectator sees it."""

import asyncio

from starlette.datastructures import QueryParams
from starlette.types import Receive, Scope, Send

from skerry.kernel.errors import SkerryError
from skerry.service.messages import Problem
from skerry.web.call import Services
from skerry.web.http import client_of, problem_of, send_problem

LONGEST = 8000  # characters of a link
COST = 5  # of a picture, in costly reads


def _drawn(game: str, data: str) -> bytes:
    # Imported here: the package brings large libraries along, which most servers never need.
    from skerry.research.positions import unpacked

    return unpacked(game, data)._repr_svg_().encode()


class PositionPicture:
    """Draws positions for browsers; whatever is hidden in them stays in the link."""

    def __init__(self, services: Services) -> None:
        self.services = services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            await send_problem(Problem(405, "wrong_method", "use GET"), send)
            return
        game = scope["path_params"]["game"]
        data = QueryParams(scope["query_string"][:LONGEST]).get("d", "")
        try:
            await self.services.reads.take(client_of(scope), COST)
            picture = await asyncio.to_thread(_drawn, game, data)
        except SkerryError as error:
            await send_problem(problem_of(error), send)
            return
        headers = [
            (b"content-type", b"image/svg+xml; charset=utf-8"),
            (b"content-length", str(len(picture)).encode()),
            (b"cache-control", b"no-cache"),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        body = b"" if scope["method"] == "HEAD" else picture
        await send({"type": "http.response.body", "body": body})
