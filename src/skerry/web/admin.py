"""The operator's endpoints: read, find, and act. Every action goes to the audit log."""

import ipaddress
import time
from dataclasses import replace

from skerry import __version__
from skerry.service import messages as m
from skerry.service.errors import BadRequest, NotFound
from skerry.service.people import tidy
from skerry.store.moderation import Retention
from skerry.store.protocol import Status, Table
from skerry.web import admin_messages as a
from skerry.web.addresses import client_name
from skerry.web.call import Call
from skerry.web.endpoint import Endpoint
from skerry.web.metrics import p95

DAY = 86400.0
LISTED = 50
LOW_DISK = 200e6  # bytes
_STATUSES: dict[str, Status] = {name: name for name in ("open", "running", "finished", "abandoned")}


async def admin_sign_in(call: Call) -> m.Empty:
    """Sign in as the operator in this browser, for twelve hours."""
    call.cookie = await call.services.operator.sign_in(call.body.key, call.agent, call.client)
    return m.Empty()


async def admin_sign_out(call: Call) -> m.Empty:
    """Sign the operator out in this browser."""
    call.cookie = await call.services.operator.sign_out(call.headers)
    return m.Empty()


async def admin_overview(call: Call) -> a.AdminOverview:
    """Return the state of the server."""
    services = call.services
    metrics, store = services.metrics, services.moderation.store
    now = time.time()
    total, free, used = metrics.disk()
    health = await call.tables.store.health()
    errors = [at for at in metrics.errors if at > now - DAY]
    move, bot = p95(metrics.recent_moves), p95(metrics.recent_bots)
    online = len({user for live in call.tables.live.values() for user in live.online})
    recent = [
        live
        for live in call.tables.live.values()
        # Whether one that another server has changed is over, only the store knows.
        if live.table.status in ("open", "running") and not live.behind
    ]
    values = {
        "online": (float(online), True),
        "tables": (float(len(recent)), True),
        "move": (move, move < 0.5),
        "bot": (bot, bot < 5.0),
        "errors": (float(len(errors)), not errors),
        "disk": (used, health == "ok" and (free > LOW_DISK or not total)),
    }
    return a.AdminOverview(
        version=__version__,
        up_since=metrics.started,
        figures=[
            a.AdminFigure(name, value, good, list(metrics.series.get(name, ())))  # type: ignore[arg-type]
            for name, (value, good) in values.items()
        ],
        store=health,
        moved_last_hour=sum(live.table.updated > now - 3600 for live in recent),
        last_error=metrics.errors[-1] if metrics.errors else 0.0,
        disk_total=total,
        disk_free=free,
        people=await store.count_people(),
        retention=await store.retention(),
        announcements=services.moderation.announced(),
    )


async def admin_tables(call: Call) -> a.AdminTables:
    """Find tables by id, name or the people at them."""
    wanted = call.query.get("status", "")
    status = _STATUSES.get(wanted)
    if wanted and status is None:
        raise BadRequest(f"status must be one of: {', '.join(_STATUSES)}", "bad_status")
    before = call.query_number("before", 10**9 - 1)
    store = call.services.moderation.store
    found = await store.find_tables(
        call.query.get("words", "")[:60], status, LISTED, (before or 10**9) * 60.0
    )
    retention = await store.retention()
    return a.AdminTables([_table(call, table, retention) for table in found])


def _table(call: Call, table: Table, retention: Retention) -> a.AdminTable:
    live = call.tables.live.get(table.id)
    days = retention.finished if table.status in ("finished", "abandoned") else retention.idle
    left = days - (time.time() - table.updated) / DAY if days else -1.0
    return a.AdminTable(
        id=table.id,
        name=table.name,
        game=table.game,
        status=table.status,
        people=[seat.name for seat in table.seats if seat.kind != "bot" and seat.name],
        bots=sum(seat.kind == "bot" for seat in table.seats),
        moves=table.number,
        created=table.created,
        updated=table.updated,
        public=table.public,
        online=0 if live is None else len(live.online),
        removed_in=max(0.0, left) if days else -1.0,
    )


async def admin_people(call: Call) -> a.AdminPeople:
    """Find people by name or id."""
    before = call.query_number("before", 10**9 - 1)
    moderation = call.services.moderation
    found = await moderation.store.find_people(
        call.query.get("words", "")[:60], LISTED, (before or 10**9) * 60.0
    )
    people = []
    for one in found:
        mute, ban = moderation.of(one.id)
        people.append(
            a.AdminPerson(
                one.id,
                one.name,
                one.made,
                one.seen,
                one.tables,
                one.addresses,
                muted=mute is not None,
                muted_until=0.0 if mute is None else mute.until,
                banned=ban is not None,
                banned_until=0.0 if ban is None else ban.until,
            )
        )
    return a.AdminPeople(people)


async def admin_close(call: Call) -> m.Empty:
    """End a game as it stands; its players will read the reason."""
    await call.services.moderation.close_table(call.path["id"], _reason(call))
    return m.Empty()


async def admin_delete(call: Call) -> m.Empty:
    """Remove a table for good, with its moves and chat."""
    await call.services.moderation.delete_table(call.path["id"], _reason(call))
    return m.Empty()


async def admin_delete_chat(call: Call) -> a.AdminCount:
    """Remove lines of a table's chat, also from open pages."""
    count = await call.services.moderation.delete_chat(
        call.path["id"], call.body.numbers, _reason(call)
    )
    return a.AdminCount(count)


async def admin_measure(call: Call) -> m.Empty:
    """Mute or ban a person or an address."""
    body: a.AdminMeasure = call.body
    moderation = call.services.moderation
    targets: list[str] = []
    if body.user:
        found = await moderation.store.find_people(body.user, 1, 1e18)
        if not found or found[0].id != body.user:
            raise NotFound("there is no such person; search for the id by the name", "no_person")
        targets.append(f"user:{body.user}")
        if body.addresses:
            targets += [f"address:{address}" for address in found[0].addresses]
    if body.address:
        targets.append(f"address:{_client(body.address)}")
    if not targets:
        raise BadRequest("name a user or an address", "no_target")
    if body.kind == "mute" and not body.user:
        raise BadRequest("only a person can be muted", "no_target")
    for target in targets:
        if body.kind == "ban" or target.startswith("user:"):
            await moderation.take_measure(body.kind, target, body.hours * 3600, _reason(call))
    return m.Empty()


def _client(text: str) -> str:
    """Return the client of an address, as bans are compared with it; raises BadRequest."""
    address = text.strip().removesuffix("/64")
    try:
        ipaddress.ip_address(address)
    except ValueError:
        raise BadRequest(
            f"{text!r} is not an IP address; write it as 192.0.2.7 or 2001:db8::7", "no_target"
        ) from None
    return client_name(address)


async def admin_end_measure(call: Call) -> m.Empty:
    """Lift a mute or a ban."""
    body: a.AdminUndo = call.body
    target = body.target
    if target.startswith("address:"):
        target = f"address:{client_name(target.removeprefix('address:').removesuffix('/64'))}"
    await call.services.moderation.end_measure(body.kind, target, tidy(body.reason, 200))
    return m.Empty()


async def admin_measures(call: Call) -> a.AdminBans:
    """List the mutes and bans in force."""
    found = await call.services.moderation.store.measures(time.time())
    return a.AdminBans([a.AdminBan(b.kind, b.target, b.reason, b.at, b.until) for b in found])


async def admin_announce(call: Call) -> a.AdminCount:
    """Show an announcement to everybody; returns its number."""
    number = await call.services.moderation.announce(call.body.text, call.body.hours * 3600)
    return a.AdminCount(number)


async def admin_end_announcement(call: Call) -> m.Empty:
    """Withdraw an announcement."""
    await call.services.moderation.end_announcement(call.number)
    return m.Empty()


async def admin_retention(call: Call) -> Retention:
    """Change after how many days things are removed for good."""
    body: a.AdminRetention = call.body
    retention = Retention(body.finished, body.idle, body.chat, body.log)
    await call.services.moderation.set_retention(retention)
    return retention


async def admin_audit(call: Call) -> a.AdminAudit:
    """Read the audit log, newest first; `before` is the number of the last entry you have."""
    before = call.query_number("before", 10**9 - 1)
    return a.AdminAudit(await call.services.moderation.store.audit(before or 10**12, 100))


async def announcements(call: Call) -> a.Announcements:
    """Return the announcements that are shown now."""
    return a.Announcements(call.services.moderation.announced())


def _reason(call: Call) -> str:
    reason = tidy(call.body.reason, 200)
    if not reason:
        raise BadRequest("give a reason; the people concerned will read it", "no_reason")
    return reason


_TABLE = "/api/admin/tables/{id}"
_OPERATOR_ENDPOINTS = [
    Endpoint("POST", "/api/admin/signout", admin_sign_out, m.Empty, m.Empty),
    Endpoint("GET", "/api/admin/overview", admin_overview, a.AdminOverview),
    Endpoint(
        "GET", "/api/admin/tables", admin_tables, a.AdminTables, query=("words", "status", "before")
    ),
    Endpoint("POST", _TABLE + "/close", admin_close, m.Empty, a.AdminReason),
    Endpoint("POST", _TABLE + "/delete", admin_delete, m.Empty, a.AdminReason),
    Endpoint("POST", _TABLE + "/chat/delete", admin_delete_chat, a.AdminCount, a.AdminChat),
    Endpoint("GET", "/api/admin/people", admin_people, a.AdminPeople, query=("words", "before")),
    Endpoint("GET", "/api/admin/measures", admin_measures, a.AdminBans),
    Endpoint("POST", "/api/admin/measures", admin_measure, m.Empty, a.AdminMeasure),
    Endpoint("POST", "/api/admin/measures/end", admin_end_measure, m.Empty, a.AdminUndo),
    Endpoint("POST", "/api/admin/announcements", admin_announce, a.AdminCount, a.AdminAnnouncement),
    Endpoint(
        "POST",
        "/api/admin/announcements/{number}/end",
        admin_end_announcement,
        m.Empty,
        m.Empty,
    ),
    Endpoint("POST", "/api/admin/retention", admin_retention, Retention, a.AdminRetention),
    Endpoint("GET", "/api/admin/audit", admin_audit, a.AdminAudit, query=("before",)),
]
ADMIN_ENDPOINTS = [
    Endpoint("GET", "/api/announcements", announcements, a.Announcements),
    Endpoint("POST", "/api/admin/session", admin_sign_in, m.Empty, a.AdminSignIn),
    *(replace(endpoint, operator=True) for endpoint in _OPERATOR_ENDPOINTS),
]
