"""Passkeys: a challenge is answered once, by who was asked, at our own address."""

import hashlib
import json
import secrets
import time
from pathlib import Path
from typing import Any

import cbor2
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import bytes_to_base64url as b64

from skerry.service.errors import Refused
from skerry.web import passkeys
from skerry.web.passkeys import Site
from skerry.web.settings import Settings
from tests.service.benches import inside
from tests.web.test_account import account, claim_code, confirmed, joined, name_of, run_story

ORIGIN = "http://localhost"


class SoftAuthenticator:
    """What a security key does, in a few lines."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(16)
        self.count = 0

    def _data(self, site: str, more: bytes = b"") -> bytes:
        self.count += 1
        flags = 0x45 if more else 0x05  # present, verified, with a key
        hashed = hashlib.sha256(site.encode()).digest()
        return hashed + bytes([flags]) + self.count.to_bytes(4, "big") + more

    def _client(self, kind: str, challenge: str, origin: str) -> bytes:
        said = {"type": f"webauthn.{kind}", "challenge": challenge, "origin": origin}
        return json.dumps(said).encode()

    def make(self, options: Any, origin: str = ORIGIN, site: str = "localhost") -> Any:
        numbers = self.key.public_key().public_numbers()
        x, y = (each.to_bytes(32, "big") for each in (numbers.x, numbers.y))
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        more = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        attested = {"fmt": "none", "attStmt": {}, "authData": self._data(site, more)}
        client = self._client("create", options["challenge"], origin)
        response = {"clientDataJSON": b64(client), "attestationObject": b64(cbor2.dumps(attested))}
        return self._credential(response)

    def use(self, options: Any, origin: str = ORIGIN, site: str = "localhost") -> Any:
        data, client = self._data(site), self._client("get", options["challenge"], origin)
        signed = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        response = {
            "clientDataJSON": b64(client),
            "authenticatorData": b64(data),
            "signature": b64(signed),
            "userHandle": None,
        }
        return self._credential(response)

    def _credential(self, response: Any) -> Any:
        id = b64(self.id)
        return {"id": id, "rawId": id, "type": "public-key", "response": response}


async def options(server: inside.Inside, path: str, cookie: str = "") -> Any:
    answer = await server.post(f"/api/{path}/options", cookie=cookie)
    assert answer.status == 200, answer.body
    return answer.json["options"]


async def add(server: inside.Inside, cookie: str, credential: Any) -> inside.Answer:
    return await server.post("/api/account/passkeys", {"credential": credential}, cookie=cookie)


async def use(server: inside.Inside, credential: Any) -> inside.Answer:
    return await server.post("/api/signin/passkey", {"credential": credential})


def test_a_passkey_is_made_and_used(tmp_path: Path) -> None:
    async def story(server: inside.Inside) -> None:
        ada, key = await server.guest("Ada"), SoftAuthenticator()
        asked = await options(server, "account/passkeys", ada)
        assert asked["rp"]["id"] == "localhost"
        assert asked["authenticatorSelection"]["residentKey"] == "required"
        made = key.make(asked)
        answer = await add(server, ada, made)
        assert answer.status == 200 and answer.json["safe"], answer.body
        assert (await add(server, ada, made)).json["code"] == "ticket_gone", "answered once"
        used = key.use(await options(server, "signin"))
        offer = await use(server, used)
        assert offer.status == 200, offer.body
        assert await name_of(server, (await confirmed(server, offer.json)).cookie) == "Ada"
        assert (await use(server, used)).json["code"] == "ticket_gone", "nobody can repeat it"
        assert (await account(server, ada))["passkeys"][0]["used"] > 0
        again = await options(server, "account/passkeys", ada)
        assert [each["id"] for each in again["excludeCredentials"]] == [b64(key.id)]

    run_story(tmp_path, story)


@pytest.mark.parametrize(
    "wrong", [{"origin": "https://evil.example"}, {"site": "evil.example"}, {"key": "other"}]
)
def test_foreign_answers_open_nothing(tmp_path: Path, wrong: dict[str, str]) -> None:
    async def story(server: inside.Inside) -> None:
        ada, key = await server.guest("Ada"), SoftAuthenticator()
        place = {name: value for name, value in wrong.items() if name != "key"}
        if place:
            foreign = key.make(await options(server, "account/passkeys", ada), **place)
            assert (await add(server, ada, foreign)).json["code"] == "bad_passkey"
        await add(server, ada, key.make(await options(server, "account/passkeys", ada)))
        thief = SoftAuthenticator()
        thief.id = key.id
        signer = key if place else thief
        refused = await use(server, signer.use(await options(server, "signin"), **place))
        assert refused.status == 403 and refused.json["code"] == "bad_passkey"

    run_story(tmp_path, story)


def test_a_challenge_is_for_who_was_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(server: inside.Inside) -> None:
        ada, eve = await server.guest("Ada"), await server.guest("Eve")
        second = await joined(server, await claim_code(server, ada))
        for other in (eve, second):
            made = SoftAuthenticator().make(await options(server, "account/passkeys", ada))
            assert (await add(server, other, made)).json["code"] == "bad_passkey"
        made = SoftAuthenticator().make(await options(server, "signin"))
        assert (await add(server, ada, made)).json["code"] == "ticket_gone", "of another kind"
        for nonsense in ({}, {"response": 1}, {"response": {"clientDataJSON": "@@"}}):
            assert (await add(server, ada, nonsense)).json["code"] == "bad_passkey"
        late = SoftAuthenticator().make(await options(server, "account/passkeys", ada))
        later = time.time() + passkeys.CHALLENGE_SECONDS + 1
        monkeypatch.setattr(time, "time", lambda: later)
        assert (await add(server, ada, late)).json["code"] == "ticket_gone", "too late"
        assert (await account(server, ada))["passkeys"] == []

    run_story(tmp_path, story)


def test_a_passkey_that_was_removed_opens_nothing_half_way(tmp_path: Path) -> None:
    async def story(server: inside.Inside) -> None:
        ada, key = await server.guest("Ada"), SoftAuthenticator()
        await add(server, ada, key.make(await options(server, "account/passkeys", ada)))
        offer = await use(server, key.use(await options(server, "signin")))
        await server.post("/api/account/passkeys/remove", {"id": b64(key.id)}, cookie=ada)
        late = await confirmed(server, offer.json)
        assert late.status == 403 and not late.cookie

    run_story(tmp_path, story)


def test_a_device_that_was_signed_out_adds_no_passkey(tmp_path: Path) -> None:
    async def story(server: inside.Inside) -> None:
        ada = await server.guest("Ada")
        stolen = await joined(server, await claim_code(server, ada))
        made = SoftAuthenticator().make(await options(server, "account/passkeys", stolen))
        devices = (await account(server, ada))["devices"]
        other = next(each["id"] for each in devices if not each["here"])
        # By another process: this one has not heard of it yet.
        await server.services.auth.accounts.end(other, time.time())
        refused = await add(server, stolen, made)
        assert refused.status == 403 and refused.json["code"] == "signed_out"
        assert (await account(server, ada))["passkeys"] == []

    run_story(tmp_path, story)


def test_the_site_is_the_public_address() -> None:
    behind = Site(Settings(base_url="https://club.org:8443/skerry"), {"host": "127.0.0.1:8017"})
    assert (behind.name, behind.origins) == ("club.org", ["https://club.org:8443"])
    typed = Site(Settings(base_url="https://Spiele.M\u00fcnchen.de:443"), {})
    assert typed.origins == ["https://spiele.xn--mnchen-3ya.de"], "as browsers send it"
    assert typed.name == "spiele.xn--mnchen-3ya.de"
    plain = Site(Settings(), {"host": "localhost:8017"})
    assert plain.name == "localhost"
    assert plain.origins == ["http://localhost:8017", "https://localhost:8017"]
    for nothing in ({}, {"host": "["}, {"host": ":80"}):
        with pytest.raises(Refused):
            Site(Settings(), nothing).check()
    assert Site(Settings(), {}).name == "" and Site(Settings(), {"host": "[::1]:80"}).name == "::1"
