"""Whatever a player does on the server calls off what was asked for in their absence."""

import asyncio
from pathlib import Path

import pytest

from tests.service.benches import inside

PAIR = {"game": "nusfjord", "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}


@pytest.mark.parametrize(
    ("path", "here"),
    [
        ("/api/tables/{id}", True),
        ("/api/tables", True),
        ("/api/mine", True),
        ("/api/home", True),
        ("/api/lessons", True),
        ("/api/profile", True),
        ("/api/waiting", False),  # an open page asks by itself
    ],
)
def test_a_request_calls_off_that_a_seat_is_freed(tmp_path: Path, path: str, here: bool) -> None:
    async def story() -> None:
        async with asyncio.timeout(60), inside.Inside(tmp_path) as server:
            ann, ben = await server.guest("Ann"), await server.guest("Ben")
            id = (await server.post("/api/tables", PAIR, cookie=ann)).json["table"]["id"]
            await server.post(f"/api/tables/{id}/join", cookie=ben)
            asked = await server.post(f"/api/tables/{id}/seats/1/free", cookie=ann)
            assert len(asked.json["table"]["absences"]) == 1
            assert (await server.get(path.format(id=id), cookie=ben)).status == 200
            shown = (await server.get(f"/api/tables/{id}", cookie=ann)).json["table"]
            assert bool(shown["absences"]) != here

    asyncio.run(story())
