"""One identity on every device: recovery codes, claim codes, becoming one, leaving, data."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from skerry.service.identity import joining
from skerry.service.identity.codes import CLAIM_LETTERS, tidy_recovery_code, words
from skerry.web import auth
from tests.service.benches import inside

Inside = inside.Inside
Answer = inside.Answer
SOLO = {"game": "nusfjord", "seats": [{"kind": "me"}]}
PAIR = {"game": "nusfjord", "seats": [{"kind": "me"}, {"kind": "open"}], "public": True}


def run_story(folder: Path, story: Callable[[inside.Inside], Awaitable[None]], **more: Any) -> None:
    async def work() -> None:
        async with asyncio.timeout(60), Inside(folder, **more) as server:
            await story(server)

    asyncio.run(work())


async def name_of(server: inside.Inside, cookie: str) -> str:
    return str((await server.get("/api/me", cookie=cookie)).json["name"])


async def account(server: inside.Inside, cookie: str) -> Any:
    answer = await server.get("/api/account", cookie=cookie)
    assert answer.status == 200, answer.body
    return answer.json


async def claim_code(server: inside.Inside, cookie: str) -> str:
    return str((await server.post("/api/account/claim", cookie=cookie)).json["code"])


async def recovery_code(server: inside.Inside, cookie: str) -> str:
    return str((await server.post("/api/account/recovery", cookie=cookie)).json["code"])


async def offered(server: inside.Inside, way: str, code: str, cookie: str = "") -> inside.Answer:
    return await server.post(f"/api/signin/{way}", {"code": code}, cookie=cookie)


async def confirmed(
    server: inside.Inside, offer: Any, cookie: str = "", **more: Any
) -> inside.Answer:
    body = {"ticket": offer["ticket"], **more}
    return await server.post("/api/signin/confirm", body, cookie=cookie)


async def joined(server: inside.Inside, code: str, cookie: str = "", **more: Any) -> str:
    """Join by a claim code; return the new cookie."""
    offer = await offered(server, "claim", code, cookie)
    assert offer.status == 200, offer.body
    answer = await confirmed(server, offer.json, cookie, **more)
    assert answer.status == 200, answer.body
    return answer.cookie


async def table_of(server: inside.Inside, cookie: str, new_table: Any = SOLO) -> str:
    answer = await server.post("/api/tables", new_table, cookie=cookie)
    assert answer.status == 201, answer.body
    return str(answer.json["table"]["id"])


async def mine(server: inside.Inside, cookie: str) -> set[str]:
    tables = (await server.get("/api/mine", cookie=cookie)).json["tables"]
    return {table["id"] for table in tables}


# -- claim codes


def test_a_second_device_joins_by_a_code_once(tmp_path: Path) -> None:
    async def story(server: inside.Inside) -> None:
        ada = await server.guest("Ada")
        table = await table_of(server, ada)
        code = await claim_code(server, ada)
        assert len(code) == 6 and set(code) <= set(CLAIM_LETTERS)
        assert (await account(server, ada))["claim_until"] > time.time() + 500
        offer = await offered(server, "claim", f" {code[:3].lower()}-{code[3:]} ")
        assert offer.json["name"] == "Ada" and not offer.cookie, "nothing yet: it must confirm"
        second = await confirmed(server, offer.json)
        assert await name_of(server, second.cookie) == "Ada"
        assert await mine(server, second.cookie) == {table}
        assert (await account(server, ada))["claim_until"] == 0
        assert len((await account(server, ada))["devices"]) == 2
        again = await offered(server, "claim", code)
        assert again.status == 403 and again.json["code"] == "bad_code", "one device"
        used = await confirmed(server, offer.json)
        assert used.status == 403 and not used.cookie, "a ticket is taken once"

    run_story(tmp_path, story)


def test_of_two_devices_with_one_code_one_joins(tmp_path: Path) -> None:
    async def story(server: inside.Inside) -> None:
        code = await claim_code(server, await server.guest("Ada"))
        offers = [(await offered(server, "claim", code)).json for _ in range(2)]
        answers = await asyncio.gather(*(confirmed(server, each) for each in offers))
        assert sorted(each.status for each in answers) == [200, 403]
        assert [bool(each.cookie) for each in answers].count(True) == 1

    run_story(tmp_path, story)


def test_codes_expire_and_are_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(server: inside.Inside) -> None:
        ada = await server.guest("Ada")
        first, second = await claim_code(server, ada), await claim_code(server, ada)
        assert (await offered(server, "claim", first)).status == 403, "replaced"
        offer = (await offered(server, "claim", second)).json
        later = time.time() + joining.CLAIM_SECONDS + 1
        monkeypatch.setattr(time, "time", lambda: later)
        assert (await offered(server, "claim", second)).status == 403, "expired"
        assert (await confirmed(server, offer)).json["code"] == "ticket_gone"
        for wrong in ("K74M2", "K74M20", "K74M2I", "......"):
            assert (await offered(server, "claim", wrong)).json["code"] == "no_code"

    run_story(tmp_path, story)


def test_a_device_that_was_signed_out_gives_nothing_away(tmp_path: Path) -> None:
    async def story(server: inside.Inside) -> None:
        ada = await server.guest("Ada")
        stolen = await joined(server, await claim_code(server, ada))
        code = await claim_code(server, stolen)
        offer = (await offered(server, "claim", code)).json
        await server.post("/api/devices/end", {}, cookie=ada)
        assert await name_of(server, stolen) == ""
        assert (await offered(server, "claim", code)).status == 403, "its code went with it"
        assert (await confirmed(server, offer)).status == 403, "also where it was entered before"
        for path in ("claim", "recovery", "passkeys/options"):
            answer = await server.post(f"/api/account/{path}", cookie=stolen)
            assert answer.status == 401, path
        assert (await server.get("/api/account", cookie=stolen)).status == 401

    run_story(tmp_path, story)


def test_a_server_that_has_not_heard_yet_gives_nothing_away_either(tmp_path: Path) -> None:
    """Another process holds the device in its cache for two seconds; the store does not."""

    async def story(server: inside.Inside) -> None:
        ada = await server.guest("Ada")
        stolen = await joined(server, await claim_code(server, ada))
        assert (await account(server, stolen))["name"] == "Ada"  # now it is cached
        devices = (await account(server, ada))["devices"]
        other = next(each["id"] for each in devices if not each["here"])
        await server.services.auth.accounts.end(other, time.time())
        assert (await server.post("/api/account/claim", cookie=stolen)).status == 403
        assert (await server.post("/api/account/recovery", cookie=stolen)).status == 403
        assert (await account(server, ada))["recovery_made"] == 0

    assert auth.CACHE_SECONDS > 1
    run_story(tmp_path, story)


def test_tokens_cannot_hand_over_an_identity(tmp_path: Path) -> None:
    async def story(server: inside.Inside) -> None:
        ada = await server.guest("Ada")
        token = (await server.post("/api/tokens", cookie=ada)).json["token"]
        for path in ("claim", "recovery", "passkeys/options", "keep"):
            answer = await server.post(f"/api/account/{path}", token=token)
            assert answer.json["code"] == "browser_only", path
        code = await claim_code(server, ada)
        answer = await server.post("/api/signin/claim", {"code": code}, token=token)
        assert answer.json["code"] == "browser_only"

    run_story(tmp_path, story)


def test_guessing_is_slow_whatever_the_rate(tmp_path: Path) -> None:
    async def story(server: inside.Inside) -> None:
        code = await claim_code(server, await server.guest("Ada"))
        statuses = [
            (await server.post("/api/signin/claim", {"code": "222222"}, client="192.0.2.9")).status
            for _ in range(12)
        ]
        assert statuses.count(403) == 10 and statuses[-2:] == [429, 429]
        right = await server.post("/api/signin/claim", {"code": code}, client="192.0.2.9")
        assert right.status == 429 and right.json["code"] == "too_many_tries"
        elsewhere = await server.post("/api/signin/claim", {"code": code}, client="192.0.2.10")
        assert elsewhere.status == 200
        for number in range(200):  # all addresses together have a limit, too
            client = f"198.51.100.{number}"
            last = await server.post("/api/signin/claim", {"code": "222222"}, client=client)
        assert last.status == 429

    run_story(tmp_path, story)


# -- recovery codes


def test_a_code_that_was_replaced_opens_nothing_half_way(tmp_path: Path) -> None:
    async def story(server: inside.Inside) -> None:
        ada = await server.guest("Ada")
        offer = (await offered(server, "recovery", await recovery_code(server, ada))).json
        await recovery_code(server, ada)
        late = await confirmed(server, offer)
        assert late.status == 403 and late.json["code"] == "bad_code" and not late.cookie
        assert (await account(server, ada))["recovery_used"] == 0

    run_story(tmp_path, story)


def test_a_recovery_code_brings_everything_back(tmp_path: Path) -> None:
    async def story(server: inside.Inside) -> None:
        ada = await server.guest("Ada")
        table = await table_of(server, ada)
        assert not (await account(server, ada))["safe"]
        code = await recovery_code(server, ada)
        parts = code.split()
        assert len(parts) == 5 and set(parts[:4]) <= set(words()) and 10 <= int(parts[4]) <= 99
        shown = await account(server, ada)
        assert shown["safe"] and shown["recovery_used"] == 0
        await server.post("/api/signout", cookie=ada)
        offer = await offered(server, "recovery", " · ".join(parts).upper())
        new = (await confirmed(server, offer.json)).cookie
        assert await name_of(server, new) == "Ada" and await mine(server, new) == {table}
        assert (await account(server, new))["recovery_used"] > 0
        newer = await recovery_code(server, new)
        old = await offered(server, "recovery", code)
        assert old.status == 403 and old.json["code"] == "bad_code", "a newer one replaced it"
        assert (await offered(server, "recovery", newer)).status == 200
        wrong = await offered(server, "recovery", "otter xyzzy otter otter 19")
        assert wrong.json["code"] == "unknown_word"

    run_story(tmp_path, story)


def test_codes_are_stored_as_hashes_only(tmp_path: Path) -> None:
    async def story(server: inside.Inside) -> None:
        ada = await server.guest("Ada")
        code, claim = await recovery_code(server, ada), await claim_code(server, ada)
        for file in tmp_path.glob("skerry.db*"):
            raw = file.read_bytes()
            assert claim.encode() not in raw and code.encode() not in raw
            assert tidy_recovery_code(code).encode() not in raw

    run_story(tmp_path, story)


def test_words_cannot_be_mistaken_for_each_other() -> None:
    known = words()
    assert len(known) == len(set(known)) == 2048
    assert all(word.isascii() and word.islower() and 4 <= len(word) <= 7 for word in known)
    shorter: dict[str, set[str]] = {}
    for word in known:
        # Two words that differ in one letter, or by one more, share what is left without it.
        for at in range(len(word)):
            shorter.setdefault(f"{word[:at]}_{word[at + 1 :]}", set()).add(word)
            assert word[:at] + word[at + 1 :] not in known
    assert max(map(len, shorter.values())) == 1
