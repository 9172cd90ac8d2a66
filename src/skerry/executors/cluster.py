"""A Dask cluster as an executor: one that runs already, or processes of this machine.

A worker that is lost costs nothing but time: Dask runs its tasks again on another one. Workers need
the same version of Skerry; `distributed` comes with the extra [cluster].
"""

import contextlib
import re
import threading
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from dataclasses import dataclass
from typing import Any

from skerry import __version__
from skerry.kernel.errors import BadSetup, SkerryError

LOCAL = "local"  # instead of an address: a cluster of this machine, for as long as the work takes
CONNECT_SECONDS = 5.0
ANSWER_SECONDS = 5.0  # seconds without an answer after which a scheduler is lost
CHECK_SECONDS = 30.0  # for a worker to say which version it has


class ClusterLost(SkerryError):
    """The cluster went away with work of ours."""


class WorkersLost(SkerryError):
    """Several workers ended one after another during the same work."""


@dataclass(frozen=True)
class ClusterWorker:
    """A worker process of a cluster."""

    address: str
    threads: int


class Cluster:
    """A connection to a Dask scheduler. Raises BadSetup if there is none."""

    batch_seconds = 2.0

    def __init__(self, address: str, local_workers: int = 1) -> None:
        self.address = address
        self._own: Any = None
        if address != LOCAL:
            check_cluster_address(address)
        distributed = _library()
        if address == LOCAL:
            self._own = distributed.LocalCluster(
                n_workers=local_workers,
                threads_per_worker=1,
                processes=True,
                dashboard_address=None,
                silence_logs="CRITICAL",
            )
        try:
            self._client = distributed.Client(
                self._own or address, timeout=CONNECT_SECONDS, set_as_default=False
            )
        except (OSError, TimeoutError, ValueError, TypeError) as error:
            why = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise BadSetup(
                f"no Dask scheduler answers at {address}; is one running there? ({why})"
            ) from None

    def workers(self) -> list[ClusterWorker]:
        """List the workers. Raises ClusterLost if the scheduler does not answer."""
        try:
            known = self._client.sync(
                self._client.scheduler.identity, n_workers=-1, callback_timeout=ANSWER_SECONDS
            )["workers"]
        except Exception as error:
            raise ClusterLost(f"the scheduler at {self.address} does not answer") from error
        return [ClusterWorker(address, one["nthreads"]) for address, one in known.items()]

    def check(self, worker: ClusterWorker) -> None:
        """Raise BadSetup if a worker cannot do our work, or ClusterLost."""
        where = f"the Dask worker at {worker.address}"
        task = self.submit(installed_version, worker=worker.address, strictly=True, priority=1000)
        try:
            version = task.result(CHECK_SECONDS)
        except ClusterLost:
            raise
        except TimeoutError:
            task.cancel()
            raise BadSetup(f"{where} does not answer") from None
        except Exception as error:
            raise BadSetup(
                f"{where} cannot import Skerry ({error}); install skerry[cluster] there"
            ) from None
        if version != __version__:
            raise BadSetup(f"{where} has Skerry {version}, and this is {__version__}")

    def check_all(self) -> None:
        """Raise BadSetup unless there are workers, and all of them can do our work."""
        workers = self.workers()
        if not workers:
            raise BadSetup(
                f"the Dask scheduler at {self.address} has no workers; start some with"
                f" `dask worker {self.address} --nworkers auto --nthreads 1`"
            )
        for worker in workers:
            self.check(worker)

    @property
    def size(self) -> int:
        return max(1, len(self.workers()))

    def submit(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        priority: int = 0,
        worker: str = "",
        strictly: bool = False,
    ) -> Future[Any]:
        """Run a function on the cluster, on a certain *worker* if it can; *strictly* only there.

        A higher *priority* goes first. The future fails with ClusterLost if the cluster goes away.
        """
        future: Future[Any] = Future()
        try:
            task = self._client.submit(
                function,
                *arguments,
                pure=False,
                priority=priority,
                workers=[worker] if worker else None,
                allow_other_workers=bool(worker) and not strictly,
            )
        except Exception as error:  # of a client that is closed, several kinds
            future.set_exception(ClusterLost(f"the scheduler at {self.address} is gone: {error}"))
            return future

        def finished(done: Any) -> None:
            with contextlib.suppress(InvalidStateError):  # whoever asked has gone
                if done.status == "finished":
                    try:
                        future.set_result(done.result(timeout=ANSWER_SECONDS))
                    except Exception:  # computed, and lost on the way
                        future.set_exception(ClusterLost("the cluster lost a result"))
                elif done.status == "error":
                    future.set_exception(_own_error(done.exception()))
                else:
                    message = f"the connection to the scheduler at {self.address} is lost"
                    future.set_exception(ClusterLost(message))

        def left(asked: Future[Any]) -> None:
            given_up = asked.cancelled() or isinstance(asked.exception(), WorkersLost)
            if given_up and not task.done():
                # A thread, because Dask waits until the scheduler has heard.
                threading.Thread(target=task.cancel, daemon=True).start()

        future.add_done_callback(left)
        task.add_done_callback(finished)
        return future

    def close(self) -> None:
        with contextlib.suppress(Exception):  # a scheduler that is gone cannot be notified
            self._client.close(timeout=ANSWER_SECONDS)
        if self._own is not None:
            with contextlib.suppress(Exception):
                self._own.close(timeout=ANSWER_SECONDS)


def check_cluster_address(address: str) -> None:
    """Raise BadSetup if this cannot be a scheduler's address, or `distributed` is missing."""
    _library()
    if not re.fullmatch(r"((tcp|tls|wss?)://)?[^/\s]+:\d{1,5}", address):
        raise BadSetup(
            f"--dask {address[:60]!r} is not the address of a Dask scheduler; write it like"
            " tcp://192.0.2.7:8786"
        )


def installed_version() -> str:
    """Return the version of Skerry here."""
    return __version__


def _own_error(error: BaseException) -> BaseException:
    if type(error).__name__ == "KilledWorker":
        return WorkersLost(f"several Dask workers ended during the same work: {error}")
    return error


def _library() -> Any:
    try:
        import distributed
    except ImportError:
        raise BadSetup("--dask needs the extra [cluster]: pip install 'skerry[cluster]'") from None
    return distributed
