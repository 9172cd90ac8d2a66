"""What the server measures, in the text form that Prometheus reads. No table or player is named."""

import asyncio
import shutil
import time
from collections import deque
from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from skerry.web.settings import Settings

_QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
_SLOW = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
SAMPLE_SECONDS = 300.0
SAMPLES = 48  # four hours
RECENT = 1000  # the latest times, for the operator's page

Value = Callable[[], float]


class Metrics:
    """Counters and histograms of one server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.started = time.time()
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.requests = Histogram(
            "skerry_request_seconds",
            "Time to answer a request, by endpoint and status.",
            ["kind", "status"],
            buckets=_QUICK,
            registry=self.registry,
        )
        self.moves = Histogram(
            "skerry_move_seconds",
            "Time from a command to the disk, by kind: move, bot move, undo, other.",
            ["kind"],
            buckets=_QUICK,
            registry=self.registry,
        )
        self._moves_of: dict[str, Histogram] = {}  # by kind: label lookups are slow
        self.bot_wait = Histogram(
            "skerry_bot_wait_seconds",
            "Time a question waited for a worker.",
            buckets=_SLOW,
            registry=self.registry,
        )
        self.bot_time = Histogram(
            "skerry_bot_seconds",
            "Time from a question to a bot's move, waiting included.",
            ["level"],
            buckets=_SLOW,
            registry=self.registry,
        )
        self.refused = Counter(
            "skerry_refused_total",
            "Requests, sockets and messages that were refused, by kind and status.",
            ["kind", "status"],
            registry=self.registry,
        )
        self.recent_moves: deque[float] = deque(maxlen=RECENT)
        self.recent_bots: deque[float] = deque(maxlen=RECENT)
        self.errors: deque[float] = deque(maxlen=10_000)  # when something unexpected happened
        self.database_bytes = 0.0  # of PostgreSQL, measured now and then
        self.series: dict[str, deque[float]] = {}
        self.sampled: dict[str, Value] = {}
        self.values: list[tuple[str, str, str, Value]] = []
        self.registry.register(_Values(self))

    def value(self, kind: str, name: str, text: str, read: Value) -> None:
        """Register a figure that another object counts."""
        self.values.append((kind, name, text, read))

    def request(self, kind: str, status: int, seconds: float) -> None:
        """Count an answered request."""
        self.requests.labels(kind, str(status)).observe(seconds)
        if status >= 400:
            self.refuse("request", status)

    def refuse(self, kind: str, status: int) -> None:
        """Count a refusal."""
        self.refused.labels(kind, str(status)).inc()
        if status == 500:
            self.errors.append(time.time())

    def move(self, kind: str, seconds: float) -> None:
        """Count a command that was stored."""
        if kind not in self._moves_of:
            self._moves_of[kind] = self.moves.labels(kind)
        self._moves_of[kind].observe(seconds)
        if kind == "move":
            self.recent_moves.append(seconds)

    def bot(self, level: str, seconds: float) -> None:
        """Count a bot's move."""
        self.bot_time.labels(level).observe(seconds)
        self.recent_bots.append(seconds)

    def disk(self) -> tuple[float, float, float]:
        """Return the bytes of the data's disk, how many are free, and those of the tables.

        The disk of a database server is not known: 0 and 0.
        """
        if self.settings.database:
            return 0.0, 0.0, self.database_bytes
        data = self.settings.data
        used = sum(path.stat().st_size for path in data.glob("skerry.db*") if path.is_file())
        try:
            total, _, free = shutil.disk_usage(data)
        except OSError:
            return 0.0, 0.0, float(used)
        return float(total), float(free), float(used)

    async def sample(self) -> None:
        """Sample a few figures over time, for the operator's page."""
        while True:
            for name, read in self.sampled.items():
                self.series.setdefault(name, deque(maxlen=SAMPLES)).append(read())
            await asyncio.sleep(SAMPLE_SECONDS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer `GET /metrics`."""
        text = generate_latest(self.registry)
        await Response(text, media_type=CONTENT_TYPE_LATEST)(scope, receive, send)


class _Values(Collector):
    """Reads the figures when Prometheus collects them."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics

    def collect(self) -> Iterator[Metric]:
        """Read them."""
        for kind, name, text, read in self.metrics.values:
            family = CounterMetricFamily if kind == "counter" else GaugeMetricFamily
            yield family(name, text, value=read())


def p95(values: deque[float]) -> float:
    """Return the 95th percentile, 0 if there are no values."""
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * 0.95), len(ordered) - 1)] if ordered else 0.0
