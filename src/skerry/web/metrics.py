"""Counters in the text form that Prometheus reads. They name no table and no player."""

from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from skerry.service.bots.pool import Pool
from skerry.service.viewers.preview_queue import PreviewQueue
from skerry.store.sqlite import SqliteStore
from skerry.web.call import Services
from skerry.web.operating_system import peak_memory
from skerry.web.socket import TableSocket


class MetricsEndpoint:
    """`GET /metrics`."""

    def __init__(
        self,
        services: Services,
        store: SqliteStore,
        pool: Pool,
        previews: PreviewQueue,
        socket: TableSocket,
    ) -> None:
        self.services = services
        self.store = store
        self.pool = pool
        self.previews = previews
        self.socket = socket

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        values = [
            ("skerry_moves_total", "counter", self.services.tables.moves),
            ("skerry_commits_total", "counter", self.store.commits),
            ("skerry_writes_total", "counter", self.store.writes),
            ("skerry_tables_in_memory", "gauge", len(self.services.tables.live)),
            ("skerry_sockets", "gauge", len(self.socket.open)),
            ("skerry_bots_answered_total", "counter", self.pool.answered),
            ("skerry_bots_replaced_total", "counter", self.pool.replaced),
            ("skerry_bots_waiting", "gauge", self.pool.waiting),
            ("skerry_details_total", "counter", self.previews.computed),
            ("skerry_details_dropped_total", "counter", self.previews.dropped),
        ]
        if (memory := peak_memory()) is not None:
            values.append(("skerry_peak_memory_bytes", "gauge", memory))
        lines = [f"# TYPE {name} {kind}\n{name} {value}\n" for name, kind, value in values]
        await PlainTextResponse("".join(lines))(scope, receive, send)
