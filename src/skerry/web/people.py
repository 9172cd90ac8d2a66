"""Endpoints of people: names, devices, tokens, signing out."""

import contextlib
import time

from skerry.service import messages as m
from skerry.service.errors import NotAllowed, NotFound
from skerry.service.people import User, tidy, tidy_name
from skerry.store.protocol import StoreUnavailable
from skerry.web.call import Call
from skerry.web.endpoint import Endpoint


async def sign_in(call: Call) -> m.Me:
    """Play under a name; sets the guest cookie, or changes the name of a guest."""
    name = tidy_name(call.body.name)
    auth = call.services.auth
    if call.who is None:
        await call.services.creations.take(call.client)
        user, call.cookie = await auth.sign_in(name, call.agent, call.client)
        return m.Me(user.id, user.name)
    user = User(call.who.id, name)
    if call.caller.by_cookie and call.caller.device is None:  # a cookie of the first version
        call.cookie = await auth.new_cookie(user, call.agent, call.client, revoked=0.0)
    await auth.rename(call.caller, name)
    return m.Me(user.id, user.name)


async def me(call: Call) -> m.Me:
    """Return who is calling; a cookie in use is renewed."""
    if call.who is not None and call.caller.by_cookie:
        auth = call.services.auth
        with contextlib.suppress(StoreUnavailable):
            if call.caller.device is None:
                call.cookie = await auth.new_cookie(call.who, call.agent, call.client, revoked=0.0)
            else:
                call.cookie = await auth.renewed(call.caller.device)
    return m.Me(call.anybody.id, call.anybody.name)


async def new_token(call: Call) -> m.Token:
    """Return a token for a program that plays for you; it ends with the device that asked."""
    await call.services.creations.take(call.user.id)
    expires = time.time() + call.body.days * 86400
    label = tidy(call.body.name, 40)
    return m.Token(*await call.services.auth.new_token(call.caller, label, expires, call.client))


async def revoke_tokens(call: Call) -> m.Empty:
    """Make every token you ever asked for useless, and all that was derived from them. A token may
    only end itself and what it asked for.
    """
    if not call.caller.by_cookie:
        raise NotAllowed(
            "a token cannot revoke others; use the page, or sign out: that ends it and what it"
            " asked for",
            "browser_only",
        )
    await call.services.auth.end_all(call.user.id, programs_only=True)
    return m.Empty()


async def devices(call: Call) -> m.Devices:
    """List the browsers and programs that act for you."""
    found = await call.services.auth.accounts.devices(call.user.id, time.time())
    here = "" if call.caller.device is None else call.caller.device.id
    shown = [
        m.DeviceInfo(d.id, d.kind, d.label, d.made, d.seen, d.expires, d.id == here)
        for d in found
        if d.kind != "operator"
    ]
    return m.Devices(shown)


async def end_device(call: Call) -> m.Empty:
    """Sign out one of your devices, or with no `device` every other one. A token may only end
    itself and what it asked for.
    """
    auth = call.services.auth
    here = call.caller.device
    wanted = call.body.device
    if wanted:
        found = await auth.accounts.device(wanted)
        if found is None or found.user != call.user.id:
            raise NotFound("you have no such device", "no_device")
        # A token of the first version has no id: no device is its own or derived from it.
        own = here is not None and here.id != "" and here.id in (wanted, found.parent)
        if not call.caller.by_cookie and not own:
            raise NotAllowed("a token cannot sign out other devices; use the page", "browser_only")
        await auth.end(wanted)
    elif not call.caller.by_cookie:
        raise NotAllowed("a token cannot sign out other devices; use the page", "browser_only")
    else:
        revoked = await auth.end_all(call.user.id, but="" if here is None else here.id)
        if here is None:
            call.cookie = await auth.new_cookie(call.user, call.agent, call.client, revoked)
    return m.Empty()


async def sign_out(call: Call) -> m.Empty:
    """Sign this device out, and the programs that it gave tokens to."""
    if call.who is not None:
        auth, device = call.services.auth, call.caller.device
        if device is not None and device.id:
            await auth.end(device.id)
        else:  # of the first version: it can only end with its like
            await auth.end_all(call.who.id, programs_only=device is not None)
    if call.caller.by_cookie:
        call.cookie = call.services.auth.no_cookie()
    return m.Empty()


PEOPLE_ENDPOINTS = [
    Endpoint("POST", "/api/guests", sign_in, m.Me, m.NewGuest),
    Endpoint("GET", "/api/me", me, m.Me),
    Endpoint("POST", "/api/tokens", new_token, m.Token, m.NewToken),
    Endpoint("POST", "/api/tokens/revoke", revoke_tokens, m.Empty, m.Empty),
    Endpoint("GET", "/api/devices", devices, m.Devices),
    Endpoint("POST", "/api/devices/end", end_device, m.Empty, m.EndDevice),
    Endpoint("POST", "/api/signout", sign_out, m.Empty, m.Empty),
]
