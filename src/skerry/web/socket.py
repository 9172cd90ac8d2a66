"""One socket at one table: the whole table first, then every change, resumed by number."""

import asyncio
import logging
import time
from contextlib import suppress

import msgspec
from starlette.datastructures import Headers, QueryParams
from starlette.types import Message, Receive, Scope, Send

from skerry.kernel.errors import SkerryError
from skerry.service import messages as m
from skerry.service.errors import BadRequest, NotAllowed, Refused, TooFast
from skerry.service.people import User
from skerry.service.table import commands, seats
from skerry.service.viewers.frames import encode
from skerry.service.viewers.preview_queue import PreviewQueue
from skerry.service.viewers.viewer import Viewer
from skerry.web.call import Call, Services
from skerry.web.http import client_of, problem_of
from skerry.web.limits import TokenBuckets

log = logging.getLogger("skerry.socket")
_decoder: msgspec.json.Decoder[m.Command] = msgspec.json.Decoder(m.Command)

MAX_VIEWERS = 300  # sockets at a table beyond which no more spectators are let in
MAX_BAD_MESSAGES = 100  # messages of the wrong shape before a socket is closed

# Close codes a client can act on.
POLICY = 1008
BEHIND = 1013


class TableSocket:
    """The websocket of a table as an ASGI application."""

    def __init__(self, services: Services, previews: PreviewQueue) -> None:
        self.services = services
        self.previews = previews
        self.open: dict[Viewer, asyncio.Task[None]] = {}  # with the task that writes to it

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()  # websocket.connect
        send = _until_closed(send)
        client = client_of(scope)
        try:
            viewer, user, first = await self._admit(scope, client)
        except Exception as error:
            await _deny(scope, send, problem_of(error))
            return
        services = self.services
        services.sockets[client] = services.sockets.get(client, 0) + 1
        try:
            await send({"type": "websocket.accept"})
            await self._talk(viewer, user, first, receive, send)
        except OSError:
            pass  # the other side has gone
        finally:
            viewer.closed = True
            self.open.pop(viewer, None)
            services.sockets[client] -= 1
            if not services.sockets[client]:
                del services.sockets[client]
            await services.views.exit(viewer.live, viewer)

    async def _admit(self, scope: Scope, client: str) -> tuple[Viewer, User, bytes]:
        """Check a caller, seat it as a viewer, and write its first frame."""
        services = self.services
        headers = Headers(scope=scope)
        who, by_cookie = services.auth.caller(headers)
        if by_cookie:
            services.auth.check_origin(headers, must=True)
        services.requests.take(client if who is None else who.id)
        limit = services.settings.sockets_per_client
        if limit and services.sockets.get(client, 0) >= limit:
            raise TooFast("too many open sockets from your address; close some")
        query = QueryParams(scope["query_string"])
        call = Call(services, client, who, scope["path_params"], query, None)
        live = await call.live()
        user = call.anybody
        outside = query.get("watch") == "1"
        seat = seats.viewing(live.table, user, call.query_number("seat", 9), outside)
        after, chat = call.query_number("after"), call.query_number("chat") or 0
        if after is not None and after > live.table.number:
            raise BadRequest(
                "the table has not reached this number; connect without after", "bad_number"
            )
        if seat is None and len(live.viewers) >= MAX_VIEWERS:
            raise TooFast("too many people watch this table; try again later")
        viewer = Viewer(live, user.id, seat)
        services.views.enter(live, viewer)
        try:
            snapshot = await services.views.snapshot(live, user, seat, after, chat)
            viewer.entries = [e for e in viewer.entries if e.number > snapshot.number]
            last = snapshot.chat[-1].number if snapshot.chat else chat
            viewer.lines = [line for line in viewer.lines if line.number > last]
            viewer.sent = snapshot.number
            if viewer.seat != seat:
                raise NotAllowed("somebody else has this seat now", "not_your_seat")
        except BaseException:
            await services.views.exit(live, viewer)
            raise
        return viewer, user, encode(snapshot)

    async def _talk(
        self, viewer: Viewer, user: User, first: bytes, receive: Receive, send: Send
    ) -> None:
        writer = asyncio.create_task(self._write(viewer, first, send))
        self.open[viewer] = writer
        reader = asyncio.create_task(self._read(viewer, user, receive))
        try:
            await asyncio.wait({writer, reader}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (writer, reader):
                task.cancel()
            for task in (writer, reader):
                with suppress(asyncio.CancelledError, OSError, TimeoutError):
                    await task

    async def _write(self, viewer: Viewer, first: bytes, send: Send) -> None:
        viewer.busy = time.monotonic()
        await send({"type": "websocket.send", "text": first.decode()})
        viewer.busy = 0.0
        self.previews.want(viewer)
        while True:
            await viewer.wake.wait()
            viewer.wake.clear()
            number = viewer.sent
            viewer.busy = time.monotonic()
            for frame in viewer.frames():
                await send({"type": "websocket.send", "text": frame.decode()})
            viewer.busy = 0.0
            if viewer.sent != number:
                self.previews.want(viewer)
            if viewer.closed:
                await send({"type": "websocket.close", "code": BEHIND})
                return

    async def _read(self, viewer: Viewer, user: User, receive: Receive) -> None:
        pace = TokenBuckets(self.services.settings.rate, self.services.settings.rate * 3)
        bad_messages = 0
        while not viewer.closed:  # a client that is disconnected is not read any more
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            try:
                pace.take("")
                command = _command(message)
            except Refused as error:
                bad_messages += 1
                if pace.rate:
                    if bad_messages > MAX_BAD_MESSAGES:
                        viewer.close()
                    await asyncio.sleep(0.05)  # whoever sends nonsense is answered slowly
                viewer.reply(m.Failed(None, error.status, error.code, str(error)))
                continue
            await self._handle(viewer, user, command)

    async def _handle(self, viewer: Viewer, user: User, command: m.Command) -> None:
        id = command.id
        tables = self.services.tables
        table = viewer.live.table.id

        def done(number: int) -> None:
            viewer.reply(m.Ack(id, number))

        try:
            match command:
                case m.SendMove():
                    seat = seats.acting(viewer.live.table, user, viewer.seat)
                    move = commands.MakeMove(user, command.move, command.after, seat)
                    await tables.execute(table, move, done)
                    return
                case m.SendChat():
                    self.services.chat_lines.take(f"{user.id} {table}")
                    await tables.chat.say(user, viewer.live, command.text, command.room)
                case m.SwitchSeat():
                    outside = command.seat is None
                    viewer.seat = seats.viewing(viewer.live.table, user, command.seat, outside)
                    viewer.refresh = True
                    viewer.table_changed()
                    self.previews.want(viewer)
                case m.SendTakeBack():
                    self.services.reads.take(user.id)
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
        done(viewer.live.table.number)

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


async def _deny(scope: Scope, send: Send, problem: m.Problem) -> None:
    """Refuse a socket with a status and a reason, before it is opened."""
    if "websocket.http.response" in scope.get("extensions", {}):
        headers = [(b"content-type", b"application/json")]
        start = "websocket.http.response.start"
        await send({"type": start, "status": problem.status, "headers": headers})
        await send({"type": "websocket.http.response.body", "body": encode(problem)})
    else:
        await send({"type": "websocket.close", "code": POLICY})
