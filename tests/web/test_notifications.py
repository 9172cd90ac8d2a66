"""Notifications over HTTP: what is shown, who may change it, and the links in mails."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from skerry.kernel.errors import BadSetup
from skerry.web.settings import Settings
from tests.notifications.club import token_in
from tests.notifications.receivers import Browser, mail_receiver, web_receiver
from tests.service.benches import inside

PATH = "/api/notifications"
BASE = "https://club.example.org/skerry"


def run_story(folder: Path, story: Callable[[inside.Inside], Awaitable[None]], **more) -> None:
    async def work() -> None:
        async with asyncio.timeout(60), inside.Inside(folder, **more) as server:
            await story(server)

    asyncio.run(work())


def test_a_server_without_mail_says_so(tmp_path: Path) -> None:
    async def story(server: inside.Inside) -> None:
        assert (await server.get(PATH)).status == 401
        cookie = await server.guest()
        shown = (await server.get(PATH, cookie=cookie)).json
        assert not shown["mail"]["available"] and not shown["push"]["on"]
        answer = await server.post(PATH + "/mail", {"address": "ada@example.org"}, cookie=cookie)
        assert (answer.status, answer.json["code"]) == (422, "no_smtp")

    run_story(tmp_path, story)


@pytest.mark.parametrize(
    "url", ["https://127.0.0.1/", "https://[::1]/", "https://169.254.169.254/", "http://a.example/"]
)
def test_a_webhook_aimed_at_the_machine_is_refused(tmp_path: Path, url: str) -> None:
    async def story(server: inside.Inside) -> None:
        cookie = await server.guest()
        webhook = {"url": url, "kind": "json"}
        answer = await server.post(PATH + "/webhook", webhook, cookie=cookie)
        assert answer.status == 400
        assert answer.json["code"] in ("private_address", "not_https")
        push = {"endpoint": url, "key": Browser(None).subscription_key, "auth": "A" * 22}
        answer = await server.post(PATH + "/push", push, cookie=cookie)
        assert answer.json["code"] in ("private_address", "not_https")
        shown = (await server.get(PATH, cookie=cookie)).json
        assert shown["webhook"]["url"] == "" and shown["push"]["devices"] == []

    run_story(tmp_path, story)


def test_push_goes_to_the_browser_that_asked_until_it_signs_out(tmp_path: Path) -> None:
    async def story(server: inside.Inside) -> None:
        async with web_receiver() as web:
            cookie = await server.guest()
            browser = Browser(web)
            while not (await server.get(PATH, cookie=cookie)).json["push"]["key"]:
                await asyncio.sleep(0.01)
            answer = await server.post(PATH + "/push", browser.subscription, cookie=cookie)
            (device,) = answer.json["push"]["devices"]
            assert device["here"] and answer.json["push"]["on"]
            test = await server.post(PATH + "/test", {"channel": "push"}, cookie=cookie)
            assert test.json["ok"], test.json
            assert browser.arrived[0]["title"] == "A test from Skerry"
            bad = {**browser.subscription, "key": "AAAA"}
            assert (await server.post(PATH + "/push", bad, cookie=cookie)).status == 400
            store = server.services.tables.store.notifications
            me = (await server.get("/api/me", cookie=cookie)).json["id"]
            assert len(await store.devices(me)) == 1
            await server.post("/api/signout", cookie=cookie)
            while await store.devices(me):
                await asyncio.sleep(0.01)

    run_story(tmp_path, story, allow_private_webhooks=True)


def test_links_in_mails(tmp_path: Path) -> None:
    async def work() -> None:
        async with mail_receiver() as post:
            settings = {"smtp": post.url, "mail_from": "Skerry <games@example.org>"}
            async with inside.Inside(tmp_path, base_url=BASE, **settings) as server:
                cookie = await server.guest()
                more = {"cookie": cookie, "headers": {"origin": "https://club.example.org"}}
                path = PATH + "/mail?language=fr"
                answer = await server.post(path, {"address": "ada@example.org"}, **more)
                assert answer.json["mail"]["address"] == "ada@example.org"
                assert not answer.json["mail"]["confirmed"]
                (mail,) = post.mails
                assert mail["Subject"] == "Confirmez votre adresse pour Skerry"
                token = token_in(mail, f"{BASE}/notices?confirm=")
                # On another device, which is signed in as nobody.
                used = await server.post(PATH + "/mail/confirm", {"token": token})
                assert used.json["address"] == "ada@example.org"
                wrong = await server.post(PATH + "/mail/confirm", {"token": token[:-1]})
                assert (wrong.status, wrong.json["code"]) == (403, "old_link")
                await server.post(PATH + "/test", {"channel": "mail"}, **more)
                link = post.mails[1]["List-Unsubscribe"].strip("<>")
                assert link.startswith(BASE)
                local = link.removeprefix(BASE)
                looked = await server.get(local)  # a program that follows links changes nothing
                assert looked.status == 303
                assert looked.headers["location"].startswith(f"{BASE}/notices?off=")
                assert (await server.get(PATH, cookie=cookie)).json["mail"]["on"]
                form = {"content-type": "application/x-www-form-urlencoded"}
                done = await server.post(local, b"List-Unsubscribe=One-Click", headers=form)
                assert done.status == 200
                assert not (await server.get(PATH, cookie=cookie)).json["mail"]["on"]
                assert (await server.post(local[:-3])).status == 403
                assert (await server.ask("PUT", local)).status == 405

    asyncio.run(work())


def test_tests_are_limited(tmp_path: Path) -> None:
    async def story(server: inside.Inside) -> None:
        cookie = await server.guest()
        statuses = [
            (await server.post(PATH + "/test", {"channel": "mail"}, cookie=cookie)).status
            for _ in range(15)
        ]
        assert 429 in statuses

    run_story(tmp_path, story, rate=20.0)


@pytest.mark.parametrize(
    ("smtp", "sender", "why"),
    [
        ("mail.example.org", "a@example.org", "is not an address"),
        ("smtp://mail.example.org:x", "a@example.org", "not a number"),
        ("smtp://mail.example.org", "", "needs --mail-from"),
        ("smtp://mail.example.org", "a@example.org", "needs --base-url"),
    ],
)
def test_wrong_mail_settings(smtp: str, sender: str, why: str) -> None:
    with pytest.raises(BadSetup, match=why):
        Settings(smtp=smtp, mail_from=sender).check()
