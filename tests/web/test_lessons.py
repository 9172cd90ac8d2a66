"""Lessons over HTTP: every chapter to its end, other moves, restarts, and playing on."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from skerry.games import GAMES
from skerry.lessons import Lesson, load
from skerry.web.client import Client, Refusal
from tests.service.benches import running
from tests.web.test_server import guest, run

CHAPTERS = [chapter.id for game in GAMES for chapter in load(game)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[running.OwnServer]:
    own = running.OwnServer(tmp_path_factory.mktemp("lessons"))
    own.start()
    yield own
    own.stop()


def path(chapter: str) -> str:
    return "/api/lessons/" + chapter.replace(".", "/")


class Learner:
    """Goes through a chapter by its messages alone."""

    def __init__(self, client: Client, chapter: str) -> None:
        self.client, self.path = client, path(chapter)

    async def open(self) -> dict[str, Any]:
        self.page = await self.client.get(self.path)
        self.decision = self.page["table"]["decision"]
        return self.page

    async def act(self, what: str, **body: Any) -> dict[str, Any]:
        body["after"] = self.page["version"]
        self.page = await self.client.post(f"{self.path}/{what}", body)
        self.decision = self.page["updates"][-1]["decision"]
        return self.page

    async def answer(self) -> None:
        """Make the move asked for, or go on."""
        ask = self.page["lesson"]["ask"]
        if ask is None:
            await self.act("next")
            return
        offered = {move["id"] for move in self.decision["moves"] + self.decision["anytime"]}
        move = next(move for move in ask["moves"] if move in offered)
        await self.act("moves", move=move)
        assert self.page["lesson"]["tried"] is None
        assert self.page["updates"][0]["entries"][0]["move"] == move


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_is_played_and_played_on(server: running.OwnServer, chapter: str) -> None:
    async def story() -> None:
        ada = await guest(server)
        learner = Learner(ada, chapter)
        await learner.open()
        first = learner.page["table"]
        assert first["table"]["status"] == "running" and first["seats"] == [first["seat"]]
        with pytest.raises(Refusal, match="finish the chapter"):
            await ada.post(learner.path + "/table", {})
        while not learner.page["lesson"]["finished"]:
            await learner.answer()
        assert (await ada.get(learner.path))["lesson"]["finished"]
        table = await ada.post(learner.path + "/table", {})
        kinds = [seat["kind"] for seat in table["table"]["seats"]]
        assert kinds == ["human"] + ["bot"] * (len(kinds) - 1)
        assert table["table"]["status"] == "running" and table["table"]["hints"]
        assert table["decision"] is not None or table["table"]["turn"] != 0
        assert table["chat"] == []
        rows = {row["id"]: row for row in (await ada.get("/api/lessons"))["chapters"]}
        assert rows[chapter]["state"] == "done"

    run(story())


def test_another_move_is_priced_kept_or_taken_back(server: running.OwnServer) -> None:
    async def story() -> None:
        ada = await guest(server)
        learner = Learner(ada, "nusfjord.harbor")
        await learner.open()
        while learner.page["lesson"]["ask"] is None:
            await learner.answer()
        before = learner.page["updates"][-1]["view"]
        await learner.act("moves", move="place gold")
        lesson = learner.page["lesson"]
        assert lesson["tried"]["move"] == "place gold"
        assert ("gold", 1, 0) in [
            (r["icon"], r["tried"], r["asked"]) for r in lesson["price"]["rows"]
        ]
        assert learner.page["updates"][-1]["view"] == before, "it was not made"
        assert (await ada.get(learner.path))["lesson"] == lesson, "another window shows the same"
        if not lesson["keep_ok"]:
            with pytest.raises(Refusal, match="no move was tried"):
                await learner.act("keep")
        await learner.act("back")
        assert learner.page["lesson"]["tried"] is None
        with pytest.raises(Refusal) as refusal:
            await learner.act("moves", move="place nowhere")
        assert (refusal.value.status, refusal.value.problem["code"]) == (422, "illegal")
        details = await ada.get(learner.path + "/details")
        assert set(details["previews"]) >= {move["id"] for move in learner.decision["moves"]}

    run(story())


def test_a_kept_move_goes_on(server: running.OwnServer) -> None:
    """The first move of any chapter that may be kept, found in the scripts."""
    chapter, step, move = next(
        (chapter, step.id, wrong.move)
        for game in GAMES
        for chapter in load(game)
        for step in chapter.steps
        for ask in step.ask
        for wrong in ask.wrong
        if wrong.keep
    )

    async def story() -> None:
        ada = await guest(server)
        learner = Learner(ada, chapter.id)
        titles = (await learner.open())["lesson"]["step_titles"]
        goal = [each.id for each in chapter.steps].index(step)
        while learner.page["lesson"]["step"] <= goal or learner.page["lesson"]["ask"] is None:
            await learner.answer()
        assert titles[goal] == learner.page["lesson"]["step_titles"][goal]
        while not any(each["id"] == move for each in learner.decision["moves"]):
            await learner.answer()
        await learner.act("moves", move=move)
        assert learner.page["lesson"]["keep_ok"]
        await learner.act("keep")
        assert learner.page["updates"][0]["entries"][0]["move"] == move
        while not learner.page["lesson"]["finished"]:
            await learner.answer()

    run(story())


def test_two_windows_do_not_answer_twice(server: running.OwnServer) -> None:
    async def story() -> None:
        ada = await guest(server)
        one, two = Learner(ada, "vanuatu.canoe"), Learner(ada, "vanuatu.canoe")
        await one.open()
        await two.open()
        done = await asyncio.gather(one.act("next"), two.act("next"), return_exceptions=True)
        late = [each for each in done if isinstance(each, Refusal)]
        assert len(late) == 1 and late[0].status == 409
        assert late[0].problem["code"] == "lesson_stale"
        assert (await one.open())["lesson"]["step"] == 2, "one step only"

    run(story())


def test_progress_survives_a_restart_and_belongs_to_one_user(tmp_path: Path) -> None:
    own = running.OwnServer(tmp_path)
    own.start()

    async def begin() -> tuple[Client, dict[str, Any]]:
        ada = await guest(own)
        learner = Learner(ada, "vanuatu.plan")
        await learner.open()
        for _ in range(4):
            await learner.answer()
        return ada, await learner.open()

    ada, left = asyncio.run(begin())
    own.stop()
    own.start()

    async def resume() -> None:
        ada.url = own.url
        assert await ada.get(path("vanuatu.plan")) == left
        learn = await ada.get("/api/lessons?game=nusfjord")
        assert learn["next_chapter"] == "vanuatu.plan" and not learn["first_visit"]
        ben = await guest(own, "Ben")
        fresh = await ben.get("/api/lessons?game=nusfjord")
        assert fresh["next_chapter"] == "nusfjord.harbor" and fresh["first_visit"]
        again = await ada.post(path("vanuatu.plan") + "/restart", {})
        assert again["lesson"]["step"] == 1 and again["version"] == left["version"] + 1

    run(resume())
    own.stop()


def test_strangers_may_look_and_nobody_finds_what_is_not_there(server: running.OwnServer) -> None:
    async def story() -> None:
        stranger = Client(server.url)
        page = await stranger.get(path("nusfjord.ships") + "?language=fr")
        french = Lesson(load("nusfjord", "fr")[5])
        assert page["lesson"]["title"] == french.view().title
        other = await stranger.get(path("nusfjord.ships") + "?language=tlh")
        assert other["lesson"]["title"] == Lesson(load("nusfjord")[5]).view().title
        refusals = []
        for where in ("vanuatu/nothing", "chess/canoe"):
            with pytest.raises(Refusal) as refusal:
                await stranger.get(f"/api/lessons/{where}")
            refusals.append((refusal.value.status, refusal.value.problem["code"]))
        assert refusals == [(404, "no_chapter"), (404, "unknown_game")]
        with pytest.raises(Refusal) as refusal:
            await stranger.post(path("nusfjord.ships") + "/next", {"after": 0})
        assert refusal.value.status == 401

    run(story())
