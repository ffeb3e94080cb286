"""What systemd is told of a service: that it is ready, that it is alive, that it stops (sd_notify(3)); nothing without systemd."""

from __future__ import annotations

import os
import socket

SOCKET = "NOTIFY_SOCKET"
"""Environment variable in which systemd names its socket; a name that begins with @ is an abstract one."""
READY, ALIVE, STOPPING = "READY=1", "WATCHDOG=1", "STOPPING=1"


def notify(told: str) -> bool:
    """Tell systemd something, such as READY; return whether it was there to be told.

    A socket that does not take it is no reason to stop: systemd then does what its unit says about services that say nothing.
    """
    name = os.environ.get(SOCKET, "")
    if not name or not hasattr(socket, "AF_UNIX"):
        return False
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.connect("\0" + name[1:] if name.startswith("@") else name)
            line.send(told.encode())
    except OSError:
        return False
    return True


def watchdog() -> float | None:
    """Return after how many seconds of silence systemd restarts this process (WatchdogSec); None when it does not watch it."""
    told, whom = os.environ.get("WATCHDOG_USEC", ""), os.environ.get("WATCHDOG_PID", "")
    if not (told.isascii() and told.isdigit() and int(told)) or whom not in ("", str(os.getpid())):
        return None
    return int(told) / 1e6
