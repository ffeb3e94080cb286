"""A dashboard that is really served, in a process of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SERVE = "import sys; from dashboard.serve import serve; sys.exit(serve(sys.argv[1], int(sys.argv[2])))"


def free_port() -> int:
    """Return a port that nobody uses."""
    with socket.create_server(("localhost", 0)) as probe:
        return int(probe.getsockname()[1])


@contextmanager
def served(lake: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Serve a lake; the address it says, and the process, which is ended if the test has not ended it."""
    command = [sys.executable, "-c", SERVE, str(lake), str(free_port())]
    environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        try:
            line = process.stdout.readline() if process.stdout else ""
            assert line.startswith("Dashboard: http://localhost:"), line + (
                process.stderr.read() if process.stderr else ""
            )
            yield line.split()[1], process
        finally:
            if process.poll() is None:
                process.terminate()
                process.communicate(timeout=20)
