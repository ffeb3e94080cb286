"""What only some operating systems offer: locks of folders, limits of processes, a timer of processor time, names put on the disk.

Nothing else in Sitrep asks for it, so that everything runs where it is missing, with what each function here does instead
(docs/platforms.md). Tests hide it on Linux; on Windows and macOS nothing was tried.
"""

from __future__ import annotations

import codecs
import ctypes
import errno
import os
import random
import signal
import sys
import threading
import time
from _thread import interrupt_main
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path
from types import FrameType
from typing import Any

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]  # asked for before it is used
try:
    import msvcrt
except ImportError:  # all but Windows
    msvcrt = None  # type: ignore[assignment]  # as above
try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]  # as above

LOCK = ".lock"
"""Lock file in a folder, where folders themselves cannot be locked."""

HOLDERS = 1000
"""Bytes of a lock file of Windows: who shares it locks one of them, who wants it alone all."""

PAUSE = 0.05
"""Seconds between two tries to get a lock of Windows."""

TRIES = 20
"""Times that Windows is asked at most for a file that another has open."""

HAS_TIMER = hasattr(signal, "setitimer") and hasattr(signal, "SIGPROF")
"""Whether the system tells when a process has used so much processor time; elsewhere a thread looks at it."""

KEEPS_MEMORY = resource is not None and sys.platform != "darwin"
"""Whether the system limits the memory of a process; macOS takes such a limit, or refuses it, and keeps none."""

MOVES_LOCKED = fcntl is not None
"""Whether a file that is open and locked can be moved; on Windows it cannot."""

LOOK = 0.1
"""Seconds between two looks of a thread at what the system does not watch."""

LONGEST_LOOK = 1.0
"""The same at most, while a limit of processor time is far away."""

USUAL_DESCRIPTORS = 512
"""Descriptors where the system does not tell how many there are."""

_READ_INSIDE = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


@contextmanager
def locked(place: Path, shared: bool = False, wait: bool = False) -> Iterator[bool]:
    """Hold a lock on a folder, or on a file that is made where it is missing; give whether that was possible.

    It ends with the process, however that ends. False when another holds it, where the system or the disk has no locks, and for a file
    that was taken away or got another in its place meanwhile: whoever comes next locks that one.

    Args:
        place: the folder or file. shared: with others that share it. wait: until it is free, else try once.
    """
    if fcntl is None and msvcrt is None:
        yield False
        return
    handle = _opened(place)
    try:
        yield _lock(handle, shared, wait) and _is_there(place, handle)
    finally:
        _close(place, handle)


@contextmanager
def alone(place: Path) -> Iterator[bool]:
    """Hold a folder's lock; give whether nobody else holds it: True, too, where the system or the disk has no locks."""
    if fcntl is None and msvcrt is None:
        yield True
        return
    handle = _opened(place)
    try:
        yield _is_free(handle)
    finally:
        _close(place, handle)


def _close(place: Path, handle: int) -> None:
    """Give up a lock; a lock file in a folder goes, too: Windows deletes no file that another has open."""
    os.close(handle)
    if fcntl is None and place.is_dir():
        with suppress(OSError):
            (place / LOCK).unlink()


def _is_free(handle: int) -> bool:
    """Lock a file or folder alone; whether nobody else holds it."""
    if fcntl is None:
        return _lock_bytes(handle, shared=False, wait=False)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.EWOULDBLOCK, errno.EACCES)
    return True


def _is_there(place: Path, handle: int) -> bool:
    """Whether a place still is what was opened there."""
    if fcntl is None or place.is_dir():
        return True
    try:
        return os.path.samestat(os.stat(place), os.fstat(handle))
    except FileNotFoundError:
        return False


def _opened(place: Path) -> int:
    if place.is_dir():
        if fcntl is not None:
            return os.open(place, os.O_RDONLY)
        place = place / LOCK
    for _ in range(TRIES - 1):
        with suppress(*([PermissionError] if fcntl is None else [])):  # a lock file of Windows, which another is just deleting
            return os.open(place, os.O_RDWR | os.O_CREAT, 0o666)
        time.sleep(PAUSE)
    return os.open(place, os.O_RDWR | os.O_CREAT, 0o666)


def _lock(handle: int, shared: bool, wait: bool) -> bool:
    if fcntl is None:
        return _lock_bytes(handle, shared, wait)
    try:
        fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (0 if wait else fcntl.LOCK_NB))
    except OSError:  # another holds it, or the file system has no locks
        return False
    return True


def _lock_bytes(handle: int, shared: bool, wait: bool) -> bool:
    """The same with the locks of Windows, which know no sharing."""
    windows: Any = msvcrt
    while True:
        os.lseek(handle, random.randrange(HOLDERS) if shared else 0, os.SEEK_SET)
        try:
            # LK_LOCK tries ten times in ten seconds; who shares takes another byte instead
            windows.locking(handle, windows.LK_LOCK if wait and not shared else windows.LK_NBLCK, 1 if shared else HOLDERS)
        except OSError:
            if wait:
                time.sleep(PAUSE)
                continue
            return False
        return True


def bound(lasting: bool = False, **most: int) -> None:
    """Limit this process; where the system does not, a thread ends it once it has taken more memory or processor time.

    That thread looks ten times a second, and counts the memory in use instead of address space. Other limits are kept by the system
    or not at all, and then `lacking` says so.

    Args:
        lasting: whether it cannot raise them again. most: limit by the name of RLIMIT_..., such as AS=2**30 (bytes) or CPU=60 (seconds).
    """
    left = {name: wanted for name, wanted in most.items() if not _limits(name, wanted, lasting)}
    memory, seconds = min((left[name] for name in ("AS", "DATA") if name in left), default=None), left.get("CPU")
    if not measures_memory():
        memory = None
    if memory is not None or seconds is not None:
        threading.Thread(target=_watch, args=(memory, seconds), name="sitrep-limits", daemon=True).start()


def _limits(name: str, wanted: int, lasting: bool) -> bool:
    """Have the system limit this process; whether it does."""
    if resource is None or (name in ("AS", "DATA") and not KEEPS_MEMORY):
        return False
    what = getattr(resource, f"RLIMIT_{name}")
    hard = resource.getrlimit(what)[1]
    soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(what, (soft, soft if lasting else hard))
    return True


def measures_memory() -> bool:
    """Return whether a process can tell how much memory it has in use, where the system does not limit it."""
    try:
        memory_in_use()
    except ImportError:
        return False
    return True


def memory_in_use() -> int:
    """Return the bytes that this process has for itself (Windows), or has in memory now.

    Raises:
        ImportError: psutil is not installed; our package asks for it wherever the system itself keeps no limit.
    """
    import psutil  # most systems never need it

    told: Any = psutil.Process().memory_info()
    return int(getattr(told, "private", told.rss))


def _watch(memory: int | None, seconds: int | None) -> None:
    """End this process when it has more bytes of memory, or has used more seconds of a processor; None: without end."""
    while (seconds is None or time.process_time() <= seconds) and (memory is None or memory_in_use() <= memory):
        time.sleep(LOOK)
    os._exit(1)


def end_with_parent() -> None:
    """Have this process end when the one that started it does, however that ends: by the system on Linux, else by a thread that looks.

    To be called first, by a process of which the thread that started it waits for its end: on Linux that thread's end counts.
    """
    parent = os.getppid()
    if not _is_killed_with_parent():
        threading.Thread(target=_end_after, args=(parent,), name="sitrep-parent", daemon=True).start()
    elif os.getppid() != parent:  # it has ended in between
        os._exit(1)


def _is_killed_with_parent() -> bool:
    """Ask Linux for it; whether it will do so."""
    if not sys.platform.startswith("linux") or not hasattr(signal, "SIGKILL"):
        return False
    with suppress(OSError, AttributeError):  # a C library without it
        return bool(ctypes.CDLL(None).prctl(_PDEATHSIG, int(signal.SIGKILL)) == 0)
    return False


def _end_after(parent: int) -> None:
    """End this process once its parent has: it has another then, or on Windows one that is no more."""
    while os.getppid() == parent and _runs(parent):
        time.sleep(LOOK)
    os._exit(1)


def _runs(process: int) -> bool:
    """Whether there is a process of a number, where nobody takes over its children (Windows)."""
    if os.name != "nt":
        return True  # its number would be another's now
    try:
        import psutil
    except ImportError:
        return True
    return bool(psutil.pid_exists(process))


_PDEATHSIG = 1
"""PR_SET_PDEATHSIG of <linux/prctl.h>."""


@contextmanager
def alarm(seconds: float, again: float, handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Call `handler` when the process has used so many seconds of a processor in the block, and every `again` seconds after.

    To be used in the main thread: Python calls handlers there. Where the system has no such timer, a thread looks at the time instead
    and has Python call the handler as if the signal SIGABRT had come: every system has it, and a true one still ends the process.
    """
    if HAS_TIMER:
        before = signal.signal(signal.SIGPROF, handler)
        try:
            signal.setitimer(signal.ITIMER_PROF, seconds, again)
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)
        return
    done, before = threading.Event(), signal.signal(signal.SIGABRT, handler)
    looking = threading.Thread(target=_ring, args=(seconds, again, done), name="sitrep-alarm", daemon=True)
    try:
        looking.start()
        yield
    finally:
        _put_back(before, done, looking)


def _ring(seconds: float, again: float, done: threading.Event) -> None:
    """Ring once so much processor time is used, and again and again after, until it is done."""
    due = time.process_time() + seconds
    while not done.wait(min(max((due - time.process_time()) / (os.cpu_count() or 1), LOOK / 2), LONGEST_LOOK)):
        if time.process_time() >= due:
            due += again
            interrupt_main(signal.SIGABRT)


def _put_back(before: Any, done: threading.Event, looking: threading.Thread) -> None:
    """End the looking and give the signal its handler back; what rings in between goes unheard, for the block has ended."""
    try:
        signal.signal(signal.SIGABRT, _unheard)
    finally:
        done.set()
        looking.join()
        signal.signal(signal.SIGABRT, signal.SIG_DFL if before is None else before)  # None: a library's


def _unheard(_signal: int, _frame: FrameType | None) -> None:
    """Do nothing."""


def say_everything(*streams: object) -> None:
    """Let text streams take every character: else one that a console's alphabet lacks (Windows: cp1252 and others) ends the command.

    A pipe or a file gets UTF-8, as on every other system; a terminal, and whoever has set PYTHONIOENCODING, `\\u2192` for such a one.
    """
    for stream in streams:
        if isinstance(stream, TextIOWrapper) and codecs.lookup(stream.encoding).name not in ("utf-8", "utf-8-sig"):
            own = stream.isatty() or "PYTHONIOENCODING" in os.environ
            stream.reconfigure(encoding=None if own else "utf-8", errors="backslashreplace")


def cores() -> int:
    """Return how many processes this machine runs at a time for us."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def give_way() -> None:
    """Have the system let other processes go first, where it can be told so."""
    if hasattr(os, "nice"):
        os.nice(10)


def descriptors(most: int) -> int:
    """Let this process have as many descriptors as the system allows, up to `most`; return how many that are, else USUAL_DESCRIPTORS."""
    if resource is None:
        return USUAL_DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most if hard == resource.RLIM_INFINITY else min(hard, most)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):  # macOS has a limit of its own below the one that it tells
            return soft
        soft = wanted
    return most if soft == resource.RLIM_INFINITY else soft


def open_inside(folder: str, parts: Sequence[str]) -> int:
    """Open a file below a folder and return its descriptor; no link on its way is followed where the system can tell (not on Windows).

    Args:
        folder: where it begins. parts: names of the folders on the way, and last of the file.

    Raises:
        OSError: it cannot be opened.
    """
    if os.open not in os.supports_dir_fd:
        return os.open(os.path.join(folder, *parts), _READ_INSIDE | getattr(os, "O_BINARY", 0))
    here = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    for at, part in enumerate(parts, start=1):
        try:
            there = os.open(part, _READ_INSIDE | (os.O_DIRECTORY if at < len(parts) else 0), dir_fd=here)
        finally:
            os.close(here)
        here = there
    return here


def lacking() -> list[str]:
    """Return what this system does not do for records and questions of strangers, a sentence each; none on Linux."""
    found = []
    if not KEEPS_MEMORY and not measures_memory():
        found.append("Nothing limits the memory of a process that reads a record or answers a question; pip install psutil cures that.")
    if resource is None:
        found.append("Nothing limits the size of the files that a process writes which reads a record.")
    if fcntl is None and msvcrt is None:
        found.append("Nothing tells who else writes a lake, so `sitrep lake vacuum` leaves the files that no commit names.")
    return found


def put_in_place(draft: Path, place: Path) -> None:
    """Give a file the name of another, which it replaces; Windows refuses that while somebody reads there, so it is tried for a while.

    Raises:
        OSError: it cannot be; on Windows, too, where somebody has had it open for a second.
    """
    for _ in range(0 if MOVES_LOCKED else TRIES - 1):
        with suppress(PermissionError):
            draft.replace(place)
            return
        time.sleep(PAUSE)
    draft.replace(place)


def sync_folder(folder: Path) -> None:
    """Put a folder's new names on the disk; where folders cannot be opened (Windows), the system does so when it likes."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
