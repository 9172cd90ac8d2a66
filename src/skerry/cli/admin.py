"""`skerry admin`: what the operator's page does, from the command line, through the same API."""

import http.client
import json
import urllib.error
import urllib.parse
import urllib.request
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from skerry.kernel.errors import BadSetup, SkerryError
from skerry.web.settings import Settings

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    help="Manage a running server: find, close, delete, mute, ban, announce",
)


def _given(text: str) -> str:
    if not text.strip():
        raise typer.BadParameter("write a few words")
    return text


Words = Annotated[str, typer.Argument(help="What to look for: an id, or part of a name")]
Reason = Annotated[
    str,
    typer.Option("--reason", callback=_given, help="The reason; the people concerned will read it"),
]
Hours = Annotated[
    float, typer.Option("--hours", min=0, max=87_840, help="For how many hours; 0 means forever")
]
Status = Annotated[str, typer.Option(help="open, running, finished or abandoned")]
Days = Annotated[int | None, typer.Option(min=0, max=36_500)]


class _Server:
    """The server to manage, and the key for it."""

    url = ""
    key = ""

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Make one request; raises SkerryError with the server's reason."""
        headers = {"authorization": f"Bearer {self.key}", "content-type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except (ValueError, http.client.HTTPException):
            raise SkerryError(
                f"what answers at {self.url} is not Skerry; name it with --url"
            ) from None
        except urllib.error.HTTPError as error:
            with error:
                text = error.read()
            try:
                reason = str(json.loads(text)["message"])
            except (ValueError, KeyError, TypeError):
                reason = f"{error.code} {error.reason}"
            raise SkerryError(reason) from None
        except OSError as error:
            why = getattr(error, "reason", error)
            raise SkerryError(
                f"no server answers at {self.url} ({getattr(why, 'strerror', None) or why});"
                " start it, or name it with --url"
            ) from None

    def get(self, path: str, **query: str | int) -> Any:
        """Read something."""
        asked = urllib.parse.urlencode({k: v for k, v in query.items() if v != ""})
        return self.ask("GET", f"/api/admin/{path}" + (f"?{asked}" if asked else ""))

    def post(self, path: str, **body: Any) -> Any:
        """Do something."""
        return self.ask("POST", f"/api/admin/{urllib.parse.quote(path)}", body)


server = _Server()


@app.callback()
def admin(
    data: Annotated[
        Path, typer.Option("--data", envvar="SKERRY_DATA", help="Directory of the server")
    ] = Path("skerry-data"),
    database: Annotated[
        str, typer.Option("--database", envvar="SKERRY_DATABASE", help="Database of the server")
    ] = "",
    url: Annotated[
        str, typer.Option("--url", envvar="SKERRY_URL", help="Where the server listens")
    ] = "http://127.0.0.1:8017",
    key: Annotated[
        str, typer.Option("--key", envvar="SKERRY_ADMIN_KEY", help="Instead of DATA/admin-key")
    ] = "",
) -> None:
    """Manage a running server."""
    if not url.startswith(("http://", "https://")):
        raise BadSetup(f"--url {url!r} is not an address; write it as http://127.0.0.1:8017")
    server.url = url.rstrip("/")
    if not key:
        path = data / "admin-key"
        if not database and not path.exists():
            raise BadSetup(f"there is no {path}; name the directory with --data, or give --key")
        try:
            key = Settings(data=data, database=database).admin_key()
        except OSError as error:
            raise BadSetup(str(error)) from None
    server.key = key


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M") if seconds else "-"


@app.command()
def overview() -> None:
    """Print the state of the server."""
    overview = server.get("overview")
    since = _time(overview["up_since"])
    print(f"skerry {overview['version']}, up since {since}, store {overview['store']}")
    units = {"move": "s, 95 of 100", "bot": "s, 95 of 100", "disk": "bytes"}
    for figure in overview["figures"]:
        mark = "good" if figure["good"] else "LOOK"
        unit = units.get(figure["name"], "")
        print(f"{figure['name']:8} {figure['value']:>14.10g} {mark} {unit}".rstrip())
    days = ", ".join(f"{name} {days or 'never'}" for name, days in overview["retention"].items())
    print(f"removed after days: {days}")
    for each in overview["announcements"]:
        print(f"announced [{each['number']}] until {_time(each['until'])}: {each['text']}")


@app.command()
def tables(words: Words = "", status: Status = "") -> None:
    """Find tables by id, name or people."""
    for one in server.get("tables", words=words, status=status)["tables"]:
        who = ", ".join([*one["people"], f"{one['bots']} bots"])
        when = _time(one["updated"])
        print(f"{one['id']}  {when}  {one['status']:9} {one['game']:9} {one['name']} ({who})")


@app.command()
def people(words: Words = "") -> None:
    """Find people by name or id."""
    for one in server.get("people", words=words)["people"]:
        marks = [mark for mark in ("muted", "banned") if one[mark]]
        seen = _time(one["seen"])
        print(f"{one['id']}  {seen}  {one['tables']:4} tables  {one['name']}  {' '.join(marks)}")


@app.command()
def close(table: str, reason: Reason) -> None:
    """End a game as it stands; its players will read the reason."""
    server.post(f"tables/{table}/close", reason=reason)
    print(f"closed: {table}")


@app.command()
def delete(
    table: str,
    reason: Reason,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation")] = False,
) -> None:
    """Remove a table for good, with its moves and chat."""
    if not yes:
        question = f"Table {table} with all its moves and chat will be gone for good. Go on?"
        typer.confirm(question, abort=True)
    server.post(f"tables/{table}/delete", reason=reason)
    print(f"deleted: {table}")


@app.command("delete-chat")
def delete_chat(
    table: str,
    reason: Reason,
    line: Annotated[list[int] | None, typer.Option(help="Only these messages, by number")] = None,
) -> None:
    """Delete messages of a table's chat: all of them unless --line names some."""
    done = server.post(f"tables/{table}/chat/delete", reason=reason, numbers=line or [])
    print(f"removed: {done['count']} lines")


@app.command()
def mute(user: str, reason: Reason, hours: Hours = 24) -> None:
    """Stop somebody from writing messages for a time."""
    server.post("measures", kind="mute", user=user, hours=hours, reason=reason)
    print(f"muted: {user}")


@app.command()
def unmute(user: str) -> None:
    """Let somebody write again."""
    server.post("measures/end", kind="mute", target=f"user:{user}")
    print(f"unmuted: {user}")


@app.command()
def ban(
    reason: Reason,
    user: Annotated[str, typer.Option(help="A person, by id")] = "",
    address: Annotated[str, typer.Option(help="An IP address; for IPv6 its /64 network")] = "",
    addresses: Annotated[
        bool, typer.Option("--addresses", help="Also the addresses the person came from")
    ] = False,
    hours: Hours = 24,
) -> None:
    """Exclude a person or an address for a time."""
    server.post(
        "measures",
        kind="ban",
        user=user,
        address=address,
        addresses=addresses,
        hours=hours,
        reason=reason,
    )
    print(f"banned: {user or address}")


@app.command()
def unban(
    user: Annotated[str, typer.Option(help="A person, by id")] = "",
    address: Annotated[str, typer.Option(help="An address")] = "",
) -> None:
    """Lift a ban."""
    if not user and not address:
        raise BadSetup("name whom: --user ID or --address ADDRESS")
    target = f"user:{user}" if user else f"address:{address}"
    server.post("measures/end", kind="ban", target=target)
    print(f"unbanned: {user or address}")


@app.command()
def bans() -> None:
    """List the mutes and bans in force."""
    for one in server.get("measures")["measures"]:
        until = _time(one["until"]) if one["until"] else "for good"
        print(f"{one['kind']:5} {one['target']}  until {until}: {one['reason']}")


@app.command()
def announce(
    text: Annotated[str, typer.Argument(callback=_given, help="What everybody is to read")],
    hours: Annotated[float, typer.Option(min=0.01, max=2160, help="For how many hours")] = 24,
) -> None:
    """Show an announcement to everybody."""
    number = server.post("announcements", text=text, hours=hours)["count"]
    print(f"announced: {number}")


@app.command()
def unannounce(number: int) -> None:
    """Withdraw an announcement."""
    server.post(f"announcements/{number}/end")
    print(f"taken back: {number}")


@app.command()
def retention(
    finished: Days = None, idle: Days = None, chat: Days = None, log: Days = None
) -> None:
    """Print or change after how many days things are removed for good; 0 means never.

    Finished tables, idle tables, lines of chat, entries of the audit log.
    """
    now = server.get("overview")["retention"]
    given = {"finished": finished, "idle": idle, "chat": chat, "log": log}
    changed = {name: days for name, days in given.items() if days is not None}
    if changed:
        now = server.post("retention", **{**now, **changed})
    for name, days in now.items():
        print(f"{name:9} {days or 'never'}")


@app.command()
def audit(
    before: Annotated[int, typer.Option(min=0, help="Only entries before this number")] = 0,
) -> None:
    """Print what was done, newest first."""
    for one in server.get("audit", before=before or "")["entries"]:
        words = f"{one['action']} {one['target']}".strip()
        print(f"{one['number']:5} {_time(one['at'])}  {one['who']:8} {words}: {one['reason']}")
