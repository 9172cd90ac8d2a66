"""The endpoints of one identity on every device: keeping it, signing in, settings, leaving."""

import time

import msgspec

from skerry.service import messages as m
from skerry.service.errors import BadRequest, NotAllowed, NotFound, TooFast
from skerry.service.people import User
from skerry.store.accounts import Device
from skerry.store.identity import Preferences
from skerry.store.protocol import WriteConflict
from skerry.web.auth import describe_agent
from skerry.web.call import Call
from skerry.web.endpoint import Endpoint

MOST_SETTINGS = 8_000  # bytes
TOTAL = "everybody"  # the key under which all guesses are counted together


def _browser(call: Call) -> Device:
    """Return the browser that asks: a token must not give access that outlives it."""
    device = call.caller.device
    if not call.caller.by_cookie:
        raise NotAllowed("a token cannot do this; use the page", "browser_only")
    if call.user and device is None:
        raise NotAllowed("load the page again, then try again", "load_again")
    assert device is not None
    return device


async def account(call: Call) -> m.Account:
    """Show what keeps your identity, and which devices act for you."""
    device, user, now = _browser(call), call.user, time.time()
    store = call.tables.store
    person = await store.accounts.person(user.id)
    keys = await store.identity.passkeys(user.id)
    code = await store.identity.recovery(user.id)
    deletion = await store.identity.deletion(user.id)
    site = call.services.passkeys.site(call.headers).name
    passkeys = [m.PasskeyInfo(k.id, k.label, k.made, k.used, k.site == site) for k in keys]
    return m.Account(
        name=user.name,
        made=person.made if person is not None else now,
        safe=code is not None or any(key.works_here for key in passkeys),
        passkeys=passkeys,
        recovery_made=code.made if code is not None else 0.0,
        recovery_used=code.used if code is not None else 0.0,
        claim_until=await store.identity.claim_until(user.id, now),
        devices=[
            m.DeviceInfo(d.id, d.kind, d.label, d.made, d.seen, d.expires, d.id == device.id)
            for d in await store.accounts.devices(user.id, now)
            if d.kind != "operator"
        ],
        deleted_at=deletion.due if deletion is not None else 0.0,
    )


# -- what keeps an identity


async def passkey_options(call: Call) -> m.PasskeyOptions:
    """Ask for what your browser needs to make a passkey."""
    device, passkeys = _browser(call), call.services.passkeys
    await call.services.creations.take(call.user.id)
    site = passkeys.site(call.headers)
    return m.PasskeyOptions(await passkeys.to_make(site, call.user, device.id))


async def add_passkey(call: Call) -> m.Account:
    """Keep your identity by a passkey that your browser made."""
    device, passkeys = _browser(call), call.services.passkeys
    site, label = passkeys.site(call.headers), describe_agent(call.agent)
    try:
        await passkeys.make(site, call.user, device.id, label, call.body.credential)
    except WriteConflict as conflict:
        raise NotAllowed(str(conflict), "signed_out") from None
    return await account(call)


async def remove_passkey(call: Call) -> m.Account:
    """Let a passkey of yours open nothing any more."""
    _browser(call)
    if not await call.tables.store.identity.remove_passkey(call.user.id, call.body.id):
        raise NotFound("you have no such passkey", "no_passkey")
    return await account(call)


async def new_recovery_code(call: Call) -> m.RecoveryCode:
    """Get a recovery code, shown this once; the one before opens nothing any more."""
    device = _browser(call)
    await call.services.creations.take(call.user.id)
    try:
        code = await call.services.joining.new_recovery_code(call.user.id, device.id)
    except WriteConflict as conflict:
        raise NotAllowed(str(conflict), "signed_out") from None
    return m.RecoveryCode(code)


async def new_claim_code(call: Call) -> m.ClaimCodeInfo:
    """Get a code by which one further device becomes yours, within ten minutes."""
    device = _browser(call)
    await call.services.creations.take(call.user.id)
    code, expires = await call.services.joining.new_claim_code(call.user.id, device.id)
    url = f"{call.services.settings.base_url}/claim#code={code}"
    return m.ClaimCodeInfo(code, url, expires)


async def end_claim_code(call: Call) -> m.Empty:
    """Let the code for another device open nothing any more."""
    _browser(call)
    await call.tables.store.identity.end_claim(call.user.id)
    return m.Empty()


# -- signing in


async def _guess(call: Call) -> None:
    """Count a try to sign in, of this address and of all together."""
    try:
        await call.services.tries.take(call.client)
        await call.services.all_tries.take(TOTAL)
    except TooFast:
        raise TooFast("too many tries; wait some minutes", "too_many_tries") from None


def _here(call: Call) -> tuple[User | None, str]:
    if not call.caller.by_cookie:
        raise NotAllowed("a token cannot do this; use the page", "browser_only")
    if call.who is not None:
        _browser(call)
    return call.who, "" if call.caller.device is None else call.caller.device.id


async def sign_in_options(call: Call) -> m.PasskeyOptions:
    """Ask for what your browser needs to sign in with a passkey."""
    await call.services.creations.take(call.client)
    passkeys = call.services.passkeys
    return m.PasskeyOptions(await passkeys.to_sign_in(passkeys.site(call.headers)))


async def sign_in_by_passkey(call: Call) -> m.Offer:
    """Prove by a passkey who you are; confirm afterwards."""
    here, device = _here(call)
    passkeys = call.services.passkeys
    key = await passkeys.used(passkeys.site(call.headers), call.body.credential)
    return await call.services.joining.offer(key.user, f"passkey {key.id}", here, device)


async def sign_in_by_recovery_code(call: Call) -> m.Offer:
    """Prove by your recovery code who you are; confirm afterwards."""
    here, device = _here(call)
    await _guess(call)
    return await call.services.joining.by_recovery_code(call.body.code, here, device)


async def sign_in_by_claim_code(call: Call) -> m.Offer:
    """Enter the code that another device of yours shows; confirm afterwards."""
    here, device = _here(call)
    await _guess(call)
    return await call.services.joining.by_claim_code(call.body.code, here, device)


async def confirm_sign_in(call: Call) -> m.Me:
    """Become the person of an offer on this device; sets the cookie."""
    here, device = _here(call)
    joining, auth = call.services.joining, call.services.auth
    body: m.Confirm = call.body
    user = await joining.confirm(body.ticket, here, device)
    if here is not None and here.id == user.id:
        return m.Me(user.id, user.name)  # nothing changes
    if here is not None and body.bring:
        await joining.merge(here.id, user.id, dict(body.keep))
    call.cookie = await auth.join(user, call.agent, call.client)
    if device:
        await auth.end(device)
    return m.Me(user.id, user.name)


# -- settings


async def page_settings(call: Call) -> m.PageSettings:
    """Return the settings of the page that are kept with your identity."""
    stored = None
    if call.who is not None:
        stored = await call.tables.store.identity.preferences(call.who.id)
    if stored is None:
        return m.PageSettings(call.anybody.id, {}, 0.0)
    return m.PageSettings(call.anybody.id, msgspec.json.decode(stored.body), stored.changed)


async def save_page_settings(call: Call) -> m.PageSettings:
    """Keep the settings of the page with your identity."""
    await call.services.reads.take(call.user.id)
    body = msgspec.json.encode(call.body.settings)
    if len(body) > MOST_SETTINGS:
        raise BadRequest(f"settings may have {MOST_SETTINGS} bytes", "too_large")
    stored = Preferences(body.decode(), time.time())
    await call.tables.store.identity.set_preferences(call.user.id, stored)
    return m.PageSettings(call.user.id, call.body.settings, stored.changed)


# -- leaving


async def delete_me(call: Call) -> m.Account:
    """Ask to be deleted in seven days; your name must be typed in."""
    _browser(call)
    await call.services.leaving.ask(call.user, call.body.name)
    return await account(call)


async def keep_me(call: Call) -> m.Account:
    """Call your deletion back."""
    _browser(call)
    await call.services.leaving.call_back(call.user)
    return await account(call)


_MINE = "/api/account"
_SIGN_IN = "/api/signin"
ACCOUNT_ENDPOINTS = [
    Endpoint("GET", _MINE, account, m.Account),
    Endpoint("POST", _MINE + "/passkeys/options", passkey_options, m.PasskeyOptions, m.Empty),
    Endpoint("POST", _MINE + "/passkeys", add_passkey, m.Account, m.NewPasskey),
    Endpoint("POST", _MINE + "/passkeys/remove", remove_passkey, m.Account, m.RemovePasskey),
    Endpoint("POST", _MINE + "/recovery", new_recovery_code, m.RecoveryCode, m.Empty),
    Endpoint("POST", _MINE + "/claim", new_claim_code, m.ClaimCodeInfo, m.Empty),
    Endpoint("POST", _MINE + "/claim/end", end_claim_code, m.Empty, m.Empty),
    Endpoint("GET", _MINE + "/settings", page_settings, m.PageSettings),
    Endpoint("POST", _MINE + "/settings", save_page_settings, m.PageSettings, m.SavePageSettings),
    Endpoint("POST", _MINE + "/delete", delete_me, m.Account, m.DeleteMe),
    Endpoint("POST", _MINE + "/keep", keep_me, m.Account, m.Empty),
    Endpoint("POST", _SIGN_IN + "/options", sign_in_options, m.PasskeyOptions, m.Empty),
    Endpoint("POST", _SIGN_IN + "/passkey", sign_in_by_passkey, m.Offer, m.UsePasskey),
    Endpoint("POST", _SIGN_IN + "/recovery", sign_in_by_recovery_code, m.Offer, m.UseCode),
    Endpoint("POST", _SIGN_IN + "/claim", sign_in_by_claim_code, m.Offer, m.UseCode),
    Endpoint("POST", _SIGN_IN + "/confirm", confirm_sign_in, m.Me, m.Confirm),
]
