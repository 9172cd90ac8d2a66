"""One socket at one table: the whole table first, then every change, resumed by number."""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TypedDict

import msgspec
from starlette.datastructures import Headers, QueryParams
from starlette.types import Message, Receive, Scope, Send

from skerry.kernel.errors import SkerryError
from skerry.service import messages as m
from skerry.service.errors import BadRequest, NotAllowed, Refused, TooFast
from skerry.service.live.live_table import LiveTable
from skerry.service.people import User
from skerry.service.table import commands, seats
from skerry.service.viewers.frames import encode
from skerry.service.viewers.preview_queue import PreviewQueue
from skerry.service.viewers.viewer import Viewer
from skerry.web.auth import NotSignedIn
from skerry.web.call import Call, Services
from skerry.web.http import client_of, deny, identify, problem_of
from skerry.web.limits import TokenBuckets

log = logging.getLogger("skerry.socket")
_decoder: msgspec.json.Decoder[m.Command] = msgspec.json.Decoder(m.Command)

MAX_VIEWERS = 300  # sockets at a table beyond which no more spectators are let in
MAX_BAD_MESSAGES = 100  # messages of the wrong shape before a socket is closed

DIRECT = "skerry.direct"  # an ASGI extension of our own, see `web/server.py`
RESUME = m.CLOSE_CODES["resume"].code


WriteMessages = Callable[[Callable[[], list[bytes]]], bool]


class Direct(TypedDict):
    """Writing and hearing messages without the detour over ASGI's queues and tasks."""

    write: WriteMessages
    listen: Callable[[Callable[[bytes], bool] | None], None]


class TableSocket:
    """The websocket of a table as an ASGI application."""

    def __init__(self, services: Services, previews: PreviewQueue) -> None:
        self.services = services
        self.previews = previews
        self.open: dict[Viewer, asyncio.Task[None]] = {}  # with the task that writes to it
        self.devices: dict[Viewer, str] = {}
        self.clients: dict[Viewer, str] = {}
        self.numbers: dict[Viewer, int] = {}  # of the sockets, as other servers know them
        self.moving: dict[Viewer, asyncio.Task[None]] = {}  # moves that are under way
        services.auth.on_end(self.close_devices)
        services.moderation.on_ban = self.close_banned

    def close_devices(self, ended: set[str]) -> None:
        """Close the sockets of devices that were signed out."""
        for viewer, device in self.devices.items():
            if device in ended:
                viewer.close()

    def close_banned(self, target: str) -> None:
        """Close the sockets of a person or an address that was excluded."""
        for viewer, client in self.clients.items():
            if target in (f"user:{viewer.user}", f"address:{client}"):
                viewer.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()  # websocket.connect
        send = _until_closed(send)
        client = client_of(scope)
        sockets, limit = self.services.sockets, self.services.settings.sockets_per_client
        # Counted before anything is waited for, so that many at once do not slip in together.
        # Those that are refused do not count, so that as many are let in as the limit allows.
        problem: m.Problem | None
        if limit and sockets.get(client, 0) >= limit:
            problem = problem_of(_too_many())
        else:
            sockets[client] = sockets.get(client, 0) + 1
            try:
                problem = await self._serve(scope, receive, send, client)
            finally:
                sockets[client] -= 1
                if not sockets[client]:
                    del sockets[client]
        if problem is not None:
            self.services.metrics.refuse("socket", problem.status)
            await self._refuse(scope, send, problem)

    async def _serve(
        self, scope: Scope, receive: Receive, send: Send, client: str
    ) -> m.Problem | None:
        """Let a socket in and serve it until it is closed; return why not if it is refused."""
        try:
            viewer, user, first = await self._admit(scope, client)
        except Exception as error:
            return problem_of(error)
        self.clients[viewer] = client
        try:
            await send({"type": "websocket.accept"})
            direct = scope.get("extensions", {}).get(DIRECT)
            await self._talk(viewer, user, first, receive, send, direct)
        except OSError:
            pass  # the other side has gone
        finally:
            viewer.closed = True
            self.open.pop(viewer, None)
            self.devices.pop(viewer, None)
            self.clients.pop(viewer, None)
            await self.services.views.exit(viewer.live, viewer)
            number, id = self.numbers.pop(viewer), viewer.live.table.id
            await self.services.tables.peers.close_socket(number, id)
        return None

    async def _refuse(self, scope: Scope, send: Send, problem: m.Problem) -> None:
        """Refuse a socket: a page gets a close code, since it cannot read a status."""
        headers = Headers(scope=scope)
        try:
            self.services.auth.check_origin(headers, must=True)
        except NotAllowed:
            await deny(scope, send, problem)
            return
        code = m.close_code(problem.status)
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": code, "reason": problem.code})

    async def _admit(self, scope: Scope, client: str) -> tuple[Viewer, User, bytes]:
        """Check a caller, seat it as a viewer, and write its first frame."""
        services = self.services
        headers = Headers(scope=scope)
        caller = await identify(services, headers, client)
        if caller.by_cookie:
            services.auth.check_origin(headers, must=True)
        query = QueryParams(scope["query_string"])
        call = Call(services, client, caller, headers, scope["path_params"], query, None)
        live = await call.live()
        user = call.anybody
        peers, id = services.tables.peers, live.table.id
        limit = services.settings.sockets_per_client
        number = await peers.open_socket(client, id, user.id, limit)
        if number is None:
            raise _too_many()
        try:
            viewer, first = await self._enter(call, live)
        except BaseException:
            await peers.close_socket(number, id)
            raise
        self.numbers[viewer] = number
        return viewer, user, first

    async def _enter(self, call: Call, live: LiveTable) -> tuple[Viewer, bytes]:
        """Let a caller watch a table, and write the first frame."""
        services, query, caller, user = self.services, call.query, call.caller, call.anybody
        await services.tables.presence.note(live, user)
        outside = query.get("watch") == "1"
        after, chat = call.query_number("after"), call.query_number("chat") or 0
        wanted = call.query_number("seat", 9)
        if wanted is not None and after is not None and user.id not in live.seat_users(wanted):
            wanted = after = None  # it had this seat and has lost it: it gets what it may see now
        seat = seats.viewing(live.table, user, wanted, outside)
        if seat is None and len(live.viewers) >= MAX_VIEWERS:
            raise TooFast("too many people watch this table; try again later")
        last = _seconds(query.get("last"))
        viewer = Viewer(live, user.id, seat, query.get("updates") == "changes")
        services.views.enter(live, viewer)
        if services.tables.live.get(live.table.id) is not live:
            viewer.close()  # it was dropped from memory meanwhile: nothing would reach it here
        try:
            await services.views.others.refresh_people([live])
            if caller.device is not None:
                self.devices[viewer] = caller.device.id
                # It may have been signed out while the table was read.
                if caller.device.id and await services.auth.device(caller.device.id) is None:
                    raise NotSignedIn("this device was signed out", "old_token")
            snapshot = await services.views.snapshot(live, user, seat, after, chat, last)
            viewer.entries = [e for e in viewer.entries if e.number > snapshot.number]
            read = snapshot.chat[-1].number if snapshot.chat else 0 if snapshot.whole else chat
            viewer.lines = [line for line in viewer.lines if line.number > read]
            viewer.has_seen(snapshot.number)
            if viewer.seat != seat:
                raise NotAllowed("somebody else has this seat now", "not_your_seat")
        except BaseException:
            self.devices.pop(viewer, None)
            await services.views.exit(live, viewer)
            raise
        return viewer, encode(snapshot)

    async def _talk(
        self,
        viewer: Viewer,
        user: User,
        first: bytes,
        receive: Receive,
        send: Send,
        direct: Direct | None,
    ) -> None:
        writer = asyncio.create_task(self._write(viewer, first, send, direct))
        self.open[viewer] = writer
        pace = TokenBuckets(self.services.settings.rate, self.services.settings.rate * 3)
        reader = asyncio.create_task(self._read(viewer, user, receive, pace))
        if direct is not None:
            direct["listen"](partial(self._hear, viewer, user, pace))
        try:
            await asyncio.wait({writer, reader}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            # Whoever still holds the viewer must not keep its socket in memory.
            viewer.write = viewer.on_decision = None
            if direct is not None:
                direct["listen"](None)
            for task in (writer, reader):
                task.cancel()
            for task in (writer, reader):
                with suppress(asyncio.CancelledError, OSError, TimeoutError):
                    await task

    async def _write(self, viewer: Viewer, first: bytes, send: Send, direct: Direct | None) -> None:
        viewer.busy = time.monotonic()
        await send({"type": "websocket.send", "text": first.decode()})
        viewer.busy = 0.0
        self.previews.want(viewer)
        viewer.on_decision = self.previews.want
        if direct is not None:
            viewer.write = direct["write"]
        while True:
            await viewer.wake.wait()
            viewer.wake.clear()
            if viewer.write is None or not viewer.write(viewer.take):
                viewer.busy = time.monotonic()
                for frame in viewer.take():
                    await send({"type": "websocket.send", "text": frame.decode()})
                viewer.busy = 0.0
            if viewer.closed:
                await send({"type": "websocket.close", "code": RESUME})
                return

    def _hear(self, viewer: Viewer, user: User, pace: TokenBuckets, text: bytes) -> bool:
        """Begin to make a move; anything else, or a message too early, is left to `_read`."""
        if viewer.closed or viewer.reading or viewer in self.moving:
            return False
        try:
            command = _decoder.decode(text)
            if not isinstance(command, m.SendMove):
                return False
            pace.take_here("")
        except (msgspec.MsgspecError, UnicodeError, RecursionError, Refused):
            return False
        self.moving[viewer] = self.services.tables.begin(self._move(viewer, user, command))
        return True

    async def _move(self, viewer: Viewer, user: User, command: m.SendMove) -> None:
        try:
            await self._handle(viewer, user, command)
        finally:
            self.services.tables.end(self.moving.pop(viewer))

    async def _read(self, viewer: Viewer, user: User, receive: Receive, pace: TokenBuckets) -> None:
        bad_messages = 0
        while not viewer.closed:  # a client that is disconnected is not read any more
            viewer.reading = False
            message = await receive()
            viewer.reading = True
            if message["type"] == "websocket.disconnect":
                return
            if viewer in self.moving:
                await asyncio.wait({self.moving[viewer]})
            try:
                pace.take_here("")
                command = _command(message)
            except Refused as error:
                bad_messages += 1
                if pace.rate:
                    if bad_messages > MAX_BAD_MESSAGES:
                        viewer.close()
                    await asyncio.sleep(0.05)  # whoever sends nonsense is answered slowly
                self.services.metrics.refuse("message", error.status)
                viewer.reply(m.Failed(None, error.status, error.code, str(error)))
                continue
            # Finished even if the client goes away.
            await asyncio.shield(self.services.tables.protect(self._handle(viewer, user, command)))

    async def _handle(self, viewer: Viewer, user: User, command: m.Command) -> None:
        id = command.id
        tables = self.services.tables
        table = viewer.live.table.id

        def done(number: int) -> None:
            viewer.acknowledge(m.Ack(id, number))

        try:
            # Programs send pings by themselves.
            if not isinstance(command, m.Ping) and tables.presence.acted(viewer.live, user):
                await tables.presence.store_acted(viewer.live, user)
            match command:
                case m.SendMove():
                    seat = seats.acting(viewer.live.table, user, viewer.seat)
                    move = commands.MakeMove(user, command.move, command.after, seat)
                    await tables.carry_out(table, move, done)
                    return
                case m.SendChat():
                    self.services.moderation.check_speech(user.id)
                    await self.services.chat_lines.take(f"{user.id} {table}")
                    await tables.chat.say(user, viewer.live, command.text, command.room)
                case m.SwitchSeat():
                    outside = command.seat is None
                    viewer.seat = seats.viewing(viewer.live.table, user, command.seat, outside)
                    viewer.refresh = True
                    viewer.table_changed()
                    self.previews.want(viewer)
                case m.SendTakeBack():
                    await self.services.reads.take(user.id)
                    await tables.execute(table, commands.Undo(user, command.after, viewer.seat))
                case m.SendAnswer():
                    answer = commands.AnswerUndo(user, command.agree, viewer.seat)
                    await tables.execute(table, answer)
                case m.Ping():
                    pass
        except SkerryError as error:
            problem = problem_of(error)
            viewer.reply(m.Failed(id, problem.status, problem.code, problem.message))
            if problem.status == 409:
                viewer.refresh = True
                viewer.wake.set()
            return
        except Exception as error:
            problem = problem_of(error)
            viewer.reply(m.Failed(id, problem.status, problem.code, problem.message))
            return
        viewer.reply(m.Ack(id, viewer.live.table.number))

    async def beat(self) -> None:
        """Let every socket hear that the server is here; cut off those that take nothing.

        Whoever is cut off resumes by number when it comes back.
        """
        settings = self.services.settings
        while True:
            await asyncio.sleep(settings.beat_seconds / 100)
            viewers = list(self.open.items())
            # A few at a time: three thousand together would hold up the moves.
            for slot in range(100):
                late = time.monotonic() - settings.send_seconds
                for viewer, writer in viewers[slot::100]:
                    if 0 < viewer.busy < late:
                        writer.cancel()
                    viewer.beat = True
                    viewer.wake.set()
                await asyncio.sleep(settings.beat_seconds / 101)


def _too_many() -> TooFast:
    return TooFast("too many open sockets from your address; close some")


def _seconds(text: str | None) -> float | None:
    """Return a time of the query, None if it is not one."""
    try:
        return None if text is None else float(text[:40])
    except ValueError:
        return None


def _until_closed(send: Send) -> Send:
    """Raise ConnectionResetError for a closed socket, whoever has closed it."""

    async def sending(message: Message) -> None:
        try:
            await send(message)
        except RuntimeError:
            raise ConnectionResetError("the socket is closed") from None

    return sending


def _command(message: Message) -> m.Command:
    data = message.get("text")
    if data is None:
        data = message.get("bytes") or b""
    try:
        return _decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadRequest(str(error)[:200]) from None
