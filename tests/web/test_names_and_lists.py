"""Names that deceive, and lists that somebody could fill."""

import asyncio
from pathlib import Path

import pytest

from skerry.service.errors import BadRequest
from skerry.service.people import tidy_name
from skerry.service.viewers import table_views
from tests.service.benches import inside


@pytest.mark.parametrize(
    "name",
    ["Ada", "Ада", "李雷", "Ada 李", "Zoë", "Søren 2", "Ada 🐟", "Đặng", "ΑΒΓ", "محمد", "O'Neil"],
)
def test_names_of_people(name: str) -> None:
    assert tidy_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "\u3164",  # Hangul filler
        "\u2800\u2800",  # Braille without dots
        "Ada\u3164",
        "\u200b\u200d",
        "---",
        "\u0410da",  # a Cyrillic A
        "Ad\u0430",
        "Gr\u03bfta",  # a Greek o
        "A" + "\u0301" * 8,
        "\u202e",
    ],
)
def test_names_that_deceive_are_refused(name: str) -> None:
    with pytest.raises(BadRequest):
        tidy_name(name)


def test_the_lobby_shows_a_few_tables_per_host_and_mine_is_paged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_views, "OWN_TABLES", 5)

    async def story() -> None:
        new_table = {
            "game": "nusfjord",
            "seats": [{"kind": "me"}, {"kind": "open"}],
            "public": True,
        }
        async with inside.Inside(tmp_path) as server:
            ann = await server.guest("Ann")
            await server.post("/api/tables", new_table, cookie=ann)
            eve = await server.guest("Eve")
            made = [
                (await server.post("/api/tables", new_table, cookie=eve)).json["table"]["id"]
                for _ in range(60)
            ]
            lobby = (await server.get("/api/tables", cookie=await server.guest("Ben"))).json
            names = [table["seats"][0]["name"] for table in lobby["tables"]]
            assert sorted(names) == ["Ann", "Eve", "Eve", "Eve"]
            own = (await server.get("/api/tables", cookie=eve)).json["tables"]
            assert len(own) == 50, "one's own are all there"
            found, page = [], ""
            for _ in range(20):
                answer = (await server.get(f"/api/mine?page={page}", cookie=eve)).json
                found += [table["id"] for table in answer["tables"]]
                assert len(answer["tables"]) <= 5
                page = answer["next"]
                if not page:
                    break
            assert sorted(found) == sorted(made), "each once"
            assert (await server.get("/api/mine?page=x", cookie=eve)).status == 400

    asyncio.run(story())


def test_one_host_with_very_many_tables_hides_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_views, "LOBBY_TABLES", 5)
    monkeypatch.setattr(table_views, "LOBBY_READS", 3)

    async def story() -> None:
        wish = {"game": "nusfjord", "seats": [{"kind": "me"}, {"kind": "open"}], "public": True}
        async with inside.Inside(tmp_path) as server:
            ann, eve = await server.guest("Ann"), await server.guest("Eve")
            await server.post("/api/tables", wish, cookie=ann)
            for _ in range(40):
                await server.post("/api/tables", wish, cookie=eve)
            lobby = (await server.get("/api/tables", cookie=await server.guest("Ben"))).json
            names = [table["seats"][0]["name"] for table in lobby["tables"]]
            assert sorted(names) == ["Ann", "Eve", "Eve", "Eve"]

    asyncio.run(story())
