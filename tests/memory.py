"""How much memory this process has used."""

from __future__ import annotations

import resource
from pathlib import Path

STATUS = Path("/proc/self/status")


def peak() -> int:
    """Return the most memory that this process has held at once, in bytes.

    Linux begins the `ru_maxrss` of a process with that of the process that started it, so a small child of a large test run would look
    large; what it says of the process's own memory does not.
    """
    if not STATUS.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # macOS: in bytes, and its own
    line = next(line for line in STATUS.read_text().splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) << 10
