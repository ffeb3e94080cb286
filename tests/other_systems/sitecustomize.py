"""What Windows lacks is hidden on Linux: every Python that finds this file on its path runs it first (PYTHONPATH, see __init__.py).

Modules, signals and functions are gone; folders do not open; files that are open here are neither moved nor deleted; names that Windows
does not take are refused; locks are those of Windows, on bytes of a file; text that is written or read without an encoding is an error.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import struct
import subprocess
import sys
import types
import warnings
from functools import partial
from importlib import import_module
from typing import Any

from tests.other_systems.names import FUNCTIONS, MODULES, SIGNALS

NEW = os.O_CREAT | os.O_WRONLY | os.O_RDWR
DEVICES = {"con", "prn", "aux", "nul", *(f"{kind}{number}" for kind in ("com", "lpt") for number in range(1, 10))}
SHARING = "The process cannot access the file because it is being used by another process"


class Missing:
    """Finds none of the modules that Windows lacks."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r} (hidden)", name=name)


class Locks(types.ModuleType):
    """The module msvcrt, as far as locks go: a range of bytes, from where the file stands, is one holder's until it closes the file."""

    LK_LOCK, LK_NBLCK = 1, 2
    _set, _range = fcntl.F_OFD_SETLK, fcntl.F_WRLCK  # Linux has the same sort of lock: that of an open file, not of a process
    _ask = staticmethod(fcntl.fcntl)

    def locking(self, handle: int, _mode: int, count: int) -> None:
        at = os.lseek(handle, 0, os.SEEK_CUR)
        self._ask(handle, self._set, struct.pack("hhqqi4x", self._range, os.SEEK_SET, at, count, 0))


def refuse(event: str, args: tuple[Any, ...]) -> None:
    """Refuse what Windows would: names that it does not take, and moving or deleting what is open here."""
    if event == "open" and isinstance(args[0], str) and args[2] & NEW:
        check_name(args[0])
    elif event == "os.mkdir":
        check_name(os.fspath(args[0]))
    elif event in ("os.rename", "os.link", "os.symlink"):
        check_name(os.fspath(args[1]))
        if event == "os.rename":
            check_closed(args[0])
            check_closed(args[1])
    elif event == "os.remove" and args[1] == -1:  # as of a folder that is open, which only Unix deletes by
        check_closed(args[0])


def check_name(path: str | bytes) -> None:
    name = os.fsdecode(path).rsplit("/", 1)[-1]
    if set(name) & set('<>:"|?*\\') or (name.endswith((" ", ".")) and name.strip(".")) or name.partition(".")[0].lower() in DEVICES:
        raise OSError(22, "Windows takes no such name", os.fsdecode(path))


def check_closed(path: Any) -> None:
    try:
        wanted = os.stat(path, follow_symlinks=False)
    except OSError:
        return
    if wanted.st_mode & 0o170000 != 0o100000:
        return
    everybody = os.path.basename(os.fsdecode(path)) == ".lock"  # all look at these; looking at all processes takes long
    for process in filter(str.isdecimal, os.listdir("/proc")) if everybody else ["self"]:
        if any(map(partial(_is_same, wanted), _open_in(process))):
            raise PermissionError(13, SHARING, os.fsdecode(path))


def _open_in(process: str) -> list[str]:
    folder = f"/proc/{process}/fd"
    try:
        return [f"{folder}/{number}" for number in os.listdir(folder)]
    except OSError:
        return []


def _is_same(wanted: os.stat_result, path: str) -> bool:
    try:
        found = os.stat(path)
    except OSError:
        return False
    return (found.st_dev, found.st_ino) == (wanted.st_dev, wanted.st_ino)


def hide() -> None:
    import_module("psutil")  # while the modules are there: on Linux it needs some of them, on Windows none
    sys.meta_path.insert(0, Missing())  # type: ignore[arg-type]  # all that is asked of it
    for name in MODULES:
        sys.modules.pop(name, None)
    for module, names in ((signal, SIGNALS), (os, FUNCTIONS)):
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    opened = os.open

    def open_file(path: Any, flags: int, *rest: Any, **named: Any) -> int:
        unnamed = flags & os.O_TMPFILE == os.O_TMPFILE  # a temporary file, for which Windows has a way of its own
        if not isinstance(path, int) and not unnamed and os.path.isdir(path):
            raise PermissionError(13, "Permission denied", path)
        return opened(path, flags, *rest, **named)

    os.open = open_file
    shutil._use_fd_functions = False  # type: ignore[attr-defined]  # they open folders

    class Popen(subprocess.Popen):  # type: ignore[type-arg]  # of text or bytes
        def __init__(self, *args: Any, **named: Any) -> None:
            for what in ("pass_fds", "preexec_fn", "start_new_session", "process_group"):
                assert not named.get(what), f"{what} is not supported on Windows"
            super().__init__(*args, **named)

        def kill(self) -> None:
            self.send_signal(9)

        terminate = kill  # nobody is asked there

    subprocess.Popen = Popen  # type: ignore[misc]  # as above
    sys.modules["msvcrt"] = Locks("msvcrt")
    sys.addaudithook(refuse)
    warnings.filterwarnings("ignore", category=EncodingWarning)
    warnings.filterwarnings("error", category=EncodingWarning, module=r"(sitrep|engine|ingest|warehouse|dashboard)(\.|\Z)")


hide()
