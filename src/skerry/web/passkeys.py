"""Passkeys (WebAuthn): what a browser is asked, and whether its answer is right."""

import hashlib
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import webauthn
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, options_to_json_dict
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from skerry.service.errors import NotAllowed, Refused
from skerry.service.people import User
from skerry.store.identity import IdentityStore, Passkey, Ticket, TicketKind
from skerry.web.settings import Settings

CHALLENGE_SECONDS = 300.0
MOST_PASSKEYS = 20


class BadPasskey(NotAllowed):
    """An answer of a passkey that proves nothing here."""

    code = "bad_passkey"


class Site:
    """Under which name browsers know the server: a passkey works there only."""

    def __init__(self, settings: Settings, headers: Mapping[str, str]) -> None:
        if settings.base_url:
            self.origins = [settings.origin]
            self.name = _host_name(urlsplit(settings.origin).netloc)
        else:
            host = headers.get("host", "")
            self.origins = [f"{scheme}://{host}" for scheme in ("http", "https")]
            self.name = _host_name(host)

    def check(self) -> None:
        """Refuse a request that names no host."""
        if not self.name:
            raise Refused("passkeys need the name of the server; open it by its address", "no_site")


class Passkeys:
    """Makes challenges, each for one answer, and checks the answers."""

    def __init__(self, settings: Settings, store: IdentityStore) -> None:
        self.settings = settings
        self.store = store

    def site(self, headers: Mapping[str, str]) -> Site:
        """Return under which name a request has come."""
        return Site(self.settings, headers)

    async def to_make(self, site: Site, user: User, device: str) -> dict[str, Any]:
        """Return what a browser needs to make a passkey."""
        site.check()
        known = await self.store.passkeys(user.id)
        if len(known) >= MOST_PASSKEYS:
            raise Refused(f"you have {MOST_PASSKEYS} passkeys; remove one first", "most_passkeys")
        options = webauthn.generate_registration_options(
            rp_id=site.name,
            rp_name="Skerry",
            user_id=hashlib.sha256(f"passkey {user.id}".encode()).digest(),
            user_name=user.name,
            user_display_name=user.name,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=[
                PublicKeyCredentialDescriptor(id=base64url_to_bytes(each.id)) for each in known
            ],
        )
        await self._remember(options.challenge, "register", user.id, device)
        return dict(options_to_json_dict(options))

    async def make(
        self, site: Site, user: User, device: str, label: str, credential: dict[str, Any]
    ) -> None:
        """Store a passkey that a browser has made for a challenge of this person and device."""
        challenge, ticket = await self._taken(credential, "register")
        if ticket.user != user.id or ticket.device != device:
            raise BadPasskey("this passkey was made for somebody else; try again")
        try:
            made = webauthn.verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.name,
                expected_origin=site.origins,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError) as error:
            raise _refused(error) from None
        id, public = bytes_to_base64url(made.credential_id), made.credential_public_key
        passkey = Passkey(id, user.id, public, made.sign_count, label, site.name, time.time())
        await self.store.add_passkey(passkey, device)

    async def to_sign_in(self, site: Site) -> dict[str, Any]:
        """Return what a browser needs to use a passkey, whoever's it is."""
        site.check()
        options = webauthn.generate_authentication_options(rp_id=site.name)
        await self._remember(options.challenge, "sign_in", "", "")
        return dict(options_to_json_dict(options))

    async def used(self, site: Site, credential: dict[str, Any]) -> Passkey:
        """Return the passkey that has answered a challenge; raises BadPasskey."""
        challenge, _ = await self._taken(credential, "sign_in")
        passkey = await self.store.passkey(str(credential.get("id", ""))[:2000])
        if passkey is None:
            raise BadPasskey("this passkey is not known here; it may have been removed", "gone_key")
        try:
            used = webauthn.verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.name,
                expected_origin=site.origins,
                credential_public_key=passkey.public,
                credential_current_sign_count=passkey.signs,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError) as error:
            raise _refused(error) from None
        await self.store.use_passkey(passkey.id, used.new_sign_count, time.time())
        return passkey

    async def _remember(self, challenge: bytes, kind: TicketKind, user: str, device: str) -> None:
        ticket = Ticket(kind, user, device, "", time.time() + CHALLENGE_SECONDS)
        await self.store.add_ticket(_hash(challenge), ticket)

    async def _taken(self, credential: dict[str, Any], kind: TicketKind) -> tuple[bytes, Ticket]:
        """Return the challenge that an answer is for; it cannot be answered again."""
        try:
            data = webauthn.helpers.parse_client_data_json(
                base64url_to_bytes(credential["response"]["clientDataJSON"])
            )
        except (WebAuthnException, ValueError, KeyError, TypeError) as error:
            raise _refused(error) from None
        ticket = await self.store.take_ticket(_hash(data.challenge), kind, time.time())
        if ticket is None:
            raise BadPasskey("this took too long; try again", "ticket_gone")
        return data.challenge, ticket


def _host_name(host: str) -> str:
    """Return the name in a Host header, empty if there is none."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _hash(challenge: bytes) -> str:
    return hashlib.sha256(challenge).hexdigest()


def _refused(error: Exception) -> BadPasskey:
    return BadPasskey(f"the passkey's answer is not right: {str(error)[:200]}")
