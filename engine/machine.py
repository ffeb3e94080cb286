"""What only some operating systems offer: locks of folders, limits of processes, a timer of processor time, names put on the disk.

Nothing else in Sitrep asks for it, so that everything runs where it is missing, with what each function here says instead. Tests hide
it on Linux; on Windows nothing was tried, and its own locks are there for it.
"""

from __future__ import annotations

import ctypes
import errno
import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
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

HAS_TIMER = hasattr(signal, "setitimer") and hasattr(signal, "SIGPROF")
"""Whether the processor time of a block of code can be limited."""


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
        os.close(handle)


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
        os.close(handle)


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
    """Limit this process; nothing happens where the system knows no such limits: then only its callers' clocks do.

    Args:
        lasting: whether it cannot raise them again. most: limit by the name of RLIMIT_..., such as AS=2**30 (bytes) or CPU=60 (seconds).
    """
    if resource is None:
        return
    for name, wanted in most.items():
        what = getattr(resource, f"RLIMIT_{name}")
        hard = resource.getrlimit(what)[1]
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(what, (soft, soft if lasting else hard))


def end_with_parent() -> None:
    """Have the system kill this process when the one that started it ends, however that ends; elsewhere than on Linux nothing happens.

    To be called first, by a process of which the thread that started it waits for its end: that thread's end counts.
    """
    if not sys.platform.startswith("linux"):
        return
    parent = os.getppid()
    with suppress(OSError, AttributeError):  # a C library without it
        ctypes.CDLL(None).prctl(_PDEATHSIG, int(signal.SIGKILL))
    if os.getppid() != parent:  # it has ended in between
        os._exit(1)


_PDEATHSIG = 1
"""PR_SET_PDEATHSIG of <linux/prctl.h>."""


@contextmanager
def alarm(seconds: float, again: float, handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Call `handler` when the block has used so many seconds of a processor, and every `again` seconds after; see HAS_TIMER."""
    before = signal.signal(signal.SIGPROF, handler)
    try:
        signal.setitimer(signal.ITIMER_PROF, seconds, again)
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def sync_folder(folder: Path) -> None:
    """Put a folder's new names on the disk; where folders cannot be opened (Windows), the system does so when it likes."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
