"""The readers: this process, several local ones, or a Dask cluster, all behind `concurrent.futures.Executor`."""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any

from engine.errors import SitrepError
from ingest.limits import DEFAULT, Limits, bound_memory

if TYPE_CHECKING:
    from distributed import Client

SECONDS_TO_ANSWER = 20
"""Timeouts for a scheduler, and for its first worker."""

AHEAD = 16
"""Tasks that are given out for each hand: while a long one is waited for, the other hands have work."""

_ADDRESS = re.compile(r"(inproc://.+|(tcp|tls|ucx|wss?)://[^/\s]+:\d+/?)\Z")
_EXPECTED = "expected an address such as tcp://host:8786, where `dask scheduler` runs"


class Workers:
    """An executor and how many tasks it works on at a time.

    Args:
        executor: it. hands: the tasks it works on at a time; 0 when `submit` itself does the work.
        anew: makes another one when its processes died; None when only the caller can.
    """

    def __init__(self, executor: Executor, hands: int, anew: Callable[[], Executor] | None = None) -> None:
        self.executor, self.hands, self.anew = executor, hands, anew

    def submit(self, work: Callable[..., Any], *args: Any) -> Future[Any]:
        """Give it a task."""
        return self.executor.submit(work, *args)

    def in_order(self, work: Callable[..., Any], tasks: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
        """Yield the results of tasks (their arguments) in their order; while one is waited for, some of the next are worked on.

        Raises:
            SitrepError: a process ran out of memory, or was stopped. What a task raises, it raises too.
        """
        due, running = iter(tasks), deque[Future[Any]]()
        while True:
            while len(running) < max(1, AHEAD * self.hands) and (task := next(due, None)) is not None:
                running.append(self.submit(work, *task))
            if not running:
                return
            try:
                result = running.popleft().result()
            except (MemoryError, BrokenExecutor):
                raise SitrepError("a process ran out of memory, or was stopped") from None
            yield result

    def renew(self) -> None:
        """Replace an executor that is broken.

        Raises:
            SitrepError: nobody said how.
        """
        if not self.anew:
            raise SitrepError("the executor that read the records is broken; what was committed stays: run it again")
        self.leave()
        self.executor = self.anew()

    def leave(self) -> None:
        """Let go of the executor: what has not begun is not done."""
        self.executor.shutdown(wait=True, cancel_futures=True)


class Here(Executor):
    """Does each task at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Do a task and return its result as a future that is done."""
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done


def processes(jobs: int, limits: Limits | None = DEFAULT) -> Executor:
    """Return an executor of processes of this machine, which end with this one, however it ends; bounded in memory, but for None."""
    # Spawned, not forked: a fork of a process that has used polars hangs.
    spawned = multiprocessing.get_context("spawn")
    return _Processes(jobs, mp_context=spawned, initializer=_settle_in, initargs=(limits,))


class _Processes(ProcessPoolExecutor):
    """Worker processes that Ctrl-C ends at once, but never in the middle of a result, for whose end this process would wait forever."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Give them a task."""
        return super().submit(_unless_interrupted, fn, *args, **kwargs)


_interrupted = threading.Event()
"""In a worker: Ctrl-C came while it worked on no task."""


def _unless_interrupted(work: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    if _interrupted.is_set():
        os._exit(1)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        return work(*args, **kwargs)
    finally:
        signal.signal(signal.SIGINT, _note_interrupt)


def _note_interrupt(*_: Any) -> None:
    _interrupted.set()


def _settle_in(limits: Limits | None) -> None:
    """End silently on Ctrl-C or with the parent process, and limit memory."""
    signal.signal(signal.SIGINT, _note_interrupt)
    threading.Thread(target=_end_with, args=(multiprocessing.parent_process(),), daemon=True).start()
    if limits:
        bound_memory(limits)


def _end_with(parent: Any) -> None:
    """A killed parent closes nothing: its workers would wait for tasks forever."""
    wait([parent.sentinel])
    os._exit(1)


@contextmanager
def local(jobs: int, limits: Limits = DEFAULT) -> Iterator[Workers]:
    """Give so many worker processes; with none this process does all the work itself, and its memory is not bounded."""
    workers = Workers(processes(jobs, limits), jobs, lambda: processes(jobs, limits)) if jobs else Workers(Here(), 0)
    try:
        yield workers
    finally:
        workers.leave()


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """Give the workers of a Dask cluster, by its scheduler's address (tcp://host:port).

    They must have this Sitrep and see the records by the same paths.

    Raises:
        SitrepError: the package is missing, no scheduler answers, it has no workers, or they cannot run Sitrep.
    """
    client = _client(address)
    try:
        _meet(client, address)
        yield Workers(client.get_executor(), max(1, sum(client.nthreads().values())))
    finally:
        client.close()


def _client(address: str) -> Client:
    if not find_spec("distributed"):
        raise SitrepError("a scheduler needs the package distributed; install it with: pip install distributed")
    from distributed import Client

    if not _ADDRESS.match(address):  # a client that cannot be made is waited for when the program ends
        raise SitrepError(f"no scheduler answers at {address!r} (this is no address of one); {_EXPECTED}")
    try:
        return Client(address, timeout=SECONDS_TO_ANSWER, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:  # TimeoutError is an OSError
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise SitrepError(f"no scheduler answers at {address!r} ({reason}); {_EXPECTED}") from None


def _meet(client: Client, address: str) -> None:
    """Wait for a first worker, and check that it can run Sitrep."""
    try:
        client.wait_for_workers(1, timeout=SECONDS_TO_ANSWER)
    except TimeoutError:
        raise SitrepError(f"the scheduler at {address} has no workers; start some with: dask worker {address}") from None
    try:
        client.submit(_can_read, pure=False).result(timeout=SECONDS_TO_ANSWER)
    except Exception as error:
        raise SitrepError(f"a worker of {address} cannot run Sitrep ({error!r}); install the same version there") from None


def _can_read() -> bool:
    import ingest.read  # succeeding is the answer

    return bool(ingest.read)
